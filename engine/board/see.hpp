// Static exchange evaluation: what a series of captures on one square wins.
#pragma once

#include "board/position.hpp"
#include "board/score.hpp"

namespace grandee {

// Centipawns by type, middlegame values fitted on 10×10 self-play; the king can't be traded.
inline constexpr Score kSeeValue[kPieceTypes + 1] = {121, 286, 395, 500, 877, 977, 1048, 0, 0};
constexpr Score see_value(PieceType t) {
  return kSeeValue[index(t)];
}

// Does the legal move win at least the threshold, both sides capturing with the least valuable man
// and free to stop? Pins are not looked at.
bool see_ge(const Position& position, Move move, Score threshold);

}  // namespace grandee
