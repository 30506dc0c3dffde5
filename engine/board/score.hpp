// Scores of search and evaluation, from the side to move, in centipawns of the internal scale.
#pragma once

namespace grandee {

using Score = int;

inline constexpr int kMaxPly = 246;

inline constexpr Score kInfinite = 32001;
inline constexpr Score kNoScore = 32002;
inline constexpr Score kMate = 32000;
// At or above: mate in at most kMaxPly plies.
inline constexpr Score kMateBound = kMate - kMaxPly;
// A bare king against mating force is scored from here up, beyond any evaluation.
inline constexpr Score kKnownWin = 20000;
// No evaluation reaches this.
inline constexpr Score kMaxEval = 19999;

constexpr Score mated_in(int ply) {
  return -kMate + ply;
}
constexpr Score mate_in(int ply) {
  return kMate - ply;
}
constexpr bool is_mate_score(Score s) {
  return s >= kMateBound || s <= -kMateBound;
}

}  // namespace grandee
