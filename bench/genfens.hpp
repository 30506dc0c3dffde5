// Starting positions for data generators and test farms, in the form that OpenBench asks for.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace grandee::bench {

struct GenfensSettings {
  std::uint64_t count = 0;
  std::uint64_t seed = 0;
  std::string book;  // a file of FEN or EPD lines; empty: the start position
};

// Reads "N seed S book B", where "None" is no book. Words that follow are ignored, as the form has
// it: they are for particular engines.
Result<GenfensSettings> parse_genfens(std::string_view arguments);

// Writes "info string genfens FEN" for each position: 8 or 9 random plies from the start, or 2 or 3
// from a random line of the book, where a short search finds neither side ahead by more than four
// pawns. The same settings give the same positions.
Result<Ok> generate_positions(const GenfensSettings& settings,
                              const std::function<void(std::string_view)>& write);

}  // namespace grandee::bench
