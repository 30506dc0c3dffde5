// Attack look-ups. Sliders by fold-multiply: a rank, diagonal or antidiagonal meets every file at
// most once, so adding the occupied squares of all ranks onto one rank (a multiplication) gathers
// the line's occupancy without collision, and one table by (file, inner occupancy) serves all three
// directions. Files have a gather of their own. About 40 KB in all, no BMI2 needed.
#pragma once

#include <array>

#include "base/multi_array.hpp"
#include "board/bitboard.hpp"

namespace grandee {

// Where a man must stand to attack a square next to a king, at best.
struct KingZone {
  Bitboard knight, diagonal, straight;
};

namespace detail {

struct Lines {
  Bitboard rank, file, diagonal, antidiagonal;  // without the square itself
};

struct AttackTables {
  // Squares reached along a line, as files, copied to the five ranks of a half; by file of the
  // slider and occupancy of files b–i.
  MultiArray<std::uint64_t, 10, 256> across;
  // Squares reached along file a: rank r < 5 at bit 10r, rank r ≥ 5 at bit 10(r − 5) + 5; by rank
  // of the slider and gathered occupancy of ranks 2–9.
  MultiArray<std::uint64_t, 10, 256> along;
  std::array<Lines, kSquares> lines;
  std::array<Bitboard, kSquares> knight;
  std::array<Bitboard, kSquares> king;
  MultiArray<Bitboard, 2, kSquares> pawn;
  std::array<Bitboard, kSquares> rook_rays;
  std::array<Bitboard, kSquares> bishop_rays;
  std::array<KingZone, kSquares> king_zone;
  MultiArray<Bitboard, kSquares, kSquares> between;

  AttackTables();
};

extern const AttackTables kAttacks;

// Sum of one copy per rank: occupied files of a line end up in bits 40–49.
inline constexpr std::uint64_t kFold = kHalfFile;

inline Bitboard line_attacks(int file, Bitboard line, Bitboard occupied) {
  const std::uint64_t folded = ((occupied.lo & line.lo) | (occupied.hi & line.hi)) * kFold;
  const std::uint64_t reached =
      kAttacks.across[static_cast<std::size_t>(file)][(folded >> 41) & 0xFF];
  return {reached & line.lo, reached & line.hi};
}

// Ranks 2–5 (bits 10–40 of lo) and 6–9 (bits 0–30 of hi) interleaved into pairs, then gathered.
inline std::size_t file_occupancy(int file, Bitboard occupied) {
  constexpr std::uint64_t kPairs = 1ull | 1ull << 10 | 1ull << 20 | 1ull << 30;
  constexpr std::uint64_t kGather = 1ull | 1ull << 8 | 1ull << 16 | 1ull << 24;
  const std::uint64_t pairs =
      ((occupied.lo >> (file + 9)) & (kPairs << 1)) | ((occupied.hi >> file) & kPairs);
  return (pairs * kGather >> 24) & 0xFF;
}

inline Bitboard file_attacks(int file, int rank, Bitboard occupied) {
  const std::uint64_t reached =
      kAttacks.along[static_cast<std::size_t>(rank)][file_occupancy(file, occupied)];
  return {(reached & kHalfFile) << file, ((reached >> 5) & kHalfFile) << file};
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
inline const KingZone& king_zone(Square king) {
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

inline Bitboard bishop_attacks(Square s, Bitboard occupied) {
  const detail::Lines& lines = detail::kAttacks.lines[detail::at(s)];
  const int file = file_of(s);
  return detail::line_attacks(file, lines.diagonal, occupied) |
         detail::line_attacks(file, lines.antidiagonal, occupied);
}
inline Bitboard rook_attacks(Square s, Bitboard occupied) {
  const int file = file_of(s);
  return detail::line_attacks(file, detail::kAttacks.lines[detail::at(s)].rank, occupied) |
         detail::file_attacks(file, rank_of(s), occupied);
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
