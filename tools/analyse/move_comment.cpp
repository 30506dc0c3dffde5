#include "tools/analyse/move_comment.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "protocol/text.hpp"
#include "tools/analyse/score_text.hpp"
#include "tools/common/pgn.hpp"

namespace grandee::analyse {

namespace {

// Removes "[%name value]" from the text and returns its value.
std::optional<std::string> take_command(std::string& text, std::string_view name) {
  const std::string open = fmt::format("[%{} ", name);
  const std::size_t start = text.find(open);
  const std::size_t end = start == std::string::npos ? start : text.find(']', start);
  if (end == std::string::npos) return std::nullopt;
  std::string value = text.substr(start + open.size(), end - start - open.size());
  text.erase(start, end + 1 - start);
  // Of the blanks on both sides one is left.
  if (start < text.size() && text[start] == ' ' && (start == 0 || text[start - 1] == ' '))
    text.erase(start, 1);
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return value;
}

std::optional<double> number_of(std::string_view text) {
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

Score mate_score(int moves) {
  return moves > 0 ? mate_in(2 * moves - 1) : mated_in(-2 * moves);
}

std::optional<Score> limited(double centipawns) {
  if (!(std::abs(centipawns) <= kMaxEval)) return std::nullopt;
  return static_cast<Score>(std::lround(centipawns));
}

// "0.35", "-1.2", "#3", "#-3", perhaps with ",depth" behind it.
std::optional<Score> eval_of(std::string_view value) {
  value = value.substr(0, value.find(','));
  const bool mate = !value.empty() && value[0] == '#';
  const auto number = number_of(mate ? value.substr(1) : value);
  if (!number) return std::nullopt;
  if (!mate) return limited(100 * *number);
  if (std::abs(*number) < 1 || std::abs(*number) > kMaxPly / 2) return std::nullopt;
  return mate_score(static_cast<int>(*number));
}

// A mate as hosts of engines have it: "-M4" is in plies for some, in moves for others; who mates is
// what counts.
std::optional<Score> score_of_host(std::string_view text, Color mover) {
  const auto score = tools::parse_score_comment(text);
  if (!score) return std::nullopt;
  if (!score->mate) {
    const auto value = limited(score->value);
    return value ? std::optional(from_white(*value, mover)) : value;
  }
  if (score->value == 0 || std::abs(score->value) > kMaxPly / 2) return std::nullopt;
  return from_white(mate_score(score->value), mover);
}

// "0.047s", perhaps with a comma behind it.
std::optional<double> seconds_of_host(std::string_view word) {
  if (!word.empty() && word.back() == ',') word.remove_suffix(1);
  if (word.size() < 2 || word.back() != 's') return std::nullopt;
  const auto seconds = number_of(word.substr(0, word.size() - 1));
  return seconds && *seconds >= 0 ? seconds : std::nullopt;
}

}  // namespace

std::string clock_text(double seconds) {
  const auto ms = static_cast<long long>(std::llround(std::min(seconds, 1e9) * 1000));
  std::string text = fmt::format("{}:{:02}:{:02}", ms / 3600000, ms / 60000 % 60, ms / 1000 % 60);
  if (ms % 1000 != 0) {
    text += fmt::format(".{:03}", ms % 1000);
    text.erase(text.find_last_not_of('0') + 1);
  }
  return text;
}

MoveComment parse_move_comment(std::string_view comment, Color mover) {
  MoveComment parts;
  parts.text = comment;
  if (const auto eval = take_command(parts.text, "eval")) parts.eval = eval_of(*eval);
  parts.clock = take_command(parts.text, "clk").value_or("");
  parts.elapsed = take_command(parts.text, "emt").value_or("");
  if (!parts.eval) parts.eval = score_of_host(parts.text, mover);
  for (const std::string_view word : protocol::split_words(parts.text)) {
    const auto seconds = seconds_of_host(word);
    if (seconds && parts.elapsed.empty()) parts.elapsed = clock_text(*seconds);
    if (seconds || tools::parse_score_comment(word)) continue;
    parts.prose += (parts.prose.empty() ? "" : " ") + std::string(word);
  }
  return parts;
}

}  // namespace grandee::analyse
