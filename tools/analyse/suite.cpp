#include "tools/analyse/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "board/notation.hpp"

namespace grandee::analyse {

namespace {

template <typename T>
bool contains(const std::vector<T>& list, const T& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// Calls f(word) for what blanks and commas part, until it fails.
template <typename F>
Result<Ok> for_each_word(std::string_view text, F&& f) {
  constexpr std::string_view kBetween = " \t,";
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kBetween), text.size()));
    if (text.empty()) return Ok{};
    const std::size_t length = std::min(text.find_first_of(kBetween), text.size());
    if (const Result<Ok> done = f(text.substr(0, length)); !done) return done;
    text.remove_prefix(length);
  }
}

std::optional<int> parse_number(std::string_view text) {
  int value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Result<std::vector<Move>> parse_moves(const tools::EpdRecord& record, std::string_view opcode) {
  std::vector<Move> moves;
  const std::string* text = record.find(opcode);
  if (text == nullptr) return moves;
  const auto done = for_each_word(*text, [&](std::string_view word) -> Result<Ok> {
    const auto move = parse_san(record.position, word);
    if (!move) return Error{fmt::format("{}: {}", opcode, move.error())};
    moves.push_back(*move);
    return Ok{};
  });
  if (!done) return Error{done.error()};
  return moves;
}

// "d3d5=10, Nc4=4"; comments of another form tell no points.
Result<std::vector<std::pair<Move, int>>> parse_points(const tools::EpdRecord& record) {
  std::vector<std::pair<Move, int>> points;
  const std::string* text = record.find("c0");
  if (text == nullptr) return points;
  const auto done = for_each_word(*text, [&](std::string_view word) -> Result<Ok> {
    const std::size_t equals = word.rfind('=');
    const auto value =
        equals == std::string_view::npos ? std::nullopt : parse_number(word.substr(equals + 1));
    if (!value) return Error{"no points"};
    const auto move = parse_san(record.position, word.substr(0, equals));
    if (!move) return Error{fmt::format("c0: {}", move.error())};
    points.emplace_back(*move, *value);
    return Ok{};
  });
  if (done) return points;
  if (done.error() == "no points" && points.empty()) return points;
  return Error{done.error()};
}

// Moves to the mate that the side to move gives; none for other scores.
std::optional<int> announced_mate(Score score) {
  if (score < kMateBound) return std::nullopt;
  return (kMate - score + 1) / 2;
}

}  // namespace

int SuiteGoal::max_points() const {
  int most = 0;
  for (const auto& [move, value] : points) most = std::max(most, value);
  if (!points.empty()) return most;
  return (best.empty() ? 0 : 1) + (avoid.empty() ? 0 : 1) + (mate ? 1 : 0);
}

int SuiteGoal::points_for(Move move, Score score) const {
  if (!points.empty()) {
    for (const auto& [good, value] : points)
      if (good == move) return value;
    return 0;
  }
  const auto announced = announced_mate(score);
  return (!best.empty() && contains(best, move) ? 1 : 0) +
         (!avoid.empty() && !contains(avoid, move) ? 1 : 0) +
         (mate && announced && *announced <= *mate ? 1 : 0);
}

bool SuiteGoal::met_by(Move move, Score score) const {
  return points_for(move, score) == max_points();
}

Result<SuiteGoal> parse_goal(const tools::EpdRecord& record) {
  SuiteGoal goal;
  auto best = parse_moves(record, "bm");
  if (!best) return Error{best.error()};
  goal.best = *std::move(best);
  auto avoid = parse_moves(record, "am");
  if (!avoid) return Error{avoid.error()};
  goal.avoid = *std::move(avoid);
  auto points = parse_points(record);
  if (!points) return Error{points.error()};
  goal.points = *std::move(points);
  if (const std::string* text = record.find("dm")) {
    goal.mate = parse_number(*text);
    if (!goal.mate || *goal.mate < 1)
      return Error{fmt::format("dm: '{}' is no number of moves", *text)};
  }
  if (goal.max_points() <= 0) return Error{"neither bm nor am nor dm nor points in c0"};
  return goal;
}

}  // namespace grandee::analyse
