#include "tools/data/wdl_fit.hpp"

#include <cmath>
#include <limits>

#include "base/assert.hpp"

namespace grandee::datatool {

using protocol::WdlCurve;
using protocol::WdlParameters;

namespace {

constexpr std::size_t kTerms = WdlParameters::kTerms;
constexpr std::size_t kUnknowns = 2 * kTerms;  // of the slope, then of the draws
using Vector = std::array<double, kUnknowns>;
using Matrix = std::array<Vector, kUnknowns>;

// By Ending. The draw's is 1 − win − loss, written so that it keeps its digits.
std::array<double, 3> chances(const WdlCurve& curve, Score score) {
  const double win = curve.win(score);
  const double loss = curve.loss(score);
  return {loss, win * loss * std::expm1(2 * curve.draws), win};
}

struct Slope {
  Vector gradient{};
  Matrix information{};  // Fisher's
};

// Of the log-likelihood, by the parameters.
Slope slope_at(const WdlParameters& parameters, const ResultTable& table) {
  Slope sum;
  table.for_each([&](int men, Score score, const ResultTable::Cell& cell) {
    const WdlCurve curve = parameters.at(men);
    const std::array<double, 3> chance = chances(curve, score);
    const double win = chance[2] * (1 - chance[2]);
    const double loss = chance[0] * (1 - chance[0]);
    const double x = score / 1000.0;
    // Derivatives of the chances by the slope (per 1000) and by the draws.
    const double by[3][2] = {{-loss * x, -loss}, {(loss - win) * x, loss + win}, {win * x, -win}};
    std::array<double, kTerms> power;
    power[0] = 1;
    for (std::size_t i = 1; i < kTerms; ++i) power[i] = power[i - 1] * parameters.argument(men);
    double gradient[2] = {0, 0};
    double information[2][2] = {{0, 0}, {0, 0}};
    const auto total = static_cast<double>(cell.total());
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t a = 0; a < 2; ++a) {
        gradient[a] += static_cast<double>(cell.counts[k]) * by[k][a] / chance[k];
        for (std::size_t b = 0; b < 2; ++b)
          information[a][b] += total * by[k][a] * by[k][b] / chance[k];
      }
    for (std::size_t i = 0; i < kUnknowns; ++i) {
      sum.gradient[i] += gradient[i / kTerms] * power[i % kTerms];
      for (std::size_t j = 0; j < kUnknowns; ++j)
        sum.information[i][j] +=
            information[i / kTerms][j / kTerms] * power[i % kTerms] * power[j % kTerms];
    }
  });
  return sum;
}

// Gauss without pivoting, which a positive definite matrix doesn't need; false if it is none.
bool solve(Matrix matrix, Vector& vector) {
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    const double original = matrix[i][i];
    for (std::size_t k = 0; k < i; ++k) {
      const double factor = matrix[i][k] / matrix[k][k];
      for (std::size_t j = k; j < kUnknowns; ++j) matrix[i][j] -= factor * matrix[k][j];
      vector[i] -= factor * vector[k];
    }
    if (!(matrix[i][i] > 1e-13 * original)) return false;
  }
  for (std::size_t i = kUnknowns; i-- > 0;) {
    for (std::size_t j = i + 1; j < kUnknowns; ++j) vector[i] -= matrix[i][j] * vector[j];
    vector[i] /= matrix[i][i];
  }
  return true;
}

WdlParameters moved(WdlParameters parameters, const Vector& step, double factor) {
  for (std::size_t i = 0; i < kTerms; ++i) {
    parameters.slope[i] += factor * step[i];
    parameters.draws[i] += factor * step[kTerms + i];
  }
  return parameters;
}

int least_men(const ResultTable& table) {
  int men = 0;
  while (men < ResultTable::kMaxMen && 1000 * table.total(men) < table.total()) ++men;
  return men;
}

bool is_model(const WdlParameters& parameters) {
  for (int men = parameters.least_men; men <= ResultTable::kMaxMen; ++men) {
    const WdlCurve curve = parameters.at(men);
    if (!(curve.slope > 0 && curve.draws > 0)) return false;
  }
  return true;
}

}  // namespace

ResultTable::ResultTable(int max_score)
    : max_score_(max_score),
      cells_(static_cast<std::size_t>(kMaxMen + 1) * static_cast<std::size_t>(2 * max_score + 1)) {}

void ResultTable::add(int men, Score score, Ending ending, std::uint64_t count) {
  GRANDEE_ASSERT(men >= 0 && men <= kMaxMen && score >= -max_score_ && score <= max_score_);
  cells_[index(men, score)].counts[static_cast<std::size_t>(ending)] += count;
  total_ += count;
}

std::uint64_t ResultTable::total(int men) const {
  std::uint64_t sum = 0;
  for (Score score = -max_score_; score <= max_score_; ++score)
    sum += cells_[index(men, score)].total();
  return sum;
}

double log_loss(const WdlParameters& parameters, const ResultTable& table) {
  double sum = 0;
  table.for_each([&](int men, Score score, const ResultTable::Cell& cell) {
    const std::array<double, 3> chance = chances(parameters.at(men), score);
    for (std::size_t k = 0; k < 3; ++k)
      if (cell.counts[k] > 0)
        sum += chance[k] > 0 ? -static_cast<double>(cell.counts[k]) * std::log(chance[k])
                             : std::numeric_limits<double>::infinity();
  });
  return sum / static_cast<double>(table.total());
}

Result<WdlParameters> fit_wdl(const ResultTable& table) {
  constexpr int kMostSteps = 100;
  constexpr double kLeastGain = 1e-12;
  const Error poor{
      "these games don't tell what the model asks: they need won, drawn and lost ones with many "
      "scores at many numbers of men"};
  WdlParameters best{{2, 0, 0, 0}, {0.5, 0, 0, 0}, least_men(table)};
  double loss = log_loss(best, table);
  for (int n = 0; n < kMostSteps; ++n) {
    Slope slope = slope_at(best, table);
    Vector& step = slope.gradient;
    if (!solve(slope.information, step)) return poor;
    double factor = 1;
    WdlParameters next = moved(best, step, factor);
    while (!(log_loss(next, table) < loss) && factor > 1e-6) next = moved(best, step, factor /= 2);
    const double next_loss = log_loss(next, table);
    if (!(next_loss < loss - kLeastGain)) return is_model(best) ? Result(best) : poor;
    best = next;
    loss = next_loss;
  }
  return poor;
}

}  // namespace grandee::datatool
