// grandee-analyse position: one position, as deep as wanted.
#pragma once

#include <string>
#include <vector>

#include "protocol/game.hpp"
#include "tools/analyse/engine.hpp"
#include "tools/analyse/terminal_board.hpp"

namespace grandee::analyse {

struct PositionOptions {
  std::vector<std::string> words;  // startpos or a FEN, then moves
  Effort effort;
  EngineSetup engine;
  int multi_pv = 3;
  TerminalStyle terminal;
  std::string json_out;
  std::string svg_out;
  std::string save_tree;
  std::vector<std::string> load_trees;
};

struct GivenPosition {
  protocol::Game game;
  Move last;  // the move before it, if one was given
};
// "startpos" or a FEN, whole or word by word and with any of its later fields left out; then moves
// in UCI form or SAN, perhaps behind the word "moves".
Result<GivenPosition> parse_given_position(const std::vector<std::string>& words);

int run_position(const PositionOptions& options);

}  // namespace grandee::analyse
