#include "protocol/xboard_input.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/quotes.hpp"
#include "board/notation.hpp"
#include "protocol/text.hpp"

namespace grandee::protocol {

namespace {

constexpr std::int64_t kLongestSeconds = 1'000'000'000;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The digits at the start of the text, which are removed; at most kLongestSeconds.
std::int64_t take_digits(std::string_view& text) {
  std::int64_t value = 0;
  while (!text.empty() && is_digit(text[0])) {
    value = std::min(value * 10 + (text[0] - '0'), kLongestSeconds);
    text.remove_prefix(1);
  }
  return value;
}

bool has_digit_at(std::string_view text, std::size_t i) {
  return i < text.size() && is_digit(text[i]);
}

// "5", "0:30", "25+5" → milliseconds.
Result<std::int64_t> parse_base(std::string_view text) {
  const std::string_view whole = text;
  if (!has_digit_at(text, 0))
    return Error{"base time " + in_quotes(whole) + " is not MIN or MIN:SEC"};
  std::int64_t seconds = 60 * take_digits(text);
  if (!text.empty() && text[0] == ':' && has_digit_at(text, 1)) {
    text.remove_prefix(1);
    seconds += take_digits(text);
  }
  return std::min(seconds, kLongestSeconds) * 1000;
}

// The square passed over by the double step on that file, seen from the side that may capture.
Square passed_square(const PositionSetup& setup, int file) {
  const bool white = setup.side_to_move == Color::White;
  // The enemy pawn stands on its fifth rank and came over its fourth.
  const int rank = white ? 6 : 3;
  const int pawn_rank = white ? 5 : 4;
  const int start_rank = white ? 7 : 2;
  const auto at = [&](int r) {
    return setup.board[static_cast<std::size_t>(make_square(file, r))];
  };
  const bool possible = at(pawn_rank) == make_piece(~setup.side_to_move, PieceType::Pawn) &&
                        at(rank) == Piece::None && at(start_rank) == Piece::None;
  return possible ? make_square(file, rank) : kNoSquare;
}

}  // namespace

Result<std::int64_t> parse_seconds(std::string_view text) {
  std::string_view rest = text;
  const bool good = has_digit_at(rest, 0) || (has_digit_at(rest, 1) && rest[0] == '.');
  std::int64_t milliseconds = 1000 * take_digits(rest);
  if (!rest.empty() && (rest[0] == '.' || rest[0] == ',')) {
    rest.remove_prefix(1);
    for (std::int64_t unit = 100; has_digit_at(rest, 0); unit /= 10) {
      milliseconds += unit * (rest[0] - '0');
      rest.remove_prefix(1);
    }
  }
  if (!good || !rest.empty()) return Error{in_quotes(text) + " is not a number of seconds"};
  return milliseconds;
}

Result<std::int64_t> parse_clock(std::string_view text) {
  const auto centiseconds = parse_integer(text);
  if (!centiseconds) return Error{in_quotes(text) + " is not a number of centiseconds"};
  return 10 * std::clamp<std::int64_t>(*centiseconds, 0, 100 * kLongestSeconds);
}

Result<LevelCommand> parse_level(std::string_view arguments) {
  const auto words = split_words(arguments);
  if (words.size() < 3)
    return Error{"level needs moves, base time and increment, found " +
                 std::to_string(words.size()) + " of 3"};
  LevelCommand level;
  const auto moves = parse_integer(words[0]);
  if (!moves || *moves < 0) return Error{"level: moves " + in_quotes(words[0]) + " are no number"};
  level.moves = static_cast<int>(std::min<std::int64_t>(*moves, 10'000));
  const auto base = parse_base(words[1]);
  if (!base) return Error{"level: " + base.error()};
  level.base = *base;
  const auto increment = parse_seconds(words[2]);
  if (!increment) return Error{"level: increment " + increment.error()};
  level.increment = *increment;
  return level;
}

Result<Position> parse_xboard_fen(std::string_view text) {
  auto words = split_words(text);
  if (words.empty()) return Error{"the FEN is empty"};
  std::string_view board = words[0];
  board = board.substr(0, board.find('['));
  std::string fen = std::string(board) + " " + std::string(words.size() > 1 ? words[1] : "w");
  int ep_file = -1;
  std::string counters;
  for (std::size_t i = 2; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (is_digit(word[0])) {
      counters += " " + std::string(word);
    } else if (!counters.empty() || i > 3) {
      return Error{"FEN field " + in_quotes(word) + " is not expected there"};
    } else if (word[0] >= 'a' && word[0] <= 'j' && has_digit_at(word, 1)) {
      ep_file = word[0] - 'a';
    } else if (word != "-") {
      return Error{"FEN field " + in_quotes(word) +
                   " is neither '-' nor an en passant square nor a counter"};
    }
  }
  auto position = parse_fen(fen + " - -" + counters);
  if (!position || ep_file < 0) return position;
  PositionSetup setup = position->setup();
  setup.ep_square = passed_square(setup, ep_file);
  return Position::from_setup(setup);
}

Result<Move> parse_xboard_move(const Position& position, std::string_view text) {
  std::string_view move = text;
  if (!move.empty() && move.back() == '=') move.remove_suffix(1);
  return parse_san(position, move, {Letters::AC, RankBase::Zero});
}

}  // namespace grandee::protocol
