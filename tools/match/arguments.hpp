// The command line and the configuration file of grandee-match, turned into a plan.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/match/match.hpp"

namespace grandee::match {

// The options of a match as they stand on the command line.
struct MatchArguments {
  std::vector<std::string> engines;
  std::string each;  // keys for all engines
  std::optional<std::string> tc;
  std::optional<double> movetime_ms;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  int games = 2;
  int concurrency = 1;
  std::string tournament = "roundrobin";
  std::vector<int> affinity;
  std::string book;
  std::string book_order = "file";
  int book_start = 1;
  int book_plies = 0;
  int random_plies = 0;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> sprt;
  std::vector<std::string> draw;
  std::vector<std::string> resign;
  int max_moves = 0;
  double margin_ms = 20;
  double startup_s = 60;
  double answer_s = 20;
  double silence_s = 120;
  bool recover = false;
  bool resume = false;
  std::string event = "grandee-match";
  std::string pgn;
  std::string json;
};

// The engines with their limits; at least one. Errors name the option that is wrong.
Result<std::vector<EngineConfig>> engines_of(const MatchArguments& arguments);

Result<MatchConfig> build_config(const MatchArguments& arguments);

// "name=A cmd=./engine args=\"-x\" proto=uci option.Hash=16 nodes=5000"; what it doesn't say about
// limits is taken from the second.
Result<EngineConfig> parse_engine(std::string_view text, const Limits& limits);

// The options of a JSON file as command-line arguments, without those whose key is among the given
// ones. Keys are the long options' names; engines, sprt, draw and resign may be objects.
Result<std::vector<std::string>> arguments_from_json(const std::filesystem::path& path,
                                                     const std::vector<std::string>& given);

// A word as a shell reads it back.
std::string shell_quoted(const std::string& word);

}  // namespace grandee::match
