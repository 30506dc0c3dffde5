// The search's constants, and a switch for each of its features. In a tuning build (-DGRANDEE_TUNE)
// they are variables that the protocol offers as options; elsewhere they are compile-time
// constants, and the code behind a switch is as if there were none.
#pragma once

#include <vector>

namespace grandee::search {

#if defined(GRANDEE_TUNE)
struct Tunable {
  const char* name;
  int* value;
  int low, high;
};
inline std::vector<Tunable>& tunables() {
  static std::vector<Tunable> all;
  return all;
}
struct Feature {
  const char* name;
  bool* on;
};
inline std::vector<Feature>& features() {
  static std::vector<Feature> all;
  return all;
}
#define GRANDEE_TUNABLE(name, default_value, low, high) \
  inline int name = default_value;                      \
  inline const bool name##_registered = (tunables().push_back({#name, &name, low, high}), true)
#define GRANDEE_FEATURE(name) \
  inline bool name = true;    \
  inline const bool name##_registered = (features().push_back({#name, &name}), true)
#else
#define GRANDEE_TUNABLE(name, default_value, low, high) inline constexpr int name = default_value
#define GRANDEE_FEATURE(name) inline constexpr bool name = true
#endif

namespace tune {

// Margins in centipawns, depths in plies, histories in units of kHistoryBound.
GRANDEE_TUNABLE(kAspirationWindow, 18, 5, 60);

GRANDEE_TUNABLE(kRazorBase, 280, 100, 600);
GRANDEE_TUNABLE(kRazorFactor, 190, 50, 400);

GRANDEE_TUNABLE(kReverseFutilityDepth, 9, 4, 14);
GRANDEE_TUNABLE(kReverseFutilityMargin, 88, 30, 200);
GRANDEE_TUNABLE(kReverseFutilityImproving, 62, 0, 150);

GRANDEE_TUNABLE(kNullMargin, 130, 0, 300);
GRANDEE_TUNABLE(kNullMarginFactor, 15, 0, 40);
GRANDEE_TUNABLE(kNullBase, 4, 2, 6);
GRANDEE_TUNABLE(kNullDepthDivisor, 4, 2, 8);
GRANDEE_TUNABLE(kNullEvalDivisor, 170, 60, 400);
GRANDEE_TUNABLE(kNullVerificationDepth, 14, 8, 24);

GRANDEE_TUNABLE(kProbCutMargin, 190, 60, 400);

GRANDEE_TUNABLE(kLatePruningBase, 6, 2, 16);
GRANDEE_TUNABLE(kFutilityBase, 130, 40, 300);
GRANDEE_TUNABLE(kFutilityFactor, 105, 40, 250);
GRANDEE_TUNABLE(kHistoryPruning, 4200, 1000, 9000);
GRANDEE_TUNABLE(kSeeQuietFactor, 26, 5, 80);
GRANDEE_TUNABLE(kSeeCaptureFactor, 120, 40, 300);
GRANDEE_TUNABLE(kCaptureFutilityBase, 260, 80, 500);
GRANDEE_TUNABLE(kCaptureFutilityFactor, 220, 80, 500);

GRANDEE_TUNABLE(kSingularDepth, 7, 4, 12);
GRANDEE_TUNABLE(kSingularMargin, 2, 1, 6);
GRANDEE_TUNABLE(kDoubleExtensionMargin, 18, 0, 80);

// Late move reductions in 1/1024 ply.
GRANDEE_TUNABLE(kReductionBase, 360, 0, 1200);
GRANDEE_TUNABLE(kReductionFactor, 430, 200, 800);
GRANDEE_TUNABLE(kReductionNotImproving, 900, 0, 2000);
GRANDEE_TUNABLE(kReductionCutNode, 1700, 0, 3000);
GRANDEE_TUNABLE(kReductionTtPv, 1000, 0, 2500);
GRANDEE_TUNABLE(kReductionPv, 900, 0, 2500);
GRANDEE_TUNABLE(kReductionTtCapture, 900, 0, 2000);
GRANDEE_TUNABLE(kReductionCheck, 900, 0, 2500);
GRANDEE_TUNABLE(kReductionCutoffs, 900, 0, 2000);
GRANDEE_TUNABLE(kReductionTactical, 700, 0, 2000);
GRANDEE_TUNABLE(kReductionHistory, 8, 0, 20);
GRANDEE_TUNABLE(kDeeperMargin, 45, 10, 150);
GRANDEE_TUNABLE(kShallowerMargin, 8, 0, 40);

GRANDEE_TUNABLE(kQuiescenceFutility, 170, 50, 400);

GRANDEE_TUNABLE(kHistoryBonus, 170, 50, 400);
GRANDEE_TUNABLE(kHistoryBonusMax, 1500, 500, 4000);
GRANDEE_TUNABLE(kHistoryMalus, 190, 50, 400);
GRANDEE_TUNABLE(kHistoryMalusMax, 1300, 500, 4000);

GRANDEE_TUNABLE(kCheckOrderBonus, 8000, 0, 24000);
GRANDEE_TUNABLE(kThreatOrderFactor, 12, 0, 40);
GRANDEE_TUNABLE(kSeeOrderDivisor, 64, 16, 256);

// What a unit of a correction history is worth, in 1/256 centipawn.
GRANDEE_TUNABLE(kPawnCorrectionWeight, 30, 0, 90);
GRANDEE_TUNABLE(kMinorCorrectionWeight, 24, 0, 90);
GRANDEE_TUNABLE(kNonPawnCorrectionWeight, 24, 0, 90);

}  // namespace tune

// Each of them can be taken out of the search alone, to see what it is worth. "kNullMove" is the
// option "UseNullMove".
namespace feature {

// Iterative deepening.
GRANDEE_FEATURE(kAspiration);

// Before the moves.
GRANDEE_FEATURE(kExactEndings);
GRANDEE_FEATURE(kMateDistance);
GRANDEE_FEATURE(kTtCutoff);
GRANDEE_FEATURE(kTtEvaluation);  // the table's score in place of the evaluation, by its bound
GRANDEE_FEATURE(kImproving);     // off: never improving
GRANDEE_FEATURE(kRazoring);
GRANDEE_FEATURE(kReverseFutility);
GRANDEE_FEATURE(kNullMove);
GRANDEE_FEATURE(kNullVerification);
GRANDEE_FEATURE(kInternalReduction);
GRANDEE_FEATURE(kProbCut);

// Of a move.
GRANDEE_FEATURE(kLateMovePruning);
GRANDEE_FEATURE(kCaptureFutility);
GRANDEE_FEATURE(kCaptureSeePruning);
GRANDEE_FEATURE(kHistoryPruning);
GRANDEE_FEATURE(kFutility);
GRANDEE_FEATURE(kQuietSeePruning);
GRANDEE_FEATURE(kSingular);
GRANDEE_FEATURE(kDoubleExtension);
GRANDEE_FEATURE(kMultiCut);
GRANDEE_FEATURE(kNegativeExtension);
GRANDEE_FEATURE(kCheckExtension);
GRANDEE_FEATURE(kLateMoveReductions);
GRANDEE_FEATURE(kResearchDepth);   // another depth after a reduced search, by its score
GRANDEE_FEATURE(kAlphaReduction);  // less depth once a move raised alpha

// Order of moves.
GRANDEE_FEATURE(kMainHistory);
GRANDEE_FEATURE(kContinuationHistory);
GRANDEE_FEATURE(kCaptureHistory);
GRANDEE_FEATURE(kFailLowBonus);  // to the move before, where all failed low
GRANDEE_FEATURE(kCutoffBonus);   // to the table's move that cuts
GRANDEE_FEATURE(kCheckOrder);    // quiet checks first
GRANDEE_FEATURE(kThreatOrder);   // out of a pawn's reach, not into it
GRANDEE_FEATURE(kSeeOrder);      // losing captures last

// Evaluation.
GRANDEE_FEATURE(kPawnCorrection);
GRANDEE_FEATURE(kMinorCorrection);
GRANDEE_FEATURE(kNonPawnCorrection);
GRANDEE_FEATURE(kFiftyMoveFading);

// Quiescence.
GRANDEE_FEATURE(kQuiescenceTtCutoff);
GRANDEE_FEATURE(kQuiescenceFutility);
GRANDEE_FEATURE(kQuiescenceSee);
GRANDEE_FEATURE(kQuiescenceEvasions);  // few quiet evasions

}  // namespace feature
}  // namespace grandee::search
