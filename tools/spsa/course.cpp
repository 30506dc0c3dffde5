#include "tools/spsa/course.hpp"

#include <algorithm>
#include <cmath>

#include "base/assert.hpp"
#include "base/rng.hpp"

namespace grandee::spsa {

namespace {

std::int64_t whole(double value, const Parameter& parameter) {
  return std::llround(std::clamp(value, parameter.min, parameter.max));
}

}  // namespace

Course::Course(Plan plan) : plan_(std::move(plan)) {
  for (const Parameter& parameter : plan_.parameters) values_.push_back(parameter.start);
}

Course::Course(Plan plan, std::uint64_t iteration, std::vector<double> values)
    : plan_(std::move(plan)), iteration_(iteration), values_(std::move(values)) {
  GRANDEE_ASSERT(values_.size() == plan_.parameters.size() && iteration_ <= plan_.iterations);
}

double Course::perturbation(const Parameter& parameter, std::uint64_t pair) const {
  const double all = static_cast<double>(total_pairs());
  return parameter.c_end * std::pow(all / static_cast<double>(pair), plan_.gains.gamma);
}

double Course::step(const Parameter& parameter, std::uint64_t pair) const {
  const double all = static_cast<double>(total_pairs());
  const double stability = plan_.gains.stability * all;
  const double a_end = parameter.r_end * parameter.c_end * parameter.c_end;
  const double a = a_end * std::pow((stability + all) / (stability + static_cast<double>(pair)),
                                    plan_.gains.alpha);
  return a / perturbation(parameter, pair);
}

std::vector<int> Course::directions() const {
  Rng rng = Rng::stream(plan_.seed, iteration_);
  std::vector<int> signs;
  for (std::size_t i = 0; i < values_.size(); ++i) signs.push_back(rng.below(2) == 0 ? -1 : 1);
  return signs;
}

Probe Course::probe() const {
  const std::vector<int> signs = directions();
  Probe probe;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Parameter& parameter = plan_.parameters[i];
    const double offset = signs[i] * perturbation(parameter, next_pair());
    probe.plus.push_back(whole(values_[i] + offset, parameter));
    probe.minus.push_back(whole(values_[i] - offset, parameter));
  }
  return probe;
}

void Course::learn(std::int64_t net_wins) {
  const std::vector<int> signs = directions();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Parameter& parameter = plan_.parameters[i];
    const double move = step(parameter, next_pair()) * signs[i] * static_cast<double>(net_wins);
    values_[i] = std::clamp(values_[i] + move, parameter.min, parameter.max);
  }
  ++iteration_;
}

}  // namespace grandee::spsa
