#include "tools/match/sprt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/match/key_values.hpp"

namespace grandee::match {

namespace {

constexpr std::size_t kCategories = 5;
using Distribution = std::array<double, kCategories>;
constexpr Distribution kScores = {0, 0.25, 0.5, 0.75, 1};
constexpr double kEmptyCategory = 1e-3;
// Beyond that no distribution of pairs exists for the normalized model's equations.
constexpr double kLargestElo = 200;

// The distribution closest to the observed one (in likelihood) under which x has mean 0: the
// observed shares divided by 1 + θx. x must have both signs.
Distribution most_likely(const Distribution& observed, const Distribution& x) {
  double low = -1 / *std::max_element(x.begin(), x.end());
  double high = -1 / *std::min_element(x.begin(), x.end());
  double theta = 0;
  // The mean falls steadily in θ: Newton's method, halving where it leaves the bracket.
  for (int i = 0; i < 100; ++i) {
    double mean = 0;
    double slope = 0;
    for (std::size_t k = 0; k < kCategories; ++k) {
      const double r = x[k] / (1 + theta * x[k]);
      mean += observed[k] * r;
      slope -= observed[k] * r * r;
    }
    (mean > 0 ? low : high) = theta;
    double next = theta - mean / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    const double step = std::abs(next - theta);
    theta = next;
    if (step < 1e-12 * std::max(1.0, std::abs(theta))) break;
  }
  Distribution p{};
  for (std::size_t k = 0; k < kCategories; ++k) p[k] = observed[k] / (1 + theta * x[k]);
  return p;
}

Distribution with_score(const Distribution& observed, double score) {
  Distribution x{};
  for (std::size_t k = 0; k < kCategories; ++k) x[k] = kScores[k] - score;
  return most_likely(observed, x);
}

// The same under the constraint (mean − ½) / standard deviation = t, by iteration from the uniform
// distribution ("Comments on normalized Elo", section 4.1).
Distribution with_t_value(const Distribution& observed, double t) {
  Distribution p;
  p.fill(1.0 / kCategories);
  for (int round = 0; round < 50; ++round) {
    double mean = 0;
    double variance = 0;
    for (std::size_t k = 0; k < kCategories; ++k) mean += p[k] * kScores[k];
    for (std::size_t k = 0; k < kCategories; ++k) variance += p[k] * std::pow(kScores[k] - mean, 2);
    const double sigma = std::sqrt(variance);
    Distribution x{};
    for (std::size_t k = 0; k < kCategories; ++k)
      x[k] = kScores[k] - 0.5 - 0.5 * t * sigma * (1 + std::pow((kScores[k] - mean) / sigma, 2));
    const auto [least, most] = std::minmax_element(x.begin(), x.end());
    if (*least >= 0 || *most <= 0) break;
    const Distribution next = most_likely(observed, x);
    double change = 0;
    for (std::size_t k = 0; k < kCategories; ++k)
      change = std::max(change, std::abs(next[k] - p[k]));
    p = next;
    if (change < 1e-7) break;
  }
  return p;
}

}  // namespace

std::string_view name_of(EloModel model) {
  return model == EloModel::Normalized ? "normalized" : "logistic";
}

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Undecided: return "undecided";
    case Verdict::H0: return "H0";
    case Verdict::H1: return "H1";
  }
  return "";
}

double Sprt::lower() const {
  return std::log(beta / (1 - alpha));
}
double Sprt::upper() const {
  return std::log((1 - beta) / alpha);
}

double Sprt::llr(const Pentanomial& pairs) const {
  if (total(pairs) == 0) return 0;
  Distribution observed{};
  double n = 0;
  for (std::size_t k = 0; k < kCategories; ++k) {
    observed[k] = pairs[k] == 0 ? kEmptyCategory : static_cast<double>(pairs[k]);
    n += observed[k];
  }
  for (double& share : observed) share /= n;
  Distribution p0{};
  Distribution p1{};
  if (model == EloModel::Normalized) {
    // A pair's score has half the variance of a game's: the t value is √2 times as large.
    const double scale = std::sqrt(2.0) * std::log(10.0) / 800;
    p0 = with_t_value(observed, elo0 * scale);
    p1 = with_t_value(observed, elo1 * scale);
  } else {
    p0 = with_score(observed, score_from_elo(elo0));
    p1 = with_score(observed, score_from_elo(elo1));
  }
  double sum = 0;
  for (std::size_t k = 0; k < kCategories; ++k) sum += observed[k] * std::log(p1[k] / p0[k]);
  return n * sum;
}

Verdict Sprt::verdict(const Pentanomial& pairs) const {
  const double ratio = llr(pairs);
  if (ratio >= upper()) return Verdict::H1;
  if (ratio <= lower()) return Verdict::H0;
  return Verdict::Undecided;
}

Result<Sprt> parse_sprt(std::string_view text) {
  auto values = KeyValues::parse(text, "--sprt");
  if (!values) return Error{values.error()};
  Sprt sprt;
  std::string model(name_of(sprt.model));
  if (!values->has("elo0") || !values->has("elo1"))
    return Error{"--sprt: elo0 and elo1 must be given, e.g. elo0=0,elo1=5"};
  values->read("elo0", sprt.elo0);
  values->read("elo1", sprt.elo1);
  values->read("alpha", sprt.alpha);
  values->read("beta", sprt.beta);
  values->read("model", model);
  if (const auto done = values->finish(); !done) return Error{done.error()};
  if (model != "normalized" && model != "logistic")
    return Error{fmt::format("--sprt: model '{}' is not normalized or logistic", model)};
  sprt.model = model == "normalized" ? EloModel::Normalized : EloModel::Logistic;
  if (!(sprt.elo0 < sprt.elo1))
    return Error{fmt::format("--sprt: elo0 = {} is not below elo1 = {}", sprt.elo0, sprt.elo1)};
  if (sprt.elo0 < -kLargestElo || sprt.elo1 > kLargestElo)
    return Error{fmt::format("--sprt: elo0 and elo1 must be within ±{}", kLargestElo)};
  if (!(sprt.alpha > 0 && sprt.beta > 0 && sprt.alpha < 0.5 && sprt.beta < 0.5))
    return Error{"--sprt: alpha and beta must be above 0 and below 0.5"};
  return sprt;
}

}  // namespace grandee::match
