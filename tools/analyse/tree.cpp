#include "tools/analyse/tree.hpp"

#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "tools/common/atomic_file.hpp"
#include "training-data/bytes.hpp"
#include "training-data/mapped_file.hpp"

namespace grandee::analyse {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::string_view kMagic = "GrandeeT";
constexpr std::uint32_t kFormat = 1;
constexpr std::uint32_t kMaxText = 4096;
constexpr std::size_t kEntryBytes = 16;
constexpr std::uint32_t kEntriesPerBlock = 1 << 16;
constexpr int kCompression = 3;

std::string key_scheme() {
  return fmt::format("{:016x}", Position().key());
}

std::uint64_t checksum(data::Bytes bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

void put_entry(std::string& out, const TreeEntry& entry) {
  const search::TtData& d = entry.data;
  data::put_integer(out, entry.key);
  data::put_integer(out, d.move_code);
  data::put_integer(out, static_cast<std::uint16_t>(d.score));
  data::put_integer(out, static_cast<std::uint16_t>(d.eval));
  data::put_integer(out, static_cast<std::uint8_t>(d.depth));
  data::put_integer(out, static_cast<std::uint8_t>(static_cast<int>(d.bound) | (d.pv ? 4 : 0)));
}

// There must be enough bytes.
TreeEntry take_entry(data::ByteReader& bytes) {
  const auto signed16 = [&bytes] {
    return static_cast<std::int16_t>(*bytes.integer<std::uint16_t>());
  };
  TreeEntry entry;
  entry.key = *bytes.integer<std::uint64_t>();
  entry.data.move_code = *bytes.integer<std::uint16_t>();
  entry.data.score = signed16();
  entry.data.eval = signed16();
  entry.data.depth = *bytes.integer<std::uint8_t>();
  const int flags = *bytes.integer<std::uint8_t>();
  entry.data.bound = static_cast<search::Bound>(flags & 3);
  entry.data.pv = (flags & 4) != 0;
  return entry;
}

// Collects entries and writes full blocks.
class TreeWriter {
 public:
  TreeWriter(tools::AtomicFile& file, const TreeInfo& info) : file_(file) {
    const std::string text = Json{
        {"version", info.version},
        {"network", info.network},
        {"keys", key_scheme()},
        {"entries",
         info.entries}}.dump();
    std::string head(kMagic);
    data::put_integer(head, kFormat);
    data::put_integer(head, static_cast<std::uint32_t>(text.size()));
    head += text;
    data::put_integer(head, checksum(data::as_bytes(head)));
    state_ = file_.write(head);
  }

  void add(const TreeEntry& entry) {
    put_entry(raw_, entry);
    if (raw_.size() == kEntriesPerBlock * kEntryBytes) write_block();
  }
  Result<Ok> finish() {
    if (!raw_.empty()) write_block();
    write_block();
    return state_;
  }

 private:
  void write_block() {
    if (!state_) return;
    std::string packed;
    if (!raw_.empty()) {
      packed.resize(ZSTD_compressBound(raw_.size()));
      packed.resize(
          ZSTD_compress(packed.data(), packed.size(), raw_.data(), raw_.size(), kCompression));
    }
    std::string block;
    data::put_integer(block, static_cast<std::uint32_t>(raw_.size() / kEntryBytes));
    data::put_integer(block, static_cast<std::uint32_t>(packed.size()));
    data::put_integer(block, checksum(data::as_bytes(packed)));
    state_ = file_.write(block + packed);
    raw_.clear();
  }

  tools::AtomicFile& file_;
  std::string raw_;
  Result<Ok> state_ = Ok{};
};

class TreeReader {
 public:
  static Result<TreeReader> open(const fs::path& path) {
    auto file = data::MappedFile::open(path);
    if (!file) return Error{file.error()};
    TreeReader reader(path, *std::move(file));
    if (const auto head = reader.read_head(); !head) return Error{head.error()};
    return reader;
  }

  const TreeInfo& info() const { return info_; }

  // Version and network must be those wanted.
  Result<Ok> check(const TreeInfo& wanted) const {
    const auto differ = [this](std::string_view what, const std::string& found,
                               const std::string& expected) {
      return Error{
          fmt::format("'{}' is of {} {}, expected {}", path_.string(), what, found, expected)};
    };
    if (info_.version != wanted.version) return differ("version", info_.version, wanted.version);
    if (info_.network != wanted.network) return differ("network", info_.network, wanted.network);
    return Ok{};
  }

  Result<std::uint64_t> read(const std::function<void(const TreeEntry&)>& take) {
    std::uint64_t total = 0;
    while (true) {
      const auto entries = rest_.integer<std::uint32_t>();
      const auto length = rest_.integer<std::uint32_t>();
      const auto sum = rest_.integer<std::uint64_t>();
      const auto packed = sum ? rest_.take(*length) : std::nullopt;
      if (!packed || *entries > kEntriesPerBlock || checksum(*packed) != *sum) return damaged();
      if (*entries == 0) break;
      std::string raw(*entries * kEntryBytes, '\0');
      if (ZSTD_decompress(raw.data(), raw.size(), packed->data(), packed->size()) != raw.size())
        return damaged();
      data::ByteReader bytes(data::as_bytes(raw));
      for (std::uint32_t i = 0; i < *entries; ++i) take(take_entry(bytes));
      total += *entries;
    }
    if (total != info_.entries || rest_.left() > 0) return damaged();
    return total;
  }

 private:
  TreeReader(fs::path path, data::MappedFile file)
      : path_(std::move(path)), file_(std::move(file)), rest_(file_.bytes()) {}

  Error damaged() const {
    return Error{fmt::format("'{}' is damaged near byte {}", path_.string(),
                             file_.bytes().size() - rest_.left())};
  }

  Result<Ok> read_head() {
    const auto magic = rest_.take(kMagic.size());
    if (!magic || !std::equal(magic->begin(), magic->end(), kMagic.begin()))
      return Error{fmt::format("'{}' is no file of a search tree", path_.string())};
    const auto format = rest_.integer<std::uint32_t>();
    if (format && *format != kFormat)
      return Error{
          fmt::format("'{}' has format {}, expected {}", path_.string(), *format, kFormat)};
    const auto length = rest_.integer<std::uint32_t>();
    const auto text = length && *length <= kMaxText ? rest_.take(*length) : std::nullopt;
    const std::size_t summed = file_.bytes().size() - rest_.left();
    const auto sum = rest_.integer<std::uint64_t>();
    if (!text || !sum || *sum != checksum(file_.bytes().first(summed))) return damaged();
    const Json json = Json::parse(text->begin(), text->end(), nullptr, false);
    // The checksum says that we wrote it; what it lacks we never wrote.
    if (json.value("keys", "") != key_scheme())
      return Error{fmt::format("'{}' has other keys for positions", path_.string())};
    info_ = {json.value("version", ""), json.value("network", ""),
             json.value("entries", std::uint64_t{0})};
    return Ok{};
  }

  fs::path path_;
  data::MappedFile file_;
  data::ByteReader rest_;
  TreeInfo info_;
};

Result<Ok> write_tree(const fs::path& path, const TreeInfo& info,
                      const std::function<void(TreeWriter&)>& fill) {
  auto file = tools::AtomicFile::create(path);
  if (!file) return Error{file.error()};
  TreeWriter writer(*file, info);
  fill(writer);
  if (const auto written = writer.finish(); !written) return written;
  return file->commit();
}

}  // namespace

TreeInfo tree_info(const std::string& network) {
  return {GRANDEE_VERSION, network, 0};
}

Result<Ok> save_tree(const fs::path& path, const std::string& network, search::ThreadPool& pool) {
  TreeInfo info = tree_info(network);
  pool.visit_hash([&info](Key, const search::TtData&) { ++info.entries; });
  return write_tree(path, info, [&pool](TreeWriter& writer) {
    pool.visit_hash([&writer](Key key, const search::TtData& data) { writer.add({key, data}); });
  });
}

Result<std::uint64_t> load_tree(const fs::path& path, const std::string& network,
                                search::ThreadPool& pool) {
  auto reader = TreeReader::open(path);
  if (!reader) return Error{reader.error()};
  if (const auto fits = reader->check(tree_info(network)); !fits) return Error{fits.error()};
  return reader->read([&pool](const TreeEntry& entry) { pool.add_to_hash(entry.key, entry.data); });
}

Result<TreeInfo> read_tree_info(const fs::path& path) {
  auto reader = TreeReader::open(path);
  if (!reader) return Error{reader.error()};
  if (const auto whole = reader->read([](const TreeEntry&) {}); !whole) return Error{whole.error()};
  return reader->info();
}

Result<std::uint64_t> merge_trees(const std::vector<fs::path>& from, const fs::path& to) {
  std::vector<TreeEntry> all;
  std::optional<TreeInfo> info;
  for (const fs::path& path : from) {
    auto reader = TreeReader::open(path);
    if (!reader) return Error{reader.error()};
    if (!info) info = reader->info();
    if (const auto fits = reader->check(*info); !fits) return Error{fits.error()};
    const auto read = reader->read([&all](const TreeEntry& entry) { all.push_back(entry); });
    if (!read) return read;
  }
  if (!info) return Error{"no file to merge"};
  std::sort(all.begin(), all.end(), [](const TreeEntry& a, const TreeEntry& b) {
    return a.key != b.key ? a.key < b.key : a.data.depth > b.data.depth;
  });
  all.erase(std::unique(all.begin(), all.end(),
                        [](const TreeEntry& a, const TreeEntry& b) { return a.key == b.key; }),
            all.end());
  info->entries = all.size();
  const auto written = write_tree(to, *info, [&all](TreeWriter& writer) {
    for (const TreeEntry& entry : all) writer.add(entry);
  });
  if (!written) return Error{written.error()};
  return info->entries;
}

}  // namespace grandee::analyse
