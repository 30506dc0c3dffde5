#include "tools/analyse/position_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "protocol/describe.hpp"
#include "protocol/text.hpp"
#include "protocol/wdl.hpp"
#include "tools/analyse/board_svg.hpp"
#include "tools/analyse/game_command.hpp"
#include "tools/analyse/output.hpp"
#include "tools/analyse/score_text.hpp"
#include "tools/analyse/tree.hpp"
#include "tools/analyse/watched_search.hpp"
#include "tools/common/signals.hpp"

namespace grandee::analyse {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kBarColumns = 24;

// Could the word stand in that field of a FEN, from 0?
bool fits_field(const std::string& word, std::size_t field) {
  const bool number =
      std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  std::string_view square = word;
  switch (field) {
    case 0: return true;
    case 1: return word == "w" || word == "b";
    case 2: return word == "-";
    case 3: return word == "-" || (take_square(square) != kNoSquare && square.empty());
    default: return number && field < 6;
  }
}

protocol::Wdl white_chances(const Position& position, Score score) {
  return protocol::WdlModel(position).chances(from_white(score, position.side_to_move()));
}

Json line_json(const search::Line& line, const Position& position) {
  const protocol::Wdl wdl = white_chances(position, line.score);
  Json pv = Json::array();
  for (const Move m : line.pv) pv.push_back(to_uci(m));
  return {{"rank", line.rank},
          {"eval", eval_json(shown_white(position, line.score))},
          {"wdl", {wdl.win, wdl.draw, wdl.loss}},
          {"depth", line.depth},
          {"seldepth", line.selective_depth},
          {"pv", std::move(pv)},
          {"san", protocol::describe_line(position, line.pv, Letters::AC)}};
}

Json result_json(const PositionOptions& options, const GivenPosition& given,
                 const WatchedResult& found) {
  const Position& position = given.game.position();
  const Analysis& a = found.analysis;
  const Outcome outcome = given.game.outcome();
  Json lines = Json::array();
  for (const search::Line& line : a.lines) lines.push_back(line_json(line, position));
  const auto ms = std::max<std::int64_t>(a.time_ms, 1);
  return {{"fen", to_fen(position)},
          {"outcome", outcome == Outcome::Ongoing ? "ongoing" : describe(outcome)},
          {"best", a.lines.empty() ? Json(nullptr) : Json(to_uci(a.pv().front()))},
          {"depth", a.depth},
          {"nodes", a.nodes},
          {"time_ms", a.time_ms},
          {"nps", a.nodes * 1000 / static_cast<std::uint64_t>(ms)},
          {"hash_mib", options.engine.hash_mib},
          {"hashfull", a.hashfull},
          {"threads", options.engine.threads},
          {"network", options.engine.network_name()},
          {"stopped", found.stopped},
          {"lines", std::move(lines)}};
}

std::string describe_lines(const PositionOptions& options, const GivenPosition& given,
                           const Analysis& a) {
  const Position& position = given.game.position();
  std::string text;
  for (const search::Line& line : a.lines) {
    const protocol::Wdl wdl = white_chances(position, line.score);
    text += fmt::format("{:>2}  {:>7}  {}  {:>3} {:>2} {:>3} %  {}\n", line.rank,
                        signed_text(shown_white(position, line.score)),
                        draw_chances(wdl, kBarColumns, options.terminal), (wdl.win + 5) / 10,
                        (wdl.draw + 5) / 10, (wdl.loss + 5) / 10,
                        protocol::describe_line(position, line.pv, options.terminal.letters));
  }
  const auto ms = std::max<std::int64_t>(a.time_ms, 1);
  text += fmt::format(
      "\nScores and chances (win, draw, loss) are White's.\nDepth {}, {} nodes in {:.1f} s, {} "
      "thousand a second, hash {:.1f} % of {} MiB\n",
      a.depth, a.nodes, static_cast<double>(ms) / 1000, a.nodes / static_cast<std::uint64_t>(ms),
      a.hashfull / 10.0, options.engine.hash_mib);
  return text;
}

Result<Ok> load_trees(const PositionOptions& options, Analyst& analyst) {
  for (const std::string& path : options.load_trees) {
    const auto entries = load_tree(path, options.engine.network_name(), analyst.pool());
    if (!entries) return Error{entries.error()};
    say(fmt::format("'{}': {} entries", path, *entries));
  }
  return Ok{};
}

Result<Ok> write_results(const PositionOptions& options, const GivenPosition& given,
                         const WatchedResult& found) {
  const std::string json = result_json(options, given, found).dump(1) + "\n";
  if (const auto written = write_output(options.json_out, json); !written) return written;
  std::vector<Move> arrows;
  for (const search::Line& line : found.analysis.lines)
    if (!line.pv.empty()) arrows.push_back(line.pv.front());
  return write_output(options.svg_out,
                      options.svg_out.empty() ? "" : board_svg(given.game.position(), arrows));
}

}  // namespace

Result<GivenPosition> parse_given_position(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  std::vector<std::string> rest;
  for (const std::string_view word : protocol::split_words(text)) rest.emplace_back(word);
  if (rest.empty()) return Error{"no position: give startpos or a FEN"};
  GivenPosition given;
  std::size_t taken = 1;
  if (rest[0] != "startpos") {
    std::string fen = rest[0];
    while (taken < rest.size() && fits_field(rest[taken], taken)) fen += " " + rest[taken++];
    const auto start = parse_fen(fen);
    if (!start) return Error{start.error()};
    given.game = protocol::Game(*start);
  }
  if (taken < rest.size() && rest[taken] == "moves") ++taken;
  for (; taken < rest.size(); ++taken) {
    const auto move = parse_san(given.game.position(), rest[taken]);
    if (!move)
      return Error{
          fmt::format("{} (number {} of the moves)", move.error(), given.game.plies() + 1)};
    given.game.play(*move);
    given.last = *move;
  }
  return given;
}

int run_position(const PositionOptions& options) {
  const auto fail = [](const std::string& what) {
    complain(what);
    return kExitFailed;
  };
  const auto given = parse_given_position(options.words);
  if (!given) return fail(given.error());
  auto analyst = Analyst::create(options.engine, options.engine.hash_mib);
  if (!analyst) return fail(analyst.error());
  if (const auto loaded = load_trees(options, **analyst); !loaded) return fail(loaded.error());

  const Position& position = given->game.position();
  const bool speaks = options.json_out != "-" && options.svg_out != "-";
  const Outcome outcome = given->game.outcome();
  if (speaks) {
    std::string text = draw_terminal_board(position, given->last, options.terminal) + "\n" +
                       to_fen(position, options.terminal.letters) + "\n";
    if (outcome != Outcome::Ongoing)
      text += fmt::format("The game is over: {}\n", describe(outcome));
    if (const auto shown = write_output("-", text + "\n"); !shown) return fail(shown.error());
  }
  const WatchedResult found = search_watched(**analyst, {position, given->game.earlier_keys()},
                                             options.effort, options.multi_pv);
  if (speaks && !found.analysis.lines.empty())
    if (const auto shown = write_output("-", describe_lines(options, *given, found.analysis));
        !shown)
      return fail(shown.error());
  if (const auto written = write_results(options, *given, found); !written)
    return fail(written.error());
  if (!options.save_tree.empty())
    if (const auto saved =
            save_tree(options.save_tree, options.engine.network_name(), (*analyst)->pool());
        !saved)
      return fail(saved.error());
  return found.stopped ? tools::signal_exit_code() : kExitDone;
}

}  // namespace grandee::analyse
