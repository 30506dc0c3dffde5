// Time controls as XBoard sets them: level, st, sd, time, otim, nps.
#pragma once

#include <cstdint>
#include <optional>

#include "protocol/xboard_input.hpp"
#include "search/limits.hpp"

namespace grandee::protocol {

class XBoardClock {
 public:
  // A new game: full clocks, no limit of depth, time by the wall clock.
  void reset();
  // Of level and st the last one counts.
  void set_level(const LevelCommand& level);
  void set_move_time(std::int64_t milliseconds);
  void set_depth(int depth) { depth_ = depth; }
  // Time is counted in nodes, so many a second; 0: by the wall clock.
  void set_node_rate(std::int64_t nodes_per_second) { node_rate_ = nodes_per_second; }
  // What is left on the clocks, milliseconds.
  void set_own(std::int64_t left) { own_ = left; }
  void set_other(std::int64_t left) { other_ = left; }

  std::int64_t own() const { return own_; }
  bool has_clock() const { return !move_time_; }
  // Limits of a search for that side.
  search::Limits limits(Color side) const;

  // The engine has moved after so long. Keeps the clock for hosts that don't tell it. Only moves it
  // thought about count towards the session: book moves that a host makes it play may not be in its
  // clock either, and to expect more moves than there are is safe.
  void moved(std::int64_t elapsed);
  // A move of the engine was taken back.
  void taken_back();

 private:
  LevelCommand level_{40, 5 * 60'000, 0};
  std::optional<std::int64_t> move_time_;
  std::optional<int> depth_;
  std::int64_t node_rate_ = 0;
  std::int64_t own_ = level_.base;
  std::int64_t other_ = level_.base;
  int moves_made_ = 0;  // in the session
};

}  // namespace grandee::protocol
