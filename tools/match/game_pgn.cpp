#include "tools/match/game_pgn.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "board/notation.hpp"
#include "tools/match/key_values.hpp"
#include "tools/match/text.hpp"

namespace grandee::match {

namespace {

constexpr std::string_view kSides[] = {"White", "Black"};

std::string describe(const EngineScore& score) {
  if (score.mate) return fmt::format("{}M{}", score.value > 0 ? '+' : '-', std::abs(score.value));
  if (score.value == 0) return "0.00";
  return fmt::format("{:+.2f}", score.value / 100.0);
}

// "+1.46/10 0.047s", "book"; without a score only the time.
std::string comment_of(const PlayedMove& played) {
  if (played.book) return "book";
  std::string text;
  if (played.score) text = fmt::format("{}/{} ", describe(*played.score), played.depth);
  return text + fmt::format("{:.3f}s", std::chrono::duration<double>(played.time).count());
}

std::string describe(const Faults& faults) {
  return fmt::format("illegal_pv={},missing_score={},node_overrun={},other={}", faults.illegal_pv,
                     faults.missing_score, faults.node_overrun, faults.other);
}

Result<Faults> parse_faults(std::string_view text) {
  auto values = KeyValues::parse(text, "tag of faults");
  if (!values) return Error{values.error()};
  Faults faults;
  values->read("illegal_pv", faults.illegal_pv);
  values->read("missing_score", faults.missing_score);
  values->read("node_overrun", faults.node_overrun);
  values->read("other", faults.other);
  if (const auto done = values->finish(); !done) return Error{done.error()};
  return faults;
}

std::string time_control(const EngineConfig& engine) {
  return engine.limits.clock ? to_string(*engine.limits.clock) : "-";
}

}  // namespace

tools::PgnGame to_pgn(const GameRecord& record, const GameHeader& header) {
  tools::PgnGame game;
  const auto tag = [&game](std::string name, std::string value) {
    game.tags.emplace_back(std::move(name), std::move(value));
  };
  const auto& [white, black] = header.engines;
  game.result = to_string(record.result);
  game.start = record.opening.start;
  tag("Event", header.event);
  tag("Site", "?");
  tag("Date", header.date);
  tag("Round", header.round);
  tag("White", white->name);
  tag("Black", black->name);
  tag("Result", game.result);
  tag("Variant", "grand");
  if (const std::string fen = to_fen(game.start); fen != kStartFen) {
    tag("SetUp", "1");
    tag("FEN", fen);
  }
  if (!record.opening.id.empty()) tag("OpeningId", record.opening.id);
  if (time_control(*white) == time_control(*black)) {
    tag("TimeControl", time_control(*white));
  } else {
    tag("WhiteTimeControl", time_control(*white));
    tag("BlackTimeControl", time_control(*black));
  }
  for (std::size_t i = 0; i < 2; ++i)
    tag(fmt::format("{}Limit", kSides[i]), describe(header.engines[i]->limits));
  tag("PlyCount", fmt::format("{}", record.moves.size()));
  tag("Termination", std::string(name_of(record.termination)));
  tag("GameNumber", fmt::format("{}", header.number + 1));
  for (std::size_t i = 0; i < 2; ++i)
    if (record.faults[i].any()) tag(fmt::format("{}Faults", kSides[i]), describe(record.faults[i]));
  if (!header.error_file.empty()) tag("ErrorOutput", header.error_file);
  for (const PlayedMove& played : record.moves)
    game.line.moves.push_back({played.move, {}, comment_of(played), {}});
  std::string& last = game.line.moves.empty() ? game.line.comment : game.line.moves.back().comment;
  last += (last.empty() ? "" : ", ") + record.detail;
  return game;
}

Result<FinishedGame> from_pgn(const tools::PgnGame& game, const Schedule& schedule,
                              const std::vector<std::string>& names) {
  const auto tag = [&game](std::string_view name) {
    const std::string* value = game.tag(name);
    return value == nullptr ? std::string() : *value;
  };
  FinishedGame finished;
  const auto number = parse_integer(tag("GameNumber"));
  if (!number || *number < 1) return Error{"the tag GameNumber is missing or no number"};
  const auto name = [&number](std::string_view what) {
    return fmt::format("game {} {}", *number, what);
  };
  if (static_cast<std::size_t>(*number) > schedule.total())
    return Error{name(fmt::format("is beyond the {} planned", schedule.total()))};
  finished.number = static_cast<std::size_t>(*number - 1);
  const PlannedGame planned = schedule.game(finished.number);
  if (tag("White") != names[schedule.white(planned)] ||
      tag("Black") != names[schedule.black(planned)])
    return Error{name(fmt::format("is {} v {}, planned is {} v {}", tag("White"), tag("Black"),
                                  names[schedule.white(planned)], names[schedule.black(planned)]))};
  const auto termination = parse_termination(tag("Termination"));
  if (!termination) return Error{name("has no known Termination")};
  finished.termination = *termination;
  finished.result = parse_result(game.result).value_or(GameResult::Unfinished);
  if (finished.result == GameResult::Unfinished) return Error{name("has no result")};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string text = tag(fmt::format("{}Faults", kSides[i]));
    if (text.empty()) continue;
    const auto faults = parse_faults(text);
    if (!faults) return Error{name(faults.error())};
    finished.faults[i] = *faults;
  }
  std::vector<Move> moves;
  for (const tools::PgnMove& played : game.line.moves) moves.push_back(played.move);
  finished.fingerprint = fingerprint(game.start, moves);
  return finished;
}

FinishedGame finished(const GameRecord& record, std::size_t number) {
  std::vector<Move> moves;
  for (const PlayedMove& played : record.moves) moves.push_back(played.move);
  return {number, record.result, record.termination, record.faults,
          fingerprint(record.opening.start, moves)};
}

}  // namespace grandee::match
