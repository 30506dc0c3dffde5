#include <math.h>

#include <xsimd/xsimd.hpp>

#include "tools/train/kernels_table.hpp"

namespace grandee::train {

namespace {

using Arch = xsimd::avx512dq;

#include "tools/train/kernels_simd.inl"

}  // namespace

const Kernels kAvx512Kernels = {"avx512", output, gradients, adamw};

}  // namespace grandee::train
