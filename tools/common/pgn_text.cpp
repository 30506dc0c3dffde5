#include "tools/common/pgn_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace grandee::tools {

namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kEllipsis = "\xe2\x80\xa6";
constexpr int kDeepestVariation = 100;

bool is_blank(char c) {
  return kBlanks.find(c) != std::string_view::npos;
}

// The PGN form of a word that ends a game; empty for other words.
std::string_view result_of(std::string_view word) {
  constexpr std::pair<std::string_view, std::string_view> kResults[] = {
      {"1-0", "1-0"},     {"0-1", "0-1"}, {"1/2-1/2", "1/2-1/2"}, {"½-½", "1/2-1/2"},
      {"1/2", "1/2-1/2"}, {"*", "*"},     {"0.5-0.5", "1/2-1/2"},
  };
  for (const auto& [written, result] : kResults)
    if (word == written) return result;
  return "";
}

bool at_line_start(std::string_view text, std::size_t at) {
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r' ||
         (at >= kByteOrderMark.size() &&
          text.compare(at - kByteOrderMark.size(), kByteOrderMark.size(), kByteOrderMark) == 0);
}

// Does a tag stand here: [Name "…? Commands in comments, [%clk 0:01:00], are none.
bool is_tag(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '[') return false;
  std::size_t i = at + 1;
  while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
  const std::size_t name = i;
  while (i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_'))
    ++i;
  const bool named = i > name;
  while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
  return named && i < text.size() && text[i] == '"';
}

// Where the next line with a tag starts, else the end.
std::size_t next_tag_line(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('[', from); at != std::string_view::npos;
       at = text.find('[', at + 1))
    if (at_line_start(text, at) && is_tag(text, at)) return at;
  return text.size();
}

// Blanks, byte order marks of strung files, and lines that a '%' starts.
std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (text[at] == '%' && at_line_start(text, at))
      at = std::min(text.find('\n', at), text.size());
    else if (is_blank(text[at]))
      ++at;
    else if (text.compare(at, kByteOrderMark.size(), kByteOrderMark) == 0)
      at += kByteOrderMark.size();
    else
      break;
  }
  return at;
}

// --- tags --------------------------------------------------------------------------------------

// The quote that ends a value: behind it stands only what may follow a tag. Values that hold
// quotes without a backslash are read, too.
std::size_t closing_quote(std::string_view line, std::size_t from) {
  for (std::size_t i = from; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size()) {
      ++i;
      continue;
    }
    if (line[i] != '"') continue;
    const std::size_t bracket = line.find_first_not_of(" \t", i + 1);
    if (bracket == std::string_view::npos || line[bracket] != ']') continue;
    const std::size_t next = line.find_first_not_of(" \t\r", bracket + 1);
    if (next == std::string_view::npos || is_tag(line, next)) return i;
  }
  return std::string_view::npos;
}

// The name of the tag that stands here.
std::string_view tag_name(std::string_view text, std::size_t at) {
  const std::size_t start = text.find_first_not_of(" \t", at + 1);
  return text.substr(start, text.find_first_of(" \t\"", start) - start);
}

// Reads the tag at the offset and moves behind it.
void take_tag(std::string_view text, std::size_t& at, RawGame& game) {
  const std::size_t line_end = std::min(text.find('\n', at), text.size());
  const std::string_view line = text.substr(at, line_end - at);
  const std::size_t open = line.find('"');
  const std::string_view name = tag_name(text, at);
  std::size_t close = closing_quote(line, open + 1);
  const bool closed = close != std::string_view::npos;
  if (!closed) {
    game.remarks.push_back({at, fmt::format("the tag {} is not closed", name)});
    close = line.find_last_not_of("\"] \t\r") + 1;
    close = std::max(close, open + 1);
  }
  std::string value;
  for (std::size_t i = open + 1; i < close; ++i) {
    if (line[i] == '\\' && i + 1 < close) ++i;
    value += line[i];
  }
  game.tags.emplace_back(name, std::move(value));
  at = closed ? at + line.find(']', close) + 1 : line_end;
}

std::size_t take_tags(std::string_view text, std::size_t at, RawGame& game) {
  for (at = skip_blanks(text, at); at < text.size() && text[at] == '[';
       at = skip_blanks(text, at)) {
    if (!is_tag(text, at)) {
      game.remarks.push_back({at, "a line in brackets is no tag"});
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    // A game without moves: here starts the next one.
    if (!game.tags.empty() && game.tags[0].first == "Event" && tag_name(text, at) == "Event") break;
    take_tag(text, at, game);
  }
  return at;
}

// --- move text ---------------------------------------------------------------------------------

class MoveText {
 public:
  // Reads up to the result or the end of the text.
  MoveText(std::string_view text, std::size_t at, RawGame& game)
      : text_(text), at_(at), game_(game) {}

  bool read() { return read_line(game_.line, 0) && read_trailing_comments(); }
  std::size_t at() const { return at_; }

 private:
  bool fail(std::size_t offset, std::string what) {
    game_.error = {offset, std::move(what)};
    return false;
  }
  void remark(std::size_t offset, std::string what) {
    game_.remarks.push_back({offset, std::move(what)});
  }

  void skip_blanks_and_rest_comments(RawLine& line) {
    while ((at_ = skip_blanks(text_, at_)) < text_.size() && text_[at_] == ';') {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      add_comment(line, text_.substr(at_ + 1, end - at_ - 1));
      at_ = end;
    }
  }

  // Line ends and runs of blanks become one blank; byte order marks are none of the text.
  static void add_comment(RawLine& line, std::string_view commented) {
    std::string& target = line.moves.empty() ? line.comment : line.moves.back().comment;
    std::string marked(commented);
    for (std::size_t at = 0; (at = marked.find(kByteOrderMark)) != std::string::npos;)
      marked.erase(at, kByteOrderMark.size());
    std::string_view inside = marked;
    while (!inside.empty()) {
      inside.remove_prefix(std::min(inside.find_first_not_of(kBlanks), inside.size()));
      const std::size_t length = std::min(inside.find_first_of(kBlanks), inside.size());
      if (length > 0) target += (target.empty() ? "" : " ") + std::string(inside.substr(0, length));
      inside.remove_prefix(length);
    }
  }

  bool read_comment(RawLine& line) {
    const std::size_t end = text_.find('}', at_);
    if (end == std::string_view::npos) return fail(at_, "a comment is not closed");
    add_comment(line, text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return true;
  }

  // "(Q)" at the end of a move is its promotion, no variation.
  bool promotion_in_brackets(std::size_t at) const {
    return at > 0 && at + 2 < text_.size() && text_[at] == '(' && text_[at + 2] == ')' &&
           std::isdigit(static_cast<unsigned char>(text_[at - 1])) &&
           std::isalpha(static_cast<unsigned char>(text_[at + 1]));
  }

  std::string_view take_word() {
    const std::size_t start = at_;
    while (at_ < text_.size() &&
           std::string_view(" \t\r\n\v\f(){}[];$").find(text_[at_]) == std::string_view::npos)
      ++at_;
    if (at_ > start && promotion_in_brackets(at_)) {
      at_ += 3;
      while (at_ < text_.size() &&
             std::string_view("+#!?").find(text_[at_]) != std::string_view::npos)
        ++at_;
    }
    return text_.substr(start, at_ - start);
  }

  void read_glyph(RawLine& line) {
    const std::size_t start = at_++;
    const std::string_view word = take_word();
    int glyph = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), glyph);
    if (code != std::errc{} || end != word.data() + word.size() || word.empty())
      remark(start, "'$' is not followed by a number");
    else if (!line.moves.empty())
      line.moves.back().glyphs.push_back(glyph);
  }

  // Removes "!?" and the like from a word and gives their glyph, 0 if there is none.
  static int take_mark(std::string_view& word) {
    const std::size_t end = word.find_last_not_of("!?") + 1;
    const std::string_view mark = word.substr(end);
    constexpr std::string_view kMarks[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    word = word.substr(0, end);
    for (int i = 1; i < 7; ++i)
      if (kMarks[i] == mark) return i;
    return 0;
  }

  // "12.", "12..." or "12…" before a move, perhaps joined to it; also dots alone.
  static void drop_move_number(std::string_view& word) {
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    std::string_view rest = word.substr(digits);
    const bool dotted = !rest.empty() && (rest[0] == '.' || rest.substr(0, 3) == kEllipsis);
    if (digits != word.size() && !dotted) return;
    while (!rest.empty() && (rest[0] == '.' || rest.substr(0, 3) == kEllipsis))
      rest.remove_prefix(rest[0] == '.' ? 1 : kEllipsis.size());
    word = rest;
  }

  void add_word(std::string_view word, std::size_t start, RawLine& line) {
    drop_move_number(word);
    const int mark = take_mark(word);
    const bool symbol = word != "--" && std::none_of(word.begin(), word.end(), [](char c) {
                          return std::isalnum(static_cast<unsigned char>(c));
                        });
    // "+-", "=" and the like, typed as judgements.
    if (symbol && !word.empty()) remark(start, fmt::format("'{}' has no place here", word));
    if (!symbol && word != "ep" && word != "e.p.") {
      RawMove move;
      move.word = word;
      move.offset = start;
      line.moves.push_back(std::move(move));
    }
    if (mark != 0 && !line.moves.empty()) line.moves.back().glyphs.push_back(mark);
  }

  // One line up to its end; depth 0 is the main line.
  bool read_line(RawLine& line, int depth) {
    while (true) {
      skip_blanks_and_rest_comments(line);
      const std::size_t start = at_;
      if (start == text_.size()) return depth == 0 || fail(start, "a variation is not closed");
      const char c = text_[start];
      if (c == '{') {
        if (!read_comment(line)) return false;
      } else if (c == '$') {
        read_glyph(line);
      } else if (c == '(') {
        if (!read_variation(line, depth)) return false;
      } else if (c == ')' && depth > 0) {
        ++at_;
        return true;
      } else {
        const std::string_view word = take_word();
        const std::string_view result = result_of(word);
        if (word.empty()) {
          remark(start, fmt::format("'{}' has no place here", c));
          ++at_;
        } else if (result.empty()) {
          add_word(word, start, line);
        } else if (depth == 0) {
          game_.result = result;
          game_.has_result_token = true;
          return true;
        }
      }
    }
  }

  // "1-0 {White mates}": they belong to this game, not to the next one.
  bool read_trailing_comments() {
    while (game_.has_result_token) {
      const std::size_t next = text_.find_first_not_of(" \t", at_);
      if (next == std::string_view::npos || (text_[next] != '{' && text_[next] != ';')) break;
      at_ = next;
      if (text_[next] == ';')
        skip_blanks_and_rest_comments(game_.line);
      else if (!read_comment(game_.line))
        return false;
    }
    return true;
  }

  bool read_variation(RawLine& line, int depth) {
    const std::size_t start = at_++;
    if (depth == kDeepestVariation) return fail(start, "variations are nested too deeply");
    RawLine variation;
    if (!read_line(variation, depth + 1)) return false;
    if (line.moves.empty())
      remark(start, "a variation stands before any move and is left out");
    else
      line.moves.back().variations.push_back(std::move(variation));
    return true;
  }

  std::string_view text_;
  std::size_t at_;
  RawGame& game_;
};

// In a text whose games have no tags: where a line "1." follows an empty one.
std::size_t next_first_move(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('\n', from); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    const std::size_t line = skip_blanks(text, at);
    const bool empty_line = std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                       text.begin() + static_cast<std::ptrdiff_t>(line), '\n') > 1;
    if (empty_line && text.compare(line, 2, "1.") == 0 && text.compare(line, 4, "1...") != 0)
      return line;
  }
  return text.size();
}

// What starts at the offset, which moves behind it.
RawGame read_game(std::string_view text, std::size_t& offset) {
  RawGame game;
  game.offset = offset;
  const std::size_t moves = take_tags(text, offset, game);
  const std::size_t end = next_tag_line(text, moves);
  MoveText move_text(text.substr(0, end), moves, game);
  if (move_text.read())
    offset = move_text.at();
  else
    offset = std::min(end, next_first_move(text, moves + 1));
  if (!game.has_result_token)
    for (const auto& [name, value] : game.tags)
      if (name == "Result" && !result_of(value).empty()) game.result = result_of(value);
  return game;
}

}  // namespace

std::optional<RawGame> take_raw_game(std::string_view text, std::size_t& offset) {
  while (true) {
    offset = skip_blanks(text, offset);
    if (offset == text.size()) return std::nullopt;
    RawGame game = read_game(text, offset);
    const bool blank = game.tags.empty() && game.line.moves.empty() && game.line.comment.empty();
    if (!blank || !game.remarks.empty() || game.error) return game;
  }
}

}  // namespace grandee::tools
