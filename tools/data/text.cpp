#include "tools/data/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "board/notation.hpp"

namespace grandee::datatool {

using data::Game;
using data::GameResult;
using data::Termination;

namespace {

constexpr std::string_view kResults[] = {"black", "draw", "white"};

// Takes the first word of the text; empty at its end.
std::string_view take_word(std::string_view& text) {
  const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
  text.remove_prefix(first);
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

template <typename T>
std::optional<T> parse_number(std::string_view word) {
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

std::optional<Termination> parse_termination(std::string_view text) {
  for (int i = 0; i < data::kTerminations; ++i)
    if (describe(static_cast<Termination>(i)) == text) return static_cast<Termination>(i);
  return std::nullopt;
}

}  // namespace

std::string to_text(const data::HeaderFields& header) {
  return "header " + header.dump() + "\n";
}

std::string to_text(const Game& game) {
  std::string text =
      fmt::format("game {} {} {}\n", game.number, kResults[static_cast<std::size_t>(game.result)],
                  describe(game.termination));
  const std::string start = to_fen(game.start);
  if (start != kStartFen) text += "start " + start + "\n";
  text += "opening";
  for (const Move m : game.opening) text += " " + to_uci(m);
  text += "\nmoves";
  for (const data::ScoredMove& m : game.plies)
    text += fmt::format(" {} {}", to_uci(m.move), m.score);
  return text + "\nend\n";
}

std::string to_plain(const Game& game, const data::KeptFilter* filter) {
  std::string text;
  data::replay(game, [&](const Position& position, const data::ScoredMove& scored, int ply) {
    if (filter != nullptr && !filter->keeps(position, scored, ply)) return;
    const int white = static_cast<int>(game.result) - 1;
    const int result = position.side_to_move() == Color::White ? white : -white;
    text += fmt::format("fen {}\nmove {}\nscore {}\nply {}\nresult {}\ne\n", to_fen(position),
                        to_uci(scored.move), scored.score, ply, result);
  });
  return text;
}

bool TextReader::read_line() {
  while (std::getline(in_, line_)) {
    ++number_;
    if (!line_.empty() && line_.back() == '\r') line_.pop_back();
    if (line_.find_first_not_of(' ') != std::string::npos) return true;
  }
  return false;
}

Error TextReader::error(const std::string& what) const {
  return {fmt::format("line {}: {}", number_, what)};
}

Result<TextReader::Item> TextReader::next() {
  if (!read_line()) return in_.bad() ? Result<Item>(error("can't read on")) : Item::End;
  std::string_view rest = line_;
  const std::string_view word = take_word(rest);
  if (word == "header") return read_header();
  if (word == "game") return read_game();
  return error(fmt::format("'{}', expected 'header' or 'game'", word));
}

Result<TextReader::Item> TextReader::read_header() {
  const std::size_t brace = std::min(line_.find('{'), line_.size());
  auto fields = data::HeaderFields::parse(line_.begin() + static_cast<std::ptrdiff_t>(brace),
                                          line_.end(), nullptr, false);
  if (fields.is_discarded()) return error("the header is not JSON");
  if (const auto checked = data::check_header(fields); !checked) return error(checked.error());
  header_ = std::move(fields);
  new_header_ = true;
  return Item::Header;
}

Result<Ok> TextReader::read_title() {
  std::string_view rest = line_;
  take_word(rest);
  const std::string_view number_word = take_word(rest);
  const auto number = parse_number<std::uint64_t>(number_word);
  if (!number) return error(fmt::format("'{}' is no number of a game", number_word));
  const std::string_view result = take_word(rest);
  const auto* found = std::find(std::begin(kResults), std::end(kResults), result);
  if (found == std::end(kResults))
    return error(fmt::format("result '{}', expected white, draw or black", result));
  rest.remove_prefix(std::min<std::size_t>(rest.size(), 1));
  const auto termination = parse_termination(rest);
  if (!termination) return error(fmt::format("unknown termination '{}'", rest));
  game_ = {};
  game_.number = *number;
  game_.result = static_cast<GameResult>(found - std::begin(kResults));
  game_.termination = *termination;
  return Ok{};
}

Result<Ok> TextReader::read_moves(std::string_view words, bool scored) {
  for (auto word = take_word(words); !word.empty(); word = take_word(words)) {
    const auto move = parse_uci(position_, word);
    if (!move) return error(move.error());
    position_.make(*move);
    if (!scored) {
      game_.opening.push_back(*move);
      continue;
    }
    const std::string_view score_word = take_word(words);
    const auto score = parse_number<std::int16_t>(score_word);
    if (!score) return error(fmt::format("'{}' is no score of move '{}'", score_word, word));
    game_.plies.push_back({*move, *score});
  }
  return Ok{};
}

Result<TextReader::Item> TextReader::read_game() {
  if (header_.is_null()) return error("a game before any header");
  const std::uint64_t previous = game_.number;
  if (const auto title = read_title(); !title) return Error{title.error()};
  if (game_.number < previous && !new_header_) return error("games must ascend");
  new_header_ = false;
  position_ = game_.start;
  while (read_line()) {
    std::string_view rest = line_;
    const std::string_view word = take_word(rest);
    if (word == "end") return Item::Game;
    Result<Ok> done = Ok{};
    const bool moved = !game_.opening.empty() || !game_.plies.empty();
    if ((word == "start" && moved) || (word == "opening" && !game_.plies.empty()))
      return error(fmt::format("'{}' after moves", word));
    if (word == "start") {
      const auto start = parse_fen(rest);
      if (!start) return error(start.error());
      game_.start = position_ = *start;
    } else if (word == "opening" || word == "moves") {
      done = read_moves(rest, word == "moves");
    } else {
      return error(fmt::format("'{}', expected start, opening, moves or end", word));
    }
    if (!done) return Error{done.error()};
  }
  return error("the last game has no 'end'");
}

}  // namespace grandee::datatool
