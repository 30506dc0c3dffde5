#include "search/time_manager.hpp"

#include <algorithm>

namespace grandee::search {

namespace {

// Moves the clock has to last for when it doesn't say: half of what an average game of 119 plies
// has.
constexpr std::int64_t kHorizon = 30;
constexpr std::int64_t kMaxHorizon = 40;
// Where the host takes more than a move brings, even instant moves use the clock up, and it has to
// last for nearly a whole game.
constexpr std::int64_t kLaggingHorizon = 50;

}  // namespace

std::optional<TimeManager::Bounds> TimeManager::bounds(const Limits& limits, Color side) {
  if (limits.move_time) {
    const std::int64_t whole = std::max<std::int64_t>(*limits.move_time - limits.move_overhead, 1);
    return Bounds{whole, whole, false};
  }
  if (!limits.has_clock(side)) return std::nullopt;
  const std::size_t c = static_cast<std::size_t>(index(side));
  const std::int64_t overhead = std::max(limits.move_overhead, limits.lag);
  const std::int64_t clock = std::max<std::int64_t>(*limits.time[c], 0);
  const std::int64_t increment = std::max<std::int64_t>(limits.increment[c], 0);
  // On a nearly empty clock the way of the move takes a share instead of the whole.
  const std::int64_t left = std::max({clock - overhead, clock / 3, std::int64_t{1}});
  // What can be spent until the horizon: every move to come brings its increment and costs its
  // overhead.
  const bool lagging = limits.lag > std::max(increment, limits.move_overhead);
  const std::int64_t moves = limits.moves_to_go > 0
                                 ? std::min<std::int64_t>(limits.moves_to_go, kMaxHorizon)
                             : lagging ? kLaggingHorizon
                                       : kHorizon;
  const std::int64_t usable =
      std::max(left + (moves - 1) * (increment - overhead), left / (lagging ? 8 : 3));
  // Even the last move of a session leaves something: on a busy machine a thread may wait for its
  // turn longer than the overhead.
  const std::int64_t last = left - left / 8;
  const std::int64_t soft = moves == 1 ? last : usable * 9 / (10 * moves);
  const std::int64_t hard = moves == 1 ? last : std::min(soft * 4, left * 2 / 3);
  Bounds bounds;
  bounds.hard_ms = std::clamp<std::int64_t>(hard, 1, left);
  bounds.soft_ms = std::clamp<std::int64_t>(soft, 1, bounds.hard_ms);
  bounds.scaled = limits.moves_to_go != 1;
  return bounds;
}

void TimeManager::start(const Limits& limits, Color side) {
  begin_ = Clock::now();
  counting_from_ = begin_;
  counting_from_node_ = 0;
  nodes_per_second_ = limits.nodes_per_second;
  bounds_ = bounds(limits, side);
}

void TimeManager::restart(std::uint64_t nodes) {
  counting_from_ = Clock::now();
  counting_from_node_ = nodes;
}

bool TimeManager::soft_bound_reached(const Iteration& iteration, std::uint64_t nodes) const {
  if (!bounds_) return false;
  const std::int64_t spent = counted_ms(nodes);
  if (!bounds_->scaled) return spent >= bounds_->soft_ms;
  if (iteration.single_move) return true;
  // Stable best move: down to 0.75; just changed: up to 1.35.
  const double stability = 1.35 - 0.075 * std::min(iteration.best_move_stable, 8);
  // Nearly all effort on one move: down to 0.6; spread out: up to 1.5.
  const double effort = std::clamp(1.65 - 1.1 * iteration.effort, 0.6, 1.5);
  const double trend = std::clamp(1.0 + iteration.score_drop / 150.0, 0.8, 1.5);
  const double target = static_cast<double>(bounds_->soft_ms) * stability * effort * trend;
  return static_cast<double>(spent) >= std::min(target, static_cast<double>(bounds_->hard_ms));
}

}  // namespace grandee::search
