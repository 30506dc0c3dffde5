#include "tools/train/quantise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace grandee::train {
namespace {

using testing::HasSubstr;

const Layout kLayout(64);

std::string refusal(const Floats& weights) {
  const auto network = quantise(kLayout, weights, nn::FeatureSet::Plain, 600);
  return network ? "accepted" : network.error();
}

TEST(Quantise, KeepsEveryWeightWithinHalfAUnit) {
  const Floats weights = initial_parameters(kLayout, 7);
  const auto network = quantise(kLayout, weights, nn::FeatureSet::Mirrored, 555);
  ASSERT_TRUE(network) << network.error();
  EXPECT_EQ(network->features, nn::FeatureSet::Mirrored);
  EXPECT_EQ(network->scale, 555);
  const ConstView view = kLayout.weights(weights.data());
  for (std::size_t i = 0; i < network->feature_weights.size(); ++i)
    ASSERT_LE(std::abs(network->feature_weights[i] - view.rows[i] * nn::kQA), 0.5f);
  for (std::size_t i = 0; i < network->output_weights.size(); ++i)
    ASSERT_LE(std::abs(network->output_weights[i] - view.output[i] * nn::kQB), 0.5f);
}

TEST(Quantise, TakesWeightsAtTheBoundAndRefusesThemBeyondNamingTheWorst) {
  Floats weights = initial_parameters(kLayout, 7);
  const std::size_t feature = kLayout.rows() + 12 * 64 + 5;
  const std::size_t output = kLayout.output() + 3 * 128 + 100;
  weights[feature] = weight_bound(kLayout, feature);
  weights[output] = -weight_bound(kLayout, output);
  EXPECT_EQ(refusal(weights), "accepted");

  Floats large = weights;
  large[feature] = 1000;
  EXPECT_THAT(refusal(large), HasSubstr("1 weights"));
  EXPECT_THAT(refusal(large), HasSubstr("feature weight of input 12, neuron 5, is 1000"));
  large[output] = 2;
  EXPECT_THAT(refusal(large), HasSubstr("2 weights"));

  Floats out = weights;
  out[output] = 1;
  EXPECT_THAT(refusal(out), HasSubstr("output weight of bucket 3, neuron 100, is 1, bound ±0.98"));

  Floats bias = weights;
  bias[kLayout.offsets() + 2] = 300;
  EXPECT_THAT(refusal(bias), HasSubstr("output bias of bucket 2"));

  Floats nan = weights;
  nan[3] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(refusal(nan), HasSubstr("feature bias of neuron 3, is nan"));
}

TEST(Quantise, RefusesOutputSumsThatCouldOverflow) {
  const Layout wide(256);
  Floats weights(wide.size(), 0.f);
  for (std::size_t i = 0; i < 300; ++i) weights[wide.output() + i] = 0.98f;
  const auto network = quantise(wide, weights, nn::FeatureSet::Plain, 600);
  ASSERT_FALSE(network);
  EXPECT_THAT(network.error(), HasSubstr("bucket 0 sum to"));
}

}  // namespace
}  // namespace grandee::train
