// The method itself, on an objective that is known.
#include "tools/spsa/course.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/rng.hpp"

namespace grandee::spsa {
namespace {

Plan plan_of(std::uint64_t iterations, std::uint64_t pairs) {
  Plan plan;
  plan.parameters = {
      {"kA", 200, 0, 1000, 40, 0.004}, {"kB", 70, 0, 100, 4, 0.004}, {"kC", 3, 0, 20, 1, 0.004}};
  plan.iterations = iterations;
  plan.pairs = pairs;
  return plan;
}

constexpr double kBest[] = {650, 30, 11};

// A player's strength in Elo: a bowl around kBest, each parameter's start some 100 below.
double strength(const std::vector<std::int64_t>& values) {
  constexpr double kWidth[] = {45, 4, 0.8};
  double elo = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    elo -= std::pow((static_cast<double>(values[i]) - kBest[i]) / kWidth[i], 2);
  return elo;
}

// Games without draws: nearly all of what an iteration tells is noise.
std::int64_t play(const Probe& probe, std::uint64_t pairs, Rng& rng) {
  const double expected =
      1 / (1 + std::pow(10, (strength(probe.minus) - strength(probe.plus)) / 400));
  std::int64_t net = 0;
  for (std::uint64_t game = 0; game < 2 * pairs; ++game) net += rng.unit() < expected ? 1 : -1;
  return net;
}

TEST(SpsaCourse, ConvergesOnANoisyBowl) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    Plan plan = plan_of(6000, 4);
    plan.seed = seed;
    Course course(plan);
    Rng rng(seed + 100);
    while (!course.finished()) course.learn(play(course.probe(), 4, rng));
    EXPECT_NEAR(course.values()[0], kBest[0], 90) << seed;
    EXPECT_NEAR(course.values()[1], kBest[1], 9) << seed;
    EXPECT_NEAR(course.values()[2], kBest[2], 2) << seed;
  }
}

TEST(SpsaCourse, GainsEndAsTheParameterSays) {
  const Course course(plan_of(1000, 4));
  const Parameter& a = course.plan().parameters[0];
  EXPECT_DOUBLE_EQ(course.perturbation(a, 4000), a.c_end);
  EXPECT_DOUBLE_EQ(course.step(a, 4000), a.r_end * a.c_end);
  // Spall's c / k^gamma and a / (A + k)^alpha, from any pair to any other.
  EXPECT_NEAR(course.perturbation(a, 10) / course.perturbation(a, 1000), std::pow(100, 0.101),
              1e-9);
  const double gain10 = course.step(a, 10) * course.perturbation(a, 10);
  const double gain1000 = course.step(a, 1000) * course.perturbation(a, 1000);
  EXPECT_NEAR(gain10 / gain1000, std::pow(1400.0 / 410.0, 0.602), 1e-9);
}

TEST(SpsaCourse, ProbesLieOnEitherSideWithinTheRange) {
  Plan plan = plan_of(100, 1);
  plan.parameters[2].start = 0;
  Course course(plan);
  bool other_sides[2] = {false, false};
  while (!course.finished()) {
    const Probe probe = course.probe();
    for (std::size_t i = 0; i < 2; ++i) {
      const double c = course.perturbation(plan.parameters[i], course.iteration() + 1);
      EXPECT_NEAR(static_cast<double>(probe.plus[i] + probe.minus[i]) / 2, course.values()[i], 0.6);
      EXPECT_NEAR(std::abs(static_cast<double>(probe.plus[i] - probe.minus[i])) / 2, c, 0.6);
    }
    other_sides[(probe.plus[0] > probe.minus[0]) == (probe.plus[1] > probe.minus[1])] = true;
    EXPECT_GE(std::min(probe.plus[2], probe.minus[2]), 0);
    course.learn(0);
  }
  EXPECT_TRUE(other_sides[0] && other_sides[1]) << "parameters must move independently";
}

TEST(SpsaCourse, WinsPullTowardsWhatWonAndStayInTheRange) {
  Course course(plan_of(200, 1));
  const Probe probe = course.probe();
  const double before = course.values()[0];
  course.learn(2);
  EXPECT_EQ(course.values()[0] > before, probe.plus[0] > probe.minus[0]);
  while (!course.finished()) {
    const Probe next = course.probe();
    course.learn(next.plus[1] > next.minus[1] ? 1000 : -1000);
  }
  EXPECT_EQ(course.values()[1], 100);
}

TEST(SpsaCourse, AnotherSeedGoesOtherWays) {
  Plan plan = plan_of(64, 1);
  Course first(plan);
  plan.seed = 2;
  Course second(plan);
  int same = 0;
  while (!first.finished()) {
    same += first.probe().plus[0] == second.probe().plus[0] ? 1 : 0;
    first.learn(0);
    second.learn(0);
  }
  EXPECT_GT(same, 12);
  EXPECT_LT(same, 52);
}

}  // namespace
}  // namespace grandee::spsa
