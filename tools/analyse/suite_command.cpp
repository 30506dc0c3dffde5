#include "tools/analyse/suite_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "tools/analyse/epd_file.hpp"
#include "tools/analyse/game_command.hpp"
#include "tools/analyse/output.hpp"
#include "tools/analyse/score_text.hpp"
#include "tools/analyse/suite.hpp"
#include "tools/analyse/watched_search.hpp"
#include "tools/common/signals.hpp"

namespace grandee::analyse {

namespace {

using Json = nlohmann::ordered_json;

struct Solution {
  int depth = 0;
  std::int64_t time_ms = 0;
  std::uint64_t nodes = 0;
};

struct Problem {
  EpdLine line;
  SuiteGoal goal;
};

struct Answer {
  Move move;
  Score score = 0;  // from the side to move
  int points = 0;
  bool solved = false;
  std::optional<Solution> since;  // when it became right for good
  Analysis analysis;
};

Answer solve(Analyst& analyst, const Problem& problem, const Effort& effort, bool& stopped) {
  Answer answer;
  const Watcher watch = [&](const search::Line& line, const search::Statistics& s) {
    if (line.rank != 1 || line.bound != search::Bound::Exact || line.pv.empty()) return;
    const bool right = problem.goal.met_by(line.pv.front(), line.score);
    if (!right)
      answer.since.reset();
    else if (!answer.since)
      answer.since = Solution{line.depth, s.time_ms, s.nodes};
  };
  analyst.pool().clear();
  WatchedResult found =
      search_watched(analyst, {problem.line.record.position, {}}, effort, 1, watch);
  stopped = found.stopped;
  answer.analysis = std::move(found.analysis);
  if (answer.analysis.lines.empty()) return answer;
  answer.move = answer.analysis.pv().front();
  answer.score = answer.analysis.score;
  answer.points = problem.goal.points_for(answer.move, answer.score);
  answer.solved = problem.goal.met_by(answer.move, answer.score);
  if (!answer.solved) answer.since.reset();
  // Right at the very end, after the last iteration that was reported.
  if (answer.solved && !answer.since)
    answer.since = Solution{answer.analysis.depth, answer.analysis.time_ms, answer.analysis.nodes};
  return answer;
}

Json answer_json(const Problem& problem, const Answer& answer) {
  const Position& position = problem.line.record.position;
  Json expected = Json::object();
  for (const auto& [name, moves] :
       {std::pair("bm", &problem.goal.best), std::pair("am", &problem.goal.avoid)}) {
    if (moves->empty()) continue;
    for (const Move m : *moves) expected[name].push_back(to_uci(m));
  }
  if (problem.goal.mate) expected["dm"] = *problem.goal.mate;
  for (const auto& [move, value] : problem.goal.points) expected["points"][to_uci(move)] = value;
  Json pv = Json::array();
  for (const Move m : answer.analysis.pv()) pv.push_back(to_uci(m));
  Json solved_at = nullptr;
  if (answer.since)
    solved_at = {{"depth", answer.since->depth},
                 {"time_ms", answer.since->time_ms},
                 {"nodes", answer.since->nodes}};
  return {{"id", problem.line.name()},
          {"line", problem.line.number},
          {"fen", to_fen(position)},
          {"expected", std::move(expected)},
          {"move", to_uci(answer.move)},
          {"san", to_san(position, answer.move)},
          {"eval", eval_json(shown_white(position, answer.score))},
          {"solved", answer.solved},
          {"points", answer.points},
          {"max_points", problem.goal.max_points()},
          {"solved_at", std::move(solved_at)},
          {"depth", answer.analysis.depth},
          {"nodes", answer.analysis.nodes},
          {"time_ms", answer.analysis.time_ms},
          {"pv", std::move(pv)}};
}

// Adds up what the answers make.
struct Summary {
  int positions = 0;
  int solved = 0;
  int points = 0;
  int max_points = 0;
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
  std::int64_t solving_ms = 0;  // until the solved ones were solved

  void add(const Problem& problem, const Answer& answer) {
    ++positions;
    solved += answer.solved;
    points += answer.points;
    max_points += problem.goal.max_points();
    nodes += answer.analysis.nodes;
    time_ms += answer.analysis.time_ms;
    if (answer.since) solving_ms += answer.since->time_ms;
  }
};

std::string describe(const Problem& problem, const Answer& answer) {
  const Position& position = problem.line.record.position;
  const std::string when = answer.since
                               ? fmt::format("depth {}, {} ms, {} nodes", answer.since->depth,
                                             answer.since->time_ms, answer.since->nodes)
                               : "-";
  return fmt::format("{:<5} {:>3}/{:<3} {:<10} {:>8}  {:<34}  {}\n",
                     answer.solved ? "right" : "wrong", answer.points, problem.goal.max_points(),
                     to_san(position, answer.move),
                     signed_text(shown_white(position, answer.score)), when, problem.line.name());
}

std::string describe(const Summary& s) {
  std::string text =
      fmt::format("{} of {} solved, {} of {} points, {} nodes in {:.1f} s", s.solved, s.positions,
                  s.points, s.max_points, s.nodes, static_cast<double>(s.time_ms) / 1000);
  if (s.solved > 0)
    text += fmt::format("; {:.0f} ms to a solution on average",
                        static_cast<double>(s.solving_ms) / s.solved);
  return text + "\n";
}

Json summary_json(const Summary& s) {
  return {{"positions", s.positions},   {"solved", s.solved}, {"points", s.points},
          {"max_points", s.max_points}, {"nodes", s.nodes},   {"time_ms", s.time_ms},
          {"solving_ms", s.solving_ms}};
}

// An error lists every line that is no problem to solve.
Result<std::vector<Problem>> read_problems(const std::string& path) {
  auto file = read_epd_file(path);
  if (!file) return Error{file.error()};
  std::vector<Problem> problems;
  for (EpdLine& line : file->lines) {
    auto goal = parse_goal(line.record);
    if (!goal)
      file->errors.push_back(fmt::format("line {}: {}", line.number, goal.error()));
    else if (!has_legal_move(line.record.position))
      file->errors.push_back(fmt::format("line {}: there is no legal move", line.number));
    else
      problems.push_back({std::move(line), *std::move(goal)});
  }
  std::string all;
  for (const std::string& error : file->errors) all += fmt::format("\n{}: {}", path, error);
  if (!all.empty()) return Error{"not a suite:" + all};
  if (problems.empty()) return Error{fmt::format("'{}' has no positions", path)};
  return problems;
}

}  // namespace

int run_suite(const SuiteOptions& options) {
  const auto fail = [](const std::string& what) {
    complain(what);
    return kExitFailed;
  };
  const auto problems = read_problems(options.input);
  if (!problems) return fail(problems.error());
  auto analyst = Analyst::create(options.engine, options.engine.hash_mib);
  if (!analyst) return fail(analyst.error());
  const bool speaks = options.json_out != "-";
  Summary summary;
  Json list = Json::array();
  bool stopped = false;
  for (const Problem& problem : *problems) {
    const Answer answer = solve(**analyst, problem, options.effort, stopped);
    if (stopped) break;
    summary.add(problem, answer);
    list.push_back(answer_json(problem, answer));
    if (speaks)
      if (const auto shown = write_output("-", describe(problem, answer)); !shown)
        return fail(shown.error());
  }
  if (speaks)
    if (const auto shown = write_output("-", describe(summary)); !shown) return fail(shown.error());
  const Json json = {{"suite", options.input},
                     {"effort", options.effort.describe()},
                     {"threads", options.engine.threads},
                     {"network", options.engine.network_name()},
                     {"version", GRANDEE_VERSION},
                     {"stopped", stopped},
                     {"summary", summary_json(summary)},
                     {"positions", std::move(list)}};
  const std::string text = json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  if (const auto written = write_output(options.json_out, text); !written)
    return fail(written.error());
  if (stopped) return tools::signal_exit_code();
  return summary.solved == summary.positions ? kExitDone : kExitPartly;
}

}  // namespace grandee::analyse
