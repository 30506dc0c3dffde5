// The board and chances as a terminal shows them.
#pragma once

#include <string>

#include "board/notation.hpp"
#include "board/position.hpp"
#include "protocol/wdl.hpp"

namespace grandee::analyse {

struct TerminalStyle {
  bool unicode = true;  // figurines and blocks; else ASCII alone
  bool color = false;   // squares and men by colour
  Letters letters = Letters::AC;
};
// What standard output can do: colour on a terminal (unless NO_COLOR is set or TERM is dumb),
// Unicode where the locale says UTF-8.
TerminalStyle detect_terminal();

// White below, with files and ranks. Cardinal and marshal have no figurine and are letters; the
// squares of the last move are marked where there is colour.
std::string draw_terminal_board(const Position& position, Move last, const TerminalStyle& style);
// White's chances to win, draw and lose in so many columns.
std::string draw_chances(const protocol::Wdl& white, std::size_t columns,
                         const TerminalStyle& style);

}  // namespace grandee::analyse
