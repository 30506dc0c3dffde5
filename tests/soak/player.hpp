// A host without manners: plays games with an engine, and stops, changes and asks whenever it
// likes. Every search must be answered by one legal move, every question by its answer.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "base/rng.hpp"
#include "board/movegen.hpp"
#include "protocol/game.hpp"

namespace grandee::soak {

struct Plan {
  std::string engine;
  std::string network;  // a file to load now and then; empty: none
};

struct Counts {
  std::uint64_t searches = 0;
  std::uint64_t answers = 0;
};

class Player {
 public:
  virtual ~Player() = default;
  virtual void play_game() = 0;
  // Resident memory of the engine in KiB, with the same options every time.
  virtual long measure_memory() = 0;
  // Ends the engine, now and then in the middle of a search.
  virtual void quit() = 0;
};

// Each starts the engine.
std::unique_ptr<Player> make_uci_player(const Plan& plan, Rng& rng, Counts& counts);
std::unique_ptr<Player> make_xboard_player(const Plan& plan, Rng& rng, Counts& counts);

inline bool once_in(Rng& rng, std::uint32_t n) {
  return rng.below(n) == 0;
}

// A number from 1 on, small ones as likely as large ones.
inline std::uint32_t some(Rng& rng, std::uint32_t most) {
  return 1 + rng.below(1 + rng.below(most));
}

inline std::chrono::milliseconds some_time(Rng& rng) {
  return std::chrono::milliseconds(rng.below(some(rng, 40)));
}

// A random legal move; there must be one.
inline Move some_move(Rng& rng, const Position& position) {
  MoveList moves;
  generate_legal(position, moves);
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

// Starts of games: some random moves, or many.
inline protocol::Game some_opening(Rng& rng) {
  protocol::Game game;
  for (std::uint32_t plies = rng.below(once_in(rng, 4) ? 200 : 12); plies > 0; --plies) {
    if (game.outcome() != Outcome::Ongoing) break;
    game.play(some_move(rng, game.position()));
  }
  return game.outcome() == Outcome::Ongoing ? game : protocol::Game();
}

}  // namespace grandee::soak
