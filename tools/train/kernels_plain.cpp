// Plain loops, for any processor.
#include <cmath>

#include "nn/arch.hpp"
#include "tools/train/reference.hpp"

namespace grandee::train {

namespace {

float output(const ConstView& weights, const Sample& sample, std::size_t width) {
  float sums[2 * nn::kMaxWidth];
  sums_of(weights, sample, width, sums);
  return output_of(weights, sample, width, sums);
}

void add_gradient(const ConstView& weights, const View& gradients, const Sample& sample,
                  std::size_t width, const float* sums, float slope) {
  const auto bucket = static_cast<std::size_t>(sample.bucket);
  const float* out = weights.output + bucket * 2 * width;
  float* out_gradient = gradients.output + bucket * 2 * width;
  gradients.offsets[bucket] += slope;
  const std::uint16_t* lists[] = {sample.own, sample.other};
  for (std::size_t half = 0; half < 2; ++half) {
    float delta[nn::kMaxWidth];
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t j = half * width + i;
      const float x = clipped(sums[j]);
      out_gradient[j] += slope * x * x;
      delta[i] = sums[j] > 0 && sums[j] < 1 ? slope * out[j] * 2 * x : 0;
      gradients.bias[i] += delta[i];
    }
    for (int k = 0; k < sample.count; ++k) {
      float* row = gradients.rows + lists[half][k] * width;
      for (std::size_t i = 0; i < width; ++i) row[i] += delta[i];
    }
  }
}

double gradients(const ConstView& weights, const View& gradients, const Sample* samples,
                 std::size_t count, float weight, std::size_t width) {
  double loss = 0;
  for (std::size_t n = 0; n < count; ++n) {
    float sums[2 * nn::kMaxWidth];
    sums_of(weights, samples[n], width, sums);
    const float p = sigmoid(output_of(weights, samples[n], width, sums));
    const float error = p - samples[n].target;
    loss += static_cast<double>(error * error);
    add_gradient(weights, gradients, samples[n], width, sums, weight * 2 * error * p * (1 - p));
  }
  return loss;
}

void adamw(float* weights, float* first, float* second, float* const* gradients,
           std::size_t buffers, std::size_t count, const AdamStep& step) {
  for (std::size_t i = 0; i < count; ++i) {
    float gradient = 0;
    for (std::size_t b = 0; b < buffers; ++b) {
      gradient += gradients[b][i];
      gradients[b][i] = 0;
    }
    first[i] = kBeta1 * first[i] + (1 - kBeta1) * gradient;
    second[i] = kBeta2 * second[i] + (1 - kBeta2) * gradient * gradient;
    const float move =
        first[i] * step.correction1 / (std::sqrt(second[i] * step.correction2) + kEpsilon);
    const float moved = weights[i] - step.decay * weights[i] - step.rate * move;
    weights[i] = moved > step.bound ? step.bound : moved < -step.bound ? -step.bound : moved;
  }
}

}  // namespace

const Kernels kPlainKernels = {"plain", output, gradients, adamw};

}  // namespace grandee::train
