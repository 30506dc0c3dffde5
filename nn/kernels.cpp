#include "nn/kernels.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace grandee::nn {

namespace {

// The compiler's run-time check looks at the processor and, through XGETBV, at what the operating
// system saves.
std::vector<const Kernels*> detect() {
  std::vector<const Kernels*> usable;
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq"))
    usable.push_back(&kAvx512Kernels);
  if (__builtin_cpu_supports("avx2")) usable.push_back(&kAvx2Kernels);
  if (__builtin_cpu_supports("sse4.1")) usable.push_back(&kSse41Kernels);
#endif
#if defined(__aarch64__)
  // Every such processor has it.
  usable.push_back(&kNeonKernels);
#endif
  usable.push_back(&kScalarKernels);
  return usable;
}

const Kernels& choose() {
  const char* wanted = std::getenv("GRANDEE_KERNEL");
  if (wanted == nullptr) return *usable_kernels().front();
  const auto found = find_kernels(wanted);
  if (found) return **found;
  std::fprintf(stderr, "GRANDEE_KERNEL: %s\n", found.error().c_str());
  return *usable_kernels().front();
}

}  // namespace

const std::vector<const Kernels*>& usable_kernels() {
  static const std::vector<const Kernels*> usable = detect();
  return usable;
}

Result<const Kernels*> find_kernels(std::string_view name) {
  std::string names;
  for (const Kernels* kernels : usable_kernels()) {
    if (kernels->name == name) return kernels;
    names += names.empty() ? "" : ", ";
    names += kernels->name;
  }
  return Error{"kernels '" + std::string(name) + "' can't run here, expected one of " + names};
}

const Kernels& default_kernels() {
  static const Kernels& chosen = choose();
  return chosen;
}

}  // namespace grandee::nn
