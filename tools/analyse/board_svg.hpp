// Boards as SVG.
#pragma once

#include <string>
#include <vector>

#include "board/position.hpp"

namespace grandee::analyse {

// <symbol id="man-K">… for every type (letters AC), 100×100, to be filled and stroked by its user;
// finer lines are in the colour `currentColor`.
std::string piece_symbols();

// A file of its own: the board with the moves as arrows, the first the boldest.
std::string board_svg(const Position& position, const std::vector<Move>& arrows);

}  // namespace grandee::analyse
