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
  // The clock of a pondering search starts to count here.
  void restart();

  std::int64_t elapsed_ms() const { return ms_since(begin_); }
  // The search has a clock or a move time at all.
  bool limited() const { return bounds_.has_value(); }
  bool hard_bound_reached() const { return bounds_ && counted_ms() >= bounds_->hard_ms; }

  struct Iteration {
    int best_move_stable = 0;  // iterations since the best move changed
    double effort = 0.5;       // share of the nodes spent on the best move, 0–1
    int score_drop = 0;        // centipawns below the average of earlier iterations
    bool single_move = false;  // nothing to choose
  };
  bool soft_bound_reached(const Iteration& iteration) const;

 private:
  static std::int64_t ms_since(Clock::time_point t) {
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - t).count();
  }

  std::int64_t counted_ms() const {
    return ms_since(counting_from_.load(std::memory_order_relaxed));
  }

  Clock::time_point begin_ = Clock::now();
  // Set by the thread that tells of the ponder hit while the search reads it.
  std::atomic<Clock::time_point> counting_from_ = begin_;
  std::optional<Bounds> bounds_;
};

}  // namespace grandee::search
