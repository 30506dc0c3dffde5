// The hand-made evaluation that made the first games: piece-square values kept incrementally,
// mobility, king safety and passed pawns, tapered between middlegame and endgame. It stays as the
// bootstrap of training-data/recipes.
#pragma once

#include "board/position.hpp"
#include "board/score.hpp"

namespace grandee::nn {

// A middlegame and an endgame value, centipawns.
struct Tapered {
  int mg = 0;
  int eg = 0;

  friend constexpr Tapered operator+(Tapered a, Tapered b) { return {a.mg + b.mg, a.eg + b.eg}; }
  friend constexpr Tapered operator-(Tapered a, Tapered b) { return {a.mg - b.mg, a.eg - b.eg}; }
  friend constexpr Tapered operator*(Tapered a, int n) { return {a.mg * n, a.eg * n}; }
  constexpr Tapered& operator+=(Tapered b) { return *this = *this + b; }
  constexpr Tapered& operator-=(Tapered b) { return *this = *this - b; }
};

namespace bootstrap {

// Material and place of one man, White's view.
Tapered piece_square(Piece piece, Square square);
// Sum over the board.
Tapered piece_square_sum(const Position& position);
// From the side to move; the sum is that of the position.
Score evaluate(const Position& position, Tapered piece_squares);

}  // namespace bootstrap
}  // namespace grandee::nn
