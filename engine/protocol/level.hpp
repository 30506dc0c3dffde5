// Weaker play. A level has a budget of nodes, which is the same on every machine, and a share of
// moves it doesn't see: anywhere in its search, long and unusual ones before short captures, so
// that it leaves men en prise, misses replies and walks into forks as people do, and errs more
// where more is going on.
#pragma once

#include <cstdint>

namespace grandee::protocol {

struct Level {
  std::uint64_t nodes = 0;
  int overlooked = 0;  // per mille of moves
};

inline constexpr int kLowestElo = 400;
inline constexpr int kHighestElo = 2800;
// This skill level and above is the full strength.
inline constexpr int kFullSkill = 20;

// Between the rows of one table; for kLowestElo to kHighestElo.
Level level_of_elo(int elo);
// Skill levels 0 to kFullSkill − 1 divide the same range evenly.
int elo_of_skill(int skill);

}  // namespace grandee::protocol
