#include "tools/data/input.hpp"

#include <fmt/format.h>

#include "base/rng.hpp"
#include "tools/common/messages.hpp"

namespace grandee::datatool {

using data::ChainReader;

namespace {

void count(FileCounts& counts, const ChainReader& reader) {
  counts.bytes = reader.file_bytes();
  counts.bad = reader.bad_blocks();
  for (const auto& [source, fields] : reader.headers()) counts.headers.push_back(fields);
}

}  // namespace

void report_bad(const std::filesystem::path& path, const data::BadBlock& bad) {
  tools::say(fmt::format("'{}': bad block at offset {} ({} bytes): {}", path.string(), bad.offset,
                         bad.bytes, bad.reason));
}

Result<FileCounts> read_counts(const std::filesystem::path& path) {
  auto reader = ChainReader::open(path);
  if (!reader) return Error{reader.error()};
  FileCounts counts;
  counts.path = path;
  while (const auto block = reader->next()) {
    counts.games += block->counts.games;
    counts.positions += block->counts.positions;
    counts.kept += block->counts.kept;
  }
  count(counts, *reader);
  return counts;
}

Result<std::vector<FileCounts>> read_counts(const Files& files) {
  std::vector<FileCounts> all;
  for (const auto& file : files) {
    auto counts = read_counts(file);
    if (!counts) return Error{counts.error()};
    all.push_back(*std::move(counts));
  }
  return all;
}

FileCounts sum(std::span<const FileCounts> counts) {
  FileCounts total;
  for (const FileCounts& c : counts) {
    total.games += c.games;
    total.positions += c.positions;
    total.kept += c.kept;
    total.bytes += c.bytes;
    total.bad.insert(total.bad.end(), c.bad.begin(), c.bad.end());
    total.headers.insert(total.headers.end(), c.headers.begin(), c.headers.end());
  }
  return total;
}

Result<Ok> for_each_game(const std::filesystem::path& path, const GameVisitor& visit,
                         FileCounts* counts) {
  auto reader = ChainReader::open(path);
  if (!reader) return Error{reader.error()};
  bool more = true;
  while (more) {
    const auto block = reader->next();
    if (!block) break;
    const data::HeaderFields* header = reader->header(block->source);
    for (const data::Game& game : reader->games(*block)) {
      more = visit(game, header);
      if (!more) break;
    }
  }
  for (const auto& bad : reader->bad_blocks()) report_bad(path, bad);
  if (counts != nullptr) count(*counts, *reader);
  return Ok{};
}

bool is_held_out(const data::Game& game, const data::HeaderFields* header, std::uint64_t seed,
                 double share) {
  std::uint64_t origin = 0;
  if (header != nullptr) {
    const auto value = [&](const char* name) {
      const auto found = header->find(name);
      return found != header->end() && found->is_number_unsigned() ? found->get<std::uint64_t>()
                                                                   : 0;
    };
    origin = header->contains("seed") ? Rng::stream(value("seed"), value("shard")).next()
                                      : data::source_of(*header);
  }
  return Rng::stream(seed, origin, game.number).unit() < share;
}

data::HeaderFields lost_header() {
  return data::complete_header({{"origin", "the header was lost"}});
}

}  // namespace grandee::datatool
