// What a move changed on the board: at most two men removed and one added.
#pragma once

#include "board/types.hpp"

namespace grandee {

struct Delta {
  struct Man {
    Piece piece = Piece::None;
    std::uint8_t square = 0;
  };
  Man moved;     // the mover's man on its old square
  Man added;     // the mover's man on its new square, promoted where it promotes
  Man captured;  // Piece::None if nothing was taken; en passant: the pawn beside

  bool is_capture() const { return captured.piece != Piece::None; }
};

}  // namespace grandee
