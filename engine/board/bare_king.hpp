// A queen, marshal, cardinal or rook against the bare king, known exactly. The table of a piece
// takes 25 ms and 2 MB, is made when it is first asked for and shared by all threads.
#pragma once

#include <optional>

#include "board/position.hpp"

namespace grandee {

// Plies to mate with best play, which is won for the side with the piece: odd with that side to
// move, else even, 0 if it is mate; -1 if the game is drawn (the piece is lost, or stalemate).
// Nothing for all other material. The fifty-move rule is left out; no mate takes 50 moves.
std::optional<int> plies_to_mate(const Position& position);

// Makes all tables now, where no clock runs.
void prepare_bare_king_tables();

}  // namespace grandee
