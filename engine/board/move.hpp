// A move: from, to and the promoted type. What it captures is the position's business.
#pragma once

#include <cstdint>

#include "board/types.hpp"

namespace grandee {

class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to, PieceType promotion = PieceType::Pawn)
      : data_(static_cast<std::uint32_t>(from) | static_cast<std::uint32_t>(to) << 7 |
              static_cast<std::uint32_t>(index(promotion)) << 14) {}

  static constexpr Move none() { return {}; }
  static constexpr Move from_raw(std::uint32_t data) {
    Move m;
    m.data_ = data;
    return m;
  }
  constexpr std::uint32_t raw() const { return data_; }

  constexpr Square from() const { return static_cast<Square>(data_ & 127); }
  constexpr Square to() const { return static_cast<Square>(data_ >> 7 & 127); }
  // From and to in 14 bits, for histories.
  constexpr unsigned from_to() const { return data_ & 0x3FFF; }
  constexpr bool is_promotion() const { return data_ >> 14 != 0; }
  // Only of a promotion.
  constexpr PieceType promotion() const { return piece_type(static_cast<int>(data_ >> 14)); }

  constexpr explicit operator bool() const { return data_ != 0; }
  friend constexpr bool operator==(Move, Move) = default;

  // The 16-bit code of files and of the transposition table (14 bits are used): from in bits 0–6,
  // to in bits 7–13; a promotion has 100 + 6 · (file step + 1) + type − 1 in the place of to, as
  // the pawn's rank says which way it goes.
  constexpr std::uint16_t code() const {
    int target = to();
    if (is_promotion()) {
      const int step = file_of(to()) - file_of(from());
      target = 100 + 6 * (step + 1) + index(promotion()) - 1;
    }
    return static_cast<std::uint16_t>(from() | target << 7);
  }
  // The inverse of code(). Any 16 bits give some move; whether it is legal the position says.
  static constexpr Move from_code(std::uint16_t code) {
    const Square from = code & 127;
    const int target = code >> 7 & 127;
    if (target < 100) return Move(from, target);
    const int step = (target - 100) / 6 - 1;
    const PieceType type = piece_type((target - 100) % 6 + 1);
    const int forward = rank_of(from) >= 5 ? kFiles : -kFiles;
    const Square to = from + forward + step;
    return is_square(to) && step <= 1 ? Move(from, to, type) : Move::none();
  }

 private:
  std::uint32_t data_ = 0;
};

}  // namespace grandee
