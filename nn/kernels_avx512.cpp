#include <immintrin.h>

#include <xsimd/xsimd.hpp>

#include "nn/kernels_table.hpp"

namespace grandee::nn {

namespace {

using Arch = xsimd::avx512bw;

xsimd::batch<std::int32_t, Arch> multiply_add(xsimd::batch<std::int16_t, Arch> a,
                                              xsimd::batch<std::int16_t, Arch> b) {
  return _mm512_madd_epi16(a, b);
}

#include "nn/kernels_simd.inl"

}  // namespace

const Kernels kAvx512Kernels = {"avx512", update, refresh, forward};

}  // namespace grandee::nn
