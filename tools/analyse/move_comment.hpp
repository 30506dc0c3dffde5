// What the comment of a move holds for programs: commands such as [%clk 0:01:30], and the scores
// and times that hosts of engines write.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "board/score.hpp"
#include "board/types.hpp"

namespace grandee::analyse {

struct MoveComment {
  std::optional<Score> eval;  // White's view: of [%eval …], else of a score such as "+1.46/10"
  std::string clock;          // left after the move, as it stands in [%clk …]
  std::string elapsed;        // spent on the move: of [%emt …], else of a time such as "0.047s"
  std::string text;           // all the rest, other commands included
  std::string prose;          // of that what is for people: without scores and times of hosts
};

// Scores of hosts are the mover's.
MoveComment parse_move_comment(std::string_view comment, Color mover);

// "0:00:12.5"
std::string clock_text(double seconds);

}  // namespace grandee::analyse
