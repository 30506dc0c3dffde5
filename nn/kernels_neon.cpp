#include <arm_neon.h>

#include <xsimd/xsimd.hpp>

#include "nn/kernels_table.hpp"

namespace grandee::nn {

namespace {

using Arch = xsimd::neon64;

xsimd::batch<std::int32_t, Arch> multiply_add(xsimd::batch<std::int16_t, Arch> a,
                                              xsimd::batch<std::int16_t, Arch> b) {
  const int16x8_t x = a;
  const int16x8_t y = b;
  return vpaddq_s32(vmull_s16(vget_low_s16(x), vget_low_s16(y)), vmull_high_s16(x, y));
}

#include "nn/kernels_simd.inl"

}  // namespace

const Kernels kNeonKernels = {"neon", update, refresh, forward};

}  // namespace grandee::nn
