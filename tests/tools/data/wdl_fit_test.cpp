#include "tools/data/wdl_fit.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.hpp"
#include "tools/data/wdl_calibration.hpp"

namespace grandee::datatool {
namespace {

using protocol::WdlCurve;
using protocol::WdlParameters;

constexpr int kMaxScore = 1500;
constexpr int kFewestMen = 5;
const WdlParameters kTruth{{7, -12, 8, -0.6}, {2.2, -4.5, 2.6, 0.1}, kFewestMen};

// f(men, score) over all of the board.
template <typename F>
void for_each_score(int step, F&& f) {
  for (int men = kFewestMen; men <= ResultTable::kMaxMen; ++men)
    for (Score score = -kMaxScore; score <= kMaxScore; score += step) f(men, score);
}

// Results drawn at random by the model.
ResultTable played(const WdlParameters& model, std::uint64_t seed, int games = 25) {
  Rng rng(seed);
  ResultTable table(kMaxScore);
  for_each_score(10, [&](int men, Score score) {
    const WdlCurve curve = model.at(men);
    for (int i = 0; i < games; ++i) {
      const double chance = rng.unit();
      table.add(men, score,
                chance < curve.win(score)        ? Ending::Won
                : chance > 1 - curve.loss(score) ? Ending::Lost
                                                 : Ending::Drawn);
    }
  });
  return table;
}

TEST(WdlFit, CountsPositions) {
  ResultTable table(100);
  table.add(2, -100, Ending::Lost, 3);
  table.add(40, 100, Ending::Won);
  table.add(40, 100, Ending::Drawn);
  EXPECT_EQ(table.total(), 5u);
  EXPECT_EQ(table.total(2), 3u);
  EXPECT_EQ(table.total(40), 2u);
  EXPECT_EQ(table.total(3), 0u);
  std::vector<std::pair<int, Score>> cells;
  table.for_each([&](int men, Score score, const ResultTable::Cell& cell) {
    cells.emplace_back(men, score);
    EXPECT_EQ(cell.total(), men == 2 ? 3u : 2u);
  });
  EXPECT_EQ(cells, (std::vector<std::pair<int, Score>>{{2, -100}, {40, 100}}));
}

// As many results of each kind as the model says: there is no noise, and the parameters come back.
TEST(WdlFit, RecoversParametersFromExactShares) {
  ResultTable table(kMaxScore);
  for_each_score(50, [&](int men, Score score) {
    const WdlCurve curve = kTruth.at(men);
    const auto count = [](double share) {
      return static_cast<std::uint64_t>(std::llround(1e9 * share));
    };
    table.add(men, score, Ending::Won, count(curve.win(score)));
    table.add(men, score, Ending::Lost, count(curve.loss(score)));
    table.add(men, score, Ending::Drawn, count(1 - curve.win(score) - curve.loss(score)));
  });
  const auto fit = fit_wdl(table);
  ASSERT_TRUE(fit) << fit.error();
  EXPECT_EQ(fit->least_men, kFewestMen);
  for (std::size_t i = 0; i < WdlParameters::kTerms; ++i) {
    EXPECT_NEAR(fit->slope[i], kTruth.slope[i], 1e-3) << i;
    EXPECT_NEAR(fit->draws[i], kTruth.draws[i], 1e-3) << i;
  }
}

TEST(WdlFit, RecoversTheCurvesFromPlayedGames) {
  const ResultTable games = played(kTruth, 1);
  const auto fit = fit_wdl(games);
  ASSERT_TRUE(fit) << fit.error();
  for (int men = kFewestMen; men <= ResultTable::kMaxMen; ++men) {
    const WdlCurve found = fit->at(men);
    const WdlCurve truth = kTruth.at(men);
    EXPECT_NEAR(found.slope / truth.slope, 1, 0.06) << men;
    EXPECT_NEAR(found.draws / truth.draws, 1, 0.06) << men;
  }
  // No parameters explain these games better, the true ones included.
  EXPECT_LE(log_loss(*fit, games), log_loss(kTruth, games));
  for (std::size_t i = 0; i < WdlParameters::kTerms; ++i)
    for (const double change : {-0.01, 0.01}) {
      WdlParameters other = *fit;
      other.slope[i] += change;
      EXPECT_LT(log_loss(*fit, games), log_loss(other, games));
      other = *fit;
      other.draws[i] += change;
      EXPECT_LT(log_loss(*fit, games), log_loss(other, games));
    }
}

TEST(WdlFit, TellsWhatItCannotFit) {
  EXPECT_FALSE(fit_wdl(ResultTable(kMaxScore)));
  ResultTable one_score(kMaxScore);
  for (const Ending ending : {Ending::Lost, Ending::Drawn, Ending::Won})
    one_score.add(20, 100, ending, 1000);
  EXPECT_FALSE(fit_wdl(one_score));
  ResultTable only_wins(kMaxScore);
  for_each_score(50, [&](int men, Score score) { only_wins.add(men, score, Ending::Won); });
  const auto fit = fit_wdl(only_wins);
  ASSERT_FALSE(fit);
  EXPECT_NE(fit.error().find("drawn"), std::string::npos);
}

TEST(WdlCalibration, KnowsGoodModelsFromBadOnes) {
  const ResultTable games = played(kTruth, 2);
  const Calibration good = calibrate(kTruth, games);
  EXPECT_LT(errors(good.by_score).expected, 0.005);
  EXPECT_LT(errors(good.by_men).expected, 0.01);
  for (const double share : errors(good.by_men).of) EXPECT_LT(share, 0.012);
  WdlParameters steep = kTruth;
  for (double& term : steep.slope) term *= 2;
  EXPECT_GT(errors(calibrate(steep, games).by_score).expected, 0.04);
  WdlParameters drawless = kTruth;
  for (double& term : drawless.draws) term *= 0.2;
  EXPECT_GT(errors(calibrate(drawless, games).by_men).of[static_cast<int>(Ending::Drawn)], 0.1);
}

TEST(WdlCalibration, BinsHoldEveryPositionOnce) {
  const ResultTable games = played(kTruth, 3, 1);
  const Calibration c = calibrate(kTruth, games);
  std::uint64_t by_score = 0;
  std::uint64_t by_men = 0;
  for (const ScoreBin& bin : c.by_score) by_score += bin.positions;
  for (const MenGroup& group : c.by_men) {
    std::uint64_t in_bins = 0;
    for (const ScoreBin& bin : group.bins) in_bins += bin.positions;
    EXPECT_EQ(in_bins, group.positions);
    by_men += group.positions;
  }
  EXPECT_EQ(by_score, games.total());
  EXPECT_EQ(by_men, games.total());
  EXPECT_EQ(c.by_score.front().from, -kMaxScore - 50);
  EXPECT_EQ(c.by_score.back().to, kMaxScore + 50);
  EXPECT_EQ(c.by_men.front().least, 1);
  EXPECT_EQ(c.by_men.back().most, 40);
  const std::string svg = calibration_svg(kTruth, c);
  EXPECT_NE(svg.find("36–40 men"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace grandee::datatool
