// A clock that counts nodes of the search instead of time ("nodestime"), for games that repeat to
// the node with one thread. What the host's clock shows depends on the machine, so it is taken once
// a game and then kept by the nodes spent.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "search/limits.hpp"

namespace grandee::protocol {

class NodeClock {
 public:
  // A new game.
  void reset() { sides_ = {}; }
  // Replaces the clock of that side by its own, at so many nodes a millisecond.
  void apply(search::Limits& limits, Color side, std::int64_t nodes_per_ms);
  // The search that `apply` was called for is over.
  void spend(std::uint64_t nodes);

 private:
  struct Side {
    std::optional<std::int64_t> left;  // nodes
    std::int64_t session = 0;          // nodes that a new session brings
    int moves_to_go = 0;
  };
  std::array<Side, 2> sides_;
  Side* running_ = nullptr;
  std::int64_t increment_ = 0;  // nodes
};

}  // namespace grandee::protocol
