// The expanded record: one position with its labels, of fixed size. A cache for the trainer, made
// by `grandee-data expand`; the lasting format is the chain file.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/result.hpp"
#include "board/position.hpp"

namespace grandee::data {

enum class GameResult : std::uint8_t { BlackWins, Draw, WhiteWins };

struct Record {
  std::uint64_t occupied_lo = 0;  // squares a1–j5, 50 bits (board/bitboard.hpp)
  std::uint64_t occupied_hi = 0;  // squares a6–j10, 50 bits
  // Piece (colour · 8 + type, board/types.hpp) of each occupied square in ascending order, two to a
  // byte, the lower nibble first.
  std::array<std::uint8_t, 20> men{};
  std::int16_t score = 0;         // centipawns, from the side to move
  std::uint16_t ply = 0;          // since the start position of the game
  std::uint8_t result = 1;        // for the side to move: 0 loss, 1 draw, 2 win
  std::uint8_t side_to_move = 0;  // 0 White, 1 Black
  std::uint8_t rule50 = 0;        // 255 also stands for more
  std::uint8_t reserved = 0;
  std::uint32_t game = 0;  // of the data set, for splits by game

  friend bool operator==(const Record&, const Record&) = default;
};
static_assert(sizeof(Record) == 48);
static_assert(std::endian::native == std::endian::little, "records are mapped as they are stored");

struct Labels {
  int score = 0;  // from the side to move, within 16 bits
  GameResult result = GameResult::Draw;
  int ply = 0;
  std::uint32_t game = 0;
};

Record pack(const Position& position, const Labels& labels);

// The position without en passant (a record has none); move numbers are counted from the ply. An
// error if the record can't be a position of the game.
Result<Position> unpack(const Record& record);

// The result for White.
GameResult white_result(const Record& record);

// Calls f(Piece, Square) for every man, squares ascending. Safe for any 48 bytes: it stops at 40
// men.
template <typename F>
void for_each_man(const Record& record, F&& f) {
  std::size_t i = 0;
  for_each(Bitboard(record.occupied_lo & kHalfMask, record.occupied_hi & kHalfMask), [&](Square s) {
    if (i >= kMaxMen) return;
    f(static_cast<Piece>(record.men[i / 2] >> (i % 2 * 4) & 15), s);
    ++i;
  });
}

}  // namespace grandee::data
