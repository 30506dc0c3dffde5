#include "protocol/uci_output.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace grandee::protocol {
namespace {

const Move kD3D5(make_square(3, 2), make_square(3, 4));
const Move kD8D6(make_square(3, 7), make_square(3, 5));
const WdlModel kModel{40};

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
  EXPECT_EQ(format_score(-350, kModel), "cp " + std::to_string(kModel.shown(-350)));
  EXPECT_EQ(format_score(kKnownWin, kModel), "cp 20000");
  EXPECT_EQ(format_score(mate_in(1), kModel), "mate 1");
  EXPECT_EQ(format_score(mate_in(2), kModel), "mate 1");
  EXPECT_EQ(format_score(mate_in(5), kModel), "mate 3");
  EXPECT_EQ(format_score(mated_in(0), kModel), "mate 0");
  EXPECT_EQ(format_score(mated_in(2), kModel), "mate -1");
  EXPECT_EQ(format_score(mated_in(4), kModel), "mate -2");
  EXPECT_EQ(format_score(kMateBound, kModel), "mate 123");
  EXPECT_EQ(format_score(-kMateBound, kModel), "mate -123");
}

TEST(UciOutput, InfoLines) {
  const search::Statistics statistics{3000, 1500, 12};
  EXPECT_EQ(format_info(line(200), statistics, kModel, false),
            "info depth 9 seldepth 14 multipv 2 score cp " + std::to_string(kModel.shown(200)) +
                " nodes 3000 nps 2000 hashfull 12 time 1500 pv d3d5 d8d6");
  EXPECT_EQ(format_info(line(mate_in(3), search::Bound::Lower), statistics, kModel, true),
            "info depth 9 seldepth 14 multipv 2 score mate 2 lowerbound wdl 1000 0 0 nodes 3000 "
            "nps 2000 hashfull 12 time 1500 pv d3d5 d8d6");
  EXPECT_NE(format_info(line(200, search::Bound::Upper), statistics, kModel, false)
                .find("cp " + std::to_string(kModel.shown(200)) + " upperbound "),
            std::string::npos);
  search::Line over;
  over.score = mated_in(0);
  EXPECT_EQ(format_info(over, {}, kModel, true), "info depth 0 score mate 0");
}

TEST(UciOutput, CountersOfLongAndShortSearches) {
  const std::string first = format_info(line(1), {500, 0, -1}, kModel, false);
  EXPECT_NE(first.find(" nps 500000 hashfull 0 time 0 "), std::string::npos) << first;
  const std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max() / 2;
  const std::string days =
      format_info(line(1), {nodes, std::int64_t{1} << 40, 2000}, kModel, false);
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

}  // namespace
}  // namespace grandee::protocol
