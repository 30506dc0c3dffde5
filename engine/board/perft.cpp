#include "board/perft.hpp"

#include <algorithm>

#include "board/movegen.hpp"

namespace grandee {

std::uint64_t perft(const Position& position, int depth, PerftLeaves leaves) {
  if (depth == 0) return 1;
  if (depth == 1 && leaves == PerftLeaves::Count) return count_legal(position);
  MoveList moves;
  generate_legal(position, moves);
  if (depth == 1) return moves.size();
  std::uint64_t nodes = 0;
  for (const Move m : moves) {
    Position next = position;
    next.make(m);
    nodes += perft(next, depth - 1, leaves);
  }
  return nodes;
}

std::vector<PerftEntry> perft_divide(const Position& position, int depth, PerftLeaves leaves) {
  MoveList moves;
  generate_legal(position, moves);
  std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.code() < b.code(); });
  std::vector<PerftEntry> entries;
  for (const Move m : moves) {
    Position next = position;
    next.make(m);
    entries.push_back({m, perft(next, depth - 1, leaves)});
  }
  return entries;
}

}  // namespace grandee
