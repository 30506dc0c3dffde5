// The expanded record: one position with its labels, of fixed size. A cache for the trainer, made by
// `grandee-data expand`; the lasting format is the chain file.
#pragma once

#include <array>
#include <cstdint>

namespace grandee::data {

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
  std::uint8_t rule50 = 0;
  std::uint8_t reserved = 0;
  std::uint32_t game = 0;  // of the data set, for splits by game
};
static_assert(sizeof(Record) == 48);

}  // namespace grandee::data
