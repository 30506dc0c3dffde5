#include "protocol/lag.hpp"

#include <algorithm>
#include <cmath>

namespace grandee::protocol {

namespace {

constexpr double kWeight = 0.25;
// Longer delays are no habit of a host: a sleeping laptop, a stopped process.
constexpr std::int64_t kLongest = 1000;

}  // namespace

void LagMeter::apply(search::Limits& limits, Color side, std::size_t plies) {
  compare(limits, side, plies);
  limits.lag = std::lround(mean_);
}

void LagMeter::compare(const search::Limits& limits, Color side, std::size_t plies) {
  const bool counts =
      limits.has_clock(side) && !limits.move_time && !limits.ponder && limits.nodes_per_second == 0;
  if (!counts) {
    last_.reset();
    return;
  }
  const auto c = static_cast<std::size_t>(index(side));
  // Another session brings time, and a move taken back makes the clocks tell nothing.
  if (last_ && last_->expected && last_->side == side && last_->plies + 2 == plies &&
      limits.moves_to_go <= last_->moves_to_go) {
    const std::int64_t lag = std::max<std::int64_t>(*last_->expected - *limits.time[c], 0);
    if (lag <= kLongest) mean_ += kWeight * (static_cast<double>(lag) - mean_);
  }
  last_ = Search{side, plies, limits.moves_to_go, *limits.time[c] + limits.increment[c], {}};
}

void LagMeter::answered(std::int64_t elapsed_ms) {
  if (last_) last_->expected = last_->clock - elapsed_ms;
}

}  // namespace grandee::protocol
