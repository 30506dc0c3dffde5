// Networks and games for tests, all from a seed.
#pragma once

#include "base/rng.hpp"
#include "board/movegen.hpp"
#include "nn/network.hpp"

namespace grandee::nn {

inline std::int16_t random_weight(Rng& rng, int bound) {
  return static_cast<std::int16_t>(
      static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * bound + 1))) - bound);
}

// Weights of a size a trained network has: sums that cross both ends of the activation.
inline Network random_network(FeatureSet features, int width, std::uint64_t seed) {
  Rng rng(seed);
  Network network = make_network(features, width);
  for (auto& w : network.feature_bias) w = random_weight(rng, 100);
  for (auto& w : network.feature_weights) w = random_weight(rng, 60);
  for (auto& w : network.output_weights) w = random_weight(rng, 60);
  for (auto& b : network.output_bias)
    b = static_cast<std::int32_t>(rng.below(2'000'000)) - 1'000'000;
  return network;
}

// Every weight at its bound, with a random sign: the largest numbers the loader lets in.
inline Network extreme_network(FeatureSet features, int width, std::uint64_t seed) {
  Rng rng(seed);
  const auto sign = [&] { return static_cast<int>(rng.next() >> 63) * 2 - 1; };
  Network network = make_network(features, width);
  for (auto& w : network.feature_bias) w = static_cast<std::int16_t>(sign() * kMaxFeatureWeight);
  for (auto& w : network.feature_weights) w = static_cast<std::int16_t>(sign() * kMaxFeatureWeight);
  for (int i = 0; i < kBuckets * 2 * width; ++i)
    network.output_weights[static_cast<std::size_t>(i)] =
        static_cast<std::int16_t>((i & 1) != 0 ? kMaxOutputWeight : -kMaxOutputWeight);
  return network;
}

inline std::shared_ptr<const Network> share(Network network) {
  return std::make_shared<const Network>(std::move(network));
}

// A random legal move; Move::none() at the end of a game.
inline Move random_move(const Position& position, Rng& rng) {
  MoveList moves;
  generate_legal(position, moves);
  if (moves.empty()) return Move::none();
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

// Calls visit(before, move, after, delta) for so many plies of random games.
template <typename Visit>
void random_plies(int plies, std::uint64_t seed, Visit&& visit) {
  Rng rng(seed);
  Position position;
  int length = 0;
  for (int ply = 0; ply < plies; ++ply) {
    const Move move = random_move(position, rng);
    if (!move || ++length > 400) {
      position = Position();
      length = 0;
      continue;
    }
    const Position before = position;
    const Delta delta = position.make(move);
    visit(before, move, position, delta);
  }
}

// Colours swapped and ranks flipped: the same game for the other side.
inline Position color_flipped(const Position& position) {
  const PositionSetup from = position.setup();
  PositionSetup to = from;
  for (Square s = 0; s < kSquares; ++s) {
    const Piece p = from.board[static_cast<std::size_t>(s)];
    to.board[static_cast<std::size_t>(flip_rank(s))] =
        p == Piece::None ? p : make_piece(~color_of(p), type_of(p));
  }
  to.side_to_move = ~from.side_to_move;
  if (from.ep_square != kNoSquare) to.ep_square = flip_rank(from.ep_square);
  return *Position::from_setup(to);
}

inline Position file_flipped(const Position& position) {
  const PositionSetup from = position.setup();
  PositionSetup to = from;
  for (Square s = 0; s < kSquares; ++s)
    to.board[static_cast<std::size_t>(flip_file(s))] = from.board[static_cast<std::size_t>(s)];
  if (from.ep_square != kNoSquare) to.ep_square = flip_file(from.ep_square);
  return *Position::from_setup(to);
}

}  // namespace grandee::nn
