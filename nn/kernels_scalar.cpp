// Plain loops: the reference of all other kernels, and what runs where there are none.
#include "nn/kernels_table.hpp"

namespace grandee::nn {

namespace {

constexpr int kActivationCap = 255;

// Row by row, with nothing in a loop that could alias its output: compilers turn these into
// vectors.
void add_row(std::int16_t* to, const std::int16_t* row, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) to[i] = static_cast<std::int16_t>(to[i] + row[i]);
}
void subtract_row(std::int16_t* to, const std::int16_t* row, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) to[i] = static_cast<std::int16_t>(to[i] - row[i]);
}

void update(std::int16_t* to, const std::int16_t* from, const std::int16_t* rows,
            const RowChange& change, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) to[i] = from[i];
  for (int k = 0; k < change.off_count; ++k) subtract_row(to, rows + change.off[k] * width, width);
  for (int k = 0; k < change.on_count; ++k) add_row(to, rows + change.on[k] * width, width);
}

void refresh(std::int16_t* to, const std::int16_t* bias, const std::int16_t* rows,
             const std::uint16_t* active, std::size_t count, std::size_t width) {
  for (std::size_t i = 0; i < width; ++i) to[i] = bias[i];
  for (std::size_t k = 0; k < count; ++k) add_row(to, rows + active[k] * width, width);
}

std::int32_t half(const std::int16_t* values, const std::int16_t* weights, std::size_t width) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < width; ++i) {
    const int x = values[i] < 0 ? 0 : values[i] > kActivationCap ? kActivationCap : values[i];
    sum += x * x * weights[i];
  }
  return sum;
}

std::int32_t forward(const std::int16_t* own, const std::int16_t* other,
                     const std::int16_t* weights, std::size_t width) {
  return half(own, weights, width) + half(other, weights + width, width);
}

}  // namespace

const Kernels kScalarKernels = {"scalar", update, refresh, forward};

}  // namespace grandee::nn
