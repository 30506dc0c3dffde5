// The vocabulary of the board: colours, piece types, squares.
#pragma once

#include <cstdint>

#include "base/assert.hpp"

namespace grandee {

enum class Color : std::uint8_t { White, Black };

constexpr Color operator~(Color c) {
  return static_cast<Color>(static_cast<int>(c) ^ 1);
}
constexpr int index(Color c) {
  return static_cast<int>(c);
}

// Cardinal: bishop + knight (letter A). Marshal: rook + knight (letter C).
enum class PieceType : std::uint8_t {
  Pawn,
  Knight,
  Bishop,
  Rook,
  Cardinal,
  Marshal,
  Queen,
  King,
  None
};

inline constexpr int kPieceTypes = 8;

constexpr int index(PieceType t) {
  return static_cast<int>(t);
}
constexpr PieceType piece_type(int i) {
  return static_cast<PieceType>(i);
}

// Men of a type at the start of the game: no side can ever own more.
inline constexpr int kInitialCount[kPieceTypes] = {10, 2, 2, 2, 1, 1, 1, 1};
inline constexpr int kMaxMen = 40;

// Colour and type in one byte: colour * 8 + type.
enum class Piece : std::uint8_t { None = 16 };

constexpr Piece make_piece(Color c, PieceType t) {
  return static_cast<Piece>(index(c) * 8 + index(t));
}
constexpr Color color_of(Piece p) {
  return static_cast<Color>(static_cast<int>(p) >> 3);
}
constexpr PieceType type_of(Piece p) {
  return p == Piece::None ? PieceType::None : static_cast<PieceType>(static_cast<int>(p) & 7);
}
constexpr int index(Piece p) {
  return static_cast<int>(p);
}

inline constexpr int kFiles = 10;
inline constexpr int kRanks = 10;
inline constexpr int kSquares = 100;

// rank * 10 + file, both from 0: a1 = 0, j1 = 9, a10 = 90, j10 = 99.
using Square = int;
inline constexpr Square kNoSquare = 100;

constexpr Square make_square(int file, int rank) {
  return rank * kFiles + file;
}
constexpr int file_of(Square s) {
  return static_cast<int>(static_cast<unsigned>(s) % 10u);
}
constexpr int rank_of(Square s) {
  return static_cast<int>(static_cast<unsigned>(s) / 10u);
}
// The rank as the side sees it: its own first rank is 0.
constexpr int relative_rank(Color c, Square s) {
  return c == Color::White ? rank_of(s) : kRanks - 1 - rank_of(s);
}
constexpr Square flip_rank(Square s) {
  return make_square(file_of(s), kRanks - 1 - rank_of(s));
}
constexpr Square flip_file(Square s) {
  return make_square(kFiles - 1 - file_of(s), rank_of(s));
}
// The square as the side sees it: for Black the ranks are mirrored.
constexpr Square relative_square(Color c, Square s) {
  return c == Color::White ? s : flip_rank(s);
}
constexpr bool is_square(Square s) {
  return s >= 0 && s < kSquares;
}

// One step of a pawn of that colour.
constexpr int pawn_step(Color c) {
  return c == Color::White ? kFiles : -kFiles;
}

// Pawns that end on relative rank 7 or 8 (the 8th and 9th) may promote, on 9 (the 10th) must.
inline constexpr int kFirstPromotionRank = 7;
inline constexpr int kLastRank = 9;
// Relative rank of the start, from which a pawn may step twice.
inline constexpr int kPawnStartRank = 2;

using Key = std::uint64_t;

}  // namespace grandee
