#include "tools/common/pgn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

namespace grandee::tools {

namespace {

constexpr std::size_t kColumns = 80;

}  // namespace

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
  if (!(std::abs(units) < 1e9)) return std::nullopt;
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
  void word(std::string_view text, bool may_start_line = true) {
    if (column_ > 0 && may_start_line && column_ + 1 + text.size() > kColumns) {
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
  // Each word of a comment may start a line, but for those that mean something there: a tag, an
  // escaped line.
  void comment(std::string_view text) {
    std::string rest = fmt::format("{{{}}}", text);
    // Nothing closes a comment but its own brace.
    std::replace(rest.begin() + 1, rest.end() - 1, '}', ')');
    std::string_view view = rest;
    while (!view.empty()) {
      const std::size_t end = std::min(view.find(' '), view.size());
      word(view.substr(0, end), view[0] != '[' && view[0] != '%');
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
