// Late move reductions: base + factor · ln(depth) · ln(move number), in 1/1024 ply.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "search/tunables.hpp"

namespace grandee::search {

namespace detail {

// ln(n) in 1/1024, by integers only so that every build gets the same table: log2 bit by bit, the
// squares kept in 1/2^30.
constexpr int fixed_log(std::uint64_t n) {
  int whole = 0;
  while (n >> (whole + 1) != 0) ++whole;
  std::uint64_t mantissa = (n << 30) >> whole;  // in [1, 2)
  std::uint64_t log2 = static_cast<std::uint64_t>(whole) << 20;
  for (int bit = 19; bit >= 0; --bit) {
    mantissa = mantissa * mantissa >> 30;
    if (mantissa >> 31 != 0) {
      mantissa >>= 1;
      log2 |= 1ull << bit;
    }
  }
  constexpr std::uint64_t kLn2 = 726817;  // ln 2 in 1/2^20
  return static_cast<int>(log2 * kLn2 >> 30);
}

inline constexpr auto kLog = [] {
  std::array<int, 256> table{};
  for (std::size_t i = 1; i < table.size(); ++i) table[i] = fixed_log(i);
  return table;
}();
static_assert(kLog[1] == 0 && kLog[2] == 709 && kLog[100] == 4715);

}  // namespace detail

inline int late_move_reduction(int depth, int move_number) {
  const int product =
      detail::kLog[static_cast<std::size_t>(depth)] *
      detail::kLog[static_cast<std::size_t>(move_number < 255 ? move_number : 255)] / 1024;
  return tune::kReductionBase + product * tune::kReductionFactor / 1024;
}

}  // namespace grandee::search
