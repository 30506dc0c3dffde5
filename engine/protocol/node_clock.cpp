#include "protocol/node_clock.hpp"

#include <algorithm>

namespace grandee::protocol {

void NodeClock::apply(search::Limits& limits, Color side, std::int64_t nodes_per_ms) {
  limits.nodes_per_second = nodes_per_ms * 1000;
  running_ = nullptr;
  if (!limits.has_clock(side)) return;
  const auto c = static_cast<std::size_t>(index(side));
  Side& own = sides_[c];
  running_ = &own;
  increment_ = std::max<std::int64_t>(limits.increment[c], 0) * nodes_per_ms;
  if (!own.left) {
    own.session = std::max<std::int64_t>(*limits.time[c], 0) * nodes_per_ms;
    own.left = own.session;
  } else if (limits.moves_to_go > own.moves_to_go) {
    *own.left += own.session;
  }
  own.moves_to_go = limits.moves_to_go;
  limits.time[c] = *own.left / nodes_per_ms;
}

void NodeClock::spend(std::uint64_t nodes) {
  if (running_ == nullptr) return;
  const std::int64_t left = *running_->left - static_cast<std::int64_t>(nodes) + increment_;
  running_->left = std::max<std::int64_t>(left, 0);
  running_ = nullptr;
}

}  // namespace grandee::protocol
