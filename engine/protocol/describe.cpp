#include "protocol/describe.hpp"

#include <fmt/format.h>

#include <cstdlib>

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

std::string describe_score(Score score, Color side_to_move) {
  const Score white = side_to_move == Color::White ? score : -score;
  const std::string_view better = color_name(white > 0 ? Color::White : Color::Black);
  const int size = std::abs(score);
  if (is_mate_score(score)) return fmt::format("{} mates in {}", better, (kMate - size + 1) / 2);
  struct Grade {
    int below;  // centipawns
    std::string_view words;
  };
  constexpr Grade kGrades[] = {{90, "is slightly better"},
                               {250, "is better"},
                               {500, "is much better"},
                               {kMate, "is winning"}};
  if (size < 30) return fmt::format("The sides are about equal ({})", format_pawns(white));
  for (const Grade& grade : kGrades)
    if (size < grade.below)
      return fmt::format("{} {} ({})", better, grade.words, format_pawns(white));
  return "";
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
