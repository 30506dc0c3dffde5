#include "tools/train/kernels.hpp"

#include <string>

namespace grandee::train {

namespace {

std::vector<const Kernels*> detect() {
  std::vector<const Kernels*> usable;
#if defined(__x86_64__)
  __builtin_cpu_init();
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq"))
    usable.push_back(&kAvx512Kernels);
  if (avx2) usable.push_back(&kAvx2Kernels);
#endif
  usable.push_back(&kPlainKernels);
  return usable;
}

}  // namespace

const std::vector<const Kernels*>& usable_kernels() {
  static const std::vector<const Kernels*> usable = detect();
  return usable;
}

Result<const Kernels*> find_kernels(std::string_view name) {
  if (name == "auto") return usable_kernels().front();
  std::string names = "auto";
  for (const Kernels* kernels : usable_kernels()) {
    if (kernels->name == name) return kernels;
    names += ", ";
    names += kernels->name;
  }
  return Error{"kernels '" + std::string(name) + "' can't run here, expected one of " + names};
}

}  // namespace grandee::train
