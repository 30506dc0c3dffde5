#include "search/tt.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace grandee::search {
namespace {

TEST(TranspositionTable, GivesBackWhatWasStored) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1 << 20, 1));
  Rng rng(3);
  for (int i = 0; i < 1000; ++i) {
    const Key key = rng.next();
    const TtData in{static_cast<std::uint16_t>(rng.below(1 << 14)),
                    static_cast<Score>(rng.below(64001)) - 32000,
                    i % 3 == 0 ? kNoScore : static_cast<Score>(rng.below(40000)) - 20000,
                    static_cast<int>(rng.below(240)),
                    static_cast<Bound>(1 + rng.below(3)),
                    rng.below(2) == 1};
    table.store(key, in);
    TtData out;
    ASSERT_TRUE(table.probe(key, out));
    EXPECT_EQ(out.move_code, in.move_code);
    EXPECT_EQ(out.score, in.score);
    EXPECT_EQ(out.eval, in.eval);
    EXPECT_EQ(out.depth, in.depth);
    EXPECT_EQ(out.bound, in.bound);
    EXPECT_EQ(out.pv, in.pv);
  }
}

TEST(TranspositionTable, UnknownAndClearedPositionsMiss) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1 << 16, 2));
  TtData data;
  EXPECT_FALSE(table.probe(0, data));
  table.store(42, {7, 100, 90, 5, Bound::Exact, false});
  EXPECT_FALSE(table.probe(43, data));
  table.clear(2);
  EXPECT_FALSE(table.probe(42, data));
}

TEST(TranspositionTable, AMoveSurvivesAnEntryWithoutOne) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1 << 16, 1));
  table.store(42, {7, 100, 90, 5, Bound::Lower, false});
  table.store(42, {0, 50, 90, 6, Bound::Upper, false});
  TtData data;
  ASSERT_TRUE(table.probe(42, data));
  EXPECT_EQ(data.move_code, 7);
  EXPECT_EQ(data.depth, 6);
}

// Field report B45.
TEST(TranspositionTable, HashfullIsPerMilleOfThisSearch) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1 << 16, 1));
  table.new_search();
  EXPECT_EQ(table.hashfull(), 0);
  Rng rng(1);
  for (int i = 0; i < 200000; ++i) table.store(rng.next(), {1, 0, 0, 1, Bound::Exact, false});
  EXPECT_GT(table.hashfull(), 900);
  EXPECT_LE(table.hashfull(), 1000);
  table.new_search();
  EXPECT_EQ(table.hashfull(), 0);
}

TEST(TranspositionTable, TooLargeIsRefusedAndTheOldOneStays) {
  TranspositionTable table;
  ASSERT_TRUE(table.resize(1 << 20, 1));
  table.store(42, {7, 100, 90, 5, Bound::Exact, false});
  EXPECT_FALSE(table.resize(std::size_t{1} << 45, 1));
  EXPECT_EQ(table.bytes(), std::size_t{1} << 20);
  TtData data;
  EXPECT_TRUE(table.probe(42, data));
}

TEST(TranspositionTable, MateScoresCountFromThePosition) {
  for (const Score score : {mate_in(5), mated_in(8), 0, 350}) {
    EXPECT_EQ(score_from_tt(score_to_tt(score, 3), 3), score);
  }
  EXPECT_EQ(score_to_tt(mate_in(5), 3), mate_in(2));
}

}  // namespace
}  // namespace grandee::search
