#include "protocol/uci_output.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "protocol/wdl.hpp"

namespace grandee::protocol {
namespace {

const Move kD3D5(make_square(3, 2), make_square(3, 4));
const Move kD8D6(make_square(3, 7), make_square(3, 5));

search::Line line(Score score, search::Bound bound = search::Bound::Exact) {
  search::Line l;
  l.rank = 2;
  l.depth = 9;
  l.selective_depth = 14;
  l.score = score;
  l.bound = bound;
  l.pv = {kD3D5, kD8D6};
  return l;
}

TEST(UciOutput, Scores) {
  EXPECT_EQ(format_score(-35), "cp -35");
  EXPECT_EQ(format_score(kKnownWin), "cp 20000");
  EXPECT_EQ(format_score(mate_in(1)), "mate 1");
  EXPECT_EQ(format_score(mate_in(2)), "mate 1");
  EXPECT_EQ(format_score(mate_in(5)), "mate 3");
  EXPECT_EQ(format_score(mated_in(0)), "mate 0");
  EXPECT_EQ(format_score(mated_in(2)), "mate -1");
  EXPECT_EQ(format_score(mated_in(4)), "mate -2");
  EXPECT_EQ(format_score(kMateBound), "mate 123");
  EXPECT_EQ(format_score(-kMateBound), "mate -123");
}

TEST(UciOutput, InfoLines) {
  const search::Statistics statistics{3000, 1500, 12};
  EXPECT_EQ(format_info(line(20), statistics, false),
            "info depth 9 seldepth 14 multipv 2 score cp 20 nodes 3000 nps 2000 hashfull 12 time "
            "1500 pv d3d5 d8d6");
  EXPECT_EQ(format_info(line(mate_in(3), search::Bound::Lower), statistics, true),
            "info depth 9 seldepth 14 multipv 2 score mate 2 lowerbound wdl 1000 0 0 nodes 3000 "
            "nps 2000 hashfull 12 time 1500 pv d3d5 d8d6");
  EXPECT_NE(format_info(line(1, search::Bound::Upper), statistics, false).find("cp 1 upperbound "),
            std::string::npos);
  search::Line over;
  over.score = mated_in(0);
  EXPECT_EQ(format_info(over, {}, true), "info depth 0 score mate 0");
}

TEST(UciOutput, CountersOfLongAndShortSearches) {
  const std::string first = format_info(line(1), {500, 0, -1}, false);
  EXPECT_NE(first.find(" nps 500000 hashfull 0 time 0 "), std::string::npos) << first;
  const std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max() / 2;
  const std::string days = format_info(line(1), {nodes, std::int64_t{1} << 40, 2000}, false);
  EXPECT_NE(days.find(" nps 8388607999 hashfull 1000 "), std::string::npos) << days;
}

TEST(UciOutput, BestMoves) {
  search::SearchResult result;
  EXPECT_EQ(format_best_move(result), "bestmove (none)");
  result.best = kD3D5;
  EXPECT_EQ(format_best_move(result), "bestmove d3d5");
  result.ponder = kD8D6;
  EXPECT_EQ(format_best_move(result), "bestmove d3d5 ponder d8d6");
  EXPECT_EQ(format_current_move(7, kD3D5, 12), "info depth 7 currmove d3d5 currmovenumber 12");
}

TEST(Wdl, AddsUpIsSymmetricAndMonotone) {
  int last_win = 0;
  int last_loss = 1000;
  for (Score s = -kMaxEval; s <= kMaxEval; ++s) {
    const Wdl wdl = win_draw_loss(s);
    ASSERT_EQ(wdl.win + wdl.draw + wdl.loss, 1000) << s;
    ASSERT_GE(wdl.draw, 0) << s;
    ASSERT_GE(wdl.win, last_win) << s;
    ASSERT_LE(wdl.loss, last_loss) << s;
    const Wdl mirrored = win_draw_loss(-s);
    ASSERT_EQ(wdl.win, mirrored.loss) << s;
    last_win = wdl.win;
    last_loss = wdl.loss;
  }
  EXPECT_EQ(win_draw_loss(0).draw, 70);
  EXPECT_GT(win_draw_loss(600).win, 690);
  EXPECT_LT(win_draw_loss(2000).draw, 15);
}

TEST(Wdl, IsCertainOfMates) {
  EXPECT_EQ(win_draw_loss(mate_in(9)).win, 1000);
  EXPECT_EQ(win_draw_loss(mated_in(0)).loss, 1000);
  EXPECT_EQ(win_draw_loss(mated_in(8)).draw, 0);
}

}  // namespace
}  // namespace grandee::protocol
