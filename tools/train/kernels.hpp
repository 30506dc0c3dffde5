// The choice of training kernels at run time.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "tools/train/kernels_table.hpp"

namespace grandee::train {

// What this processor and its operating system can run, the fastest first, plain loops last.
const std::vector<const Kernels*>& usable_kernels();

// By name: plain, avx2, avx512; "auto" is the fastest.
Result<const Kernels*> find_kernels(std::string_view name);

}  // namespace grandee::train
