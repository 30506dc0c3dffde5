#include "tools/train/kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/rng.hpp"
#include "tools/train/gradient_check.hpp"
#include "tools/train/parameters.hpp"
#include "tools/train/team.hpp"

namespace grandee::train {
namespace {

TEST(TrainKernels, GradientsAreThoseOfTheLoss) {
  for (const int width : nn::kWidths)
    for (const auto& check : check_gradients(width, 3)) {
      EXPECT_TRUE(check.passed()) << check.kernels << " at width " << width << ": " << check.worst
                                  << ", " << check.loss_error;
      EXPECT_GE(check.parameters, 400u);
    }
}

TEST(TrainKernels, UnknownNamesAreRefused) {
  EXPECT_EQ(usable_kernels().back(), &kPlainKernels);
  EXPECT_TRUE(find_kernels("auto"));
  EXPECT_TRUE(find_kernels("plain"));
  EXPECT_FALSE(find_kernels("sse9"));
}

// One step from zero moments moves every weight by the rate against its gradient, whatever the
// gradient's size; then decay and clipping.
TEST(TrainKernels, AdamStepIsTheTextbooks) {
  constexpr std::size_t kCount = 64;
  for (const Kernels* kernels : usable_kernels()) {
    Floats weights(kCount), first(kCount), second(kCount), left(kCount), right(kCount);
    for (std::size_t i = 0; i < kCount; ++i) {
      weights[i] = 0.01f * static_cast<float>(i) - 0.3f;
      left[i] = i % 2 == 0 ? 0.002f : -0.001f;
      right[i] = 0.0005f;
    }
    const Floats before = weights;
    float* buffers[] = {left.data(), right.data()};
    AdamStep step{0.01f, 0.01f * 0.1f, 1 / (1 - kBeta1), 1 / (1 - kBeta2), 0.29f};
    kernels->adamw(weights.data(), first.data(), second.data(), buffers, 2, kCount, step);
    for (std::size_t i = 0; i < kCount; ++i) {
      const float gradient = i % 2 == 0 ? 0.0025f : -0.0005f;
      const float sign = gradient > 0 ? 1.f : -1.f;
      const float moved = before[i] * (1 - 0.001f) - 0.01f * sign;
      EXPECT_NEAR(weights[i], std::clamp(moved, -0.29f, 0.29f), 2e-6) << kernels->name << " " << i;
      EXPECT_NEAR(first[i], 0.1f * gradient, 1e-8);
      EXPECT_NEAR(second[i], 0.001f * gradient * gradient, 1e-12);
      EXPECT_EQ(left[i], 0);
      EXPECT_EQ(right[i], 0);
    }
  }
}

TEST(Team, SharesCoverEverythingOnce) {
  for (const int parts : {1, 2, 3, 7})
    for (const std::size_t count : {0u, 1u, 5u, 16u, 103u, 160u})
      for (const std::size_t grain : {1u, 16u}) {
        std::size_t at = 0;
        for (int part = 0; part < parts; ++part) {
          const Share share = share_of(count, part, parts, grain);
          EXPECT_EQ(share.begin, at);
          if (share.end < count) {
            EXPECT_EQ(share.end % grain, 0u);
          }
          at = share.end;
        }
        EXPECT_EQ(at, count);
      }
}

TEST(Team, EveryMemberRunsEveryJobOnce) {
  Team team(3);
  std::vector<int> runs(3);
  for (int i = 0; i < 100; ++i) team.run([&](int id) { ++runs[static_cast<std::size_t>(id)]; });
  EXPECT_EQ(runs, std::vector<int>(3, 100));
}

}  // namespace
}  // namespace grandee::train
