#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <map>

#include "tools/common/atomic_file.hpp"
#include "tools/common/chain_file.hpp"
#include "tools/common/messages.hpp"
#include "tools/common/progress.hpp"
#include "tools/common/signals.hpp"
#include "tools/data/commands.hpp"

namespace grandee::datatool {

namespace {

using data::Block;
using data::Game;
using data::HeaderFields;

// How the games of a shard were spread over threads doesn't matter any more.
HeaderFields without_threads(HeaderFields header) {
  header.erase("thread");
  header.erase("threads");
  return header;
}

// Where a game is.
struct Place {
  std::uint32_t header = 0;
  std::uint64_t number = 0;
  std::uint32_t file = 0;
  std::uint32_t block = 0;
  std::uint32_t index = 0;
};

class Merger {
 public:
  Result<Ok> open(const Files& files) {
    for (const auto& path : files) {
      auto reader = data::ChainReader::open(path);
      if (!reader) return Error{reader.error()};
      readers_.push_back(*std::move(reader));
      index_file(path);
    }
    number_headers();
    const auto order = [](const Place& p) {
      return std::tuple(p.header, p.number, p.file, p.block, p.index);
    };
    std::sort(places_.begin(), places_.end(),
              [&](const Place& a, const Place& b) { return order(a) < order(b); });
    const auto twin = [](const Place& a, const Place& b) {
      return a.header == b.header && a.number == b.number;
    };
    const std::size_t all = places_.size();
    places_.erase(std::unique(places_.begin(), places_.end(), twin), places_.end());
    doubles_ = all - places_.size();
    return Ok{};
  }

  // False if a stop was requested.
  Result<bool> write(tools::AtomicFile& out) {
    tools::Progress progress(stderr, places_.size());
    std::vector<Game> games;
    std::uint32_t source = 0;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const Place& place = places_[i];
      if (i == 0 || place.header != places_[i - 1].header) {
        const std::string block = data::header_block(headers_[place.header]);
        if (const auto written = out.write(block); !written) return Error{written.error()};
        source = data::source_of(headers_[place.header]);
      }
      games.push_back(take(place));
      const bool last = i + 1 == places_.size() || places_[i + 1].header != place.header;
      if (games.size() < tools::kGamesPerBlock && !last) continue;
      if (tools::stop_requested()) return false;
      const std::string block = data::games_block(source, games);
      if (const auto written = out.write(block); !written) return Error{written.error()};
      games.clear();
      if (progress.due()) progress.show(i + 1, fmt::format("writing, {} games", i + 1));
    }
    progress.end_line();
    return true;
  }

  nlohmann::ordered_json summary() const {
    return {{"games", places_.size()},
            {"headers", headers_.size()},
            {"doubles", doubles_},
            {"bad_blocks", bad_blocks_}};
  }
  bool all_good() const { return bad_blocks_ == 0; }

 private:
  void index_file(const std::filesystem::path& path) {
    const auto file = static_cast<std::uint32_t>(readers_.size() - 1);
    data::ChainReader& reader = readers_.back();
    blocks_.emplace_back();
    while (const auto block = reader.next()) {
      const auto games = reader.games(*block);
      const HeaderFields* header = reader.header(block->source);
      const std::string key = (header ? without_threads(*header) : lost_header()).dump();
      const auto temporary =
          header_keys_.try_emplace(key, static_cast<std::uint32_t>(header_keys_.size()))
              .first->second;
      const auto number = static_cast<std::uint32_t>(blocks_.back().size());
      blocks_.back().push_back(*block);
      for (std::uint32_t i = 0; i < games.size(); ++i)
        places_.push_back({temporary, games[i].number, file, number, i});
    }
    for (const auto& bad : reader.bad_blocks()) report_bad(path, bad);
    bad_blocks_ += reader.bad_blocks().size();
  }

  // Headers in an order that doesn't depend on that of the files: seed, shard, then all the rest.
  void number_headers() {
    struct Entry {
      std::uint64_t seed, shard;
      std::string key;
      std::uint32_t temporary;
    };
    std::vector<Entry> entries;
    for (const auto& [key, temporary] : header_keys_) {
      const HeaderFields fields = HeaderFields::parse(key);
      const auto value = [&](const char* name) {
        const auto found = fields.find(name);
        return found != fields.end() && found->is_number_unsigned() ? found->get<std::uint64_t>()
                                                                    : 0;
      };
      entries.push_back({value("seed"), value("shard"), key, temporary});
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
      return std::tie(a.seed, a.shard, a.key) < std::tie(b.seed, b.shard, b.key);
    });
    std::vector<std::uint32_t> rank(entries.size());
    for (std::uint32_t i = 0; i < entries.size(); ++i) {
      rank[entries[i].temporary] = i;
      headers_.push_back(HeaderFields::parse(entries[i].key));
    }
    for (Place& place : places_) place.header = rank[place.header];
  }

  // Neighbours come from few blocks, one of each thread: the last ones used stay decoded.
  const Game& take(const Place& place) {
    constexpr std::size_t kCachedBlocks = 128;
    const auto wanted = std::pair(place.file, place.block);
    const auto found = std::find_if(cache_.begin(), cache_.end(),
                                    [&](const auto& entry) { return entry.first == wanted; });
    if (found != cache_.end()) {
      cache_.splice(cache_.begin(), cache_, found);
    } else {
      cache_.emplace_front(wanted, readers_[place.file].games(blocks_[place.file][place.block]));
      if (cache_.size() > kCachedBlocks) cache_.pop_back();
    }
    return cache_.front().second[place.index];
  }

  std::vector<data::ChainReader> readers_;
  std::vector<std::vector<Block>> blocks_;  // by file
  std::map<std::string, std::uint32_t> header_keys_;
  std::vector<HeaderFields> headers_;
  std::vector<Place> places_;
  std::list<std::pair<std::pair<std::uint32_t, std::uint32_t>, std::vector<Game>>> cache_;
  std::size_t doubles_ = 0;
  std::size_t bad_blocks_ = 0;
};

}  // namespace

Result<Verdict> merge(const Files& files, const std::filesystem::path& out,
                      const JsonTarget& json) {
  Merger merger;
  if (const auto opened = merger.open(files); !opened) return Error{opened.error()};
  auto file = tools::AtomicFile::create(out);
  if (!file) return Error{file.error()};
  const auto written = merger.write(*file);
  if (!written) return Error{written.error()};
  if (!*written) return Verdict::Stopped;
  if (const auto done = file->commit(); !done) return Error{done.error()};
  tools::say(fmt::format("{}", merger.summary().dump()));
  if (const auto delivered = deliver(json, merger.summary()); !delivered)
    return Error{delivered.error()};
  return merger.all_good() ? Verdict::Good : Verdict::Faults;
}

}  // namespace grandee::datatool
