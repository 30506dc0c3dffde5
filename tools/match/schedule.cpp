#include "tools/match/schedule.hpp"

#include "base/assert.hpp"

namespace grandee::match {

Schedule::Schedule(std::size_t engines, bool gauntlet, std::size_t games_per_pairing)
    : games_(games_per_pairing) {
  for (std::size_t a = 0; a < (gauntlet ? 1 : engines); ++a)
    for (std::size_t b = a + 1; b < engines; ++b) pairings_.emplace_back(a, b);
}

PlannedGame Schedule::game(std::size_t number) const {
  GRANDEE_ASSERT(number < total());
  const std::size_t round = 2 * pairings_.size();
  const std::size_t place = number % round;
  PlannedGame game{number, place / 2, number / round, place % 2 == 1};
  // An odd last game of each pairing stands alone: no second games lie between them.
  if (game.pair == games_ / 2) {
    game.pairing = place;
    game.swapped = false;
  }
  return game;
}

std::size_t Schedule::white(const PlannedGame& game) const {
  const auto& [first, second] = pairings_[game.pairing];
  return game.swapped ? second : first;
}

std::size_t Schedule::black(const PlannedGame& game) const {
  const auto& [first, second] = pairings_[game.pairing];
  return game.swapped ? first : second;
}

std::size_t Schedule::partner(const PlannedGame& game) const {
  if (game.pair == games_ / 2) return total();
  return game.swapped ? game.number - 1 : game.number + 1;
}

}  // namespace grandee::match
