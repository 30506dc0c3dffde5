// Endings against the bare king that are known exactly: a queen, marshal, cardinal or rook, and
// bishop and knight. The table of a piece takes 25 ms and 2 MB and is made when it is first asked
// for; that of bishop and knight is too slow for this (bishop_knight.hpp). All threads share them.
#pragma once

#include <optional>

#include "board/position.hpp"

namespace grandee {

// Plies to mate with best play, which is won for the side with the men: odd with that side to
// move, else even, 0 if it is mate; −1 if the game is drawn (a man is lost, or stalemate).
// Nothing for all other material, and for bishop and knight without their table. The fifty-move
// rule is left out; no mate takes 50 moves.
std::optional<int> plies_to_mate(const Position& position);

// Makes the tables of single pieces now, where no clock runs.
void prepare_bare_king_tables();

}  // namespace grandee
