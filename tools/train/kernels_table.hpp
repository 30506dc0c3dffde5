// The arithmetic of training as a table of functions, one per instruction set. Sums are made in
// another order by each, so results differ in the last bits between tables, never between runs.
//
// A translation unit with wide instructions includes this and nothing else of ours, see
// nn/kernels_table.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace grandee::train {

inline constexpr int kSampleInputs = 40;

// One position as the network sees it.
struct Sample {
  std::uint16_t own[kSampleInputs];    // rows of the first layer, seen from the side to move
  std::uint16_t other[kSampleInputs];  // and from the other side
  int count;
  int bucket;
  float target;  // expected score of the side to move, 0–1
};

// Weights, or their gradients; see parameters.hpp for the layout.
struct ConstView {
  const float* bias;     // width
  const float* rows;     // inputs × width
  const float* output;   // buckets × 2 · width
  const float* offsets;  // buckets
};
struct View {
  float* bias;
  float* rows;
  float* output;
  float* offsets;
};

struct AdamStep {
  float rate;         // learning rate
  float decay;        // rate · weight decay
  float correction1;  // 1 / (1 − beta1^t)
  float correction2;  // 1 / (1 − beta2^t)
  float bound;        // weights are clipped to ± this; infinity: not at all
};
inline constexpr float kBeta1 = 0.9f;
inline constexpr float kBeta2 = 0.999f;
inline constexpr float kEpsilon = 1e-8f;

struct Kernels {
  const char* name;
  // The network's output (a logit) for one sample.
  float (*output)(const ConstView& weights, const Sample& sample, std::size_t width);
  // Adds the gradient of weight · (sigmoid(output) − target)² for every sample; returns the sum of
  // the squared errors, without that weight.
  double (*gradients)(const ConstView& weights, const View& gradients, const Sample* samples,
                      std::size_t count, float weight, std::size_t width);
  // One step of AdamW (Loshchilov, Hutter 2019) for a run of parameters. The gradient is the sum
  // over the threads' buffers, which are zeroed. All pointers and counts are multiples of 16.
  void (*adamw)(float* weights, float* first, float* second, float* const* gradients,
                std::size_t buffers, std::size_t count, const AdamStep& step);
};

extern const Kernels kPlainKernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;

}  // namespace grandee::train
