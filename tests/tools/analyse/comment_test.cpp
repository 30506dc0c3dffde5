#include <gtest/gtest.h>

#include "board/notation.hpp"
#include "protocol/wdl.hpp"
#include "tools/analyse/judge.hpp"
#include "tools/analyse/move_comment.hpp"
#include "tools/analyse/score_text.hpp"

namespace grandee::analyse {
namespace {

TEST(MoveComment, CommandsScoresAndTimes) {
  const MoveComment host = parse_move_comment("-1.22/8 0.032s, Black mates", Color::Black);
  EXPECT_EQ(host.eval, 122);
  EXPECT_EQ(host.elapsed, "0:00:00.032");
  EXPECT_EQ(host.text, "-1.22/8 0.032s, Black mates");
  EXPECT_EQ(host.prose, "Black mates");
  const MoveComment commands =
      parse_move_comment("good [%clk 1:00:05] [%eval -0.5,20] plan [%emt 0:00:03]", Color::Black);
  EXPECT_EQ(commands.eval, -50);
  EXPECT_EQ(commands.clock, "1:00:05");
  EXPECT_EQ(commands.elapsed, "0:00:03");
  EXPECT_EQ(commands.text, "good plan");
  EXPECT_EQ(parse_move_comment("[%eval #-3]", Color::White).eval, mated_in(6));
  EXPECT_EQ(parse_move_comment("[%eval #2]", Color::Black).eval, mate_in(3));
  for (const char* none : {"", "0/1 8 40000", "[%eval x]", "[%eval #0]", "[%eval 1e99]", "[%eval "})
    EXPECT_FALSE(parse_move_comment(none, Color::White).eval) << none;
  EXPECT_EQ(clock_text(3725.5), "1:02:05.5");
}

TEST(ScoreText, IsWhites) {
  EXPECT_EQ(eval_text(35), "0.35");
  EXPECT_EQ(eval_text(-120), "-1.20");
  EXPECT_EQ(eval_text(-5), "-0.05");
  EXPECT_EQ(eval_text(mate_in(5)), "#3");
  EXPECT_EQ(eval_text(mated_in(6)), "#-3");
  EXPECT_EQ(signed_text(0), "0.00");
  EXPECT_EQ(signed_text(mated_in(6)), "-#3");
  EXPECT_EQ(signed_text(mated_in(0)), "#");
}

TEST(ScoreText, SearchesScoresAreShownByTheModelOfTheirPosition) {
  Position black;
  black.make(*parse_uci(black, "d3d5"));
  const protocol::WdlModel model(black);
  EXPECT_EQ(shown_white(black, 300), -model.shown(300));
  EXPECT_EQ(shown_white(Position(), 300), model.shown(300));
  EXPECT_NE(model.shown(300), 300) << "tells nothing";
  EXPECT_EQ(shown_white(black, mate_in(9)), mated_in(9));
  EXPECT_EQ(expected_result(black, 0), 0.5);
  EXPECT_EQ(expected_result(black, mate_in(9)), 1);
  EXPECT_EQ(expected_result(black, 200), model.chances(200).expected());
}

}  // namespace
}  // namespace grandee::analyse
