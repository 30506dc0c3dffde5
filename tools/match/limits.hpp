// What an engine may spend on a move or a game.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace grandee::match {

using Duration = std::chrono::nanoseconds;

// "40/5+0.05": 5 s for every 40 moves and 0.05 s for each. No moves: 5 s for the whole game.
struct TimeControl {
  int moves = 0;
  Duration base{};
  Duration increment{};
};

// At least one is set; those that are set hold together.
struct Limits {
  std::optional<TimeControl> clock;
  std::optional<Duration> move_time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;

  bool any() const { return clock || move_time || nodes || depth; }
  // Does the time of day play no part?
  bool deterministic() const { return any() && !clock && !move_time; }
};

// Seconds, or minutes:seconds, with a fraction; "40/1:30+0.5".
Result<TimeControl> parse_time_control(std::string_view text);
// As PGN's TimeControl tag has it: "40/5+0.05"; "-" without a clock.
std::string to_string(const TimeControl& control);
// "1+0.01", "5000 nodes", "depth 8", "0.1 s a move", or several of them.
std::string describe(const Limits& limits);

// One side's clock.
class Clock {
 public:
  explicit Clock(TimeControl control) : control_(control), left_(control.base) {}
  // What is left for the side's next move.
  Duration left() const { return left_; }
  // Moves up to the next addition of time, this one included; 0 if there is none.
  int moves_to_go() const { return control_.moves == 0 ? 0 : control_.moves - made_; }
  const TimeControl& control() const { return control_; }
  // Takes the time of a move and adds what the control gives for it.
  void spend(Duration used);

 private:
  TimeControl control_;
  Duration left_;
  int made_ = 0;  // since time was last added
};

}  // namespace grandee::match
