#include "tools/common/pgn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace grandee::tools {

namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";
constexpr std::string_view kResults[] = {"1-0", "0-1", "1/2-1/2", "*"};
constexpr std::size_t kColumns = 80;
constexpr int kDeepestVariation = 100;

bool is_result(std::string_view word) {
  return std::find(std::begin(kResults), std::end(kResults), word) != std::end(kResults);
}

struct MoveTextError {
  std::size_t position;
  std::string what;
};

// Reads the move text of one game, from a position in the text.
class MoveText {
 public:
  MoveText(std::string_view text, std::size_t position, SanStyle style)
      : text_(text), at_(position), style_(style) {}

  // On success at() is behind the result, or where the next game's tags start.
  bool read(PgnGame& game) { return read_line(game.start, game.line, &game, 0); }
  std::size_t at() const { return at_; }
  const MoveTextError& error() const { return error_; }

 private:
  bool fail(std::size_t position, std::string what) {
    error_ = {position, std::move(what)};
    return false;
  }

  // Comments to the end of the line, and lines a '%' starts, are passed over with the blanks.
  void skip_blanks() {
    while (at_ < text_.size()) {
      const bool line_start = at_ == 0 || text_[at_ - 1] == '\n';
      if (text_[at_] == ';' || (text_[at_] == '%' && line_start))
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (kBlanks.find(text_[at_]) != std::string_view::npos)
        ++at_;
      else
        break;
    }
  }

  bool read_comment(PgnLine& line) {
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) return fail(at_, "a comment is not closed");
    std::string words;
    std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    while (!inside.empty()) {
      inside.remove_prefix(std::min(inside.find_first_not_of(kBlanks), inside.size()));
      const std::size_t length = std::min(inside.find_first_of(kBlanks), inside.size());
      if (length > 0) words += (words.empty() ? "" : " ") + std::string(inside.substr(0, length));
      inside.remove_prefix(length);
    }
    std::string& target = line.moves.empty() ? line.comment : line.moves.back().comment;
    target += (target.empty() || words.empty() ? "" : " ") + words;
    at_ = end + 1;
    return true;
  }

  std::string_view take_word() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n\v\f(){}[];$", at_), text_.size());
    const std::string_view word = text_.substr(at_, end - at_);
    at_ = end;
    return word;
  }

  bool read_glyph(PgnLine& line) {
    const std::size_t start = at_++;
    const std::string_view word = take_word();
    int glyph = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), glyph);
    if (code != std::errc{} || end != word.data() + word.size())
      return fail(start, "'$' is not followed by a number");
    if (!line.moves.empty()) line.moves.back().glyphs.push_back(glyph);
    return true;
  }

  // Removes "!?" and the like from a word and gives their glyph, 0 if there is none.
  static int take_mark(std::string_view& word) {
    const std::size_t end = word.find_last_not_of("!?") + 1;
    const std::string_view mark = word.substr(end);
    constexpr std::string_view kMarks[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    for (int i = 1; i < 7; ++i) {
      if (kMarks[i] != mark) continue;
      word = word.substr(0, end);
      return i;
    }
    return 0;
  }

  // "12." or "12..." before a move, perhaps joined to it.
  static void drop_move_number(std::string_view& word) {
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    if (digits == word.size() || word[digits] == '.')
      word.remove_prefix(digits),
          word.remove_prefix(std::min(word.find_first_not_of('.'), word.size()));
  }

  bool read_move(std::string_view word, std::size_t start, Position& current, Position& before,
                 PgnLine& line) {
    const int mark = take_mark(word);
    const auto move = parse_san(current, word, style_);
    if (!move) return fail(start, move.error());
    before = current;
    current.make(*move);
    line.moves.push_back({*move, {}, "", {}});
    if (mark != 0) line.moves.back().glyphs.push_back(mark);
    return true;
  }

  // One line up to its end; `game` only for the main line.
  bool read_line(Position current, PgnLine& line, PgnGame* game, int depth) {
    Position before = current;
    while (true) {
      skip_blanks();
      const std::size_t start = at_;
      if (start == text_.size() || (game != nullptr && text_[start] == '['))
        return game != nullptr || fail(start, "a variation is not closed");
      const char c = text_[start];
      if (c == '{') {
        if (!read_comment(line)) return false;
      } else if (c == '$') {
        if (!read_glyph(line)) return false;
      } else if (c == '(') {
        if (line.moves.empty()) return fail(start, "a variation stands before any move");
        if (depth == kDeepestVariation) return fail(start, "variations are nested too deeply");
        ++at_;
        PgnLine variation;
        if (!read_line(before, variation, nullptr, depth + 1)) return false;
        line.moves.back().variations.push_back(std::move(variation));
      } else if (c == ')') {
        if (game != nullptr) return fail(start, "')' closes nothing");
        ++at_;
        return true;
      } else {
        std::string_view word = take_word();
        if (word.empty()) return fail(start, fmt::format("'{}' has no place here", c));
        if (is_result(word)) {
          if (game == nullptr) continue;
          game->result = word;
          game->has_result_token = true;
          return true;
        }
        drop_move_number(word);
        if (!word.empty() && !read_move(word, start, current, before, line)) return false;
      }
    }
  }

  std::string_view text_;
  std::size_t at_;
  SanStyle style_;
  MoveTextError error_{0, ""};
};

// An 'M' outside comments tells the letter system, as in a FEN.
Letters letters_of_moves(std::string_view text, std::size_t position) {
  bool comment = false;
  bool marshal = false;
  bool cardinal = false;
  for (const char c : text.substr(position)) {
    if (c == '[' && !comment) break;
    if (c == '{') comment = true;
    if (c == '}') comment = false;
    marshal |= !comment && c == 'M';
    cardinal |= !comment && c == 'A';
  }
  return !marshal ? Letters::AC : cardinal ? Letters::AM : Letters::MC;
}

}  // namespace

const std::string* PgnGame::tag(std::string_view name) const {
  for (const auto& [key, value] : tags)
    if (key == name) return &value;
  return nullptr;
}

Error PgnReader::error_at(std::size_t position, std::string_view what) const {
  const auto line =
      1 + std::count(text_.begin(),
                     text_.begin() + static_cast<std::ptrdiff_t>(std::min(position, text_.size())),
                     '\n');
  return Error{fmt::format("PGN line {}: {}", line, what)};
}

void PgnReader::skip_blanks() {
  while (position_ < text_.size()) {
    const bool line_start = position_ == 0 || text_[position_ - 1] == '\n';
    if (text_[position_] == '%' && line_start)
      position_ = std::min(text_.find('\n', position_), text_.size());
    else if (kBlanks.find(text_[position_]) != std::string_view::npos)
      ++position_;
    else
      break;
  }
}

Result<Ok> PgnReader::read_tags(PgnGame& game) {
  for (skip_blanks(); position_ < text_.size() && text_[position_] == '['; skip_blanks()) {
    const std::size_t start = position_;
    const std::size_t quote = text_.find('"', start);
    const std::size_t line_end = std::min(text_.find('\n', start), text_.size());
    if (quote > line_end) return error_at(start, "a tag has no value in quotes");
    std::string_view name = text_.substr(start + 1, quote - start - 1);
    name = name.substr(0, name.find_last_not_of(kBlanks) + 1);
    std::string value;
    std::size_t i = quote + 1;
    while (i < line_end && text_[i] != '"') {
      if (text_[i] == '\\' && i + 1 < line_end) ++i;
      value += text_[i++];
    }
    const std::size_t close = text_.find(']', i);
    if (i >= line_end || close > line_end) return error_at(start, "a tag is not closed");
    game.tags.emplace_back(name, std::move(value));
    position_ = close + 1;
  }
  return Ok{};
}

std::optional<Result<PgnGame>> PgnReader::next() {
  skip_blanks();
  if (position_ == text_.size()) return std::nullopt;
  const std::size_t start = position_;
  // Behind an error: where a line starts with '[' after one that doesn't.
  const auto skip_game = [this, start] {
    const std::size_t end = text_.find("\n\n[", std::max(position_, start + 1));
    const std::size_t dos_end = text_.find("\n\r\n[", std::max(position_, start + 1));
    position_ = std::min({end, dos_end, text_.size()});
  };
  PgnGame game;
  if (const auto tags = read_tags(game); !tags) {
    skip_game();
    return Error{tags.error()};
  }
  SanStyle style{letters_of_moves(text_, position_), RankBase::One};
  std::optional<Error> error;
  if (const std::string* variant = game.tag("Variant");
      variant != nullptr && *variant != "grand" && *variant != "Grand")
    error = error_at(start, fmt::format("variant '{}' is not grand", *variant));
  if (const std::string* fen = game.tag("FEN"); fen != nullptr && !error) {
    const auto position = parse_fen(*fen);
    if (position)
      game.start = *position;
    else
      error = error_at(start, position.error());
    if (detect_letters(*fen) != Letters::AC) style.letters = detect_letters(*fen);
  }
  for (const RankBase base : {RankBase::One, RankBase::Zero}) {
    if (error && base == RankBase::One) break;
    style.ranks = base;
    MoveText moves(text_, position_, style);
    PgnGame attempt = game;
    if (moves.read(attempt)) {
      position_ = moves.at();
      return attempt;
    }
    // If neither numbering of the ranks fits, the usual one says what is wrong.
    if (base == RankBase::One) error = error_at(moves.error().position, moves.error().what);
  }
  skip_game();
  return *error;
}

std::optional<PgnScore> parse_score_comment(std::string_view comment) {
  const std::size_t slash = comment.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  std::string_view value = comment.substr(0, slash);
  PgnScore score;
  const bool negative = !value.empty() && value[0] == '-';
  if (!value.empty() && (value[0] == '+' || value[0] == '-')) value.remove_prefix(1);
  if (!value.empty() && value[0] == 'M') {
    score.mate = true;
    value.remove_prefix(1);
  } else if (value.find('.') == std::string_view::npos) {
    // A number without a point is something else, e.g. "0/1 8 40000".
    return std::nullopt;
  }
  double number = 0;
  const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (code != std::errc{} || end != value.data() + value.size()) return std::nullopt;
  const double units = score.mate ? number : 100 * number;
  if (!(units < 1e9)) return std::nullopt;
  score.value = static_cast<int>(std::lround(negative ? -units : units));
  const std::string_view depth = comment.substr(slash + 1);
  std::from_chars(depth.data(), depth.data() + depth.size(), score.depth);
  return score;
}

namespace {

// Puts words into lines.
class Wrapper {
 public:
  explicit Wrapper(std::string& out) : out_(out) {}
  void word(std::string_view text) {
    if (column_ > 0 && column_ + 1 + text.size() > kColumns) {
      out_ += '\n';
      column_ = 0;
    }
    if (column_ > 0 && !glued_) out_ += ' ', ++column_;
    out_ += text;
    column_ += text.size();
    glued_ = false;
  }
  // What follows joins without a blank.
  void glue() { glued_ = true; }
  // Each word of a comment may start a line.
  void comment(std::string_view text) {
    std::string rest = fmt::format("{{{}}}", text);
    // Nothing closes a comment but its own brace.
    std::replace(rest.begin() + 1, rest.end() - 1, '}', ')');
    std::string_view view = rest;
    while (!view.empty()) {
      const std::size_t end = std::min(view.find(' '), view.size());
      word(view.substr(0, end));
      view.remove_prefix(std::min(end + 1, view.size()));
    }
  }

 private:
  std::string& out_;
  std::size_t column_ = 0;
  bool glued_ = false;
};

void write_line(Wrapper& out, Position position, const PgnLine& line, SanStyle style) {
  if (!line.comment.empty()) out.comment(line.comment);
  bool number_due = true;
  for (const PgnMove& played : line.moves) {
    const bool white = position.side_to_move() == Color::White;
    if (white || number_due)
      out.word(fmt::format("{}{}", position.move_number(), white ? "." : "..."));
    out.word(to_san(position, played.move, style));
    for (const int glyph : played.glyphs) out.word(fmt::format("${}", glyph));
    if (!played.comment.empty()) out.comment(played.comment);
    for (const PgnLine& variation : played.variations) {
      out.word("(");
      out.glue();
      write_line(out, position, variation, style);
      out.glue();
      out.word(")");
    }
    number_due = !played.variations.empty();
    position.make(played.move);
  }
}

}  // namespace

std::string format_pgn(const PgnGame& game, SanStyle style) {
  std::string text;
  for (const auto& [name, value] : game.tags) {
    text += fmt::format("[{} \"", name);
    for (const char c : value) {
      if (c == '"' || c == '\\') text += '\\';
      text += std::iscntrl(static_cast<unsigned char>(c)) ? ' ' : c;
    }
    text += "\"]\n";
  }
  text += '\n';
  Wrapper out(text);
  write_line(out, game.start, game.line, style);
  out.word(game.result);
  return text + "\n\n";
}

}  // namespace grandee::tools
