// What the fuzz targets share. Each target is one source file that defines LLVMFuzzerTestOneInput;
// with the preset `fuzz` libFuzzer calls it, elsewhere replay.cpp does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace grandee::fuzz {

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Ends the program where a property doesn't hold; that is how a target reports a fault.
inline void require(bool holds, std::string_view property, std::string_view input = {}) {
  if (holds) return;
  std::fputs(
      ("broken property: " + std::string(property) + ": '" + std::string(input) + "'\n").c_str(),
      stderr);
  std::abort();
}

}  // namespace grandee::fuzz
