#include <immintrin.h>

#include <xsimd/xsimd.hpp>

#include "nn/kernels_table.hpp"

namespace grandee::nn {

namespace {

using Arch = xsimd::sse4_1;

xsimd::batch<std::int32_t, Arch> multiply_add(xsimd::batch<std::int16_t, Arch> a,
                                              xsimd::batch<std::int16_t, Arch> b) {
  return _mm_madd_epi16(a, b);
}

#include "nn/kernels_simd.inl"

}  // namespace

const Kernels kSse41Kernels = {"sse41", update, refresh, forward};

}  // namespace grandee::nn
