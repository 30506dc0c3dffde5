#include "board/attacks.hpp"

namespace grandee {

namespace detail {

namespace {

// Squares from `from` in one direction up to and including the first occupied one.
Bitboard walk(Square from, int df, int dr, Bitboard occupied) {
  Bitboard reached;
  int file = file_of(from) + df;
  int rank = rank_of(from) + dr;
  while (file >= 0 && file < kFiles && rank >= 0 && rank < kRanks) {
    const Square s = make_square(file, rank);
    reached |= Bitboard::of(s);
    if (occupied.has(s)) break;
    file += df;
    rank += dr;
  }
  return reached;
}

Bitboard leap(Square from, const int (&steps)[8][2]) {
  Bitboard reached;
  for (const auto& [df, dr] : steps) {
    const int file = file_of(from) + df;
    const int rank = rank_of(from) + dr;
    if (file >= 0 && file < kFiles && rank >= 0 && rank < kRanks)
      reached |= Bitboard::of(make_square(file, rank));
  }
  return reached;
}

constexpr int kKnightSteps[8][2] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                    {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};
constexpr int kKingSteps[8][2] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                  {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};

}  // namespace

AttackTables::AttackTables() {
  for (std::size_t file = 0; file < 10; ++file) {
    for (std::size_t inner = 0; inner < 256; ++inner) {
      const Bitboard occupied(static_cast<std::uint64_t>(inner) << 1, 0);
      const Square s = static_cast<Square>(file);
      const std::uint64_t files = (walk(s, 1, 0, occupied) | walk(s, -1, 0, occupied)).lo;
      across[file][inner] = files * kFold & kHalfMask;
    }
  }
  for (std::size_t rank = 0; rank < 10; ++rank) {
    for (unsigned inner = 0; inner < 256; ++inner) {
      Bitboard occupied;
      for (int r = 1; r <= 8; ++r)
        if (inner >> (r - 1) & 1) occupied |= Bitboard::of(make_square(0, r));
      const Square s = make_square(0, static_cast<int>(rank));
      const Bitboard reached = walk(s, 0, 1, occupied) | walk(s, 0, -1, occupied);
      along[rank][file_occupancy(occupied, kGatherShift)] = {reached.lo * 0x3FF,
                                                             reached.hi * 0x3FF};
    }
  }
  for (Square s = 0; s < kSquares; ++s) {
    const std::size_t i = at(s);
    const std::size_t file = static_cast<std::size_t>(file_of(s));
    const std::size_t rank = static_cast<std::size_t>(rank_of(s));
    straight[i] = {.rank = walk(s, 1, 0, {}) | walk(s, -1, 0, {}),
                   .file = walk(s, 0, 1, {}) | walk(s, 0, -1, {}),
                   .across = across[file].data(),
                   .along = along[rank].data(),
                   .gather_shift = kGatherShift + file_of(s)};
    diagonal[i] = {.diagonal = walk(s, 1, 1, {}) | walk(s, -1, -1, {}),
                   .antidiagonal = walk(s, 1, -1, {}) | walk(s, -1, 1, {}),
                   .across = across[file].data()};
    knight[i] = leap(s, kKnightSteps);
    king[i] = leap(s, kKingSteps);
    for (const Color c : {Color::White, Color::Black})
      pawn[static_cast<std::size_t>(index(c))][i] = pawn_attack_span(c, Bitboard::of(s));
    rook_rays[i] = straight[i].rank | straight[i].file;
    bishop_rays[i] = diagonal[i].diagonal | diagonal[i].antidiagonal;
    for (const auto& [df, dr] : kKingSteps) {
      Bitboard path;
      for_each(walk(s, df, dr, {}), [&, df = df, dr = dr](Square t) {
        path = walk(s, df, dr, Bitboard::of(t));
        between[i][at(t)] = without(path, Bitboard::of(t));
      });
    }
  }
  for (std::size_t i = 0; i < kSquares; ++i) {
    for_each(king[i], [&](Square s) { king_zone[i] |= knight[at(s)] | king[at(s)]; });
  }
}

const AttackTables kAttacks;

}  // namespace detail

Bitboard line_through(Square a, Square b) {
  const detail::StraightLines& straight = detail::kAttacks.straight[detail::at(a)];
  const detail::DiagonalLines& diagonal = detail::kAttacks.diagonal[detail::at(a)];
  for (const Bitboard line :
       {straight.rank, straight.file, diagonal.diagonal, diagonal.antidiagonal})
    if (line.has(b)) return line;
  return {};
}

}  // namespace grandee
