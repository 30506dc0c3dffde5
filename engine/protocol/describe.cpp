#include "protocol/describe.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "protocol/wdl.hpp"

namespace grandee::protocol {

std::string_view color_name(Color color) {
  return color == Color::White ? "White" : "Black";
}

std::string format_pawns(Score score) {
  const std::string_view sign = score == 0 ? "" : score > 0 ? "+" : "-";
  return fmt::format("{}{}.{:02}", sign, std::abs(score) / 100, std::abs(score) % 100);
}

std::string describe_position(const Game& game, Letters letters) {
  const Position& position = game.position();
  std::string text = draw_board(position, letters);
  text +=
      fmt::format("FEN: {}\nKey: {:016x}\nChecks from:", to_fen(position, letters), position.key());
  for_each(position.checkers(), [&](Square s) { text.append(" ").append(square_name(s)); });
  if (!position.in_check()) text += " -";
  const Outcome outcome = game.outcome();
  if (outcome != Outcome::Ongoing) text += fmt::format("\nGame over: {}", describe(outcome));
  return text;
}

std::string describe_score(const Position& position, Score score) {
  const Score white = position.side_to_move() == Color::White ? score : -score;
  const std::string_view better = color_name(white > 0 ? Color::White : Color::Black);
  const int size = std::abs(score);
  if (is_mate_score(score)) return fmt::format("{} mates in {}", better, (kMate - size + 1) / 2);
  struct Grade {
    double below;  // the better side's expected result
    std::string_view words;
  };
  constexpr Grade kGrades[] = {
      {0.65, "is slightly better"}, {0.8, "is better"}, {0.95, "is much better"}};
  const WdlModel model(position);
  const std::string pawns = format_pawns(model.shown(white));
  const double expected = model.chances(size).expected();
  if (expected < 0.55) return fmt::format("The sides are about equal ({})", pawns);
  for (const Grade& grade : kGrades)
    if (expected < grade.below) return fmt::format("{} {} ({})", better, grade.words, pawns);
  return fmt::format("{} is winning ({})", better, pawns);
}

std::string describe_line(const Position& position, const std::vector<Move>& moves,
                          Letters letters) {
  std::string text;
  Position at = position;
  for (const Move move : moves) {
    const bool white = at.side_to_move() == Color::White;
    if (!text.empty()) text += ' ';
    if (white || text.empty()) text += fmt::format("{}{} ", at.move_number(), white ? "." : "...");
    text += to_san(at, move, {letters, RankBase::One});
    at.make(move);
  }
  return text;
}

}  // namespace grandee::protocol
