// What the search has learned of moves: how often they caused a cut-off, by context; and how far
// the static evaluation was off, by features of the position. All values move by "gravity" towards
// a bound, so they never overflow and old news fades.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "base/multi_array.hpp"
#include "board/position.hpp"
#include "search/tunables.hpp"

namespace grandee::search {

template <int Bound>
class Gravity {
 public:
  constexpr Gravity(int value = 0) : value_(static_cast<std::int16_t>(value)) {}
  constexpr operator int() const { return value_; }
  void update(int bonus) {
    const int b = std::clamp(bonus, -Bound, Bound);
    value_ = static_cast<std::int16_t>(value_ + b - value_ * std::abs(b) / Bound);
  }

 private:
  std::int16_t value_;
};

inline constexpr int kHistoryBound = 16384;
inline constexpr int kCorrectionBound = 1024;
inline constexpr std::size_t kCorrectionSlots = 16384;

using HistoryEntry = Gravity<kHistoryBound>;
using CorrectionEntry = Gravity<kCorrectionBound>;
// By man and target square.
using PieceToHistory = MultiArray<HistoryEntry, 16, kSquares>;

struct Histories {
  // By side, from and to (butterfly history).
  MultiArray<HistoryEntry, 2, kSquares, kSquares> main;
  // By man, target and captured type.
  MultiArray<HistoryEntry, 16, kSquares, kPieceTypes + 1> capture;
  // By an earlier move's man and target, then this move's; the last row stands for "no move".
  MultiArray<PieceToHistory, 16 * kSquares + 1> continuation;
  // By side and a hash of pawns, of minor pieces, of each side's pieces.
  MultiArray<CorrectionEntry, 2, kCorrectionSlots> pawn_correction;
  MultiArray<CorrectionEntry, 2, kCorrectionSlots> minor_correction;
  MultiArray<CorrectionEntry, 2, 2, kCorrectionSlots> non_pawn_correction;

  void clear() {
    fill_all(main, 0);
    fill_all(capture, 0);
    fill_all(continuation, 0);
    fill_all(pawn_correction, 0);
    fill_all(minor_correction, 0);
    fill_all(non_pawn_correction, 0);
  }

  HistoryEntry& of_quiet(Color side, Move m) {
    return main[static_cast<std::size_t>(index(side))][static_cast<std::size_t>(m.from())]
               [static_cast<std::size_t>(m.to())];
  }
  HistoryEntry& of_capture(Piece piece, Move m, PieceType captured) {
    return capture[static_cast<std::size_t>(index(piece))][static_cast<std::size_t>(m.to())]
                  [static_cast<std::size_t>(index(captured))];
  }
  // What a feature that is off never teaches stays 0, so that only updates ask for it.
  void update_quiet(Color side, Move m, int bonus) {
    if (feature::kMainHistory) of_quiet(side, m).update(bonus);
  }
  void update_capture(Piece piece, Move m, PieceType captured, int bonus) {
    if (feature::kCaptureHistory) of_capture(piece, m, captured).update(bonus);
  }
  static std::size_t continuation_index(Piece piece, Square to) {
    return static_cast<std::size_t>(index(piece) * kSquares + to);
  }
  static constexpr std::size_t kNoContinuation = 16 * kSquares;
};

}  // namespace grandee::search
