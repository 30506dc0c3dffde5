#include <math.h>

#include <xsimd/xsimd.hpp>

#include "tools/train/kernels_table.hpp"

namespace grandee::train {

namespace {

using Arch = xsimd::fma3<xsimd::avx2>;

#include "tools/train/kernels_simd.inl"

}  // namespace

const Kernels kAvx2Kernels = {"avx2", output, gradients, adamw};

}  // namespace grandee::train
