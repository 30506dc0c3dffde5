// A game of self-play as the chain file holds it, and which of its positions are for training.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "board/endings.hpp"
#include "training-data/record.hpp"

namespace grandee::data {

enum class Termination : std::uint8_t {
  Checkmate,
  Stalemate,
  InsufficientMaterial,
  FiftyMoves,
  Threefold,
  WinAdjudication,   // both sides saw the same winner for some plies
  DrawAdjudication,  // late in the game, both sides saw nothing for some plies
  MaxPlies           // a draw
};
inline constexpr int kTerminations = 8;
// "checkmate", "win adjudication" …
std::string_view describe(Termination termination);
// Of an outcome that ends the game.
Termination termination_of(Outcome outcome);

struct ScoredMove {
  Move move;
  std::int16_t score = 0;  // of the search that chose the move: centipawns, from the mover

  friend bool operator==(const ScoredMove&, const ScoredMove&) = default;
};

struct Game {
  std::uint64_t number = 0;  // of its shard
  Position start;
  std::vector<Move> opening;      // random plies, without scores
  std::vector<ScoredMove> plies;  // each is one position of the data
  GameResult result = GameResult::Draw;
  Termination termination = Termination::MaxPlies;

  int total_plies() const { return static_cast<int>(opening.size() + plies.size()); }
};

// Calls f(position, scored move, ply since the start) for every scored ply. The moves must be
// legal.
template <typename F>
void replay(const Game& game, F&& f) {
  Position position = game.start;
  for (const Move m : game.opening) position.make(m);
  int ply = static_cast<int>(game.opening.size());
  for (const ScoredMove& scored : game.plies) {
    f(static_cast<const Position&>(position), scored, ply);
    position.make(scored.move);
    ++ply;
  }
}

// Quiet positions past the opening whose score is still open. A static evaluation can learn these;
// the counts of chain files use the default limits.
struct KeptFilter {
  int min_ply = 12;
  int max_score = 3000;

  bool keeps(const Position& position, const ScoredMove& scored, int ply) const {
    return ply >= min_ply && scored.score <= max_score && scored.score >= -max_score &&
           !position.in_check() && !position.is_tactical(scored.move);
  }
};

// Does the game end as it says: by the rules and not before, with a result that fits? The moves
// must be legal. The error tells what is wrong.
Result<Ok> check_ending(const Game& game);

}  // namespace grandee::data
