#include "nn/endgame.hpp"

#include <gtest/gtest.h>

#include "board/notation.hpp"
#include "nn/evaluate.hpp"

namespace grandee::nn {
namespace {

Score known(const char* fen) {
  return known_win(*parse_fen(fen));
}

TEST(Endgame, ForcedWinsAreFarAboveAnyEvaluation) {
  for (const char* men : {"Q9", "C9", "R9", "A9", "BB8", "BN8", "RP8", "ANN7"}) {
    const std::string board = "10/4k5/10/10/10/10/10/" + std::string(men) + "/10/5K4";
    EXPECT_GE(known((board + " w - - 0 1").c_str()), kKnownWin) << men;
    EXPECT_LE(known((board + " b - - 0 1").c_str()), -kKnownWin) << men;
    EXPECT_LT(known((board + " w - - 0 1").c_str()), kMateBound) << men;
  }
}

TEST(Endgame, OtherMaterialIsNoForcedWin) {
  for (const char* men : {"N9", "NN8", "B9", "B1B7", "P9", "NP8"})
    EXPECT_EQ(known(("10/4k5/10/10/10/10/10/" + std::string(men) + "/10/5K4 w - - 0 1").c_str()), 0)
        << men;
  EXPECT_EQ(known("10/4kp4/10/10/10/10/10/Q9/10/5K4 w - - 0 1"), 0);
}

TEST(Endgame, BothSidesAndBothBoardHalvesAreAlike) {
  EXPECT_EQ(known("10/10/2k7/10/10/10/10/BN8/10/5K4 w - - 0 1"),
            known("5k4/10/bn8/10/10/10/10/2K7/10/10 b - - 0 1"));
  EXPECT_EQ(known("10/10/2k7/10/10/10/10/BN8/10/5K4 w - - 0 1"),
            known("10/10/7k2/10/10/10/10/8NB/10/4K5 w - - 0 1"));
}

TEST(Endgame, TheKingIsDrivenToTheEdgeOrTheRightCorner) {
  EXPECT_GT(known("k9/10/2K7/10/10/10/10/10/10/1R8 w - - 0 1"),
            known("10/10/4k5/10/4K5/10/10/10/10/1R8 w - - 0 1"));
  // A bishop on dark squares mates on a1 and j10, not on a10 and j1.
  EXPECT_GT(known("10/10/10/10/10/10/10/2K7/4N5/k1B7 w - - 0 1"),
            known("k9/4N5/2K7/10/10/10/10/10/10/2B7 w - - 0 1"));
}

TEST(Endgame, DrawnPairsAreScaledDown) {
  for (const char* board : {"r9/4k5/10/10/10/10/10/C9/10/5K4", "r9/4k5/10/10/10/10/10/A9/10/5K4",
                            "c9/4k5/10/10/10/10/10/Q9/10/5K4", "n9/4k5/10/10/10/10/10/R9/10/5K4",
                            "10/4k5/10/10/10/10/10/NN8/10/5K4"})
    EXPECT_TRUE(is_drawn_as_a_rule(*parse_fen(std::string(board) + " w - - 0 1"))) << board;
  for (const char* board : {"r9/4k5/10/10/10/10/10/Q9/10/5K4", "n9/4k5/10/10/10/10/10/A9/10/5K4",
                            "10/p3k5/10/10/10/10/10/P9/10/5K4", "r9/4k5/10/10/10/10/10/CP8/10/5K4"})
    EXPECT_FALSE(is_drawn_as_a_rule(*parse_fen(std::string(board) + " w - - 0 1"))) << board;
  Evaluator evaluator(nullptr);
  const auto evaluate = [&](const char* fen) {
    const Position position = *parse_fen(fen);
    evaluator.reset(position);
    return evaluator.evaluate(position);
  };
  EXPECT_LT(evaluate("r9/4k5/10/10/10/10/10/C9/10/5K4 w - - 0 1") * 3,
            evaluate("r9/p3k5/10/10/10/10/P9/C9/10/5K4 w - - 0 1"));
}

}  // namespace
}  // namespace grandee::nn
