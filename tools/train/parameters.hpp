// The float master weights in one run of numbers, so that optimiser and checkpoint need not know
// what is what.
#pragma once

#include <cstdint>
#include <string>

#include "nn/aligned.hpp"
#include "nn/arch.hpp"
#include "tools/train/kernels_table.hpp"

namespace grandee::train {

using Floats = nn::AlignedVector<float>;

// The run: feature bias [width], feature weights [inputs][width], output weights
// [buckets][2 · width], output bias [buckets], padded to a multiple of 16.
class Layout {
 public:
  explicit Layout(int width) : width_(static_cast<std::size_t>(width)) {}

  std::size_t width() const { return width_; }
  std::size_t rows() const { return width_; }
  // Where the weights of the men end and those of the lost bits begin.
  std::size_t lost_rows() const { return width_ * (1 + nn::kPlacementInputs); }
  std::size_t output() const { return width_ * (1 + nn::kInputs); }
  std::size_t offsets() const { return output() + width_ * 2 * nn::kBuckets; }
  std::size_t size() const { return offsets() + kPadding; }

  ConstView weights(const float* run) const {
    return {run, run + rows(), run + output(), run + offsets()};
  }
  View gradients(float* run) const { return {run, run + rows(), run + output(), run + offsets()}; }

 private:
  static constexpr std::size_t kPadding = 16;
  static_assert(kPadding >= nn::kBuckets);
  std::size_t width_;
};

// Random weights to start from.
Floats initial_parameters(const Layout& layout, std::uint64_t seed);

// The largest magnitude that integers can hold, by place in the run; infinite for output biases.
float weight_bound(const Layout& layout, std::size_t place);

// Moves the weights of a piece's squares (number 0–15) by that share of the way to the best sum of
// a term for the file and a term for the rank, and clips them to ± bound. A prior for squares that
// little data has seen, in the place of the factorised inputs of other trainers.
void pull_to_place(const Layout& layout, float* run, int piece, float share, float bound);

// Where a weight stands in the network, for messages: "feature weight of input 12, neuron 5".
std::string describe_place(const Layout& layout, std::size_t place);

}  // namespace grandee::train
