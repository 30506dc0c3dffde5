#include "tools/common/chain_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "tools/common/atomic_file.hpp"

namespace grandee::tools {

namespace fs = std::filesystem;
using data::Block;
using data::ChainReader;
using data::Game;
using data::HeaderFields;

namespace {

Error failure(std::string_view doing, const fs::path& path) {
  return Error{fmt::format("can't {} '{}': {}", doing, path.string(), std::strerror(errno))};
}

// The first field in which a file's header is not as this run would write it.
Result<Ok> check_same(const HeaderFields& found, const HeaderFields& expected,
                      const std::string& prefix = "") {
  for (const auto& [name, value] : expected.items()) {
    const auto there = found.find(name);
    if (there != found.end() && there->is_object() && value.is_object()) {
      if (const auto inner = check_same(*there, value, prefix + name + "."); !inner) return inner;
    } else if (there == found.end() || *there != value) {
      return Error{fmt::format("it was made with {}{} {}, this run has {}", prefix, name,
                               there == found.end() ? "no value" : there->dump(), value.dump())};
    }
  }
  return Ok{};
}

bool write_all(int fd, std::string_view bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t n = pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return true;
}

}  // namespace

void Tally::add(const Game& game) {
  constexpr data::KeptFilter kFilter;
  ++games;
  positions += game.plies.size();
  plies += static_cast<std::uint64_t>(game.total_plies());
  white_wins += game.result == data::GameResult::WhiteWins ? 1 : 0;
  draws += game.result == data::GameResult::Draw ? 1 : 0;
  ++terminations[static_cast<std::size_t>(game.termination)];
  data::replay(game, [&](const Position& position, const data::ScoredMove& scored, int ply) {
    kept += kFilter.keeps(position, scored, ply) ? 1 : 0;
  });
}

Tally& Tally::operator+=(const Tally& other) {
  games += other.games;
  positions += other.positions;
  kept += other.kept;
  white_wins += other.white_wins;
  draws += other.draws;
  plies += other.plies;
  for (std::size_t i = 0; i < terminations.size(); ++i) terminations[i] += other.terminations[i];
  return *this;
}

ChainFile::~ChainFile() {
  if (fd_ >= 0) close(fd_);
}

ChainFile::ChainFile(ChainFile&& other) noexcept
    : path_(std::move(other.path_)),
      fd_(std::exchange(other.fd_, -1)),
      source_(other.source_),
      end_(other.end_),
      pending_bytes_(other.pending_bytes_),
      pending_(std::move(other.pending_)),
      dirty_(other.dirty_),
      tally_(other.tally_),
      last_number_(other.last_number_),
      bad_blocks_(std::move(other.bad_blocks_)) {}

Result<ChainFile> ChainFile::open(const fs::path& path, const HeaderFields& header) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (fd < 0) return failure("open", path);
  ChainFile file(path, fd, data::source_of(header));
  // A task that was given up for dead may still be writing.
  if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Error{fmt::format("'{}' is being written by another process", path.string())};
  return file;
}

Result<ChainFile> ChainFile::create(const fs::path& path, const HeaderFields& header) {
  const std::string block = data::header_block(header);
  if (const auto written = write_atomically(path, block); !written) return Error{written.error()};
  auto file = open(path, header);
  if (file) file->end_ = block.size();
  return file;
}

Result<ChainFile> ChainFile::resume(const fs::path& path, std::span<const HeaderFields> headers) {
  GRANDEE_ASSERT(!headers.empty());
  auto file = open(path, headers.front());
  if (!file) return file;
  auto reader = ChainReader::open(path);
  if (!reader) return Error{reader.error()};
  const auto refused = [&](const std::string& why) {
    return Error{fmt::format("'{}' can't be continued: {}", path.string(), why)};
  };
  if (reader->headers().empty()) return refused("its header is lost");
  for (const auto& [source, found] : reader->headers()) {
    const bool known = std::any_of(headers.begin(), headers.end(), [id = source](const auto& h) {
      return data::source_of(h) == id;
    });
    if (known) continue;
    const auto same = check_same(found, headers.front());
    return refused(same ? "its header has more than this run's" : same.error());
  }
  file->read_games(*reader);
  if (reader->good_end() < reader->file_bytes() &&
      ftruncate(file->fd_, static_cast<off_t>(reader->good_end())) != 0)
    return failure("shorten", path);
  return file;
}

void ChainFile::read_games(ChainReader& reader) {
  std::optional<Block> last;
  std::vector<Game> games;
  while (const auto block = reader.next()) {
    last = block;
    source_ = block->source;
    games = reader.games(*block);
    for (const Game& game : games) tally_.add(game);
    if (!games.empty()) last_number_ = games.back().number;
  }
  end_ = reader.good_end();
  for (const data::BadBlock& bad : reader.bad_blocks())
    if (bad.offset < end_) bad_blocks_.push_back(bad);
  if (last && last->offset + last->bytes == end_ && games.size() < kGamesPerBlock &&
      !games.empty()) {
    end_ = last->offset;
    pending_bytes_ = last->bytes;
    pending_ = std::move(games);
  }
}

// Puts the block behind the full ones and makes it lasting; the file ends with it.
Result<Ok> ChainFile::write(std::string_view block) {
  const bool done = write_all(fd_, block, end_) &&
                    ftruncate(fd_, static_cast<off_t>(end_ + block.size())) == 0 &&
                    fdatasync(fd_) == 0;
  if (done) return Ok{};
  const Error error = failure("write", path_);
  pending_bytes_ = 0;
  if (ftruncate(fd_, static_cast<off_t>(end_)) != 0) return failure("shorten", path_);
  return error;
}

Result<Ok> ChainFile::flush() {
  if (!dirty_) return Ok{};
  const std::string block = data::games_block(source_, pending_);
  if (const auto written = write(block); !written) return written;
  pending_bytes_ = block.size();
  dirty_ = false;
  return Ok{};
}

// The games that wait become a block that doesn't grow any more.
Result<Ok> ChainFile::seal_pending() {
  if (const auto flushed = flush(); !flushed) return flushed;
  end_ += std::exchange(pending_bytes_, 0);
  pending_.clear();
  return Ok{};
}

Result<Ok> ChainFile::add(Game game) {
  tally_.add(game);
  last_number_ = game.number;
  pending_.push_back(std::move(game));
  dirty_ = true;
  return pending_.size() < kGamesPerBlock ? Ok{} : seal_pending();
}

Result<Ok> ChainFile::set_header(const HeaderFields& header) {
  const std::uint32_t source = data::source_of(header);
  if (source == source_) return Ok{};
  if (const auto sealed = seal_pending(); !sealed) return sealed;
  const std::string block = data::header_block(header);
  if (const auto written = write(block); !written) return written;
  end_ += block.size();
  source_ = source;
  return Ok{};
}

}  // namespace grandee::tools
