// grandee-analyse: deep analysis of positions, games and suites for people.

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/standard_streams.hpp"
#include "board/notation.hpp"
#include "tools/analyse/batch_command.hpp"
#include "tools/analyse/game_command.hpp"
#include "tools/analyse/mine_command.hpp"
#include "tools/analyse/output.hpp"
#include "tools/analyse/position_command.hpp"
#include "tools/analyse/suite_command.hpp"
#include "tools/analyse/tree.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/named_files.hpp"
#include "tools/common/signals.hpp"

namespace grandee::analyse {
namespace {

constexpr std::uint64_t kDefaultNodes = 200'000;
constexpr std::int64_t kDefaultMovetimeMs = 10'000;

int processors() {
  return std::max(static_cast<int>(std::thread::hardware_concurrency()), 1);
}

// Options that several sub-commands share, as typed.
struct Common {
  std::string network;
  std::string letters;
  std::string ranks;
};

void add_effort(CLI::App& app, Effort& effort) {
  const std::string group = "Effort";
  app.add_option("--nodes", effort.nodes, "Nodes for each position")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 50))
      ->group(group);
  app.add_option("--depth", effort.depth, "Depth of each search")
      ->check(CLI::Range(1, kMaxPly))
      ->group(group);
  app.add_option("--movetime", effort.movetime_ms, "Milliseconds for each position")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40))
      ->group(group);
}

void add_engine(CLI::App& app, EngineSetup& engine, Common& common, const std::string& threads) {
  const std::string group = "Engine";
  app.add_option("--threads", engine.threads, threads)
      ->check(CLI::Range(1, search::kMaxThreads))
      ->group(group);
  app.add_option("--hash", engine.hash_mib, "Most MiB of a hash table")
      ->check(CLI::Range(std::size_t{1}, search::kMaxHashMiB))
      ->capture_default_str()
      ->group(group);
  app.add_option("--net", common.network,
                 "Network file, or 'bootstrap'; without it the built-in network")
      ->group(group);
}

void add_style(CLI::App& app, Common& common) {
  app.add_option("--letters", common.letters,
                 "Letters of the moves: AC, MC or AM (otherwise found out by replaying)")
      ->check(CLI::IsMember({"AC", "MC", "AM"}, CLI::ignore_case))
      ->group("Reading");
  app.add_option("--ranks", common.ranks, "Lowest rank of the moves: 0 or 1 (otherwise found out)")
      ->check(CLI::IsMember({"0", "1"}))
      ->group("Reading");
}

Result<Ok> finish_engine(const Common& common, EngineSetup& engine) {
  auto network = choose_network(common.network);
  if (!network) return Error{network.error()};
  engine.network = *std::move(network);
  return Ok{};
}

tools::PgnStyle style_of(const Common& common) {
  tools::PgnStyle style;
  if (!common.letters.empty()) style.letters = *parse_letters(common.letters);
  if (!common.ranks.empty()) style.ranks = common.ranks == "0" ? RankBase::Zero : RankBase::One;
  return style;
}

struct GameArguments {
  GameOptions options;
  Common common;
};

void add_game(CLI::App& app, GameArguments& a) {
  CLI::App* game = app.add_subcommand(
      "game",
      "Annotates the games of a PGN file. Scores ([%eval 0.35], [%eval #-3]) are White's: "
      "#-3 is a mate in 3 by Black.");
  GameOptions& o = a.options;
  o.engine.threads = processors();
  game->add_option("file", o.input, "PGN file")->required();
  game->add_flag("--check", o.check, "Only read the games and report");
  game->add_option("--out", o.pgn_out, "Annotated PGN (- for standard output)");
  game->add_option("--html", o.html_out, "Report in one HTML file");
  game->add_option("--json", o.json_out, "Everything as JSON (- for standard output)");
  game->add_flag("--restart", o.restart, "Don't go on with what an interrupted run found");
  add_effort(*game, o.effort);
  add_engine(*game, o.engine, a.common, "Positions searched at a time (all processors)");
  add_style(*game, a.common);
  const std::string group = "Judgement: loss of the expected result, in percent points";
  const auto percent = CLI::Range(0.1, 100.0);
  for (auto [name, value] :
       {std::pair("--inaccuracy", &o.limits.inaccuracy), std::pair("--mistake", &o.limits.mistake),
        std::pair("--blunder", &o.limits.blunder)})
    game->add_option(name, *value)->check(percent)->capture_default_str()->group(group);
  game->add_option("--line-plies", o.line_plies, "Longest better line shown, in plies")
      ->check(CLI::Range(1, kMaxPly))
      ->capture_default_str();
}

int fail(const std::string& what) {
  complain(what);
  return kExitFailed;
}

int start_game(GameArguments& a) {
  GameOptions& o = a.options;
  o.style = style_of(a.common);
  if (const auto engine = finish_engine(a.common, o.engine); !engine) return fail(engine.error());
  if (o.limits.inaccuracy > o.limits.mistake || o.limits.mistake > o.limits.blunder)
    return fail("--inaccuracy, --mistake and --blunder must not fall");
  if (!o.check && o.pgn_out.empty() && o.html_out.empty() && o.json_out.empty()) o.pgn_out = "-";
  if (!o.effort.limited()) o.effort.nodes = kDefaultNodes;
  if (const auto outputs = tools::check_outputs(
          {{"--out", o.pgn_out}, {"--html", o.html_out}, {"--json", o.json_out}},
          {{"file", o.input}});
      !outputs)
    return fail(outputs.error());
  return run_game(o);
}

struct PositionArguments {
  PositionOptions options;
  Common common;
  bool ascii = false;
  std::string color = "auto";
  std::string letters = "AC";
};

void add_position(CLI::App& app, PositionArguments& a) {
  CLI::App* position =
      app.add_subcommand("position", "Analyses one position. Scores and chances are White's.");
  PositionOptions& o = a.options;
  o.engine.hash_mib = 256;
  o.engine.threads = processors();
  position->add_option("position", o.words, "startpos or a FEN, then moves (UCI or SAN)")
      ->required();
  position->add_option("--multipv", o.multi_pv, "So many best lines")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  position->add_option("--json", o.json_out, "The result as JSON (- for standard output)");
  position->add_option("--svg", o.svg_out, "The board with the best moves as arrows");
  position->add_option("--save-tree", o.save_tree, "Keeps what the search knows at its end");
  position->add_option("--load-tree", o.load_trees, "Begins with what that file knows; repeatable")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  position->add_flag("--ascii", a.ascii, "Board and bars in ASCII");
  position->add_option("--color", a.color, "auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->capture_default_str();
  position->add_option("--letters", a.letters, "Letters of board and lines: AC, MC or AM")
      ->check(CLI::IsMember({"AC", "MC", "AM"}, CLI::ignore_case))
      ->capture_default_str();
  add_effort(*position, o.effort);
  add_engine(*position, o.engine, a.common, "Threads of the search (all processors)");
}

int start_position(PositionArguments& a) {
  PositionOptions& o = a.options;
  if (const auto engine = finish_engine(a.common, o.engine); !engine) return fail(engine.error());
  if (!o.effort.limited()) o.effort.movetime_ms = kDefaultMovetimeMs;
  o.terminal = detect_terminal();
  o.terminal.letters = *parse_letters(a.letters);
  if (a.ascii) o.terminal.unicode = false;
  if (a.color != "auto") o.terminal.color = a.color == "always";
  if (const auto outputs = tools::check_outputs(
          {{"--json", o.json_out}, {"--svg", o.svg_out}, {"--save-tree", o.save_tree}});
      !outputs)
    return fail(outputs.error());
  return run_position(o);
}

struct SuiteArguments {
  SuiteOptions options;
  Common common;
};

void add_suite(CLI::App& app, SuiteArguments& a) {
  CLI::App* suite = app.add_subcommand(
      "suite",
      "Solves a suite: bm, am, dm, or points as in c0 \"d3d5=10, e3e5=4\". Exit code 0 if "
      "all are solved, else 1.");
  SuiteOptions& o = a.options;
  suite->add_option("file", o.input, "EPD file")->required();
  suite->add_option("--json", o.json_out, "The results as JSON (- for standard output)");
  add_effort(*suite, o.effort);
  add_engine(*suite, o.engine, a.common, "Threads of the search (1)");
}

int start_suite(SuiteArguments& a) {
  SuiteOptions& o = a.options;
  if (const auto engine = finish_engine(a.common, o.engine); !engine) return fail(engine.error());
  if (!o.effort.limited()) o.effort.movetime_ms = kDefaultMovetimeMs;
  if (const auto outputs = tools::check_outputs({{"--json", o.json_out}}, {{"file", o.input}});
      !outputs)
    return fail(outputs.error());
  return run_suite(o);
}

struct BatchArguments {
  BatchOptions options;
  Common common;
};

void add_batch(CLI::App& app, BatchArguments& a) {
  CLI::App* batch = app.add_subcommand(
      "batch",
      "Scores the positions of an EPD file. Scores are the side to move's; in EPD a mate "
      "in n plies is ce 32767 - n.");
  BatchOptions& o = a.options;
  o.engine.threads = processors();
  batch->add_option("file", o.input, "EPD file")->required();
  batch->add_option("--csv", o.csv_out, "The results as CSV (- for standard output)");
  batch->add_option("--json", o.json_out, "… as JSON");
  batch->add_option("--epd", o.epd_out, "… as EPD with acd, acn, ce, dm, pv");
  batch->add_flag("--restart", o.restart, "Don't go on with what an interrupted run found");
  add_effort(*batch, o.effort);
  add_engine(*batch, o.engine, a.common, "Positions searched at a time (all processors)");
}

int start_batch(BatchArguments& a) {
  BatchOptions& o = a.options;
  if (const auto engine = finish_engine(a.common, o.engine); !engine) return fail(engine.error());
  if (!o.effort.limited()) o.effort.nodes = kDefaultNodes;
  if (o.csv_out.empty() && o.json_out.empty() && o.epd_out.empty()) o.csv_out = "-";
  if (const auto outputs =
          tools::check_outputs({{"--csv", o.csv_out}, {"--json", o.json_out}, {"--epd", o.epd_out}},
                               {{"file", o.input}});
      !outputs)
    return fail(outputs.error());
  return run_batch(o);
}

struct MineArguments {
  MineOptions options;
  Common common;
};

void add_mine(CLI::App& app, MineArguments& a) {
  CLI::App* mine = app.add_subcommand(
      "mine",
      "Finds tactical positions in games with scores: one move is best by a margin, and a "
      "glance doesn't see it. Exit code 1 if there are fewer than wanted.");
  MineOptions& o = a.options;
  o.engine.threads = processors();
  mine->add_option("files", o.inputs, "Chain files (.gcd) or PGN with scores in its comments")
      ->required();
  mine->add_option("--out", o.epd_out, "EPD file")->required();
  mine->add_option("--count", o.count, "Positions wanted")->capture_default_str();
  mine->add_option("--per-game", o.most_of_a_game, "At most so many of a game")
      ->capture_default_str();
  mine->add_option("--screen-nodes", o.screen_nodes, "Nodes of the first search")
      ->capture_default_str();
  mine->add_option("--verify-nodes", o.verify_nodes, "Nodes of the search that decides")
      ->capture_default_str();
  mine->add_option("--margin", o.margin, "Percent points of the expected result")
      ->check(CLI::Range(1.0, 100.0))
      ->capture_default_str();
  mine->add_flag("--restart", o.restart, "Don't go on with what an interrupted run found");
  add_engine(*mine, o.engine, a.common, "Positions searched at a time (all processors)");
}

int start_mine(MineArguments& a) {
  if (const auto engine = finish_engine(a.common, a.options.engine); !engine)
    return fail(engine.error());
  std::vector<tools::NamedFile> inputs;
  for (const std::string& file : a.options.inputs) inputs.push_back({"files", file});
  if (const auto outputs = tools::check_outputs({{"--out", a.options.epd_out}}, inputs); !outputs)
    return fail(outputs.error());
  return run_mine(a.options);
}

struct TreeArguments {
  std::vector<std::string> files;
  std::string out;
};

void add_tree(CLI::App& app, TreeArguments& a) {
  CLI::App* tree =
      app.add_subcommand("tree", "Tells what files of --save-tree hold, and merges them into one.");
  tree->add_option("files", a.files, "Files of search trees")->required();
  tree->add_option("--out", a.out, "Everything they know, of each position the deepest");
}

int start_tree(const TreeArguments& a) {
  for (const std::string& file : a.files) {
    const auto info = read_tree_info(file);
    if (!info) return fail(info.error());
    say(fmt::format("'{}': {} entries, version {}, network {}", file, info->entries, info->version,
                    info->network));
  }
  if (a.out.empty()) return kExitDone;
  const auto merged = merge_trees({a.files.begin(), a.files.end()}, a.out);
  if (!merged) return fail(merged.error());
  say(fmt::format("'{}': {} entries", a.out, *merged));
  return kExitDone;
}

int run(int argc, char** argv) {
  tools::install_signal_handlers();
  CLI::App app("Deep analysis of Grand Chess positions, games and suites.", "grandee-analyse");
  app.footer(
      "Exit codes: 0 done; 1 some games unreadable or positions unsolved; 2 wrong input or "
      "a file that can't be read or written; 130, 143 stopped by a signal.");
  app.set_version_flag("--version", "grandee-analyse " GRANDEE_VERSION);
  app.require_subcommand(1);
  GameArguments game;
  PositionArguments position;
  SuiteArguments suite;
  BatchArguments batch;
  TreeArguments tree;
  MineArguments mine;
  add_position(app, position);
  add_game(app, game);
  add_suite(app, suite);
  add_batch(app, batch);
  add_tree(app, tree);
  add_mine(app, mine);
  if (const auto code = tools::read_command_line(app, tools::words_of(argc, argv), kExitFailed))
    return *code;
  if (app.got_subcommand("position")) return start_position(position);
  if (app.got_subcommand("suite")) return start_suite(suite);
  if (app.got_subcommand("batch")) return start_batch(batch);
  if (app.got_subcommand("tree")) return start_tree(tree);
  if (app.got_subcommand("mine")) return start_mine(mine);
  return start_game(game);
}

}  // namespace
}  // namespace grandee::analyse

int main(int argc, char** argv) {
  grandee::occupy_standard_streams();
  return grandee::analyse::run(argc, argv);
}
