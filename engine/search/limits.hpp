// What a search is asked to do. Plain input; times in milliseconds.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "board/position.hpp"

namespace grandee::search {

// The position to search and the keys of the game's earlier positions (oldest first, without the
// position itself), from which repetitions are known.
struct Root {
  Position position;
  std::vector<Key> earlier;
};

// Bounds for whoever reads limits from outside: far beyond any clock or machine, and small enough to
// be multiplied with each other.
inline constexpr std::int64_t kLongestTime = std::int64_t{1} << 40;  // milliseconds: 34 years
inline constexpr std::int64_t kMostNodesPerSecond = 10'000'000;

struct Limits {
  // Clock by colour; a missing clock is no limit. Negative time is treated as no time left.
  std::array<std::optional<std::int64_t>, 2> time;
  std::array<std::int64_t, 2> increment{};
  int moves_to_go = 0;  // 0: the clock has to last for the whole game
  std::optional<std::int64_t> move_time;
  std::int64_t move_overhead = 10;  // kept back from every clock for the way of the move
  std::int64_t lag = 0;             // what the clock lost on earlier moves besides, for each
  // Time is counted in nodes of the search, so many a second, and searches of one thread are
  // reproducible; 0: by the wall clock.
  std::int64_t nodes_per_second = 0;

  std::optional<int> depth;
  // Exact: the search stops at this node; a node is one make() of a move in search.
  std::optional<std::uint64_t> nodes;
  // No new iteration once this many nodes are searched.
  std::optional<std::uint64_t> soft_nodes;
  // Stop once a mate in at most this many moves is proven.
  std::optional<int> mate;
  bool infinite = false;  // only stop() ends it, even where nothing is left to search
  bool ponder = false;    // as infinite until ponder_hit()

  // Weaker play: so many of a thousand moves are overlooked, the long and unusual ones first, but
  // none that leaves a check. Which ones, the seed says.
  int overlooked = 0;
  std::uint64_t seed = 0;

  std::vector<Move> search_moves;  // legal at the root; empty: all
  int multi_pv = 1;

  bool has_clock(Color c) const { return time[static_cast<std::size_t>(index(c))].has_value(); }
};

}  // namespace grandee::search
