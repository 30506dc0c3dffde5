#include "tools/analyse/score_text.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "protocol/wdl.hpp"

namespace grandee::analyse {

Score shown_white(const Position& position, Score score) {
  return from_white(protocol::WdlModel(position).shown(score), position.side_to_move());
}

int mate_moves(Score mate_score) {
  const int moves = (kMate - std::abs(mate_score) + 1) / 2;
  return mate_score > 0 ? moves : -moves;
}

std::string eval_text(Score white) {
  if (is_mate_score(white)) return fmt::format("#{}", mate_moves(white));
  return fmt::format("{}{}.{:02}", white < 0 ? "-" : "", std::abs(white) / 100,
                     std::abs(white) % 100);
}

std::string signed_text(Score white) {
  if (std::abs(white) == kMate) return "#";
  if (is_mate_score(white))
    return fmt::format("{}#{}", white > 0 ? '+' : '-', std::abs(mate_moves(white)));
  return white > 0 ? "+" + eval_text(white) : eval_text(white);
}

nlohmann::ordered_json eval_json(Score white) {
  if (is_mate_score(white)) return {{"mate", mate_moves(white)}};
  return {{"cp", white}};
}

double expected_result(const Position& position, Score score) {
  return protocol::WdlModel(position).chances(score).expected();
}

}  // namespace grandee::analyse
