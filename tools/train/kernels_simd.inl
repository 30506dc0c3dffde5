// The bodies of the SIMD kernels; the translation unit that includes this has defined, in an
// unnamed namespace inside grandee::train, the architecture `Arch` of xsimd.

using Floats = xsimd::batch<float, Arch>;

constexpr std::size_t kLanes = Floats::size;
constexpr std::size_t kMaxWidth = 256;
// Columns that are summed in registers at a time.
template <std::size_t Width>
constexpr std::size_t kTile = Width < 8 * kLanes ? Width : 8 * kLanes;

template <std::size_t Width>
void sum_rows(float* sums, const ConstView& weights, const std::uint16_t* rows, int count) {
  constexpr std::size_t kRegisters = kTile<Width> / kLanes;
  for (std::size_t start = 0; start < Width; start += kTile<Width>) {
    Floats tile[kRegisters];
    for (std::size_t r = 0; r < kRegisters; ++r)
      tile[r] = Floats::load_aligned(weights.bias + start + r * kLanes);
    for (int k = 0; k < count; ++k) {
      const float* row = weights.rows + rows[k] * Width + start;
      for (std::size_t r = 0; r < kRegisters; ++r)
        tile[r] += Floats::load_aligned(row + r * kLanes);
    }
    for (std::size_t r = 0; r < kRegisters; ++r) tile[r].store_aligned(sums + start + r * kLanes);
  }
}

template <std::size_t Width>
void add_to_rows(float* gradients, const float* delta, const std::uint16_t* rows, int count) {
  constexpr std::size_t kRegisters = kTile<Width> / kLanes;
  for (std::size_t start = 0; start < Width; start += kTile<Width>) {
    Floats tile[kRegisters];
    for (std::size_t r = 0; r < kRegisters; ++r)
      tile[r] = Floats::load_aligned(delta + start + r * kLanes);
    for (int k = 0; k < count; ++k) {
      float* row = gradients + rows[k] * Width + start;
      for (std::size_t r = 0; r < kRegisters; ++r)
        (Floats::load_aligned(row + r * kLanes) + tile[r]).store_aligned(row + r * kLanes);
    }
  }
}

Floats clip(Floats x) {
  return xsimd::min(xsimd::max(x, Floats(0.f)), Floats(1.f));
}

template <std::size_t Width>
float forward(const ConstView& weights, const Sample& sample, float* sums) {
  sum_rows<Width>(sums, weights, sample.own, sample.count);
  sum_rows<Width>(sums + Width, weights, sample.other, sample.count);
  const float* output = weights.output + static_cast<std::size_t>(sample.bucket) * 2 * Width;
  // Two chains hide the latency of the additions.
  Floats own(0.f);
  Floats other(0.f);
  for (std::size_t i = 0; i < Width; i += kLanes) {
    const Floats x = clip(Floats::load_aligned(sums + i));
    const Floats y = clip(Floats::load_aligned(sums + Width + i));
    own = xsimd::fma(x * x, Floats::load_aligned(output + i), own);
    other = xsimd::fma(y * y, Floats::load_aligned(output + Width + i), other);
  }
  return xsimd::hadd(own + other) + weights.offsets[sample.bucket];
}

// `slope` is the derivative of the loss by the output.
template <std::size_t Width>
void backward(const ConstView& weights, const View& gradients, const Sample& sample,
              const float* sums, float slope) {
  const std::size_t bucket = static_cast<std::size_t>(sample.bucket) * 2 * Width;
  const float* output = weights.output + bucket;
  float* output_gradient = gradients.output + bucket;
  gradients.offsets[sample.bucket] += slope;
  alignas(64) float delta[Width];
  for (int half = 0; half < 2; ++half) {
    for (std::size_t i = 0; i < Width; i += kLanes) {
      const Floats sum = Floats::load_aligned(sums + i);
      const Floats x = clip(sum);
      const Floats g(slope);
      float* to = output_gradient + i;
      xsimd::fma(g, x * x, Floats::load_aligned(to)).store_aligned(to);
      const auto open = (sum > Floats(0.f)) & (sum < Floats(1.f));
      const Floats d =
          xsimd::select(open, g * Floats::load_aligned(output + i) * (x + x), Floats(0.f));
      d.store_aligned(delta + i);
      (Floats::load_aligned(gradients.bias + i) + d).store_aligned(gradients.bias + i);
    }
    add_to_rows<Width>(gradients.rows, delta, half == 0 ? sample.own : sample.other, sample.count);
    sums += Width;
    output += Width;
    output_gradient += Width;
  }
}

template <std::size_t Width>
double gradients_of_width(const ConstView& weights, const View& gradients, const Sample* samples,
                          std::size_t count, float weight) {
  double loss = 0;
  for (std::size_t n = 0; n < count; ++n) {
    alignas(64) float sums[2 * Width];
    const float p = 1.f / (1.f + expf(-forward<Width>(weights, samples[n], sums)));
    const float error = p - samples[n].target;
    loss += static_cast<double>(error * error);
    backward<Width>(weights, gradients, samples[n], sums, weight * 2 * error * p * (1 - p));
  }
  return loss;
}

float output(const ConstView& weights, const Sample& sample, std::size_t width) {
  alignas(64) float sums[2 * kMaxWidth];
  switch (width) {
    case 64: return forward<64>(weights, sample, sums);
    case 128: return forward<128>(weights, sample, sums);
    default: return forward<256>(weights, sample, sums);
  }
}

double gradients(const ConstView& weights, const View& gradients, const Sample* samples,
                 std::size_t count, float weight, std::size_t width) {
  switch (width) {
    case 64: return gradients_of_width<64>(weights, gradients, samples, count, weight);
    case 128: return gradients_of_width<128>(weights, gradients, samples, count, weight);
    default: return gradients_of_width<256>(weights, gradients, samples, count, weight);
  }
}

void adamw(float* weights, float* first, float* second, float* const* gradients,
           std::size_t buffers, std::size_t count, const AdamStep& step) {
  const Floats bound(step.bound);
  for (std::size_t i = 0; i < count; i += kLanes) {
    Floats gradient(0.f);
    for (std::size_t b = 0; b < buffers; ++b) {
      gradient += Floats::load_aligned(gradients[b] + i);
      Floats(0.f).store_aligned(gradients[b] + i);
    }
    const Floats m =
        Floats(kBeta1) * Floats::load_aligned(first + i) + Floats(1.f - kBeta1) * gradient;
    const Floats v = Floats(kBeta2) * Floats::load_aligned(second + i) +
                     Floats(1.f - kBeta2) * gradient * gradient;
    m.store_aligned(first + i);
    v.store_aligned(second + i);
    const Floats move = m * Floats(step.correction1) /
                        (xsimd::sqrt(v * Floats(step.correction2)) + Floats(kEpsilon));
    const Floats w = Floats::load_aligned(weights + i);
    const Floats moved = w - Floats(step.decay) * w - Floats(step.rate) * move;
    xsimd::min(xsimd::max(moved, -bound), bound).store_aligned(weights + i);
  }
}
