// Which games are played: pairs with colours swapped, every pairing once a round.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace grandee::match {

struct PlannedGame {
  std::size_t number = 0;   // from 0, over the whole match
  std::size_t pairing = 0;  // index into Schedule::pairings()
  std::size_t pair = 0;     // number of the pair within its pairing, which chooses the opening
  bool swapped = false;     // the second game of the pair: the pairing's second engine is White
};

// Every two engines; the first one against each other; each one against the next.
enum class Tournament { RoundRobin, Gauntlet, Ladder };

std::string_view name_of(Tournament tournament);
std::optional<Tournament> tournament_named(std::string_view name);

class Schedule {
 public:
  Schedule(std::size_t engines, Tournament tournament, std::size_t games_per_pairing);

  Tournament tournament() const { return tournament_; }
  // Engine numbers, the lower first.
  const std::vector<std::pair<std::size_t, std::size_t>>& pairings() const { return pairings_; }
  std::size_t total() const { return pairings_.size() * games_; }
  // A longer schedule of the same engines starts with the same games.
  PlannedGame game(std::size_t number) const;
  std::size_t white(const PlannedGame& game) const;
  std::size_t black(const PlannedGame& game) const;
  // The number of the pair's other game, which may lie beyond the end.
  std::size_t partner(const PlannedGame& game) const;

 private:
  std::vector<std::pair<std::size_t, std::size_t>> pairings_;
  Tournament tournament_;
  std::size_t games_;
};

}  // namespace grandee::match
