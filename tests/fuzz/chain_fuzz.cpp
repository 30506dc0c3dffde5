// Chain files. Whatever the bytes are, the reader gives legal games or says what is bad, in bounded
// memory; what it gives is encoded and decoded again, and a damaged file can be continued.
//
// Input: a byte that says how to take the rest. kFile: a chain file. kSealed: the same, but every
// block gets a good checksum. kStreams: four lengths of 16 bits, then the five streams of a block
// of games before their compression.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zstd.h>

#include <cstring>
#include <string>
#include <vector>

#include "tests/fuzz/input.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/common/chain_file.hpp"
#include "training-data/chain.hpp"
#include "training-data/game_codec.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace grandee::fuzz {
namespace {

using data::ChainReader;
using data::Game;
using data::HeaderFields;

enum Way : unsigned { kFile, kSealed, kStreams, kWays };

// A file in memory with a path.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : fd_(memfd_create("chain", MFD_CLOEXEC)) {
    require(
        fd_ >= 0 && ::write(fd_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
        "a file in memory can be written");
  }
  ~MemoryFile() { close(fd_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

 private:
  int fd_;
};

bool same(const Game& a, const Game& b) {
  return a.number == b.number && a.start.key() == b.start.key() &&
         a.start.rule50() == b.start.rule50() && a.start.move_number() == b.start.move_number() &&
         a.opening == b.opening && a.plies == b.plies && a.result == b.result &&
         a.termination == b.termination;
}

bool same(const std::vector<Game>& a, const std::vector<Game>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Game& x, const Game& y) { return same(x, y); });
}

void check_games(const std::vector<Game>& games) {
  tools::Tally tally;
  for (const Game& game : games) {
    Position position = game.start;
    const auto play = [&](Move move) {
      require(position.is_legal(move), "a decoded move is legal");
      position.make(move);
    };
    for (const Move m : game.opening) play(m);
    for (const data::ScoredMove& scored : game.plies) play(scored.move);
    (void)data::check_ending(game);
    tally.add(game);
  }
  require(tally.games == games.size(), "every decoded game is counted");
  const std::string payload = data::encode_games(games);
  const auto again = data::decode_games(data::as_bytes(payload));
  require(again && same(games, *again), "decoded games are encoded and decoded again");
}

void reseal(std::string& file) {
  constexpr std::size_t kLengthOffset = 12;
  constexpr std::size_t kChecksumOffset = 32;
  for (std::size_t at = file.find(data::kChainMagic);
       at != std::string::npos && file.size() - at >= data::kBlockHeadBytes;
       at = file.find(data::kChainMagic, at + 1)) {
    std::uint32_t length = 0;
    std::memcpy(&length, file.data() + at + kLengthOffset, sizeof length);
    const std::size_t payload = at + data::kBlockHeadBytes;
    if (length > file.size() - payload) continue;
    const std::uint64_t checksum =
        XXH3_64bits((file.substr(at, kChecksumOffset) + file.substr(payload, length)).data(),
                    kChecksumOffset + length);
    std::memcpy(file.data() + at + kChecksumOffset, &checksum, sizeof checksum);
  }
}

struct Contents {
  std::size_t games = 0;
  std::vector<HeaderFields> headers;
  bool named_by_content = true;  // every header by the checksum of its text
};

Contents read_all(ChainReader& reader) {
  Contents contents;
  while (const auto block = reader.next()) {
    const std::vector<Game> games = reader.games(*block);
    check_games(games);
    contents.games += games.size();
  }
  for (const auto& [source, fields] : reader.headers()) {
    contents.named_by_content = contents.named_by_content && data::source_of(fields) == source;
    contents.headers.push_back(fields);
  }
  std::uint64_t behind = 0;
  for (const data::BadBlock& bad : reader.bad_blocks()) {
    require(!bad.reason.empty() && bad.bytes > 0, "a bad block has a reason and a length");
    require(bad.offset >= behind && bad.offset + bad.bytes <= reader.file_bytes(),
            "bad blocks are within the file, in their order");
    behind = bad.offset;
  }
  return contents;
}

// As after the death of its writer: one more game goes to its end and nothing is lost.
void continue_file(const MemoryFile& file, const Contents& before) {
  {
    auto chain = tools::ChainFile::resume(file.path(), before.headers);
    require(chain.has_value(), "a file with its own headers can be continued",
            chain ? "" : chain.error());
    Game game;
    game.number = chain->last_number().value_or(0);
    require(chain->add(game).has_value() && chain->flush().has_value(), "a game is added");
  }
  auto reader = ChainReader::open(file.path());
  require(reader.has_value(), "a continued file is read");
  require(read_all(*reader).games == before.games + 1, "a continued file has one game more");
}

void check_file(const std::string& bytes) {
  const MemoryFile file(bytes);
  auto reader = ChainReader::open(file.path());
  if (!reader) {
    require(!reader.error().empty(), "a refusal has a reason");
    return;
  }
  const Contents contents = read_all(*reader);
  if (!contents.headers.empty() && contents.named_by_content) continue_file(file, contents);
}

std::string compressed(std::string_view raw) {
  std::string out(ZSTD_compressBound(raw.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), raw.data(), raw.size(), 1));
  return out;
}

void check_streams(Input input) {
  constexpr int kStreamCount = 5;
  std::size_t lengths[kStreamCount] = {};
  for (int i = 0; i + 1 < kStreamCount; ++i) lengths[i] = input.number(2);
  lengths[kStreamCount - 1] = input.rest().size();
  std::string payload;
  std::string frames;
  for (const std::size_t length : lengths) {
    const std::string frame = compressed(input.take(length));
    data::put_integer(payload, static_cast<std::uint32_t>(frame.size()));
    frames += frame;
  }
  const std::string whole = payload + frames;
  const auto games = data::decode_games(data::as_bytes(whole));
  require(games || !games.error().empty(), "a refusal has a reason");
  if (games) check_games(*games);
}

}  // namespace
}  // namespace grandee::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grandee::fuzz;
  Input input(as_text(data, size));
  const unsigned way = input.number(1) % kWays;
  if (way == kStreams) {
    check_streams(input);
    return 0;
  }
  std::string file(input.rest());
  if (way == kSealed) reseal(file);
  check_file(file);
  return 0;
}
