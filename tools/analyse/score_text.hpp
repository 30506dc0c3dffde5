// Scores as people and other programs read them: White's and in the protocols' unit
// (protocol/wdl.hpp) unless said otherwise.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "board/position.hpp"
#include "board/score.hpp"

namespace grandee::analyse {

constexpr Score from_white(Score score, Color side) {
  return side == Color::White ? score : -score;
}
// What a search said of the position, from its side to move and in its own unit, as it is shown.
Score shown_white(const Position& position, Score score);
// Full moves to the mate, negative if Black mates, 0 if it stands on the board.
int mate_moves(Score mate_score);

// As in [%eval …]: pawns "0.35", "-1.20", or a mate "#3", "#-3" (Black mates).
std::string eval_text(Score white);
// For people: "+0.35", "-1.20", "0.00", "+#3", "-#3", "#" for a mate on the board.
std::string signed_text(Score white);
// {"cp": 35} or {"mate": -3}
nlohmann::ordered_json eval_json(Score white);

// The result to be expected, 0–1, where a search said that of the position, for its side to move.
double expected_result(const Position& position, Score score);

}  // namespace grandee::analyse
