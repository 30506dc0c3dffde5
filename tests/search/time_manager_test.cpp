// The bounds of the time manager for every kind of clock; no test here measures time.
#include "search/time_manager.hpp"

#include <gtest/gtest.h>

namespace grandee::search {
namespace {

Limits clock_of(std::int64_t time, std::int64_t increment = 0, int moves_to_go = 0) {
  Limits limits;
  limits.time[0] = time;
  limits.increment[0] = increment;
  limits.moves_to_go = moves_to_go;
  return limits;
}

TimeManager::Bounds bounds(const Limits& limits) {
  return *TimeManager::bounds(limits, Color::White);
}

TEST(TimeManager, NoClockNoBounds) {
  EXPECT_FALSE(TimeManager::bounds(Limits{}, Color::White).has_value());
  EXPECT_FALSE(TimeManager::bounds(clock_of(1000), Color::Black).has_value());
}

// Field reports B31, B32: the answer comes inside the clock less the overhead.
TEST(TimeManager, HardBoundLeavesTheOverhead) {
  for (const std::int64_t time : {15, 30, 60, 200, 1000, 60000, 7200000}) {
    for (const std::int64_t increment : {0, 10, 1000}) {
      for (const int moves : {0, 1, 2, 30, 40, 200}) {
        const auto b = bounds(clock_of(time, increment, moves));
        EXPECT_GE(b.soft_ms, 1);
        EXPECT_LE(b.soft_ms, b.hard_ms);
        EXPECT_LE(b.hard_ms, std::max<std::int64_t>(time - 10, time / 3))
            << time << " " << increment << " " << moves;
      }
    }
  }
}

// XBoard draws the board before it reads the answer: a tenth of a second a move. The clock lasts
// even if every move takes twice its time.
TEST(TimeManager, AClockLastsForAGameWhateverTheHostTakes) {
  struct Case {
    std::int64_t time, increment, lag;
  };
  for (const Case& c : {Case{5000, 50, 110}, Case{10000, 0, 100}, Case{60000, 1000, 1100},
                        Case{5000, 100, 110}, Case{5000, 50, 60}}) {
    std::int64_t left = c.time;
    for (int move = 0; move < 60; ++move) {
      Limits limits = clock_of(left, c.increment);
      limits.lag = c.lag;
      left += c.increment - 2 * bounds(limits).soft_ms - c.lag;
      ASSERT_GT(left, 0) << c.time << "+" << c.increment << " lag " << c.lag << " move " << move;
    }
  }
}

TEST(TimeManager, ASessionsLastMovesKeepTheirOverhead) {
  // However the moves are spent, thirty overheads fit into the session.
  std::int64_t left = 600;
  for (int moves = 30; moves >= 1; --moves) {
    const auto b = bounds(clock_of(left, 0, moves));
    left -= b.soft_ms + 10;
    ASSERT_GE(left, 0) << moves << " moves to go";
  }
}

TEST(TimeManager, ASessionsLastMoveLeavesAReserve) {
  for (const std::int64_t time : {40, 180, 1000, 60000}) {
    EXPECT_LT(bounds(clock_of(time, 0, 1)).hard_ms, time - 10 - time / 16);
    EXPECT_GT(bounds(clock_of(time, 0, 1)).hard_ms, time / 2);
  }
}

TEST(TimeManager, MoveTimeIsKeptWithTheOverhead) {
  Limits limits;
  limits.move_time = 20;
  EXPECT_EQ(bounds(limits).hard_ms, 10);
  limits.move_time = 5;
  EXPECT_EQ(bounds(limits).hard_ms, 1);
}

// Field report B30.
TEST(TimeManager, NegativeAndEmptyClocks) {
  for (const std::int64_t time : {-170671, -5, 0, 1}) {
    const auto b = bounds(clock_of(time, 2000, -5));
    EXPECT_EQ(b.hard_ms, 1);
  }
}

}  // namespace
}  // namespace grandee::search
