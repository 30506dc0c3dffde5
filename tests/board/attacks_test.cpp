// Attack look-ups against a walk over the squares, on random occupancies.
#include "board/attacks.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace grandee::test {
namespace {

struct Step {
  int file, rank;
};
constexpr Step kStraight[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
constexpr Step kDiagonal[] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
constexpr Step kLeaps[] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

bool on_board(int file, int rank) {
  return file >= 0 && file < kFiles && rank >= 0 && rank < kRanks;
}

// Every step repeated up to `reach` times, until the edge or the first occupied square.
template <std::size_t N>
Bitboard walk(Square from, const Step (&steps)[N], int reach, Bitboard occupied) {
  Bitboard reached;
  for (const Step step : steps) {
    int file = file_of(from) + step.file;
    int rank = rank_of(from) + step.rank;
    for (int n = 0; n < reach && on_board(file, rank); ++n) {
      const Square s = make_square(file, rank);
      reached |= Bitboard::of(s);
      if (occupied.has(s)) break;
      file += step.file;
      rank += step.rank;
    }
  }
  return reached;
}

Bitboard slow_rook(Square s, Bitboard occupied) {
  return walk(s, kStraight, kRanks, occupied);
}
Bitboard slow_bishop(Square s, Bitboard occupied) {
  return walk(s, kDiagonal, kRanks, occupied);
}
Bitboard slow_knight(Square s) {
  return walk(s, kLeaps, 1, {});
}

// Each square occupied with a probability of one in two, four or eight.
Bitboard random_occupancy(Rng& rng) {
  const auto word = [&] { return rng.next() & kHalfMask; };
  Bitboard occupied(word(), word());
  for (std::uint32_t thin = rng.below(3); thin > 0; --thin) occupied &= Bitboard(word(), word());
  return occupied;
}

TEST(Attacks, SlidersStopAtTheFirstOccupiedSquare) {
  Rng rng(1);
  for (int round = 0; round < 2000; ++round) {
    const Bitboard occupied = random_occupancy(rng);
    for (Square s = 0; s < kSquares; ++s) {
      const Bitboard rook = slow_rook(s, occupied);
      const Bitboard bishop = slow_bishop(s, occupied);
      const Bitboard knight = slow_knight(s);
      ASSERT_EQ(rook_attacks(s, occupied), rook) << "square " << s << ", round " << round;
      ASSERT_EQ(bishop_attacks(s, occupied), bishop) << "square " << s << ", round " << round;
      ASSERT_EQ(attacks<PieceType::Rook>(s, occupied), rook);
      ASSERT_EQ(attacks<PieceType::Bishop>(s, occupied), bishop);
      ASSERT_EQ(attacks<PieceType::Queen>(s, occupied), rook | bishop);
      ASSERT_EQ(attacks<PieceType::Marshal>(s, occupied), rook | knight);
      ASSERT_EQ(attacks<PieceType::Cardinal>(s, occupied), bishop | knight);
    }
  }
}

// Each line meets all its occupancies, the edges included.
TEST(Attacks, EveryOccupancyOfEveryLine) {
  for (Square s = 0; s < kSquares; ++s) {
    for (const Step step : {kStraight[0], kStraight[2], kDiagonal[0], kDiagonal[1]}) {
      const Step both[] = {step, {-step.file, -step.rank}};
      const Bitboard line = walk(s, both, kRanks, {});
      Bitboard occupied;
      do {
        ASSERT_EQ(rook_attacks(s, occupied), slow_rook(s, occupied)) << "square " << s;
        ASSERT_EQ(bishop_attacks(s, occupied), slow_bishop(s, occupied)) << "square " << s;
        // The next subset of the line: count up within its squares, first lo, then hi.
        occupied.lo = (occupied.lo - line.lo) & line.lo;
        if (occupied.lo == 0) occupied.hi = (occupied.hi - line.hi) & line.hi;
      } while (occupied.any());
    }
  }
}

TEST(Attacks, LeapersAndEmptyBoardRays) {
  for (Square s = 0; s < kSquares; ++s) {
    EXPECT_EQ(knight_attacks(s), slow_knight(s)) << "square " << s;
    EXPECT_EQ(king_attacks(s), walk(s, kStraight, 1, {}) | walk(s, kDiagonal, 1, {}));
    constexpr Step kWhite[] = {{-1, 1}, {1, 1}};
    constexpr Step kBlack[] = {{-1, -1}, {1, -1}};
    EXPECT_EQ(pawn_attacks(Color::White, s), walk(s, kWhite, 1, {})) << "square " << s;
    EXPECT_EQ(pawn_attacks(Color::Black, s), walk(s, kBlack, 1, {})) << "square " << s;
    EXPECT_EQ(rook_rays(s), slow_rook(s, {}));
    EXPECT_EQ(bishop_rays(s), slow_bishop(s, {}));
  }
}

TEST(Attacks, BetweenAndLinesOfEveryPair) {
  for (Square a = 0; a < kSquares; ++a) {
    for (Square b = 0; b < kSquares; ++b) {
      Bitboard squares_between;
      Bitboard line;
      for (const Step step : {kStraight[0], kStraight[2], kDiagonal[0], kDiagonal[1]}) {
        const Step both[] = {step, {-step.file, -step.rank}};
        if (!walk(a, both, kRanks, {}).has(b)) continue;
        line = walk(a, both, kRanks, {});
        squares_between =
            walk(a, both, kRanks, Bitboard::of(b)) & walk(b, both, kRanks, Bitboard::of(a));
      }
      ASSERT_EQ(between(a, b), squares_between) << a << " to " << b;
      ASSERT_EQ(line_through(a, b), line) << a << " to " << b;
    }
  }
}

}  // namespace
}  // namespace grandee::test
