// What hosts take from the clock besides.
#include "protocol/lag.hpp"

#include <gtest/gtest.h>

namespace grandee::protocol {
namespace {

search::Limits clock_of(std::int64_t time, std::int64_t increment, int moves_to_go = 0) {
  search::Limits limits;
  limits.time[0] = time;
  limits.increment[0] = increment;
  limits.moves_to_go = moves_to_go;
  return limits;
}

// The lag that the meter tells a search with that clock.
std::int64_t lag_of(LagMeter& meter, search::Limits limits, Color side, std::size_t plies) {
  meter.apply(limits, side, plies);
  return limits.lag;
}

// So many moves of White, each of 40 ms; returns the clock that is left.
std::int64_t play(LagMeter& meter, int moves, std::int64_t host_takes) {
  std::int64_t left = 60000;
  for (int move = 0; move < moves; ++move) {
    lag_of(meter, clock_of(left, 50), Color::White, static_cast<std::size_t>(2 * move));
    meter.answered(40);
    left += 50 - 40 - host_takes;
  }
  return left;
}

TEST(Lag, IsWhatTheClockLosesBesides) {
  LagMeter meter;
  const search::Limits analysis;
  play(meter, 20, 0);
  EXPECT_EQ(lag_of(meter, analysis, Color::White, 40), 0);
  meter.reset();
  play(meter, 20, 110);
  EXPECT_NEAR(static_cast<double>(lag_of(meter, analysis, Color::White, 40)), 110, 2);
  meter.reset();
  EXPECT_EQ(lag_of(meter, analysis, Color::White, 40), 0);
}

TEST(Lag, ASingleDelayPassesBy) {
  LagMeter meter;
  const std::int64_t left = play(meter, 10, 0);
  EXPECT_EQ(lag_of(meter, clock_of(left - 100, 50), Color::White, 20), 25);
  meter.answered(40);
  EXPECT_EQ(lag_of(meter, clock_of(left - 5000, 50), Color::White, 22), 25);
}

TEST(Lag, IsNotSeenWhereClocksTellNothing) {
  LagMeter meter;
  const auto after = [&meter](const search::Limits& limits, Color side, std::size_t plies) {
    meter.reset();
    lag_of(meter, clock_of(1000, 0, 5), Color::White, 10);
    meter.answered(100);
    return lag_of(meter, limits, side, plies);
  };
  EXPECT_EQ(after(clock_of(700, 0, 4), Color::White, 12), 50);
  EXPECT_EQ(after(clock_of(700, 0, 4), Color::White, 10), 0) << "the same move again";
  EXPECT_EQ(after(clock_of(700, 0, 40), Color::White, 12), 0) << "another session";
  EXPECT_EQ(after(clock_of(950, 0, 4), Color::White, 12), 0) << "a clock that won time";
  search::Limits black = clock_of(700, 0, 4);
  black.time[1] = 700;
  EXPECT_EQ(after(black, Color::Black, 12), 0) << "the other side";
  search::Limits ponder = clock_of(700, 0, 4);
  ponder.ponder = true;
  EXPECT_EQ(after(ponder, Color::White, 12), 0);
}

}  // namespace
}  // namespace grandee::protocol
