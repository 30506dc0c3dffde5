// The sums and ratios of the reports.
#include "tools/match/results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/match/speed.hpp"

namespace grandee::match {
namespace {

using testing::HasSubstr;

TEST(Results, ALadderAddsItsStepsUp) {
  const Schedule schedule(3, Tournament::Ladder, 4);
  Results results({"low", "middle", "high"}, schedule);
  for (std::size_t number = 0; number < schedule.total(); ++number) {
    const PlannedGame game = schedule.game(number);
    const std::size_t above = schedule.pairings()[game.pairing].second;
    // Three of four games.
    const bool wins = game.pair == 0 || !game.swapped;
    FinishedGame finished;
    finished.number = number;
    finished.result =
        (schedule.white(game) == above) == wins ? GameResult::WhiteWins : GameResult::BlackWins;
    finished.termination = Termination::Checkmate;
    finished.fingerprint = number;
    results.add(finished);
  }
  const std::string report = results.report("", std::nullopt);
  // 400 log10(3) = 190.8 each.
  EXPECT_THAT(report, HasSubstr("middle over low: Elo +190.8 +/- "));
  EXPECT_THAT(report, HasSubstr("over low: +190.8 (4 games)\n"));
  EXPECT_THAT(report, HasSubstr("high over middle: Elo +190.8 +/- "));
  EXPECT_THAT(report, HasSubstr("over low: +381.7 (4 games)\n"));
}

TEST(Results, SpeedsAreComparedWithTheFirstEngine) {
  std::vector<EngineConfig> engines(2);
  engines[0].name = "peer";
  engines[1].name = "own";
  // Twice the threads, three times the nodes in the same time, half the time to the depth.
  const std::vector<Speed> speeds = {{1000, 2.0, 2.0, 0.5}, {3000, 2.0, 4.0, 0.25}};
  const std::string table = format_speeds(engines, speeds);
  EXPECT_THAT(table, HasSubstr("\npeer            1000      2.00         500   1.00      2.00"
                               "          500   1.00      0.5000   1.00\n"));
  EXPECT_THAT(table, HasSubstr("\nown             3000      2.00        1500   3.00      4.00"
                               "          750   1.50      0.2500   0.50\n"));
}

}  // namespace
}  // namespace grandee::match
