// grandee-analyse game: reads, checks and annotates the games of a PGN file.
#pragma once

#include <string>

#include "tools/analyse/engine.hpp"
#include "tools/analyse/judge.hpp"
#include "tools/common/pgn.hpp"

namespace grandee::analyse {

// Exit codes of all sub-commands; 128 + n after a signal.
inline constexpr int kExitDone = 0;
inline constexpr int kExitPartly = 1;  // some games unreadable, some positions unsolved
inline constexpr int kExitFailed = 2;  // wrong arguments, a file that can't be read or written

struct GameOptions {
  std::string input;
  std::string pgn_out;  // "-": standard output; empty: not wanted; so for the others
  std::string html_out;
  std::string json_out;
  tools::PgnStyle style;
  bool check = false;
  bool restart = false;
  Effort effort;
  EngineSetup engine;
  JudgementLimits limits;
  std::size_t line_plies = 10;  // of the better lines shown
};

int run_game(const GameOptions& options);

}  // namespace grandee::analyse
