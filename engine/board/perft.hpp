// Perft: the number of move sequences of a length, the yardstick of move generation.
#pragma once

#include <cstdint>
#include <vector>

#include "board/position.hpp"

namespace grandee {

enum class PerftLeaves {
  List,  // list the moves of the last ply, as a search has to
  Count  // count them
};

std::uint64_t perft(const Position& position, int depth, PerftLeaves leaves = PerftLeaves::Count);

struct PerftEntry {
  Move move;
  std::uint64_t nodes = 0;
};
// By root move, in order of the 16-bit code; depth ≥ 1.
std::vector<PerftEntry> perft_divide(const Position& position, int depth,
                                     PerftLeaves leaves = PerftLeaves::Count);

}  // namespace grandee
