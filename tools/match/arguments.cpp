#include "tools/match/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/quotes.hpp"
#include "tools/common/named_files.hpp"
#include "tools/common/text_file.hpp"
#include "tools/match/key_values.hpp"

namespace grandee::match {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kMostGamesAtATime = 1024;
constexpr double kMostSeconds = 1e6;

Duration from_seconds(double seconds) {
  return Duration(std::llround(std::clamp(seconds, 0.0, kMostSeconds) * 1e9));
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : std::string(separator)) + word;
  return text;
}

Result<Limits> limits_of(const MatchArguments& arguments) {
  Limits limits;
  if (arguments.tc) {
    const auto control = parse_time_control(*arguments.tc);
    if (!control) return Error{"--tc: " + control.error()};
    limits.clock = *control;
  }
  for (const auto& [name, bad] : {std::pair("--movetime", arguments.movetime_ms.value_or(1) <= 0),
                                  std::pair("--nodes", arguments.nodes.value_or(1) == 0),
                                  std::pair("--depth", arguments.depth.value_or(1) < 1)})
    if (bad) return Error{fmt::format("{} must be more than 0", name)};
  if (arguments.movetime_ms) limits.move_time = from_seconds(*arguments.movetime_ms / 1000);
  limits.nodes = arguments.nodes;
  limits.depth = arguments.depth;
  return limits;
}

// Limits that the engine names itself replace all of the match.
Result<Limits> read_limits(KeyValues& values, const Limits& match) {
  Limits own;
  if (values.has("tc")) {
    std::string text;
    values.read("tc", text);
    const auto control = parse_time_control(text);
    if (!control) return Error{control.error()};
    own.clock = *control;
  }
  double milliseconds = 1;
  double nodes = 1;
  int depth = 1;
  values.read("movetime", milliseconds);
  values.read("nodes", nodes);
  values.read("depth", depth);
  if (!(milliseconds > 0 && nodes >= 1 && nodes < 1e18 && depth >= 1))
    return Error{"movetime, nodes and depth must be more than 0"};
  if (values.has("movetime")) own.move_time = from_seconds(milliseconds / 1000);
  if (values.has("nodes")) own.nodes = static_cast<std::uint64_t>(nodes);
  if (values.has("depth")) own.depth = depth;
  return own.any() ? own : match;
}

// Engines that have no name, or one that is taken, get a number behind it.
void make_names_differ(std::vector<EngineConfig>& engines) {
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const std::string base = engines[i].name;
    const auto taken = [&engines, i](const std::string& name) {
      return std::any_of(engines.begin(), engines.begin() + static_cast<std::ptrdiff_t>(i),
                         [&name](const EngineConfig& other) { return other.name == name; });
    };
    for (int number = 2; taken(engines[i].name); ++number)
      engines[i].name = fmt::format("{}-{}", base, number);
  }
}

}  // namespace

Result<EngineConfig> parse_engine(std::string_view text, const Limits& limits) {
  auto values = KeyValues::parse(text, "--engine", " \t\n");
  if (!values) return Error{values.error()};
  EngineConfig engine;
  std::string arguments;
  std::string protocol = "uci";
  std::string& program = engine.command.program;
  values->read("name", engine.name);
  values->read("cmd", program);
  values->read("args", arguments);
  values->read("dir", engine.command.working_folder);
  values->read("proto", protocol);
  values->read("restart", engine.restart);
  engine.options = values->take_prefix("option.");
  const auto own = read_limits(*values, limits);
  if (!own) return Error{"--engine: " + own.error()};
  engine.limits = *own;
  if (const auto done = values->finish(); !done) return Error{done.error()};

  if (program.empty()) return Error{fmt::format("--engine '{}': cmd is missing", text)};
  if (engine.name.empty()) engine.name = fs::path(program).filename().string();
  engine.name = valid_utf8(engine.name);
  // A relative path is meant from here, also if the engine works elsewhere.
  if (program.find('/') != std::string::npos) program = fs::absolute(program).string();
  const auto words = split_words(arguments, " \t\n");
  if (!words) return Error{fmt::format("--engine {}: args: {}", engine.name, words.error())};
  engine.command.arguments = *words;
  if (protocol != "uci" && protocol != "xboard")
    return Error{fmt::format("--engine {}: proto={} is not uci or xboard", engine.name, protocol)};
  engine.protocol = protocol == "uci" ? Protocol::Uci : Protocol::XBoard;
  if (!engine.limits.any())
    return Error{fmt::format("--engine {}: no limit: give --tc, --movetime, --nodes or --depth",
                             engine.name)};
  if (engine.protocol == Protocol::XBoard && engine.limits.nodes)
    return Error{fmt::format(
        "--engine {}: XBoard has no limit of nodes: use a clock, a time or a depth", engine.name)};
  return engine;
}

Result<std::vector<EngineConfig>> engines_of(const MatchArguments& arguments) {
  const auto limits = limits_of(arguments);
  if (!limits) return Error{limits.error()};
  std::vector<EngineConfig> engines;
  for (const std::string& text : arguments.engines) {
    auto engine = parse_engine(text + " " + arguments.each, *limits);
    if (!engine) return Error{engine.error()};
    engines.push_back(*std::move(engine));
  }
  if (engines.empty()) return Error{"--engine is missing"};
  make_names_differ(engines);
  return engines;
}

Result<MatchConfig> build_config(const MatchArguments& arguments) {
  MatchConfig config;
  auto engines = engines_of(arguments);
  if (!engines) return Error{engines.error()};
  config.engines = *std::move(engines);
  if (config.engines.size() < 2) return Error{"--engine: a match needs two engines or more"};
  if (arguments.games < 1) return Error{"--games must be at least 1"};
  config.games = static_cast<std::size_t>(arguments.games);
  if (arguments.concurrency < 1 || arguments.concurrency > kMostGamesAtATime)
    return Error{fmt::format("--concurrency must be within 1–{}", kMostGamesAtATime)};
  config.concurrency = arguments.concurrency;
  const auto tournament = tournament_named(arguments.tournament);
  if (!tournament)
    return Error{fmt::format("--tournament '{}' is not roundrobin, gauntlet or ladder",
                             arguments.tournament)};
  config.tournament = *tournament;
  config.cpus = arguments.affinity;

  if (arguments.book_order != "file" && arguments.book_order != "random")
    return Error{fmt::format("--book-order '{}' is not file or random", arguments.book_order)};
  if (!arguments.book.empty() && arguments.random_plies > 0)
    return Error{"--random-plies can't be used with a --book"};
  if (arguments.random_plies < 0 || arguments.random_plies > 40)
    return Error{"--random-plies must be within 0–40"};
  if (arguments.book.empty() &&
      (arguments.book_start != 1 || arguments.book_plies != 0 || arguments.book_order != "file"))
    return Error{"--book-start, --book-plies and --book-order need a --book"};
  if (arguments.book_plies < 0) return Error{"--book-plies must not be negative"};
  config.openings = {arguments.book, arguments.book_order == "random", arguments.book_start,
                     arguments.book_plies, arguments.random_plies};
  config.seed = arguments.seed;

  if (!arguments.sprt.empty()) {
    const auto sprt = parse_sprt(join(arguments.sprt, " "));
    if (!sprt) return Error{sprt.error()};
    if (config.engines.size() != 2) return Error{"--sprt needs exactly two engines"};
    config.sprt = *sprt;
  }
  Adjudication& adjudication = config.referee.adjudication;
  if (!arguments.draw.empty()) {
    const auto rule = parse_draw_rule(join(arguments.draw, " "));
    if (!rule) return Error{rule.error()};
    adjudication.draw = *rule;
  }
  if (!arguments.resign.empty()) {
    const auto rule = parse_resign_rule(join(arguments.resign, " "));
    if (!rule) return Error{rule.error()};
    adjudication.resign = *rule;
  }
  if (arguments.max_moves < 0) return Error{"--max-moves must not be negative"};
  adjudication.max_moves = arguments.max_moves;
  if (std::min(
          {arguments.margin_ms, arguments.startup_s, arguments.answer_s, arguments.silence_s}) < 0)
    return Error{"--margin, --startup, --answer and --silence must not be negative"};
  config.referee.margin = from_seconds(arguments.margin_ms / 1000);
  config.patience = {from_seconds(arguments.startup_s), from_seconds(arguments.answer_s),
                     from_seconds(arguments.silence_s)};
  config.recover = arguments.recover;
  config.resume = arguments.resume;
  if (config.resume && arguments.pgn.empty()) return Error{"--resume needs the --pgn of the match"};
  config.event = arguments.event;
  if (const auto files = tools::check_outputs(
          {{"--pgn", arguments.pgn}, {"--json", arguments.json}}, {{"--book", arguments.book}});
      !files)
    return Error{files.error()};
  if (arguments.pgn == "-") return Error{"--pgn needs a file, as its games are read again"};
  config.pgn = arguments.pgn;
  config.json = arguments.json;
  return config;
}

namespace {

std::string scalar(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

// A value that holds blanks or quotes keeps together on the command line.
std::string quoted(const std::string& value) {
  const char quote = value.find('"') == std::string::npos ? '"' : '\'';
  return value.find_first_of(" \t\n,'\"") == std::string::npos && !value.empty()
             ? value
             : fmt::format("{}{}{}", quote, value, quote);
}

// {"elo0": 0, "elo1": 5} as "elo0=0 elo1=5"; an engine's options and args in their own form.
std::string key_values(const Json& object) {
  std::vector<std::string> parts;
  for (const auto& [key, value] : object.items()) {
    if (key == "options" && value.is_object()) {
      for (const auto& [name, setting] : value.items())
        parts.push_back(quoted(fmt::format("option.{}={}", name, scalar(setting))));
    } else if (value.is_array()) {
      std::vector<std::string> words;
      for (const Json& word : value) words.push_back(quoted(scalar(word)));
      parts.push_back(fmt::format("{}={}", key, quoted(join(words, " "))));
    } else {
      parts.push_back(fmt::format("{}={}", key, quoted(scalar(value))));
    }
  }
  return join(parts, " ");
}

}  // namespace

Result<std::vector<std::string>> arguments_from_json(const fs::path& path,
                                                     const std::vector<std::string>& given) {
  const auto text = tools::read_text_file(path);
  if (!text) return Error{text.error()};
  const Json json = Json::parse(*text, nullptr, false);
  if (!json.is_object())
    return Error{
        fmt::format("'{}' is not a JSON object with the options of a match", path.string())};
  std::vector<std::string> arguments;
  for (const auto& [name, value] : json.items()) {
    const std::string key = name == "engines" ? "engine" : name;
    if (std::find(given.begin(), given.end(), key) != given.end()) continue;
    const auto add = [&arguments, &key](const Json& item) {
      arguments.push_back(
          fmt::format("--{}={}", key, item.is_object() ? key_values(item) : scalar(item)));
    };
    if (value.is_boolean()) {
      if (value.get<bool>()) arguments.push_back("--" + key);
    } else if (value.is_array()) {
      for (const Json& item : value) add(item);
    } else if (!value.is_null()) {
      add(value);
    }
  }
  return arguments;
}

std::string shell_quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=/.,:@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

}  // namespace grandee::match
