// The chain file: a row of checksummed blocks, headers (JSON) and games. Files may be strung
// together with cat: every block of games names the header it belongs to. FORMAT.md has the bytes.
#pragma once

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "training-data/bytes.hpp"
#include "training-data/game.hpp"
#include "training-data/mapped_file.hpp"

namespace grandee::data {

inline constexpr std::string_view kChainMagic = "\x89GCHAIN\n";
inline constexpr std::uint16_t kChainVersion = 1;
inline constexpr std::size_t kBlockHeadBytes = 40;
// Longer payloads are taken for damage.
inline constexpr std::uint32_t kMaxPayloadBytes = 1u << 26;

// Headers are short and flat; what isn't is refused before it takes time and stack.
inline constexpr std::size_t kMaxHeaderBytes = 1u << 16;
inline constexpr int kMaxHeaderDepth = 16;

enum class BlockType : std::uint16_t { Header = 0, Games = 1 };

struct BlockCounts {
  std::uint32_t games = 0;
  std::uint32_t positions = 0;  // scored plies
  std::uint32_t kept = 0;       // of these by the default KeptFilter
};

// A header names its makers: what it must hold is added by complete_header.
using HeaderFields = nlohmann::ordered_json;

// Adds what every header has: format, board, piece set, meaning of score and result.
HeaderFields complete_header(HeaderFields fields);
// Refuses other formats, boards, piece sets and labels, naming found and expected.
Result<Ok> check_header(const HeaderFields& fields);
// The number by which blocks of games name a header: of its JSON text.
std::uint32_t source_of(const HeaderFields& fields);

std::string header_block(const HeaderFields& fields);
std::string games_block(std::uint32_t source, std::span<const Game> games);

struct Block {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;  // head and payload
  BlockType type = BlockType::Games;
  std::uint32_t source = 0;
  BlockCounts counts;
  Bytes payload;
};

// A stretch of a file that is no good block.
struct BadBlock {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
  std::string reason;
};

class ChainReader {
 public:
  // The error says that no good header block is in the file, or what of a header doesn't fit.
  static Result<ChainReader> open(const std::filesystem::path& path);

  // The next good block of games; what is damaged is passed over and noted, headers are noted.
  std::optional<Block> next();
  // The games of a block; one that can't be decoded is noted as bad and gives none.
  std::vector<Game> games(const Block& block);

  const std::vector<BadBlock>& bad_blocks() const { return bad_; }
  // Headers by source, as far as they have been read; null if that header was lost.
  const std::map<std::uint32_t, HeaderFields>& headers() const { return headers_; }
  const HeaderFields* header(std::uint32_t source) const;
  std::uint64_t file_bytes() const { return file_.bytes().size(); }
  // Where the last block ends that next() gave or passed as a header.
  std::uint64_t good_end() const { return good_end_; }

 private:
  ChainReader(std::filesystem::path path, MappedFile file)
      : path_(std::move(path)), file_(std::move(file)) {}
  // A block at the position; the reason if there is none.
  Result<Block> block_at(std::uint64_t offset) const;
  // The first place from the offset on that looks like a block.
  std::uint64_t find_magic(std::uint64_t offset) const;
  Result<Ok> note_header(const Block& block);
  std::optional<Block> next_good();

  std::filesystem::path path_;
  MappedFile file_;
  std::uint64_t offset_ = 0;
  std::uint64_t good_end_ = 0;
  std::map<std::uint32_t, HeaderFields> headers_;
  std::vector<BadBlock> bad_;
};

}  // namespace grandee::data
