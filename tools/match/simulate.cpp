#include "tools/match/simulate.hpp"

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"

namespace grandee::match {

namespace {

PairChances chances_at(double logistic_elo, const Truth& truth) {
  PairChances pairs{};
  for (const double bias : {truth.bias, -truth.bias}) {
    std::array<double, 3> games[2];  // loss, draw, win with either colour
    for (int colour = 0; colour < 2; ++colour) {
      const double score = score_from_elo(logistic_elo + (colour == 0 ? bias : -bias));
      // No game is drawn more often than the weaker side's score allows.
      const double draw = std::min(truth.draw_rate, 2 * std::min(score, 1 - score));
      games[colour] = {1 - score - draw / 2, draw, score - draw / 2};
    }
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) pairs[a + b] += games[0][a] * games[1][b] / 2;
  }
  return pairs;
}

double elo_of(const PairChances& chances, EloModel model) {
  double mean = 0;
  double variance = 0;
  for (std::size_t k = 0; k < 5; ++k) mean += chances[k] * static_cast<double>(k) / 4;
  for (std::size_t k = 0; k < 5; ++k)
    variance += chances[k] * std::pow(static_cast<double>(k) / 4 - mean, 2);
  return model == EloModel::Logistic
             ? elo_from_score(mean)
             : (mean - 0.5) / std::sqrt(2 * variance) * 800 / std::log(10.0);
}

}  // namespace

PairChances pair_chances(const Truth& truth, EloModel model) {
  // The bias pulls the mean score towards a half: solve for the strength that gives this Elo.
  double low = -2000;
  double high = 2000;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (elo_of(chances_at(middle, truth), model) < truth.elo ? low : high) = middle;
  }
  return chances_at(low, truth);
}

SimulationResult simulate(const Sprt& sprt, const Truth& truth, int matches, int max_pairs,
                          std::uint64_t seed) {
  const PairChances chances = pair_chances(truth, sprt.model);
  SimulationResult result;
  for (int match = 0; match < matches; ++match) {
    Rng rng = Rng::stream(seed, static_cast<std::uint64_t>(match));
    Pentanomial pairs{};
    Verdict verdict = Verdict::Undecided;
    int played = 0;
    while (verdict == Verdict::Undecided && played < max_pairs) {
      double u = rng.unit();
      std::size_t outcome = 0;
      while (outcome < 4 && u >= chances[outcome]) u -= chances[outcome++];
      ++pairs[outcome];
      ++played;
      verdict = sprt.verdict(pairs);
    }
    result.h1_rate += verdict == Verdict::H1 ? 1.0 / matches : 0;
    result.h0_rate += verdict == Verdict::H0 ? 1.0 / matches : 0;
    result.mean_games += 2.0 * played / matches;
  }
  return result;
}

}  // namespace grandee::match
