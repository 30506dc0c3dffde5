// Positions of random games, for round trips.
#pragma once

#include <vector>

#include "base/rng.hpp"
#include "board/endings.hpp"
#include "board/movegen.hpp"

namespace grandee::test {

inline Move random_move(const Position& position, Rng& rng) {
  MoveList moves;
  generate_legal(position, moves);
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

// Calls f(position, move) for every ply of a random game until it ends or has that many plies.
template <typename F>
void play_random_game(Rng& rng, int max_plies, F&& f) {
  Position position;
  std::vector<Key> earlier;
  for (int ply = 0; ply < max_plies && game_outcome(position, earlier) == Outcome::Ongoing; ++ply) {
    const Move move = random_move(position, rng);
    f(position, move);
    earlier.push_back(position.key());
    position.make(move);
  }
}

}  // namespace grandee::test
