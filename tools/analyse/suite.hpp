// What a position of a test suite asks for, and whether an answer meets it.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "board/score.hpp"
#include "tools/common/epd.hpp"

namespace grandee::analyse {

struct SuiteGoal {
  std::vector<Move> best;                    // bm: one of these
  std::vector<Move> avoid;                   // am: none of these
  std::optional<int> mate;                   // dm: a mate in at most so many moves, announced
  std::vector<std::pair<Move, int>> points;  // c0 "d3d5=10, e3e5=4"

  // For the best answer: that of the best of `points`, else one for each of bm, am and dm.
  int max_points() const;
  int points_for(Move move, Score score) const;
  // Every demand is met; of a position with points alone, that the answer brings the most.
  bool met_by(Move move, Score score) const;
};

// Moves in UCI form or SAN. An error if nothing is asked for, or what is can't be read.
Result<SuiteGoal> parse_goal(const tools::EpdRecord& record);

}  // namespace grandee::analyse
