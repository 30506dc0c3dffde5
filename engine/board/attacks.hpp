// Attack look-ups. Sliders by fold-multiply: a rank, diagonal or antidiagonal meets every file at
// most once, so adding the occupied squares of all ranks onto one rank (a multiplication) gathers
// the line's occupancy without collision, and one table by (file, inner occupancy) serves all three
// directions. Files have a gather of their own. No BMI2 needed.
#pragma once

#include <array>

#include "base/multi_array.hpp"
#include "board/bitboard.hpp"

namespace grandee {

namespace detail {

// What the sliders of a square need, a cache line each. Lines are without the square itself.
struct alignas(64) StraightLines {
  Bitboard rank, file;
  const std::uint64_t* across;  // the row of its file
  const Bitboard* along;        // the row of its rank
  int gather_shift;
};
struct alignas(64) DiagonalLines {
  Bitboard diagonal, antidiagonal;
  const std::uint64_t* across;
};

struct AttackTables {
  // Squares reached along a line, as files, copied to the five ranks of a half; by file of the
  // slider and occupancy of files b–i.
  MultiArray<std::uint64_t, 10, 256> across;
  // Squares reached along a file, as whole ranks; by rank of the slider and gathered occupancy of
  // ranks 2–9.
  MultiArray<Bitboard, 10, 256> along;
  std::array<StraightLines, kSquares> straight;
  std::array<DiagonalLines, kSquares> diagonal;
  std::array<Bitboard, kSquares> knight;
  std::array<Bitboard, kSquares> king;
  MultiArray<Bitboard, 2, kSquares> pawn;
  std::array<Bitboard, kSquares> rook_rays;
  std::array<Bitboard, kSquares> bishop_rays;
  std::array<Bitboard, kSquares> king_zone;
  MultiArray<Bitboard, kSquares, kSquares> between;

  AttackTables();
  AttackTables(const AttackTables&) = delete;  // the rows are pointed at
  AttackTables& operator=(const AttackTables&) = delete;
};

extern const AttackTables kAttacks;

// Sum of one copy per rank: occupied files of a line end up in bits 40–49.
inline constexpr std::uint64_t kFold = kHalfFile;

[[gnu::always_inline]] inline Bitboard line_attacks(const std::uint64_t* across, Bitboard line,
                                                    Bitboard occupied) {
  const std::uint64_t folded = ((occupied.lo & line.lo) | (occupied.hi & line.hi)) * kFold;
  const std::uint64_t reached = across[(folded >> 41) & 0xFF];
  return {reached & line.lo, reached & line.hi};
}

// Ranks 2–5 and 6–9 of a file f, interleaved into pairs at bits f + 10i, then gathered into bits
// 24 + f to 31 + f; the bits of ranks 1 and 10 miss these.
inline constexpr int kGatherShift = 24;  // for file a
inline std::size_t file_occupancy(Bitboard on_file, int shift) {
  constexpr std::uint64_t kGather = 1ull | 1ull << 8 | 1ull << 16 | 1ull << 24;
  return ((on_file.lo >> 9 | on_file.hi) * kGather >> shift) & 0xFF;
}

constexpr std::size_t at(Square s) {
  GRANDEE_ASSERT(is_square(s));
  return static_cast<std::size_t>(s);
}

}  // namespace detail

inline Bitboard knight_attacks(Square s) {
  return detail::kAttacks.knight[detail::at(s)];
}
inline Bitboard king_attacks(Square s) {
  return detail::kAttacks.king[detail::at(s)];
}
// Whence a knight, king or pawn may attack a square next to a king.
inline Bitboard king_zone(Square king) {
  return detail::kAttacks.king_zone[detail::at(king)];
}
// Squares that a pawn of that colour on s attacks.
inline Bitboard pawn_attacks(Color c, Square s) {
  return detail::kAttacks.pawn[static_cast<std::size_t>(index(c))][detail::at(s)];
}
// Sliders on an empty board.
inline Bitboard rook_rays(Square s) {
  return detail::kAttacks.rook_rays[detail::at(s)];
}
inline Bitboard bishop_rays(Square s) {
  return detail::kAttacks.bishop_rays[detail::at(s)];
}

// The lines through a square, without it.
inline Bitboard file_line(Square s) {
  return detail::kAttacks.straight[detail::at(s)].file;
}
inline Bitboard diagonal_line(Square s) {
  return detail::kAttacks.diagonal[detail::at(s)].diagonal;
}
inline Bitboard antidiagonal_line(Square s) {
  return detail::kAttacks.diagonal[detail::at(s)].antidiagonal;
}

[[gnu::always_inline]] inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
  const detail::DiagonalLines& lines = detail::kAttacks.diagonal[detail::at(s)];
  return detail::line_attacks(lines.across, lines.diagonal, occupied) |
         detail::line_attacks(lines.across, lines.antidiagonal, occupied);
}
[[gnu::always_inline]] inline Bitboard rook_attacks(Square s, Bitboard occupied) {
  const detail::StraightLines& lines = detail::kAttacks.straight[detail::at(s)];
  const std::size_t gathered = detail::file_occupancy(occupied & lines.file, lines.gather_shift);
  return (lines.along[gathered] & lines.file) |
         detail::line_attacks(lines.across, lines.rank, occupied);
}

// Attacks of any type but the pawn.
inline Bitboard attacks(PieceType type, Square s, Bitboard occupied) {
  switch (type) {
    case PieceType::Knight: return knight_attacks(s);
    case PieceType::Bishop: return bishop_attacks(s, occupied);
    case PieceType::Rook: return rook_attacks(s, occupied);
    case PieceType::Cardinal: return bishop_attacks(s, occupied) | knight_attacks(s);
    case PieceType::Marshal: return rook_attacks(s, occupied) | knight_attacks(s);
    case PieceType::Queen: return rook_attacks(s, occupied) | bishop_attacks(s, occupied);
    case PieceType::King: return king_attacks(s);
    default: GRANDEE_ASSERT(false); return {};
  }
}
template <PieceType T>
inline Bitboard attacks(Square s, Bitboard occupied) {
  return attacks(T, s, occupied);
}

// Squares strictly between two squares of one line; empty if they share none.
inline Bitboard between(Square a, Square b) {
  return detail::kAttacks.between[detail::at(a)][detail::at(b)];
}
// The whole line through two squares, without a itself; empty if they share none.
Bitboard line_through(Square a, Square b);

}  // namespace grandee
