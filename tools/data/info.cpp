#include <fmt/format.h>

#include "tools/common/messages.hpp"
#include "tools/data/commands.hpp"

namespace grandee::datatool {

using nlohmann::ordered_json;

namespace {

ordered_json to_json(const FileCounts& counts) {
  return {{"games", counts.games},
          {"positions", counts.positions},
          {"kept", counts.kept},
          {"bytes", counts.bytes},
          {"bad_blocks", counts.bad.size()}};
}

ordered_json to_json(const std::vector<FileCounts>& counts) {
  ordered_json json = to_json(sum(counts));
  for (const FileCounts& c : counts) {
    ordered_json file = {{"file", c.path.string()}};
    file.update(to_json(c));
    file["bad"] = ordered_json::array();
    for (const data::BadBlock& bad : c.bad)
      file["bad"].push_back({{"offset", bad.offset}, {"bytes", bad.bytes}, {"reason", bad.reason}});
    file["headers"] = c.headers;
    json["files"].push_back(file);
  }
  return json;
}

std::string line(const FileCounts& c) {
  const double positions = static_cast<double>(std::max<std::uint64_t>(c.positions, 1));
  return fmt::format(
      "{} games, {} positions, {} kept ({:.1f} %), {} bytes ({:.2f} a position), {} bad blocks\n",
      c.games, c.positions, c.kept, 100 * static_cast<double>(c.kept) / positions, c.bytes,
      static_cast<double>(c.bytes) / positions, c.bad.size());
}

std::string to_text(const std::vector<FileCounts>& counts) {
  std::string text;
  for (const FileCounts& c : counts) {
    text += fmt::format("{}: {}", c.path.string(), line(c));
    for (const auto& header : c.headers) text += "  " + header.dump() + "\n";
  }
  if (counts.size() > 1) text += "all: " + line(sum(counts));
  return text;
}

Result<Verdict> show(const std::vector<FileCounts>& counts, const JsonTarget& json) {
  const auto told = json.empty() ? tools::print(to_text(counts)) : deliver(json, to_json(counts));
  if (!told) return Error{told.error()};
  return sum(counts).bad.empty() ? Verdict::Good : Verdict::Faults;
}

// A block is bad as well if its games don't end as they say, or its counts are wrong.
std::string fault_of(const data::Block& block, const std::vector<data::Game>& games) {
  data::BlockCounts found;
  found.games = static_cast<std::uint32_t>(games.size());
  for (const data::Game& game : games) {
    if (const auto ending = data::check_ending(game); !ending)
      return fmt::format("game {}: {}", game.number, ending.error());
    found.positions += static_cast<std::uint32_t>(game.plies.size());
    data::replay(game, [&](const Position& position, const data::ScoredMove& scored, int ply) {
      found.kept += data::KeptFilter().keeps(position, scored, ply) ? 1 : 0;
    });
  }
  if (found.games == block.counts.games && found.positions == block.counts.positions &&
      found.kept == block.counts.kept)
    return "";
  return fmt::format("it says {} games, {} positions, {} kept and holds {}, {}, {}",
                     block.counts.games, block.counts.positions, block.counts.kept, found.games,
                     found.positions, found.kept);
}

Result<FileCounts> verify_file(const std::filesystem::path& path) {
  auto reader = data::ChainReader::open(path);
  if (!reader) return Error{reader.error()};
  FileCounts counts;
  counts.path = path;
  std::vector<data::BadBlock> faults;
  while (const auto block = reader->next()) {
    const std::size_t bad_before = reader->bad_blocks().size();
    const auto games = reader->games(*block);
    if (reader->bad_blocks().size() > bad_before) continue;
    if (const std::string fault = fault_of(*block, games); !fault.empty()) {
      faults.push_back({block->offset, block->bytes, fault});
      continue;
    }
    counts.games += block->counts.games;
    counts.positions += block->counts.positions;
    counts.kept += block->counts.kept;
  }
  counts.bytes = reader->file_bytes();
  counts.bad = reader->bad_blocks();
  counts.bad.insert(counts.bad.end(), faults.begin(), faults.end());
  for (const auto& [source, fields] : reader->headers()) counts.headers.push_back(fields);
  for (const auto& bad : counts.bad) report_bad(path, bad);
  return counts;
}

}  // namespace

Result<Ok> deliver(const JsonTarget& target, const ordered_json& json) {
  const std::string text = json.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  return tools::deliver(target, text);
}

Result<Verdict> info(const Files& files, const JsonTarget& json) {
  const auto counts = read_counts(files);
  if (!counts) return Error{counts.error()};
  for (const FileCounts& c : *counts)
    for (const auto& bad : c.bad) report_bad(c.path, bad);
  return show(*counts, json);
}

Result<Verdict> verify(const Files& files, const JsonTarget& json) {
  std::vector<FileCounts> all;
  for (const auto& file : files) {
    auto counts = verify_file(file);
    if (!counts) return Error{counts.error()};
    all.push_back(*std::move(counts));
  }
  return show(all, json);
}

}  // namespace grandee::datatool
