// The search's constants. In a tuning build (-DGRANDEE_TUNE) they are variables that the protocol
// offers as options; elsewhere they are compile-time constants.
#pragma once

#include <vector>

namespace grandee::search {

struct Tunable {
  const char* name;
  int* value;
  int low, high;
};

#if defined(GRANDEE_TUNE)
inline std::vector<Tunable>& tunables() {
  static std::vector<Tunable> all;
  return all;
}
#define GRANDEE_TUNABLE(name, default_value, low, high) \
  inline int name = default_value;                      \
  inline const bool name##_registered = (tunables().push_back({#name, &name, low, high}), true)
#else
#define GRANDEE_TUNABLE(name, default_value, low, high) inline constexpr int name = default_value
#endif

namespace tune {

// Margins in centipawns, depths in plies, histories in units of kHistoryBound.
GRANDEE_TUNABLE(kAspirationWindow, 18, 5, 60);

GRANDEE_TUNABLE(kRazorBase, 280, 100, 600);
GRANDEE_TUNABLE(kRazorFactor, 190, 50, 400);

GRANDEE_TUNABLE(kReverseFutilityDepth, 9, 4, 14);
GRANDEE_TUNABLE(kReverseFutilityMargin, 88, 30, 200);
GRANDEE_TUNABLE(kReverseFutilityImproving, 62, 0, 150);

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
GRANDEE_TUNABLE(kReductionHistory, 8, 2, 20);

GRANDEE_TUNABLE(kQuiescenceFutility, 170, 50, 400);

}  // namespace tune
}  // namespace grandee::search
