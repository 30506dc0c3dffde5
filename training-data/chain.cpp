#include "training-data/chain.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

#include "training-data/game_codec.hpp"

namespace grandee::data {

namespace {

// The head of a block: magic 0, version 8, type 10, payload bytes 12, source 16, games 20,
// positions 24, kept 28, checksum 32 of the head before it and the payload.
constexpr std::size_t kChecksumOffset = 32;

std::uint64_t checksum(Bytes head, Bytes payload) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  XXH3_64bits_update(&state, head.data(), kChecksumOffset);
  XXH3_64bits_update(&state, payload.data(), payload.size());
  return XXH3_64bits_digest(&state);
}

std::string make_block(BlockType type, std::uint32_t source, BlockCounts counts,
                       const std::string& payload) {
  std::string block(kChainMagic);
  put_integer(block, kChainVersion);
  put_integer(block, static_cast<std::uint16_t>(type));
  put_integer(block, static_cast<std::uint32_t>(payload.size()));
  put_integer(block, source);
  put_integer(block, counts.games);
  put_integer(block, counts.positions);
  put_integer(block, counts.kept);
  put_integer(block, checksum(as_bytes(block), as_bytes(payload)));
  return block + payload;
}

HeaderFields required_fields() {
  return {{"format", "grandee-chain"},
          {"version", kChainVersion},
          {"board", "10x10"},
          {"pieces", "PNBRACQK"},
          {"score", {{"unit", "centipawn"}, {"scale", "internal"}, {"side", "mover"}}},
          {"result", "white"}};
}

std::uint32_t source_of_text(std::string_view json) {
  return static_cast<std::uint32_t>(XXH3_64bits(json.data(), json.size()));
}

}  // namespace

HeaderFields complete_header(HeaderFields fields) {
  HeaderFields header = required_fields();
  for (const auto& [name, value] : fields.items()) header[name] = value;
  return header;
}

Result<Ok> check_header(const HeaderFields& fields) {
  if (!fields.is_object()) return Error{"the header is not a JSON object"};
  const HeaderFields required = required_fields();
  for (const auto& [name, expected] : required.items()) {
    const auto found = fields.find(name);
    if (found == fields.end()) return Error{fmt::format("the header has no '{}'", name)};
    if (*found != expected)
      return Error{fmt::format("the header's '{}' is {}, expected {}", name, found->dump(),
                               expected.dump())};
  }
  return Ok{};
}

std::uint32_t source_of(const HeaderFields& fields) {
  return source_of_text(fields.dump());
}

std::string header_block(const HeaderFields& fields) {
  const std::string json = fields.dump();
  return make_block(BlockType::Header, source_of_text(json), {}, json);
}

std::string games_block(std::uint32_t source, std::span<const Game> games) {
  constexpr KeptFilter kDefaultFilter;
  BlockCounts counts;
  counts.games = static_cast<std::uint32_t>(games.size());
  for (const Game& game : games) {
    counts.positions += static_cast<std::uint32_t>(game.plies.size());
    replay(game, [&](const Position& position, const ScoredMove& scored, int ply) {
      counts.kept += kDefaultFilter.keeps(position, scored, ply) ? 1 : 0;
    });
  }
  return make_block(BlockType::Games, source, counts, encode_games(games));
}

Result<ChainReader> ChainReader::open(const std::filesystem::path& path) {
  auto mapped = MappedFile::open(path);
  if (!mapped) return Error{mapped.error()};
  ChainReader reader(path, *std::move(mapped));
  const auto refused = [&](const std::string& why) {
    return Error{fmt::format("'{}': {}", path.string(), why)};
  };
  // Every good header is looked at before a game is delivered.
  std::size_t good = 0;
  while (const auto block = reader.next_good()) {
    ++good;
    if (block->type != BlockType::Header) continue;
    if (const auto noted = reader.note_header(*block); !noted) return refused(noted.error());
  }
  if (good == 0) return refused("no block of a chain file is in it");
  reader.offset_ = 0;
  reader.good_end_ = 0;
  reader.bad_.clear();
  return reader;
}

Result<Block> ChainReader::block_at(std::uint64_t offset) const {
  const Bytes rest = file_.bytes().subspan(static_cast<std::size_t>(offset));
  if (rest.size() < kBlockHeadBytes)
    return Error{fmt::format("cut off: {} bytes of a head of {}", rest.size(), kBlockHeadBytes)};
  ByteReader in(rest);
  const Bytes magic = *in.take(kChainMagic.size());
  if (!std::equal(magic.begin(), magic.end(), as_bytes(kChainMagic).begin()))
    return Error{"no block begins here"};
  const auto version = *in.integer<std::uint16_t>();
  const auto type = *in.integer<std::uint16_t>();
  const auto length = *in.integer<std::uint32_t>();
  Block block;
  block.source = *in.integer<std::uint32_t>();
  block.counts.games = *in.integer<std::uint32_t>();
  block.counts.positions = *in.integer<std::uint32_t>();
  block.counts.kept = *in.integer<std::uint32_t>();
  const auto expected = *in.integer<std::uint64_t>();
  if (length > kMaxPayloadBytes) return Error{fmt::format("{} bytes of payload", length)};
  const auto payload = in.take(length);
  if (!payload)
    return Error{fmt::format("cut off: {} bytes of a payload of {}", in.left(), length)};
  if (checksum(rest, *payload) != expected) return Error{"wrong checksum"};
  if (version != kChainVersion)
    return Error{fmt::format("version {}, expected {}", version, kChainVersion)};
  if (type > static_cast<std::uint16_t>(BlockType::Games))
    return Error{fmt::format("block type {}, expected 0 or 1", type)};
  block.offset = offset;
  block.bytes = kBlockHeadBytes + length;
  block.type = static_cast<BlockType>(type);
  block.payload = *payload;
  return block;
}

std::uint64_t ChainReader::find_magic(std::uint64_t offset) const {
  const Bytes all = file_.bytes();
  const auto first =
      all.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(offset, all.size()));
  const auto found =
      std::search(first, all.end(), kChainMagic.begin(), kChainMagic.end(),
                  [](unsigned char a, char b) { return a == static_cast<unsigned char>(b); });
  return static_cast<std::uint64_t>(found - all.begin());
}

std::optional<Block> ChainReader::next_good() {
  while (offset_ < file_bytes()) {
    const auto block = block_at(offset_);
    if (block) {
      offset_ = good_end_ = block->offset + block->bytes;
      return *block;
    }
    const std::uint64_t end = find_magic(offset_ + 1);
    bad_.push_back({offset_, end - offset_, block.error()});
    offset_ = end;
  }
  return std::nullopt;
}

std::optional<Block> ChainReader::next() {
  while (auto block = next_good())
    if (block->type == BlockType::Games) return block;
  return std::nullopt;
}

Result<Ok> ChainReader::note_header(const Block& block) {
  if (block.payload.size() > kMaxHeaderBytes)
    return Error{fmt::format("a header of {} bytes, expected at most {}", block.payload.size(),
                             kMaxHeaderBytes)};
  bool too_deep = false;
  const auto watch_depth = [&](int depth, HeaderFields::parse_event_t, const HeaderFields&) {
    too_deep = too_deep || depth > kMaxHeaderDepth;
    return !too_deep;
  };
  const auto fields =
      HeaderFields::parse(block.payload.begin(), block.payload.end(), watch_depth, false);
  if (too_deep)
    return Error{fmt::format("the header is nested more than {} deep", kMaxHeaderDepth)};
  if (const auto checked = check_header(fields); !checked) return checked;
  headers_.emplace(block.source, fields);
  return Ok{};
}

std::vector<Game> ChainReader::games(const Block& block) {
  auto games = decode_games(block.payload);
  if (!games) {
    bad_.push_back({block.offset, block.bytes, games.error()});
    return {};
  }
  return *std::move(games);
}

const HeaderFields* ChainReader::header(std::uint32_t source) const {
  const auto found = headers_.find(source);
  return found == headers_.end() ? nullptr : &found->second;
}

}  // namespace grandee::data
