#include "protocol/level.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace grandee::protocol {

namespace {

struct Row {
  int elo;
  double nodes;
  double overlooked;
};

// Spaced by matches of neighbouring rows against each other, of 20 to 60 games each: the upper
// steps are rough, and all of them stretched, as they are whenever an engine meets itself.
constexpr Row kRows[] = {
    {kLowestElo, 20, 700}, {600, 50, 520},     {770, 150, 360},
    {1020, 500, 230},      {1420, 2'000, 130}, {1930, 8'000, 60},
    {2300, 30'000, 25},    {2580, 120'000, 8}, {kHighestElo, 500'000, 0},
};

}  // namespace

Level level_of_elo(int elo) {
  const int wanted = std::clamp(elo, kLowestElo, kHighestElo);
  const Row* above = std::find_if(std::begin(kRows) + 1, std::end(kRows) - 1,
                                  [&](const Row& row) { return row.elo >= wanted; });
  const Row& below = *(above - 1);
  const double share = static_cast<double>(wanted - below.elo) / (above->elo - below.elo);
  // Strength grows with the logarithm of the nodes.
  const double nodes = below.nodes * std::pow(above->nodes / below.nodes, share);
  const double overlooked = below.overlooked + share * (above->overlooked - below.overlooked);
  return {static_cast<std::uint64_t>(std::lround(nodes)),
          static_cast<int>(std::lround(overlooked))};
}

int elo_of_skill(int skill) {
  return kLowestElo +
         (kHighestElo - kLowestElo) * std::clamp(skill, 0, kFullSkill - 1) / (kFullSkill - 1);
}

}  // namespace grandee::protocol
