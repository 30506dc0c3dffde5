// What a host takes from the engine's clock beyond the time of its searches: the way of the moves,
// the drawing of the board before the engine's answer is read (a tenth of a second in XBoard).
// Found by comparing the clocks that the host tells before two moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "search/limits.hpp"

namespace grandee::protocol {

class LagMeter {
 public:
  // A new game.
  void reset() { *this = LagMeter(); }
  // Before a search of that side after so many plies of the game: sets the limits' lag, the
  // milliseconds a move, a mean in which the last moves weigh most.
  void apply(search::Limits& limits, Color side, std::size_t plies);
  // The search has answered after so many milliseconds.
  void answered(std::int64_t elapsed_ms);

 private:
  struct Search {
    Color side = Color::White;
    std::size_t plies = 0;
    int moves_to_go = 0;
    std::int64_t clock = 0;                // as told, and what the move brings
    std::optional<std::int64_t> expected;  // the next clock to be told, were there no lag
  };
  void compare(const search::Limits& limits, Color side, std::size_t plies);

  std::optional<Search> last_;
  double mean_ = 0;
};

}  // namespace grandee::protocol
