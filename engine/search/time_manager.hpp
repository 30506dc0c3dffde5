// How long to think. A soft bound, scaled after each iteration by how settled the search is, ends
// between iterations; a hard bound ends anywhere.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "search/limits.hpp"

namespace grandee::search {

class TimeManager {
 public:
  using Clock = std::chrono::steady_clock;

  struct Bounds {
    std::int64_t soft_ms = 0;  // to be scaled after each iteration, unless it equals a fixed time
    std::int64_t hard_ms = 0;
    bool scaled = false;  // a clock; a move time is used whole
  };
  // None if neither a clock of that side nor a move time is given.
  static std::optional<Bounds> bounds(const Limits& limits, Color side);

  // Starts the clock.
  void start(const Limits& limits, Color side);
  // The clock of a pondering search starts to count here, after so many nodes of all threads.
  void restart(std::uint64_t nodes);

  std::int64_t elapsed_ms() const { return ms_since(begin_); }
  // The search has a clock or a move time at all.
  bool limited() const { return bounds_.has_value(); }
  // Here and below: nodes of all threads since the search began.
  bool hard_bound_reached(std::uint64_t nodes) const {
    return bounds_ && counted_ms(nodes) >= bounds_->hard_ms;
  }

  // Half of the hard bound, before the search has counted a node.
  bool half_spent() const { return bounds_ && counted_ms(0) >= bounds_->hard_ms / 2; }

  struct Iteration {
    int best_move_stable = 0;  // iterations since the best move changed
    double effort = 0.5;       // share of the nodes spent on the best move, 0–1
    int score_drop = 0;        // centipawns below the average of earlier iterations
    bool single_move = false;  // nothing to choose
  };
  bool soft_bound_reached(const Iteration& iteration, std::uint64_t nodes) const;

 private:
  static std::int64_t ms_since(Clock::time_point t) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - t).count();
  }

  // By the clock that counts: the wall's, or the nodes'.
  std::int64_t counted_ms(std::uint64_t nodes) const {
    if (nodes_per_second_ == 0) return ms_since(counting_from_.load(std::memory_order_relaxed));
    const std::uint64_t counted = nodes - counting_from_node_.load(std::memory_order_relaxed);
    return static_cast<std::int64_t>(counted * 1000) / nodes_per_second_;
  }

  Clock::time_point begin_ = Clock::now();
  // Set by the thread that tells of the ponder hit while the search reads it.
  std::atomic<Clock::time_point> counting_from_ = begin_;
  std::atomic<std::uint64_t> counting_from_node_ = 0;
  std::int64_t nodes_per_second_ = 0;
  std::optional<Bounds> bounds_;
};

}  // namespace grandee::search
