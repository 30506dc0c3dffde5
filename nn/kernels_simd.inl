// The bodies of the SIMD kernels. Each translation unit that includes this has defined, in an
// unnamed namespace inside grandee::nn, the architecture `Arch` of xsimd and `multiply_add`: the
// products of 16-bit pairs, added two and two to 32 bits.

using Shorts = xsimd::batch<std::int16_t, Arch>;
using Ints = xsimd::batch<std::int32_t, Arch>;

constexpr std::size_t kLanes = Shorts::size;
constexpr std::int16_t kActivationCap = 255;

template <int Off, int On>
void update_shape(std::int16_t* to, const std::int16_t* from, const std::int16_t* rows,
                  const RowChange& change, std::size_t width) {
  const std::int16_t* off[Off];
  const std::int16_t* on[On];
  for (int k = 0; k < Off; ++k) off[k] = rows + change.off[k] * width;
  for (int k = 0; k < On; ++k) on[k] = rows + change.on[k] * width;
  for (std::size_t i = 0; i < width; i += kLanes) {
    Shorts sum = Shorts::load_aligned(from + i);
    for (int k = 0; k < Off; ++k) sum -= Shorts::load_aligned(off[k] + i);
    for (int k = 0; k < On; ++k) sum += Shorts::load_aligned(on[k] + i);
    sum.store_aligned(to + i);
  }
}

// The common shapes come first.
void update(std::int16_t* to, const std::int16_t* from, const std::int16_t* rows,
            const RowChange& change, std::size_t width) {
  switch (change.off_count * 4 + change.on_count) {
    case 1 * 4 + 1: return update_shape<1, 1>(to, from, rows, change, width);
    case 2 * 4 + 1: return update_shape<2, 1>(to, from, rows, change, width);
    case 2 * 4 + 2: return update_shape<2, 2>(to, from, rows, change, width);
    case 3 * 4 + 1: return update_shape<3, 1>(to, from, rows, change, width);
    default: return update_shape<3, 2>(to, from, rows, change, width);
  }
}

void refresh(std::int16_t* to, const std::int16_t* bias, const std::int16_t* rows,
             const std::uint16_t* active, std::size_t count, std::size_t width) {
  constexpr std::size_t kTile = 64;
  constexpr std::size_t kRegisters = kTile / kLanes;
  for (std::size_t start = 0; start < width; start += kTile) {
    Shorts sums[kRegisters];
    for (std::size_t r = 0; r < kRegisters; ++r)
      sums[r] = Shorts::load_aligned(bias + start + r * kLanes);
    for (std::size_t k = 0; k < count; ++k) {
      const std::int16_t* row = rows + active[k] * width + start;
      for (std::size_t r = 0; r < kRegisters; ++r)
        sums[r] += Shorts::load_aligned(row + r * kLanes);
    }
    for (std::size_t r = 0; r < kRegisters; ++r) sums[r].store_aligned(to + start + r * kLanes);
  }
}

// |activation · weight| ≤ 255 · 126 fits 16 bits, so the square costs one multiply and one
// multiply-add.
Ints activate(const std::int16_t* values, const std::int16_t* weights) {
  const Shorts zero(std::int16_t{0});
  const Shorts cap(kActivationCap);
  const Shorts x = xsimd::min(xsimd::max(Shorts::load_aligned(values), zero), cap);
  return multiply_add(x * Shorts::load_aligned(weights), x);
}

std::int32_t forward(const std::int16_t* own, const std::int16_t* other,
                     const std::int16_t* weights, std::size_t width) {
  Ints own_sum(std::int32_t{0});
  Ints other_sum(std::int32_t{0});
  for (std::size_t i = 0; i < width; i += kLanes) {
    own_sum += activate(own + i, weights + i);
    other_sum += activate(other + i, weights + width + i);
  }
  return xsimd::hadd(own_sum + other_sum);
}
