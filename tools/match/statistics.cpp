#include "tools/match/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace grandee::match {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Quantile of the normal distribution for a two-sided 95 % interval.
constexpr double kZ95 = 1.959963984540054;
// Elo per unit of the logistic curve's slope at 0: 800 / ln 10.
const double kNeloScale = 800.0 / std::log(10.0);

// games: how many games one sample holds, as normalized Elo is per game.
template <std::size_t N>
Statistics analyse_samples(const std::array<std::uint64_t, N>& counts, double games) {
  Statistics s;
  s.samples = total(counts);
  if (s.samples == 0) {
    s.elo.error = s.nelo.error = kInfinity;
    return s;
  }
  const double n = static_cast<double>(s.samples);
  const auto points = [](std::size_t i) { return static_cast<double>(i) / (N - 1); };
  s.score = 0;
  for (std::size_t i = 0; i < N; ++i) s.score += points(i) * static_cast<double>(counts[i]) / n;
  for (std::size_t i = 0; i < N; ++i)
    s.variance += std::pow(points(i) - s.score, 2) * static_cast<double>(counts[i]) / n;
  s.draw_ratio = static_cast<double>(counts[N / 2]) / n;

  const double deviation = std::sqrt(s.variance / n);  // of the mean
  s.elo.value = elo_from_score(s.score);
  const double low = elo_from_score(s.score - kZ95 * deviation);
  const double high = elo_from_score(s.score + kZ95 * deviation);
  s.elo.error = std::isfinite(low) && std::isfinite(high) ? (high - low) / 2 : kInfinity;

  const double lead = s.score - 0.5;
  if (s.variance > 0) {
    s.nelo.value = lead / std::sqrt(games * s.variance) * kNeloScale;
    s.nelo.error = kZ95 / std::sqrt(games * n) * kNeloScale;
    s.los = std::erfc(-lead / (deviation * std::sqrt(2.0))) / 2;
  } else if (lead != 0) {
    s.nelo = {std::copysign(kInfinity, lead), kInfinity};
    s.los = lead > 0 ? 1 : 0;
  }
  return s;
}

}  // namespace

Statistics analyse(const Pentanomial& pairs) {
  return analyse_samples(pairs, 2);
}
Statistics analyse(const Trinomial& games) {
  return analyse_samples(games, 1);
}

double pairs_ratio(const Pentanomial& pairs) {
  const double won = static_cast<double>(pairs[3] + pairs[4]);
  const double lost = static_cast<double>(pairs[0] + pairs[1]);
  if (lost > 0) return won / lost;
  return won > 0 ? kInfinity : 1;
}

std::uint64_t total(const Pentanomial& pairs) {
  return std::accumulate(pairs.begin(), pairs.end(), std::uint64_t{0});
}
std::uint64_t total(const Trinomial& games) {
  return std::accumulate(games.begin(), games.end(), std::uint64_t{0});
}

double score_from_elo(double elo) {
  return 1 / (1 + std::pow(10.0, -elo / 400));
}

double elo_from_score(double score) {
  if (score <= 0) return -kInfinity;
  if (score >= 1) return kInfinity;
  return -400 * std::log10(1 / score - 1) + 0.0;
}

}  // namespace grandee::match
