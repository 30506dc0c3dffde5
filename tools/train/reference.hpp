// The network, its loss and its gradient as plain loops, in float or double. It is what processors
// without wide kernels run, and in double what the kernels are checked against.
#pragma once

#include <cmath>
#include <vector>

#include "tools/train/kernels_table.hpp"

namespace grandee::train {

template <typename Real>
struct RealView {
  const Real* bias;
  const Real* rows;
  const Real* output;
  const Real* offsets;
};

template <typename Real>
Real clipped(Real x) {
  return x < 0 ? Real(0) : x > 1 ? Real(1) : x;
}

// First-layer sums of both views, own half first.
template <typename Real, typename W>
void sums_of(const W& weights, const Sample& sample, std::size_t width, Real* sums) {
  const std::uint16_t* lists[] = {sample.own, sample.other};
  for (std::size_t half = 0; half < 2; ++half) {
    Real* to = sums + half * width;
    for (std::size_t i = 0; i < width; ++i) to[i] = weights.bias[i];
    for (int k = 0; k < sample.count; ++k) {
      const Real* row = weights.rows + lists[half][k] * width;
      for (std::size_t i = 0; i < width; ++i) to[i] += row[i];
    }
  }
}

template <typename Real, typename W>
Real output_of(const W& weights, const Sample& sample, std::size_t width, const Real* sums) {
  const auto bucket = static_cast<std::size_t>(sample.bucket);
  const Real* output = weights.output + bucket * 2 * width;
  Real sum = weights.offsets[bucket];
  for (std::size_t i = 0; i < 2 * width; ++i) {
    const Real x = clipped(sums[i]);
    sum += x * x * output[i];
  }
  return sum;
}

template <typename Real>
Real sigmoid(Real x) {
  return Real(1) / (Real(1) + std::exp(-x));
}

}  // namespace grandee::train
