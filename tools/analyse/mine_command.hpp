// grandee-analyse mine: tactical positions out of games, for suites.
#pragma once

#include <string>
#include <vector>

#include "tools/analyse/engine.hpp"

namespace grandee::analyse {

struct MineOptions {
  std::vector<std::string> inputs;  // chain files (.gcd) and PGN
  std::string epd_out;
  std::size_t count = 200;  // positions wanted
  std::size_t most_of_a_game = 2;
  std::uint64_t screen_nodes = 30'000;
  std::uint64_t verify_nodes = 3'000'000;
  // By how much, in percent points of the expected result, the best move beats every other one.
  double margin = 25;
  bool restart = false;
  EngineSetup engine;
};

// Looks where a score jumped in the mover's favour. A position is taken if a short search with two
// lines and then a long one agree on the move and the margin, if the second-best move doesn't win
// as well, if the move takes nothing back, and if a glance (a few hundred nodes) doesn't find it.
// Goes on where it was interrupted.
int run_mine(const MineOptions& options);

}  // namespace grandee::analyse
