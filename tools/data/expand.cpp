// Expanding shuffles out of core: a position goes to a bucket by the hash of its placement, so that
// doubles meet there, and a bucket fits in memory, where it is cleaned of them and shuffled.

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "base/rng.hpp"
#include "tools/common/atomic_file.hpp"
#include "tools/common/messages.hpp"
#include "tools/common/named_files.hpp"
#include "tools/common/progress.hpp"
#include "tools/common/signals.hpp"
#include "tools/data/commands.hpp"
#include "training-data/record_file.hpp"

namespace grandee::datatool {

namespace fs = std::filesystem;
using data::Record;

namespace {

// In the reserved byte of a record while it is in a bucket.
constexpr std::uint8_t kForValidation = 1;
// A record as read, as sorted out, and its share of the table of hashes.
constexpr std::size_t kBytesPerRecord = 2 * sizeof(Record) + 4 * sizeof(std::uint64_t);
constexpr std::size_t kMaxBuckets = 500;

// Of placement and side to move.
std::uint64_t placement_hash(const Record& r) {
  constexpr std::size_t kPlacementBytes = 36;
  return XXH3_64bits_withSeed(&r, kPlacementBytes, r.side_to_move);
}

class Buckets {
 public:
  // Temporary files in a folder beside the target, removed at the end.
  static Result<std::unique_ptr<Buckets>> create(const fs::path& target, std::size_t count) {
    std::unique_ptr<Buckets> buckets(new Buckets);
    buckets->folder_ = target;
    buckets->folder_ += ".buckets.tmp";
    std::error_code error;
    fs::remove_all(buckets->folder_, error);
    fs::create_directory(buckets->folder_, error);
    for (std::size_t i = 0; i < count && !error; ++i) {
      const fs::path path = buckets->folder_ / fmt::format("{}", i);
      buckets->files_.emplace_back(std::fopen(path.string().c_str(), "w+b"));
      if (!buckets->files_.back()) error = std::error_code(errno, std::generic_category());
    }
    if (error)
      return Error{fmt::format("can't create files in '{}': {}", buckets->folder_.string(),
                               error.message())};
    return buckets;
  }
  ~Buckets() {
    files_.clear();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  std::size_t size() const { return files_.size(); }
  Result<Ok> add(const Record& record) {
    const std::size_t bucket =
        static_cast<std::size_t>((placement_hash(record) >> 32) * files_.size() >> 32);
    if (std::fwrite(&record, sizeof record, 1, files_[bucket].get()) != 1)
      return Error{fmt::format("can't write in '{}': {}", folder_.string(), std::strerror(errno))};
    return Ok{};
  }
  Result<std::vector<Record>> take(std::size_t bucket) {
    std::FILE* file = files_[bucket].get();
    const bool flushed = std::fflush(file) == 0;
    const long bytes = flushed && std::fseek(file, 0, SEEK_END) == 0 ? std::ftell(file) : -1;
    std::vector<Record> records(static_cast<std::size_t>(std::max(bytes, 0L)) / sizeof(Record));
    std::rewind(file);
    if (bytes < 0 ||
        std::fread(records.data(), sizeof(Record), records.size(), file) != records.size())
      return Error{
          fmt::format("can't read back from '{}': {}", folder_.string(), std::strerror(errno))};
    return records;
  }

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  fs::path folder_;
  std::vector<std::unique_ptr<std::FILE, Closer>> files_;
};

// A set of hashes with room for a known number of them.
class HashSet {
 public:
  explicit HashSet(std::size_t count) : slots_(std::bit_ceil(2 * count + 1)) {}
  // False if it was there.
  bool insert(std::uint64_t hash) {
    hash |= hash == 0 ? 1 : 0;
    for (std::size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i] == hash) return false;
      if (slots_[i] != 0) continue;
      slots_[i] = hash;
      return true;
    }
  }

 private:
  std::vector<std::uint64_t> slots_;
};

class RecordWriter {
 public:
  static Result<RecordWriter> create(const fs::path& path) {
    auto file = tools::AtomicFile::create(path);
    if (!file) return Error{file.error()};
    RecordWriter writer(*std::move(file));
    if (const auto written = writer.file_.write(writer.header_bytes()); !written)
      return Error{written.error()};
    return writer;
  }
  Result<Ok> write(const std::vector<Record>& records) {
    const std::size_t bytes = records.size() * sizeof(Record);
    XXH3_64bits_update(state_.get(), records.data(), bytes);
    header_.records += records.size();
    return file_.write({reinterpret_cast<const char*>(records.data()), bytes});
  }
  Result<Ok> commit() {
    header_.checksum = XXH3_64bits_digest(state_.get());
    if (const auto written = file_.rewrite(0, header_bytes()); !written) return written;
    return file_.commit();
  }
  std::uint64_t records() const { return header_.records; }

 private:
  explicit RecordWriter(tools::AtomicFile file)
      : file_(std::move(file)), state_(XXH3_createState(), &XXH3_freeState) {
    XXH3_64bits_reset(state_.get());
  }
  std::string_view header_bytes() const {
    return {reinterpret_cast<const char*>(&header_), sizeof header_};
  }

  tools::AtomicFile file_;
  data::RecordFileHeader header_;
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state_;
};

struct Counts {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t filtered = 0;
  std::uint64_t doubles = 0;
};

class Expansion {
 public:
  explicit Expansion(const ExpandOptions& options) : options_(options) {}

  Result<Verdict> run() {
    if (const auto checked = check_files(); !checked) return Error{checked.error()};
    const auto inputs = read_counts(options_.files);
    if (!inputs) return Error{inputs.error()};
    const FileCounts all = sum(*inputs);
    const std::size_t memory = options_.memory_mib << 20;
    const std::size_t needed = static_cast<std::size_t>(all.positions) * kBytesPerRecord;
    // A quarter to spare, as hashes don't fill buckets evenly.
    const std::size_t count = needed / (memory / 4 * 3) + 1;
    if (count > kMaxBuckets)
      return Error{fmt::format("{} positions need {} MiB of memory at least", all.positions,
                               needed / kMaxBuckets / 3 * 4 / (1 << 20) + 1)};
    auto buckets = Buckets::create(options_.out, count);
    if (!buckets) return Error{buckets.error()};
    buckets_ = *std::move(buckets);
    if (const auto spread = spread_games(all); !spread) return Error{spread.error()};
    if (tools::stop_requested()) return Verdict::Stopped;
    return write_buckets(all.bad.empty() ? Verdict::Good : Verdict::Faults);
  }

 private:
  Result<Ok> check_files() const {
    std::vector<tools::NamedFile> inputs;
    for (const auto& file : options_.files) inputs.push_back({"files", file.string()});
    return tools::check_outputs({{"--out", options_.out.string()},
                                 {"--valid", valid_path().string()},
                                 {"--json", options_.json}},
                                inputs);
  }

  fs::path valid_path() const {
    if (!options_.valid.empty()) return options_.valid;
    fs::path path = options_.out;
    return path.replace_filename(options_.out.stem().string() + ".valid" +
                                 options_.out.extension().string());
  }

  Result<Ok> spread_games(const FileCounts& all) {
    tools::Progress progress(stderr, all.games);
    for (const auto& path : options_.files) {
      std::string problem;
      const auto visit = [&](const data::Game& game, const data::HeaderFields* header) {
        if (const auto added = add_game(game, header); !added) problem = added.error();
        if (progress.due())
          progress.show(counts_.games, fmt::format("reading, {} games", counts_.games));
        return problem.empty() && !tools::stop_requested();
      };
      const auto read = for_each_game(path, visit);
      if (!read) return read;
      if (!problem.empty()) return Error{problem};
    }
    progress.end_line();
    return Ok{};
  }

  Result<Ok> add_game(const data::Game& game, const data::HeaderFields* header) {
    const bool validation = is_held_out(game, header, options_.seed, options_.valid_share);
    const auto number = static_cast<std::uint32_t>(counts_.games++);
    Result<Ok> result = Ok{};
    data::replay(game, [&](const Position& position, const data::ScoredMove& scored, int ply) {
      ++counts_.positions;
      if (!options_.filter.keeps(position, scored, ply)) {
        ++counts_.filtered;
        return;
      }
      Record record = data::pack(position, {scored.score, game.result, ply, number});
      record.reserved = validation ? kForValidation : 0;
      if (result) result = buckets_->add(record);
    });
    return result;
  }

  // Of doubles the first stays; one that is in both parts, in the training part.
  void split(const std::vector<Record>& records, std::vector<Record>& train,
             std::vector<Record>& valid) {
    HashSet seen(records.size());
    for (const std::uint8_t part : {std::uint8_t{0}, kForValidation}) {
      for (Record record : records) {
        if (record.reserved != part) continue;
        if (!seen.insert(placement_hash(record))) {
          ++counts_.doubles;
          continue;
        }
        record.reserved = 0;
        (part == 0 ? train : valid).push_back(record);
      }
    }
  }

  Result<Verdict> write_buckets(Verdict verdict) {
    auto train_file = RecordWriter::create(options_.out);
    if (!train_file) return Error{train_file.error()};
    auto valid_file = RecordWriter::create(valid_path());
    if (!valid_file) return Error{valid_file.error()};
    tools::Progress progress(stderr, buckets_->size());
    for (std::size_t b = 0; b < buckets_->size(); ++b) {
      if (tools::stop_requested()) return Verdict::Stopped;
      if (progress.due()) progress.show(b, "shuffling");
      std::vector<Record> train;
      std::vector<Record> valid;
      {
        const auto records = buckets_->take(b);
        if (!records) return Error{records.error()};
        split(*records, train, valid);
      }
      shuffle(train, b);
      shuffle(valid, b);
      for (const auto& written : {train_file->write(train), valid_file->write(valid)})
        if (!written) return Error{written.error()};
    }
    for (const auto& done : {valid_file->commit(), train_file->commit()})
      if (!done) return Error{done.error()};
    return finish(verdict, train_file->records(), valid_file->records());
  }

  void shuffle(std::vector<Record>& records, std::uint64_t bucket) const {
    Rng rng = Rng::stream(options_.seed, bucket);
    for (std::size_t i = records.size(); i > 1; --i)
      std::swap(records[i - 1], records[rng.below(static_cast<std::uint32_t>(i))]);
  }

  Result<Verdict> finish(Verdict verdict, std::uint64_t train, std::uint64_t valid) const {
    const nlohmann::ordered_json json = {{"games", counts_.games},
                                         {"positions", counts_.positions},
                                         {"filtered", counts_.filtered},
                                         {"doubles", counts_.doubles},
                                         {"train", train},
                                         {"valid", valid},
                                         {"out", options_.out.string()},
                                         {"valid_out", valid_path().string()}};
    tools::say(fmt::format(
        "{} games, {} positions, {} filtered, {} doubles; {} to train, {} to validate",
        counts_.games, counts_.positions, counts_.filtered, counts_.doubles, train, valid));
    if (const auto delivered = deliver(options_.json, json); !delivered)
      return Error{delivered.error()};
    return verdict;
  }

  const ExpandOptions& options_;
  std::unique_ptr<Buckets> buckets_;
  Counts counts_;
};

}  // namespace

Result<Verdict> expand(const ExpandOptions& options) {
  return Expansion(options).run();
}

}  // namespace grandee::datatool
