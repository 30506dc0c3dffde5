// The choice of kernels at run time.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "nn/kernels_table.hpp"

namespace grandee::nn {

// What this processor and its operating system can run, the fastest first, scalar last.
const std::vector<const Kernels*>& usable_kernels();

// By name: scalar, sse41, avx2, avx512, neon.
Result<const Kernels*> find_kernels(std::string_view name);

// The fastest usable ones, or those the environment variable GRANDEE_KERNEL names. A name that
// can't be used is told on stderr, once, and ignored.
const Kernels& default_kernels();

}  // namespace grandee::nn
