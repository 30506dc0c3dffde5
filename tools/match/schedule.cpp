#include "tools/match/schedule.hpp"

#include <algorithm>

#include "base/assert.hpp"

namespace grandee::match {

namespace {

constexpr std::pair<Tournament, std::string_view> kTournaments[] = {
    {Tournament::RoundRobin, "roundrobin"},
    {Tournament::Gauntlet, "gauntlet"},
    {Tournament::Ladder, "ladder"}};

}  // namespace

std::string_view name_of(Tournament tournament) {
  for (const auto& [known, name] : kTournaments)
    if (known == tournament) return name;
  return "";
}

std::optional<Tournament> tournament_named(std::string_view name) {
  for (const auto& [tournament, known] : kTournaments)
    if (known == name) return tournament;
  return std::nullopt;
}

Schedule::Schedule(std::size_t engines, Tournament tournament, std::size_t games_per_pairing)
    : tournament_(tournament), games_(games_per_pairing) {
  const std::size_t firsts = tournament == Tournament::Gauntlet ? 1 : engines;
  for (std::size_t a = 0; a < firsts; ++a) {
    const std::size_t end = tournament == Tournament::Ladder ? std::min(a + 2, engines) : engines;
    for (std::size_t b = a + 1; b < end; ++b) pairings_.emplace_back(a, b);
  }
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
