#include "protocol/xboard_clock.hpp"

#include <algorithm>

namespace grandee::protocol {

void XBoardClock::reset() {
  own_ = other_ = level_.base;
  moves_made_ = 0;
  depth_.reset();
  node_rate_ = 0;
}

void XBoardClock::set_level(const LevelCommand& level) {
  level_ = level;
  move_time_.reset();
  own_ = other_ = level.base;
  moves_made_ = 0;
}

void XBoardClock::set_move_time(std::int64_t milliseconds) {
  move_time_ = milliseconds;
}

search::Limits XBoardClock::limits(Color side) const {
  search::Limits limits;
  limits.depth = depth_;
  limits.nodes_per_second = node_rate_;
  if (move_time_) {
    limits.move_time = std::max<std::int64_t>(*move_time_, 1);
    return limits;
  }
  const auto own = static_cast<std::size_t>(index(side));
  limits.time[own] = own_;
  limits.time[1 - own] = other_;
  limits.increment = {level_.increment, level_.increment};
  if (level_.moves > 0) limits.moves_to_go = level_.moves - moves_made_;
  return limits;
}

void XBoardClock::moved(std::int64_t elapsed) {
  if (move_time_) return;
  own_ += level_.increment - elapsed;
  if (level_.moves == 0 || ++moves_made_ < level_.moves) return;
  moves_made_ = 0;
  own_ += level_.base;
}

void XBoardClock::taken_back() {
  moves_made_ = std::max(moves_made_ - 1, 0);
}

}  // namespace grandee::protocol
