// Scores as people and other programs read them. Here scores are White's unless said otherwise.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "board/score.hpp"
#include "board/types.hpp"

namespace grandee::analyse {

constexpr Score from_white(Score score, Color side) {
  return side == Color::White ? score : -score;
}
// Full moves to the mate, negative if Black mates, 0 if it stands on the board.
int mate_moves(Score mate_score);

// As in [%eval …]: pawns "0.35", "-1.20", or a mate "#3", "#-3" (Black mates).
std::string eval_text(Score white);
// For people: "+0.35", "-1.20", "0.00", "+#3", "-#3", "#" for a mate on the board.
std::string signed_text(Score white);
// {"cp": 35} or {"mate": -3}
nlohmann::ordered_json eval_json(Score white);

// The result to be expected, 0–1, from the side of the score: chance to win and half that to draw.
double expected_result(Score score);

}  // namespace grandee::analyse
