// grandee-datagen: games of the engine against itself, for training.

#include <fmt/format.h>

#include <cstdlib>
#include <thread>

#include "base/standard_streams.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/messages.hpp"
#include "tools/common/named_files.hpp"
#include "tools/common/signals.hpp"
#include "tools/datagen/generator.hpp"

namespace grandee::datagen {
namespace {

constexpr int kExitFailed = 1;
constexpr int kExitStuck = 3;

// "i/n". Shards may be counted from 0 or from 1.
Result<Ok> parse_shard(const std::string& text, Options& options) {
  const std::size_t slash = text.find('/');
  const auto digits = [](const std::string& s) {
    return !s.empty() && s.size() <= 9 && s.find_first_not_of("0123456789") == std::string::npos;
  };
  const std::string i = text.substr(0, slash);
  const std::string n = slash == std::string::npos ? "" : text.substr(slash + 1);
  if (!digits(i) || !digits(n))
    return Error{fmt::format("'{}' is not of the form i/n, e.g. 3/16", text)};
  options.shard = static_cast<std::uint32_t>(std::stoul(i));
  options.shards = static_cast<std::uint32_t>(std::stoul(n));
  if (options.shards == 0 || options.shard > options.shards)
    return Error{options.shards == 0 ? fmt::format("'{}' has no shards: n is 1 at least", text)
                                     : fmt::format("shard {} is outside 0 to {}", i, n)};
  return Ok{};
}

void add_play_options(CLI::App& app, PlayRules& rules, std::vector<int>& random_plies) {
  const std::string group = "Play";
  app.add_option("--nodes", rules.nodes, "Soft node limit of a move: no new iteration beyond it")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40))
      ->group(group);
  app.add_option("--random-plies", random_plies, "Fewest and most random plies of an opening")
      ->expected(2)
      ->check(CLI::Range(0, 100))
      ->default_str("8 9")
      ->group(group);
  app.add_option("--opening-limit", rules.opening_limit,
                 "Discard openings scored beyond ± this (centipawns)")
      ->check(CLI::Range(1, 32000))
      ->group(group);
  app.add_option("--win-score", rules.win_score, "Adjudicate a win from this score on …")
      ->check(CLI::Range(1, 32001))
      ->group(group);
  app.add_option("--win-plies", rules.win_plies, "… seen for so many plies in a row")
      ->check(CLI::Range(1, 1000))
      ->group(group);
  app.add_option("--draw-score", rules.draw_score, "Adjudicate a draw up to this score …")
      ->check(CLI::Range(0, 32000))
      ->group(group);
  app.add_option("--draw-plies", rules.draw_plies, "… seen for so many plies in a row …")
      ->check(CLI::Range(1, 1000))
      ->group(group);
  app.add_option("--draw-from", rules.draw_from_ply, "… from this ply on")
      ->check(CLI::Range(0, 10000))
      ->group(group);
  app.add_option("--unadjudicated", rules.unadjudicated,
                 "Share of games that are played to the end of the rules")
      ->check(CLI::Range(0.0, 1.0))
      ->group(group);
  app.add_option("--max-plies", rules.max_plies, "A game of so many plies is a draw")
      ->check(CLI::Range(101, 20000))
      ->group(group);
}

int generate(const Options& options, const std::string& json) {
  tools::install_signal_handlers();
  auto made = Generator::create(options);
  if (!made) {
    tools::say(fmt::format("grandee-datagen: {}", made.error()));
    return kExitFailed;
  }
  std::unique_ptr<Generator> generator = *std::move(made);
  tools::say(fmt::format("grandee-datagen: seed {}, shard {}/{}, {} threads", generator->seed(),
                         options.shard, options.shards, options.threads));
  const Generator::End end = generator->run();
  const std::string summary = generator->summary().dump(2) + "\n";
  const auto delivered = tools::deliver(json, summary);
  if (!delivered) tools::say(fmt::format("grandee-datagen: {}", delivered.error()));
  if (!generator->error().empty())
    tools::say(fmt::format("grandee-datagen: {}", generator->error()));
  // The thread that hangs can't be joined.
  if (end == Generator::End::Stuck) std::_Exit(kExitStuck);
  if (end == Generator::End::Stopped)
    tools::say("grandee-datagen: stopped; the same command with --resume goes on");
  const bool failed = end == Generator::End::Failed || !delivered;
  return failed ? kExitFailed : tools::signal_exit_code();
}

int run(int argc, char** argv) {
  Options options;
  options.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  std::string shard = "0/1";
  std::string json;
  std::string net;
  std::vector<int> random_plies = {options.rules.random_plies_min, options.rules.random_plies_max};
  CLI::App app{
      "Plays games of the engine against itself and writes them, with the scores of the "
      "search, to chain files (training-data/FORMAT.md).",
      "grandee-datagen"};
  app.option_defaults()->always_capture_default();
  app.add_option("--out", options.out,
                 "File to write; with several threads FILE.0.gcd, FILE.1.gcd … beside that name")
      ->required();
  auto* games = app.add_option("--games", options.games, "Games of this shard; 0: until stopped");
  app.add_option(
         "--positions", options.positions,
         "Positions (scored plies) of this shard, to the end of the games that reach it; 0: "
         "until stopped")
      ->excludes(games);
  app.add_option("--threads", options.threads, "Threads, each with a file of its own")
      ->check(CLI::Range(1, 4096));
  app.add_option("--seed", options.seed, "Seed of all games; without it a random one, logged");
  app.add_option("--shard", shard, "i/n: which of n parts of a larger run; other i, other games");
  app.add_flag("--resume", options.resume, "Continue what is there, start what isn't");
  app.add_option("--hash", options.hash_kib, "KiB of each thread's table, emptied for every game")
      ->check(CLI::Range(std::size_t{64}, std::size_t{1} << 24));
  app.add_option("--net", net,
                 "Network file to play with, or 'bootstrap'; without it the built-in one");
  app.add_option("--watchdog", options.watchdog_seconds,
                 "Give up when a game takes so many seconds; 0: never")
      ->check(CLI::Range(0.0, 1e9));
  app.add_option("--json", json, "Write a summary to this file; -: standard output");
  add_play_options(app, options.rules, random_plies);
  if (const auto code = tools::read_command_line(app, tools::words_of(argc, argv), kExitFailed))
    return *code;

  options.rules.random_plies_min = random_plies[0];
  options.rules.random_plies_max = random_plies[1];
  const auto parsed = parse_shard(shard, options);
  const auto evaluation = choose_evaluation(net);
  const auto outputs = tools::check_outputs({{"--json", json}});
  const std::string fault =
      !parsed       ? parsed.error()
      : !evaluation ? evaluation.error()
      : !outputs    ? outputs.error()
      : !options.out.has_stem() || std::filesystem::is_directory(options.out)
          ? fmt::format("--out '{}' is not the name of a file", options.out.string())
      : random_plies[0] > random_plies[1]
          ? fmt::format("--random-plies: {} is more than {}", random_plies[0], random_plies[1])
          : "";
  if (!fault.empty()) {
    tools::say(fmt::format("grandee-datagen: {}", fault));
    return kExitFailed;
  }
  options.evaluation = *evaluation;
  return generate(options, json);
}

}  // namespace
}  // namespace grandee::datagen

int main(int argc, char** argv) {
  grandee::occupy_standard_streams();
  return grandee::datagen::run(argc, argv);
}
