#include "protocol/node_clock.hpp"

#include <algorithm>

namespace grandee::protocol {

namespace {

// However many sessions and increments come together.
constexpr std::int64_t kMostNodes = search::kLongestTime * (search::kMostNodesPerSecond / 1000);

std::int64_t as_nodes(std::int64_t milliseconds, std::int64_t nodes_per_ms) {
  return std::clamp<std::int64_t>(milliseconds, 0, search::kLongestTime) * nodes_per_ms;
}

}  // namespace

void NodeClock::apply(search::Limits& limits, Color side, std::int64_t nodes_per_ms) {
  limits.nodes_per_second = nodes_per_ms * 1000;
  running_ = nullptr;
  if (!limits.has_clock(side)) return;
  const auto c = static_cast<std::size_t>(index(side));
  Side& own = sides_[c];
  running_ = &own;
  increment_ = as_nodes(limits.increment[c], nodes_per_ms);
  if (!own.left) {
    own.session = as_nodes(*limits.time[c], nodes_per_ms);
    own.left = own.session;
  } else if (limits.moves_to_go > own.moves_to_go) {
    own.left = std::min(*own.left + own.session, kMostNodes);
  }
  own.moves_to_go = limits.moves_to_go;
  limits.time[c] = *own.left / nodes_per_ms;
}

void NodeClock::spend(std::uint64_t nodes) {
  if (running_ == nullptr) return;
  const std::int64_t left = *running_->left - static_cast<std::int64_t>(nodes) + increment_;
  running_->left = std::clamp<std::int64_t>(left, 0, kMostNodes);
  running_ = nullptr;
}

}  // namespace grandee::protocol
