#include "protocol/divide.hpp"

#include <algorithm>
#include <string>

#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "board/perft.hpp"

namespace grandee::protocol {

namespace {

// Below this depth a perft is over in a few milliseconds and need not look at the token.
constexpr int kShortDepth = 3;

std::optional<std::uint64_t> stoppable_perft(const Position& position, int depth,
                                             const std::stop_token& token) {
  if (token.stop_requested()) return std::nullopt;
  if (depth <= kShortDepth) return perft(position, depth);
  MoveList moves;
  generate_legal(position, moves);
  std::uint64_t nodes = 0;
  for (const Move m : moves) {
    Position next = position;
    next.make(m);
    const auto below = stoppable_perft(next, depth - 1, token);
    if (!below) return std::nullopt;
    nodes += *below;
  }
  return nodes;
}

}  // namespace

std::optional<std::uint64_t> divide(const Position& position, int depth, std::stop_token token,
                                    const std::function<void(std::string_view)>& write) {
  if (depth == 0) return 1;
  MoveList moves;
  generate_legal(position, moves);
  std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.code() < b.code(); });
  std::uint64_t nodes = 0;
  for (const Move m : moves) {
    Position next = position;
    next.make(m);
    const auto below = stoppable_perft(next, depth - 1, token);
    if (!below) return std::nullopt;
    write(to_uci(m) + ": " + std::to_string(*below));
    nodes += *below;
  }
  return nodes;
}

}  // namespace grandee::protocol
