#include <immintrin.h>

#include <xsimd/xsimd.hpp>

#include "nn/kernels_table.hpp"

namespace grandee::nn {

namespace {

using Arch = xsimd::avx2;

xsimd::batch<std::int32_t, Arch> multiply_add(xsimd::batch<std::int16_t, Arch> a,
                                              xsimd::batch<std::int16_t, Arch> b) {
  return _mm256_madd_epi16(a, b);
}

#include "nn/kernels_simd.inl"

}  // namespace

const Kernels kAvx2Kernels = {"avx2", update, refresh, forward};

}  // namespace grandee::nn
