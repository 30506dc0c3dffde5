#include "tools/match/adjudication.hpp"

#include <cstdlib>

#include "tools/match/key_values.hpp"

namespace grandee::match {

Result<DrawRule> parse_draw_rule(std::string_view text) {
  auto values = KeyValues::parse(text, "--draw");
  if (!values) return Error{values.error()};
  DrawRule rule;
  values->read("movenumber", rule.from_move);
  values->read("movecount", rule.moves);
  values->read("score", rule.score);
  if (const auto done = values->finish(); !done) return Error{done.error()};
  if (rule.moves < 1) return Error{"--draw: movecount must be at least 1"};
  return rule;
}

Result<ResignRule> parse_resign_rule(std::string_view text) {
  auto values = KeyValues::parse(text, "--resign");
  if (!values) return Error{values.error()};
  ResignRule rule;
  values->read("movecount", rule.moves);
  values->read("score", rule.score);
  values->read("twosided", rule.two_sided);
  if (const auto done = values->finish(); !done) return Error{done.error()};
  if (rule.moves < 1) return Error{"--resign: movecount must be at least 1"};
  return rule;
}

Adjudicator::Decision Adjudicator::add(Color side, int move_number,
                                       const std::optional<EngineScore>& score) {
  const auto own = static_cast<std::size_t>(index(side));
  const auto other = 1 - own;
  const auto count = [](int& counter, bool holds) { counter = holds ? counter + 1 : 0; };
  if (const auto& rule = rules_.draw) {
    count(level_[own],
          score && move_number >= rule->from_move && std::abs(score->centipawns()) <= rule->score);
    if (level_[0] >= rule->moves && level_[1] >= rule->moves) return Decision::Draw;
  }
  if (const auto& rule = rules_.resign) {
    count(losing_[own], score && score->centipawns() <= -rule->score);
    count(winning_[own], score && score->centipawns() >= rule->score);
    const auto lost = [&](std::size_t loser) {
      return losing_[loser] >= rule->moves &&
             (!rule->two_sided || winning_[1 - loser] >= rule->moves);
    };
    if (lost(own)) return side == Color::White ? Decision::BlackWins : Decision::WhiteWins;
    if (lost(other)) return side == Color::White ? Decision::WhiteWins : Decision::BlackWins;
  }
  return Decision::None;
}

}  // namespace grandee::match
