// The commands of grandee-data. Each returns an error, or whether all it saw was good.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/data/input.hpp"
#include "tools/datagen/evaluation.hpp"
#include "training-data/game.hpp"

namespace grandee::datatool {

enum class Verdict { Good, Faults, Stopped };

// "": as text; "-": JSON to standard output; else JSON to that file.
using JsonTarget = std::string;

Result<Verdict> info(const Files& files, const JsonTarget& json);
// Replays every game and compares what the blocks say with what they hold.
Result<Verdict> verify(const Files& files, const JsonTarget& json);

struct ExpandOptions {
  Files files;
  std::filesystem::path out;
  std::filesystem::path valid;  // empty: "<out stem>.valid<extension>" beside out
  double valid_share = 0.02;
  data::KeptFilter filter;
  std::uint64_t seed = 1;
  std::size_t memory_mib = 1024;
  JsonTarget json;
};
Result<Verdict> expand(const ExpandOptions& options);

// One file with the games of all, in the order of header and number, none twice. The same games
// give the same file, however they were spread over shards' threads and interruptions.
Result<Verdict> merge(const Files& files, const std::filesystem::path& out, const JsonTarget& json);

struct RescoreOptions {
  std::filesystem::path file;
  std::filesystem::path out;
  std::uint64_t nodes = 1000;
  std::size_t hash_kib = 1024;
  int threads = 1;
  bool resume = false;
  datagen::Evaluation evaluation;
  JsonTarget json;
};
Result<Verdict> rescore(const RescoreOptions& options);

enum class TextForm { Text, Plain, Chain };
struct ConvertOptions {
  std::filesystem::path file;
  std::filesystem::path out;
  TextForm to = TextForm::Text;
  std::optional<data::KeptFilter> filter;  // of plain positions; none: all
};
Result<Verdict> convert(const ConvertOptions& options);

// Histograms as CSV and SVG into a folder.
Result<Verdict> stats(const Files& files, const std::filesystem::path& folder);

// Fits the model of engine/protocol/wdl.hpp to games of one network and checks it on others of
// them.
struct WdlOptions {
  Files files;
  double held_out = 0.5;  // share of the games
  std::uint64_t seed = 1;
  int max_score = 2000;       // positions with scores beyond ± it are left out
  std::filesystem::path svg;  // empty: none
  JsonTarget json;
};
Result<Verdict> wdl(const WdlOptions& options);

// Writes the JSON where it is wanted.
Result<Ok> deliver(const JsonTarget& target, const nlohmann::ordered_json& json);

}  // namespace grandee::datatool
