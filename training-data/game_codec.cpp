#include "training-data/game_codec.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <memory>

#include "board/movegen.hpp"

namespace grandee::data {

namespace {

// Kinds of numbers with kinds of statistics: each stream is compressed by itself.
enum Stream : std::size_t { kGames, kOpenings, kMoves, kScoresLow, kScoresHigh, kStreams };
using Streams = std::array<std::string, kStreams>;

constexpr int kCompressionLevel = 19;
// Far above what a block has; keeps a forged block, of a few bytes that unpack to games without
// end, from taking all memory.
constexpr std::size_t kMaxStreamBytes = std::size_t{1} << 22;
constexpr unsigned kWideIndex = 255;

// --- moves as indexes ----------------------------------------------------------------------------

// The number of legal moves with a smaller code.
unsigned move_index(const Position& position, Move move) {
  MoveList moves;
  generate_legal(position, moves);
  unsigned index = 0;
  for (const Move m : moves) index += m.code() < move.code() ? 1 : 0;
  return index;
}

Move move_of_index(const Position& position, unsigned index) {
  MoveList moves;
  generate_legal(position, moves);
  if (index >= moves.size()) return Move::none();
  std::nth_element(moves.begin(), moves.begin() + index, moves.end(),
                   [](Move a, Move b) { return a.code() < b.code(); });
  return moves[index];
}

void put_move(std::string& out, const Position& position, Move move) {
  const unsigned index = move_index(position, move);
  if (index < kWideIndex) {
    out.push_back(static_cast<char>(index));
  } else {
    out.push_back(static_cast<char>(kWideIndex));
    put_integer(out, static_cast<std::uint16_t>(index));
  }
}

// none() if the stream has no move for the position.
Move take_move(ByteReader& in, const Position& position) {
  const auto byte = in.integer<std::uint8_t>();
  if (!byte) return Move::none();
  if (*byte < kWideIndex) return move_of_index(position, *byte);
  const auto wide = in.integer<std::uint16_t>();
  return wide ? move_of_index(position, *wide) : Move::none();
}

// --- scores as differences -----------------------------------------------------------------------

// A score is compared with what the ply before said, turned to the mover; modulo 2^16.
std::uint16_t zigzag(std::int16_t value) {
  return static_cast<std::uint16_t>(value << 1 ^ value >> 15);
}
std::int16_t unzigzag(std::uint16_t value) {
  return static_cast<std::int16_t>(value >> 1 ^ -(value & 1));
}

// --- start positions -----------------------------------------------------------------------------

enum StartKind : std::uint8_t { kInitialPosition, kPackedPosition };

bool is_initial(const Position& position) {
  static const Position initial;
  return position.key() == initial.key() && position.rule50() == 0 && position.move_number() == 1;
}

void put_start(std::string& out, const Position& start) {
  if (is_initial(start)) {
    out.push_back(kInitialPosition);
    return;
  }
  out.push_back(kPackedPosition);
  const Record record = pack(start, {});
  put_integer(out, record.occupied_lo);
  put_integer(out, record.occupied_hi);
  for (int i = 0; i < (start.men() + 1) / 2; ++i)
    put_integer(out, record.men[static_cast<std::size_t>(i)]);
  put_integer(out, record.side_to_move);
  put_integer(out, static_cast<std::uint8_t>(start.ep_square()));
  put_varint(out, static_cast<std::uint64_t>(start.rule50()));
  put_varint(out, static_cast<std::uint64_t>(start.move_number()));
}

Result<Position> take_start(ByteReader& in) {
  const Error cut{"the start position is cut off"};
  const auto kind = in.integer<std::uint8_t>();
  if (!kind) return cut;
  if (*kind == kInitialPosition) return Position();
  if (*kind != kPackedPosition)
    return Error{fmt::format("start position of kind {}, expected 0 or 1", *kind)};
  Record record;
  const auto lo = in.integer<std::uint64_t>();
  const auto hi = in.integer<std::uint64_t>();
  if (!lo || !hi) return cut;
  record.occupied_lo = *lo;
  record.occupied_hi = *hi;
  const int count = Bitboard(*lo, *hi).count();
  if (count > kMaxMen) return Error{fmt::format("{} men in the start position", count)};
  const auto men = in.take(static_cast<std::size_t>(count + 1) / 2);
  const auto side = in.integer<std::uint8_t>();
  const auto ep = in.integer<std::uint8_t>();
  const auto rule50 = in.varint();
  const auto move_number = in.varint();
  if (!men || !side || !ep || !rule50 || !move_number) return cut;
  std::copy(men->begin(), men->end(), record.men.begin());
  record.side_to_move = *side;
  const auto plain = unpack(record);
  if (!plain) return plain;
  PositionSetup setup = plain->setup();
  if (*ep > kNoSquare) return Error{fmt::format("en passant square {} is beyond the board", *ep)};
  setup.ep_square = *ep;
  setup.rule50 = static_cast<int>(std::min<std::uint64_t>(*rule50, kMaxCounter + 1));
  setup.move_number = static_cast<int>(std::min<std::uint64_t>(*move_number, kMaxCounter + 1));
  return Position::from_setup(setup);
}

// --- games ---------------------------------------------------------------------------------------

void put_game(Streams& streams, const Game& game, std::uint64_t previous_number) {
  std::string& out = streams[kGames];
  put_varint(out, game.number - previous_number);
  put_start(out, game.start);
  put_varint(out, game.opening.size());
  put_varint(out, game.plies.size());
  put_integer(out, static_cast<std::uint8_t>(game.result));
  put_integer(out, static_cast<std::uint8_t>(game.termination));
  Position position = game.start;
  for (const Move m : game.opening) {
    put_move(streams[kOpenings], position, m);
    position.make(m);
  }
  std::int16_t expected = 0;
  for (const ScoredMove& scored : game.plies) {
    put_move(streams[kMoves], position, scored.move);
    position.make(scored.move);
    const std::uint16_t difference = zigzag(static_cast<std::int16_t>(scored.score - expected));
    streams[kScoresLow].push_back(static_cast<char>(difference & 255));
    streams[kScoresHigh].push_back(static_cast<char>(difference >> 8));
    expected = static_cast<std::int16_t>(-scored.score);
  }
}

struct Readers {
  ByteReader games, openings, moves, scores_low, scores_high;
};

Result<Ok> take_plies(Readers& in, std::uint64_t random, std::uint64_t scored, Game& game) {
  // Each ply has at least a byte: bounds the reservation.
  if (random > in.openings.left() || scored > in.moves.left())
    return Error{fmt::format("{} + {} plies are more than the block holds", random, scored)};
  game.opening.reserve(static_cast<std::size_t>(random));
  game.plies.reserve(static_cast<std::size_t>(scored));
  Position position = game.start;
  std::int16_t expected = 0;
  for (std::uint64_t ply = 0; ply < random + scored; ++ply) {
    const Move move = take_move(ply < random ? in.openings : in.moves, position);
    if (!move) return Error{fmt::format("no legal move for the index at ply {}", ply)};
    position.make(move);
    if (ply < random) {
      game.opening.push_back(move);
      continue;
    }
    const auto low = in.scores_low.integer<std::uint8_t>();
    const auto high = in.scores_high.integer<std::uint8_t>();
    if (!low || !high) return Error{fmt::format("no score at ply {}", ply)};
    const auto difference = unzigzag(static_cast<std::uint16_t>(*low | *high << 8));
    const auto score = static_cast<std::int16_t>(expected + difference);
    game.plies.push_back({move, score});
    expected = static_cast<std::int16_t>(-score);
  }
  return Ok{};
}

Result<Game> take_game(Readers& in, std::uint64_t previous_number) {
  Game game;
  const auto step = in.games.varint();
  if (!step) return Error{"its number is cut off"};
  if (*step > UINT64_MAX - previous_number) return Error{"its number is beyond 64 bits"};
  game.number = previous_number + *step;
  auto start = take_start(in.games);
  if (!start) return Error{start.error()};
  game.start = *start;
  const auto random = in.games.varint();
  const auto scored = in.games.varint();
  const auto result = in.games.integer<std::uint8_t>();
  const auto termination = in.games.integer<std::uint8_t>();
  if (!random || !scored || !result || !termination) return Error{"its description is cut off"};
  if (*result > 2) return Error{fmt::format("result {}, expected 0, 1 or 2", *result)};
  if (*termination >= kTerminations)
    return Error{fmt::format("termination {}, expected 0 to {}", *termination, kTerminations - 1)};
  game.result = static_cast<GameResult>(*result);
  game.termination = static_cast<Termination>(*termination);
  if (const auto plies = take_plies(in, *random, *scored, game); !plies)
    return Error{plies.error()};
  return game;
}

// --- compression ---------------------------------------------------------------------------------

std::string compress(const std::string& raw) {
  std::string out(ZSTD_compressBound(raw.size()), '\0');
  const std::size_t size =
      ZSTD_compress(out.data(), out.size(), raw.data(), raw.size(), kCompressionLevel);
  GRANDEE_ASSERT(!ZSTD_isError(size));
  out.resize(size);
  return out;
}

Result<std::string> decompress(Bytes frame) {
  const auto size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (size > kMaxStreamBytes)
    return Error{
        fmt::format("a stream doesn't state a length of at most {} bytes", kMaxStreamBytes)};
  std::string raw(static_cast<std::size_t>(size), '\0');
  const std::size_t done = ZSTD_decompress(raw.data(), raw.size(), frame.data(), frame.size());
  if (ZSTD_isError(done)) return Error{fmt::format("zstd: {}", ZSTD_getErrorName(done))};
  if (done != raw.size()) return Error{"a stream is shorter than it says"};
  return raw;
}

Result<Streams> take_streams(Bytes payload) {
  ByteReader in(payload);
  std::array<std::uint32_t, kStreams> lengths{};
  for (auto& length : lengths) {
    const auto value = in.integer<std::uint32_t>();
    if (!value) return Error{"the lengths of its streams are cut off"};
    length = *value;
  }
  Streams streams;
  for (std::size_t i = 0; i < kStreams; ++i) {
    const auto frame = in.take(lengths[i]);
    if (!frame) return Error{fmt::format("stream {} is cut off", i)};
    auto raw = decompress(*frame);
    if (!raw) return Error{raw.error()};
    streams[i] = *std::move(raw);
  }
  if (in.left() != 0) return Error{fmt::format("{} bytes after the streams", in.left())};
  return streams;
}

}  // namespace

std::string encode_games(std::span<const Game> games) {
  Streams streams;
  std::uint64_t previous = 0;
  for (const Game& game : games) {
    GRANDEE_ASSERT(game.number >= previous);
    put_game(streams, game, previous);
    previous = game.number;
  }
  std::string frames;
  std::string payload;
  for (const std::string& stream : streams) {
    const std::string frame = compress(stream);
    put_integer(payload, static_cast<std::uint32_t>(frame.size()));
    frames += frame;
  }
  return payload + frames;
}

Result<std::vector<Game>> decode_games(Bytes payload) {
  const auto streams = take_streams(payload);
  if (!streams) return Error{streams.error()};
  const auto reader = [&](Stream s) { return ByteReader(as_bytes((*streams)[s])); };
  Readers in{reader(kGames), reader(kOpenings), reader(kMoves), reader(kScoresLow),
             reader(kScoresHigh)};
  std::vector<Game> games;
  std::uint64_t previous = 0;
  while (in.games.left() > 0) {
    auto game = take_game(in, previous);
    if (!game)
      return Error{fmt::format("game {} of the block: {}", games.size() + 1, game.error())};
    previous = game->number;
    games.push_back(*std::move(game));
  }
  if (in.openings.left() + in.moves.left() + in.scores_low.left() + in.scores_high.left() != 0)
    return Error{"more plies than the games have"};
  return games;
}

}  // namespace grandee::data
