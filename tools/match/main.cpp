// grandee-match: engine against engine.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/standard_streams.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/messages.hpp"
#include "tools/common/named_files.hpp"
#include "tools/common/progress.hpp"
#include "tools/common/signals.hpp"
#include "tools/match/arguments.hpp"
#include "tools/match/report.hpp"
#include "tools/match/simulate.hpp"
#include "tools/match/speed.hpp"

namespace {

using namespace grandee;
using namespace grandee::match;

constexpr int kUsageError = 2;
constexpr int kEngineFailure = 3;

constexpr const char* kFooter =
    R"(An engine is "name=A cmd=PATH", also args="…" dir=PATH proto=uci|xboard option.NAME=VALUE
restart=true, and limits of its own: tc= movetime= nodes= depth=.
Examples:
  grandee-match --engine "name=new cmd=./grandee" --engine "name=old cmd=./old option.Hash=16" \
    --tc 1+0.01 --games 4000 --concurrency 2 --book grand-openings.epd --book-order random \
    --sprt elo0=0,elo1=10 --pgn new-old.pgn --json new-old.json
  grandee-match --config match.json --resume
  grandee-match stats --ptnml 10,60,120,80,12 --sprt elo0=0,elo1=5 --json -
  grandee-match simulate --sprt elo0=0,elo1=10
  grandee-match speed --engine "cmd=./grandee" --engine "cmd=./grandee option.Threads=2" \
    --depth 14 --book grand-openings.epd --positions 50 --runs 3
Exit code: 0 done or H1 accepted, 1 H0 accepted, 2 wrong input, 3 an engine failed,
128 + signal stopped.)";

int fail(const std::string& message) {
  tools::say(fmt::format("grandee-match: {}", message));
  return kUsageError;
}

void add_engine_options(CLI::App& app, MatchArguments& a) {
  app.add_option("--engine", a.engines, "An engine, twice or more")->allow_extra_args(false);
  app.add_option("--each", a.each, "Keys for all engines, e.g. \"option.Hash=16\"");
  app.add_option("--movetime", a.movetime_ms, "Milliseconds for each move");
  app.add_option("--nodes", a.nodes, "Nodes for each move");
  app.add_option("--depth", a.depth, "Depth of each search");
}

void add_match_options(CLI::App& app, MatchArguments& a) {
  add_engine_options(app, a);
  app.add_option("--tc", a.tc, "[moves/]seconds[+increment], e.g. 40/5+0.05");
  app.add_option("--games", a.games, "Games of each pairing; pairs share an opening");
  app.add_option("--concurrency", a.concurrency, "Games at a time");
  app.add_option("--tournament", a.tournament,
                 "roundrobin, gauntlet (first against all)\nor ladder (each against the next)");
  app.add_option("--affinity", a.affinity, "Processors, one for each game at a time: 0,1")
      ->delimiter(',');
  app.add_option("--book", a.book, "Openings: EPD or FEN lines, or PGN games");
  app.add_option("--book-order", a.book_order, "file or random (by the seed)");
  app.add_option("--book-start", a.book_start, "Number of the first opening used");
  app.add_option("--book-plies", a.book_plies, "Plies taken of a PGN opening (0: all)");
  app.add_option("--random-plies", a.random_plies, "Without a book: random first plies");
  app.add_option("--seed", a.seed, "Of all that is random; chosen and told if missing");
  app.add_option("--sprt", a.sprt, "elo0=,elo1=[,alpha=0.05,beta=0.05,model=normalized|logistic]")
      ->expected(1, 5);
  app.add_option("--draw", a.draw, "movenumber=40,movecount=8,score=10: both engines agree")
      ->expected(1, 3);
  app.add_option("--resign", a.resign, "movecount=4,score=1000[,twosided=true]")->expected(1, 3);
  app.add_option("--max-moves", a.max_moves, "Draw after so many moves (0: never)");
  app.add_option("--margin", a.margin_ms, "Milliseconds granted beyond the clock (20)");
  app.add_option("--startup", a.startup_s, "Seconds an engine may take to start (60)");
  app.add_option("--answer", a.answer_s, "Seconds to answer between games or after the flag (20)");
  app.add_option("--silence", a.silence_s, "Seconds without a line in a search (120)");
  app.add_flag("--recover", a.recover, "Start an engine that failed again, count the loss");
  app.add_flag("--resume", a.resume, "Go on with the match of the PGN file");
  app.add_option("--event", a.event, "Name of the event in the PGN");
  app.add_option("--pgn", a.pgn, "File for the games, written one by one");
  app.add_option("--json", a.json, "File for a summary, - for standard output");
}

struct StatsArguments {
  std::vector<std::uint64_t> pairs;
  std::vector<std::uint64_t> games;
  std::vector<std::string> sprt;
  std::string json;
};

int print(const nlohmann::ordered_json& json, const std::string& path) {
  const std::string text = json.dump(2) + "\n";
  const auto delivered = tools::deliver(path, text);
  return delivered ? 0 : fail(delivered.error());
}

int run_stats(const StatsArguments& a) {
  Tally tally;
  if (a.pairs.empty() == a.games.empty()) return fail("stats needs --ptnml or --wdl");
  std::copy(a.pairs.begin(), a.pairs.end(), tally.pairs.begin());
  if (!a.games.empty()) tally.games = {a.games[2], a.games[1], a.games[0]};
  std::optional<Sprt> sprt;
  if (!a.sprt.empty()) {
    const auto parsed = parse_sprt(fmt::format("{}", fmt::join(a.sprt, " ")));
    if (!parsed) return fail(parsed.error());
    sprt = *parsed;
  }
  if (a.json != "-")
    if (const auto shown = tools::print(format_tally(tally, sprt)); !shown)
      return fail(shown.error());
  return a.json.empty() ? 0 : print(tally_json(tally, sprt), a.json);
}

struct SimulateArguments {
  std::vector<std::string> sprt;
  double draw_rate = 0.07;
  double bias = 60;
  int matches = 1000;
  int max_games = 100000;
  std::uint64_t seed = 1;
  std::string json;
};

int run_simulate(const SimulateArguments& a) {
  const auto sprt = parse_sprt(fmt::format("{}", fmt::join(a.sprt, " ")));
  if (!sprt) return fail(sprt.error());
  if (!(a.draw_rate >= 0 && a.draw_rate < 1)) return fail("--draw-rate must be within 0–1");
  if (a.matches < 1 || a.max_games < 2) return fail("--matches and --max-games must be positive");
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  std::string text = fmt::format("{:>10} {:>8} {:>8} {:>10}\n", "true Elo", "H1", "H0", "games");
  for (const double elo : {sprt->elo0, (sprt->elo0 + sprt->elo1) / 2, sprt->elo1}) {
    const SimulationResult result =
        simulate(*sprt, {elo, a.draw_rate, a.bias}, a.matches, a.max_games / 2, a.seed);
    text += fmt::format("{:>10.2f} {:>7.2f}% {:>7.2f}% {:>10.0f}\n", elo, 100 * result.h1_rate,
                        100 * result.h0_rate, result.mean_games);
    json.push_back({{"elo", elo},
                    {"h1_rate", result.h1_rate},
                    {"h0_rate", result.h0_rate},
                    {"mean_games", result.mean_games}});
  }
  if (a.json != "-")
    if (const auto shown = tools::print(text); !shown) return fail(shown.error());
  return a.json.empty() ? 0 : print(json, a.json);
}

struct SpeedArguments {
  MatchArguments match;
  int positions = 50;
  int runs = 1;
  std::string json;
};

int run_speed(const SpeedArguments& a) {
  auto engines = engines_of(a.match);
  if (!engines) return fail(engines.error());
  if (a.positions < 1 || a.runs < 1) return fail("--positions and --runs must be positive");
  auto book = load_book(a.match.book);
  if (!book) return fail(book.error());
  std::vector<Opening>& positions = book->openings;
  if (positions.size() > static_cast<std::size_t>(a.positions))
    positions.erase(positions.begin() + a.positions, positions.end());
  if (const auto files = tools::check_outputs({{"--json", a.json}}, {{"--book", a.match.book}});
      !files)
    return fail(files.error());
  const SpeedPlan plan = {*engines, positions, a.runs, {}};
  tools::install_signal_handlers();
  tools::Progress progress(stderr, positions.size() * static_cast<std::size_t>(a.runs));
  const auto speeds = measure_speed(plan, [&progress](std::size_t done) {
    if (progress.due()) progress.show(done, fmt::format("{} positions", done));
  });
  progress.end_line();
  if (!speeds) {
    fail(speeds.error());
    return tools::stop_requested() ? tools::signal_exit_code() : kEngineFailure;
  }
  const std::string conditions =
      fmt::format("{} positions of {}, {} run{}, {}", positions.size(),
                  std::filesystem::path(a.match.book).filename().string(), a.runs,
                  a.runs == 1 ? "" : "s", describe(engines->front().limits));
  if (a.json != "-")
    if (const auto shown = tools::print(conditions + "\n" + format_speeds(*engines, *speeds));
        !shown)
      return fail(shown.error());
  return a.json.empty() ? 0 : print(speeds_json(*engines, *speeds), a.json);
}

// The options of the configuration file go in front of those of the command line, but for the ones
// that stand there, too.
Result<std::vector<std::string>> with_config_file(std::vector<std::string> words) {
  std::vector<std::string> given;
  std::string file;
  std::vector<std::string> rest;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.rfind("--config=", 0) == 0) {
      file = word.substr(9);
    } else if (word == "--config" && i + 1 < words.size()) {
      file = words[++i];
    } else {
      if (word.rfind("--", 0) == 0) given.push_back(word.substr(2, word.find('=') - 2));
      rest.push_back(word);
    }
  }
  if (file.empty()) return rest;
  auto all = arguments_from_json(file, given);
  if (all) all->insert(all->end(), rest.begin(), rest.end());
  return all;
}

int play(const MatchArguments& arguments, const std::vector<std::string>& words) {
  const auto config = build_config(arguments);
  if (!config) return fail(config.error());
  tools::install_signal_handlers();
  const MatchOutcome outcome = run_match(*config);
  if (!outcome.message.empty()) fail(outcome.message);
  const bool ended_early =
      outcome.status == MatchStatus::Stopped || outcome.status == MatchStatus::EngineFailure;
  if (ended_early && !config->pgn.empty()) {
    std::string command = "grandee-match";
    for (const std::string& word : words) command += " " + shell_quoted(word);
    if (!config->resume) command += " --resume";
    tools::say(fmt::format("To go on: {}", command));
  }
  return exit_code(outcome);
}

int run(int argc, char** argv) {
  const std::vector<std::string> words = tools::words_of(argc, argv);
  CLI::App app("Plays matches and tournaments of Grand Chess engines.", "grandee-match");
  app.footer(kFooter);
  app.require_subcommand(0, 1);
  MatchArguments match;
  add_match_options(app, match);
  std::string config_file;
  app.add_option("--config", config_file, "JSON file with the same options");

  StatsArguments stats;
  CLI::App* stats_command = app.add_subcommand("stats", "The statistics of given counts");
  stats_command->add_option("--ptnml", stats.pairs, "Pairs with 0, ½, 1, 1½, 2 points")
      ->delimiter(',')
      ->expected(5);
  stats_command->add_option("--wdl", stats.games, "Wins, draws, losses of single games")
      ->delimiter(',')
      ->expected(3);
  stats_command->add_option("--sprt", stats.sprt, "As for a match")->expected(1, 5);
  stats_command->add_option("--json", stats.json, "File, - for standard output");

  SimulateArguments simulation;
  CLI::App* simulate_command =
      app.add_subcommand("simulate", "Error rates and length of a sequential test");
  simulate_command->add_option("--sprt", simulation.sprt, "As for a match")
      ->expected(1, 5)
      ->required();
  simulate_command->add_option("--draw-rate", simulation.draw_rate, "Share of drawn games (0.07)");
  simulate_command->add_option("--bias", simulation.bias, "Elo an opening gives a colour (60)");
  simulate_command->add_option("--matches", simulation.matches, "Matches to simulate (1000)");
  simulate_command->add_option("--max-games", simulation.max_games, "Longest match (100000)");
  simulate_command->add_option("--seed", simulation.seed, "Of the simulation (1)");
  simulate_command->add_option("--json", simulation.json, "File, - for standard output");

  SpeedArguments speed;
  CLI::App* speed_command = app.add_subcommand("speed", "Nodes a second, time to a depth");
  add_engine_options(*speed_command, speed.match);
  speed_command->add_option("--book", speed.match.book, "Positions: EPD or FEN lines, or PGN games")
      ->required();
  speed_command->add_option("--positions", speed.positions, "The first so many of the book (50)");
  speed_command->add_option("--runs", speed.runs, "Over all positions (1)");
  speed_command->add_option("--json", speed.json, "File, - for standard output");

  auto all = with_config_file(words);
  if (!all) return fail(all.error());
  if (const auto code = tools::read_command_line(app, *std::move(all), kUsageError)) return *code;
  if (stats_command->parsed()) return run_stats(stats);
  if (simulate_command->parsed()) return run_simulate(simulation);
  if (speed_command->parsed()) return run_speed(speed);
  if (match.engines.empty()) {
    std::fputs(app.help().c_str(), stderr);
    return kUsageError;
  }
  return play(match, words);
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  return run(argc, argv);
}
