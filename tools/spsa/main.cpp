// grandee-spsa: tunes the search's constants by games.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/standard_streams.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/messages.hpp"
#include "tools/common/progress.hpp"
#include "tools/common/signals.hpp"
#include "tools/match/adjudication.hpp"
#include "tools/match/arguments.hpp"
#include "tools/spsa/arena.hpp"
#include "tools/spsa/config.hpp"
#include "tools/spsa/journal.hpp"

namespace {

using namespace grandee;
using namespace grandee::spsa;

constexpr int kUsageError = 2;
constexpr int kEngineFailure = 3;
constexpr int kMostGamesAtATime = 1024;

constexpr const char* kFooter =
    R"(Example:
  grandee-spsa --engine "cmd=build/tune/bin/grandee option.Hash=16" --iterations 5000 \
    --concurrency 2 --book training-data/openings/grand-openings.epd --state spsa.json
The same command goes on after an interruption; the course so far is in spsa.csv.
Exit code: 0 done, 2 wrong input, 3 an engine failed, 128 + signal stopped.)";

struct Arguments {
  std::string engine;
  std::string parameters;
  std::string state = "spsa.json";
  std::string book;
  int random_plies = 8;
  std::uint64_t nodes = 2000;
  std::uint64_t iterations = 5000;
  std::uint64_t pairs = 4;
  std::uint64_t seed = 1;
  Gains gains;
  int concurrency = 1;
  std::string draw;
  std::string resign;
  int max_moves = 0;
  double startup_s = 60;
  double answer_s = 20;
  double silence_s = 120;
};

int fail(const std::string& message, int code = kUsageError) {
  tools::say(fmt::format("grandee-spsa: {}", message));
  return code;
}

void add_options(CLI::App& app, Arguments& a) {
  app.add_option("--engine", a.engine, "The tuning build, as for grandee-match")->required();
  app.add_option("--parameters", a.parameters, "JSON file that says which, with c and r (all)");
  app.add_option("--state", a.state, "Where the course is kept (spsa.json)");
  app.add_option("--nodes", a.nodes, "Nodes for each move (2000)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  app.add_option("--iterations", a.iterations, "Steps of the course (5000)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 32));
  app.add_option("--pairs", a.pairs, "Pairs of games for each step (4)")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 16));
  app.add_option("--concurrency", a.concurrency, "Games at a time (1)")
      ->check(CLI::Range(1, kMostGamesAtATime));
  app.add_option("--seed", a.seed, "Of directions and openings (1)");
  app.add_option("--book", a.book, "Openings, taken in random order");
  app.add_option("--random-plies", a.random_plies, "Without a book: random first plies (8)")
      ->check(CLI::Range(1, 40));
  app.add_option("--alpha", a.gains.alpha, "Decay of the steps (0.602)")
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--gamma", a.gains.gamma, "Decay of the perturbations (0.101)")
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--stability", a.gains.stability, "A, as a share of all pairs (0.1)")
      ->check(CLI::Range(0.0, 1.0));
  app.add_option("--draw", a.draw, "As for grandee-match");
  app.add_option("--resign", a.resign, "As for grandee-match");
  app.add_option("--max-moves", a.max_moves, "Draw after so many moves (0: never)")
      ->check(CLI::Range(0, 100000));
  app.add_option("--startup", a.startup_s, "Seconds the engine may take to start (60)");
  app.add_option("--answer", a.answer_s, "Seconds it may take between games (20)");
  app.add_option("--silence", a.silence_s, "Seconds without a line in a search (120)");
}

match::Duration from_seconds(double seconds) {
  return match::Duration(std::llround(std::clamp(seconds, 0.0, 1e6) * 1e9));
}

Result<ArenaConfig> arena_config(const Arguments& a) {
  ArenaConfig config;
  match::Limits limits;
  limits.nodes = a.nodes;
  auto engine = match::parse_engine(a.engine, limits);
  if (!engine) return Error{engine.error()};
  if (!engine->limits.deterministic())
    return Error{"--engine: a course is played at fixed nodes or depth, without a clock"};
  if (engine->protocol != match::Protocol::Uci || engine->restart)
    return Error{"--engine: proto=xboard and restart=true are not for tuning"};
  config.engine = *std::move(engine);
  match::Adjudication& adjudication = config.referee.adjudication;
  if (!a.draw.empty()) {
    const auto rule = match::parse_draw_rule(a.draw);
    if (!rule) return Error{rule.error()};
    adjudication.draw = *rule;
  }
  if (!a.resign.empty()) {
    const auto rule = match::parse_resign_rule(a.resign);
    if (!rule) return Error{rule.error()};
    adjudication.resign = *rule;
  }
  adjudication.max_moves = a.max_moves;
  config.patience = {from_seconds(a.startup_s), from_seconds(a.answer_s),
                     from_seconds(a.silence_s)};
  config.games_at_a_time =
      std::min<std::size_t>(static_cast<std::size_t>(a.concurrency), 2 * a.pairs);
  return config;
}

// What beside the plan decides the games.
nlohmann::ordered_json conditions(const Arguments& a, const ArenaConfig& config,
                                  const match::OpeningSource& openings) {
  nlohmann::ordered_json json{{"limits", describe(config.engine.limits)},
                              {"book_hash", openings.book_hash()},
                              {"random_plies", a.book.empty() ? a.random_plies : 0},
                              {"draw", a.draw},
                              {"resign", a.resign},
                              {"max_moves", a.max_moves}};
  json["options"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : config.engine.options) json["options"][name] = value;
  return json;
}

// The lines of engine/search/tunables.hpp, with where each value came from.
Result<Ok> print_values(const Course& course, const std::vector<match::SpinOption>& offered) {
  std::string text;
  for (std::size_t i = 0; i < course.values().size(); ++i) {
    const Parameter& p = course.plan().parameters[i];
    const auto option = std::find_if(offered.begin(), offered.end(),
                                     [&p](const auto& o) { return o.name == p.name; });
    text += fmt::format("GRANDEE_TUNABLE({}, {}, {}, {});  // {} before, at {:.2f}\n", p.name,
                        std::llround(course.values()[i]), option->min, option->max, p.start,
                        course.values()[i]);
  }
  return tools::print(text);
}

int tune(Journal& journal, Arena& arena) {
  const Plan& plan = journal.course().plan();
  tools::Progress progress(stderr, plan.iterations);
  if (journal.course().iteration() > 0)
    tools::say(fmt::format("Goes on after iteration {}", journal.course().iteration()));
  progress.set_done_before(journal.course().iteration());
  while (!journal.course().finished()) {
    const std::uint64_t iteration = journal.course().iteration();
    if (tools::stop_requested()) break;
    const auto net_wins =
        arena.play(plan.parameters, journal.course().probe(), iteration * plan.pairs, plan.pairs);
    if (!net_wins) {
      progress.end_line();
      return fail(net_wins.error(), kEngineFailure);
    }
    if (!*net_wins) break;
    if (const auto kept = journal.learn(**net_wins); !kept) {
      progress.end_line();
      return fail(kept.error());
    }
    if (progress.due() || journal.course().finished())
      progress.show(iteration + 1, fmt::format("{}/{} iterations, {} games", iteration + 1,
                                               plan.iterations, 2 * plan.pairs * (iteration + 1)));
  }
  progress.end_line();
  return journal.course().finished() ? 0 : std::max(tools::signal_exit_code(), 128);
}

int run(const Arguments& a) {
  const auto config = arena_config(a);
  if (!config) return fail(config.error());
  match::OpeningChoice choice;
  choice.book = a.book;
  choice.shuffle = true;
  choice.random_plies = a.random_plies;
  auto openings = match::OpeningSource::create(choice, a.seed);
  if (!openings) return fail(openings.error());
  const auto played_under = conditions(a, *config, *openings);
  tools::install_signal_handlers();
  auto arena = Arena::start(*config, *std::move(openings));
  if (!arena) return fail(arena.error(), kEngineFailure);
  const auto& offered = (*arena)->offered();
  auto parameters =
      a.parameters.empty() ? all_parameters(offered) : read_parameters(a.parameters, offered);
  if (!parameters) return fail(parameters.error());
  const Plan plan{*std::move(parameters), a.gains, a.iterations, a.pairs, a.seed};
  auto journal = Journal::open(a.state, plan, played_under);
  if (!journal) return fail(journal.error());
  const int code = tune(*journal, **arena);
  if (code == kUsageError) return code;
  const auto printed = print_values(journal->course(), offered);
  return printed ? code : fail(printed.error());
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  CLI::App app("Tunes the search's constants by games: SPSA.", "grandee-spsa");
  app.footer(kFooter);
  Arguments arguments;
  add_options(app, arguments);
  if (const auto code = tools::read_command_line(app, tools::words_of(argc, argv), kUsageError))
    return *code;
  return run(arguments);
}
