#include "tools/match/statistics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/rng.hpp"
#include "tools/match/report.hpp"
#include "tools/match/simulate.hpp"
#include "tools/match/sprt.hpp"

namespace grandee::match {
namespace {

using testing::HasSubstr;

constexpr double kInfinity = HUGE_VAL;

TEST(Statistics, AgreeWithFastchess) {
  // The counts and figures of fastchess's own tests, to the digits it prints.
  const Statistics a = analyse(Pentanomial{34, 54, 63, 64, 75});
  EXPECT_NEAR(a.nelo.value, 57.94, 0.005);
  EXPECT_NEAR(a.nelo.error, 28.28, 0.005);
  EXPECT_NEAR(a.elo.value, 55.58, 0.005);
  EXPECT_NEAR(a.elo.error, 27.65, 0.005);
  EXPECT_NEAR(a.score, 0.579, 0.0005);

  const Statistics b = analyse(Trinomial{96, 111, 136});
  EXPECT_NEAR(b.nelo.value, 49.77, 0.005);
  EXPECT_NEAR(b.nelo.error, 36.77, 0.005);
  EXPECT_NEAR(b.elo.value, 40.70, 0.005);
  EXPECT_NEAR(b.elo.error, 30.43, 0.005);
  EXPECT_NEAR(100 * b.los, 99.60, 0.005);
}

TEST(Statistics, ErrorIsTheSpreadOfRepeatedMatches) {
  // 4,000 simulated matches of 300 pairs: the mean width of the stated interval against the
  // scatter of the estimates, and how many intervals hold the truth.
  const Truth truth{20, 0.07, 60};
  const PairChances chances = pair_chances(truth, EloModel::Logistic);
  constexpr int kMatches = 4000;
  Rng rng(1);
  double sum = 0, squares = 0, width = 0;
  int inside = 0;
  for (int match = 0; match < kMatches; ++match) {
    Pentanomial pairs{};
    for (int i = 0; i < 300; ++i) {
      double u = rng.unit();
      std::size_t k = 0;
      while (k < 4 && u >= chances[k]) u -= chances[k++];
      ++pairs[k];
    }
    const Estimate elo = analyse(pairs).elo;
    sum += elo.value;
    squares += elo.value * elo.value;
    width += elo.error;
    inside += std::abs(elo.value - truth.elo) <= elo.error;
  }
  const double mean = sum / kMatches;
  const double deviation = std::sqrt(squares / kMatches - mean * mean);
  EXPECT_NEAR(mean, truth.elo, 1.0);
  EXPECT_NEAR(width / kMatches / (1.96 * deviation), 1.0, 0.04);
  EXPECT_NEAR(static_cast<double>(inside) / kMatches, 0.95, 0.012);
}

TEST(Statistics, ExtremeCountsHaveNoNan) {
  const Statistics empty = analyse(Pentanomial{});
  EXPECT_EQ(empty.elo.value, 0);
  EXPECT_EQ(empty.elo.error, kInfinity);
  EXPECT_EQ(empty.nelo.value, 0);
  EXPECT_EQ(empty.nelo.error, kInfinity);
  EXPECT_EQ(empty.los, 0.5);

  const Statistics won = analyse(Pentanomial{0, 0, 0, 0, 50});
  EXPECT_EQ(won.elo.value, kInfinity);
  EXPECT_EQ(won.elo.error, kInfinity);
  EXPECT_EQ(won.nelo.value, kInfinity);
  EXPECT_EQ(won.los, 1);
  EXPECT_EQ(analyse(Pentanomial{50, 0, 0, 0, 0}).elo.value, -kInfinity);
  EXPECT_EQ(analyse(Pentanomial{50, 0, 0, 0, 0}).los, 0);

  const Statistics level = analyse(Pentanomial{0, 0, 50, 0, 0});
  EXPECT_EQ(level.elo.value, 0);
  EXPECT_EQ(level.elo.error, 0);
  EXPECT_EQ(level.nelo.value, 0);
  EXPECT_EQ(level.los, 0.5);

  EXPECT_EQ(pairs_ratio({}), 1);
  EXPECT_EQ(pairs_ratio({0, 0, 1, 0, 3}), kInfinity);
  EXPECT_EQ(pairs_ratio({1, 1, 9, 3, 1}), 2);
}

TEST(Statistics, ViewsOfBothSidesAreOpposite) {
  const Statistics a = analyse(Pentanomial{3, 20, 41, 33, 9});
  const Statistics b = analyse(Pentanomial{9, 33, 41, 20, 3});
  EXPECT_NEAR(a.elo.value, -b.elo.value, 1e-9);
  EXPECT_NEAR(a.elo.error, b.elo.error, 1e-9);
  EXPECT_NEAR(a.los, 1 - b.los, 1e-12);
}

TEST(Sprt, AgreesWithFastchess) {
  const auto llr = [](EloModel model, double elo0, double elo1, Pentanomial pairs) {
    return Sprt{elo0, elo1, 0.05, 0.05, model}.llr(pairs);
  };
  EXPECT_NEAR(llr(EloModel::Normalized, 0, 2, {365, 16618, 36229, 16974, 390}), 2.25, 0.005);
  EXPECT_NEAR(llr(EloModel::Normalized, -1.75, 0.25, {127, 4883, 10712, 5150, 104}), 3.01, 0.005);
  // Here fastchess's iteration ends before it has converged.
  EXPECT_NEAR(llr(EloModel::Normalized, 0, 5, {0, 0, 0, 0, 5550}), 111.82, 0.03);
  EXPECT_NEAR(llr(EloModel::Logistic, 0.5, 2.5, {223, 9863, 21279, 10037, 246}), -3.07, 0.005);
  EXPECT_NEAR(llr(EloModel::Logistic, 0, 2, {871, 26175, 55983, 26678, 821}), -4.98, 0.005);
}

TEST(Sprt, IsCloseToTheNormalApproximation) {
  // For many pairs and a small interval the ratio tends to n (s1 − s0)(2s − s0 − s1) / 2σ².
  const Pentanomial pairs{40, 210, 480, 230, 40};
  const Sprt sprt{0, 4, 0.05, 0.05, EloModel::Logistic};
  const Statistics s = analyse(pairs);
  const double s0 = score_from_elo(0);
  const double s1 = score_from_elo(4);
  const double expected =
      static_cast<double>(s.samples) * (s1 - s0) * (2 * s.score - s0 - s1) / (2 * s.variance);
  EXPECT_NEAR(sprt.llr(pairs) / expected, 1, 0.002);
}

TEST(Sprt, ExtremeCountsAreFinite) {
  for (const EloModel model : {EloModel::Normalized, EloModel::Logistic})
    for (const double elo : {1.0, 20.0, 100.0, 200.0}) {
      const Sprt sprt{-elo, elo, 0.05, 0.05, model};
      for (const Pentanomial& pairs : {Pentanomial{},
                                       {1, 0, 0, 0, 0},
                                       {0, 0, 0, 0, 1},
                                       {0, 0, 500, 0, 0},
                                       {0, 0, 0, 0, 900},
                                       {900, 0, 0, 0, 0},
                                       {0, 1, 0, 0, 0}}) {
        EXPECT_TRUE(std::isfinite(sprt.llr(pairs))) << name_of(model) << ' ' << elo;
      }
      EXPECT_EQ(sprt.llr({}), 0);
      EXPECT_NEAR(sprt.llr({0, 0, 500, 0, 0}), 0, 1e-6);
      EXPECT_EQ(sprt.verdict({0, 0, 0, 0, 900}), Verdict::H1);
      EXPECT_EQ(sprt.verdict({900, 0, 0, 0, 0}), Verdict::H0);
    }
}

TEST(Sprt, ErrorRatesAreAsAsked) {
  // 2,000 matches at either truth: 5 % wrong, within three standard deviations and the overshoot.
  const Sprt sprt{0, 40, 0.05, 0.05, EloModel::Normalized};
  const SimulationResult null = simulate(sprt, {0, 0.07, 60}, 2000, 100000, 1);
  const SimulationResult better = simulate(sprt, {40, 0.07, 60}, 2000, 100000, 2);
  EXPECT_NEAR(null.h1_rate, 0.05, 0.015);
  EXPECT_NEAR(better.h0_rate, 0.05, 0.015);
  EXPECT_NEAR(null.h1_rate + null.h0_rate, 1, 1e-9);
}

TEST(Sprt, IsReadFromText) {
  const auto sprt = parse_sprt("elo0=-3,elo1=1.5 alpha=0.1,beta=0.2,model=logistic");
  ASSERT_TRUE(sprt) << sprt.error();
  EXPECT_EQ(sprt->elo0, -3);
  EXPECT_EQ(sprt->elo1, 1.5);
  EXPECT_NEAR(sprt->lower(), std::log(0.2 / 0.9), 1e-12);
  EXPECT_NEAR(sprt->upper(), std::log(0.8 / 0.1), 1e-12);
  EXPECT_EQ(sprt->model, EloModel::Logistic);
  for (const char* bad : {"", "elo0=0", "elo0=5,elo1=0", "elo0=0,elo1=5,alpha=0",
                          "elo0=0,elo1=5,beta=0.6", "elo0=0,elo1=x", "elo0=0,elo1=5,model=bayes",
                          "elo0=0,elo1=5,gamma=1", "elo0=0,elo1=5,elo1=6", "elo0=0,elo1=900"})
    EXPECT_FALSE(parse_sprt(bad)) << bad;
}

TEST(Report, SpeaksFastchess) {
  Tally tally;
  tally.games = {142, 15, 155};
  tally.pairs = {10, 3, 126, 6, 11};
  tally.win_loss_pairs = 120;
  tally.draw_draw_pairs = 6;
  const std::string text = format_tally(tally, Sprt{0, 5, 0.05, 0.05, EloModel::Normalized});
  EXPECT_THAT(text, HasSubstr("Elo: "));
  EXPECT_THAT(text, HasSubstr(", nElo: "));
  EXPECT_THAT(text, HasSubstr("LOS: "));
  EXPECT_THAT(text, HasSubstr("Games: 312, Wins: 155, Losses: 142, Draws: 15, Points: 162.5 (52.08 "
                              "%)\nPtnml(0-2): [10, 3, 126, 6, 11], WL/DD Ratio: 20.00\nLLR: "));
  EXPECT_THAT(text, HasSubstr("(-2.94, 2.94) [0.00, 5.00]"));
}

TEST(Report, JsonHasNullForWhatIsInfinite) {
  Tally tally;
  tally.pairs = {0, 0, 0, 0, 50};
  const auto json = tally_json(tally, std::nullopt);
  EXPECT_TRUE(json["elo"].is_null());
  EXPECT_TRUE(json["wins"].is_null());
  EXPECT_EQ(json["games"], 100);
  EXPECT_EQ(json["ptnml"][4], 50);
  const auto empty = tally_json(Tally{}, Sprt{});
  EXPECT_EQ(empty["elo"], 0.0);
  EXPECT_TRUE(empty["elo_error"].is_null());
  EXPECT_EQ(empty["llr"], 0.0);
}

TEST(Report, UnpairedGamesStillCount) {
  Tally tally;
  tally.games = {96, 111, 136};
  EXPECT_NEAR(analyse(tally).elo.value, 40.70, 0.005);
  EXPECT_NEAR(analyse(tally.swapped()).elo.value, -40.70, 0.005);
}

}  // namespace
}  // namespace grandee::match
