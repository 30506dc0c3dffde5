// A chain file that grows block by block, survives any death of its writer, and is continued.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "training-data/chain.hpp"

namespace grandee::tools {

inline constexpr std::size_t kGamesPerBlock = 64;

// What stands in the file and in the block being filled.
struct Tally {
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t kept = 0;
  std::uint64_t white_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t plies = 0;  // with the random ones
  std::array<std::uint64_t, data::kTerminations> terminations{};

  void add(const data::Game& game);
  Tally& operator+=(const Tally& other);
};

class ChainFile {
 public:
  // A new file with that header.
  static Result<ChainFile> create(const std::filesystem::path& path,
                                  const data::HeaderFields& header);
  // Continues a file whose headers must all be among those given; the first of these is for what is
  // added next. What is bad at its end is cut; a last block that isn't full is filled up.
  static Result<ChainFile> resume(const std::filesystem::path& path,
                                  std::span<const data::HeaderFields> headers);
  ~ChainFile();
  ChainFile(ChainFile&& other) noexcept;
  ChainFile& operator=(ChainFile&&) = delete;

  // The games that follow belong to this header; written only if it is another one than before.
  Result<Ok> set_header(const data::HeaderFields& header);
  // Takes the game; writes the block once it is full. After an error the file ends at the edge of
  // a block.
  Result<Ok> add(data::Game game);
  // Writes the games that wait for their block to be full. More may follow: the block grows.
  Result<Ok> flush();

  const Tally& tally() const { return tally_; }
  // The highest number of a game in the file, if it has any.
  std::optional<std::uint64_t> last_number() const { return last_number_; }
  // Bad blocks before the end of a resumed file: they stay where they are.
  const std::vector<data::BadBlock>& bad_blocks() const { return bad_blocks_; }
  const std::filesystem::path& path() const { return path_; }
  std::uint64_t bytes() const { return end_ + pending_bytes_; }

 private:
  ChainFile(std::filesystem::path path, int fd, std::uint32_t source)
      : path_(std::move(path)), fd_(fd), source_(source) {}
  static Result<ChainFile> open(const std::filesystem::path& path,
                                const data::HeaderFields& header);
  void read_games(data::ChainReader& reader);
  Result<Ok> write(std::string_view block);
  Result<Ok> seal_pending();

  std::filesystem::path path_;
  int fd_;
  std::uint32_t source_;
  std::uint64_t end_ = 0;            // of the full blocks
  std::uint64_t pending_bytes_ = 0;  // written beyond it by flush()
  std::vector<data::Game> pending_;
  bool dirty_ = false;  // pending_ has what the file has not
  Tally tally_;
  std::optional<std::uint64_t> last_number_;
  std::vector<data::BadBlock> bad_blocks_;
};

}  // namespace grandee::tools
