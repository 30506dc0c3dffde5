// Static exchange evaluation: cases worked out by hand, and every order of captures tried.
#include "board/see.hpp"

#include <gtest/gtest.h>

#include <set>

#include "board/notation.hpp"
#include "tests/common/positions.hpp"

namespace grandee::test {
namespace {

constexpr Score kP = see_value(PieceType::Pawn);
constexpr Score kN = see_value(PieceType::Knight);
constexpr Score kB = see_value(PieceType::Bishop);
constexpr Score kR = see_value(PieceType::Rook);
constexpr Score kC = see_value(PieceType::Marshal);
constexpr Score kQ = see_value(PieceType::Queen);

// The exchange is worth exactly that much.
void expect_value(std::string_view fen, std::string_view uci, Score value) {
  const Position position = position_of(fen);
  const auto move = parse_uci(position, uci);
  ASSERT_TRUE(move) << move.error();
  EXPECT_TRUE(see_ge(position, *move, value)) << fen << " " << uci << " is less than " << value;
  EXPECT_FALSE(see_ge(position, *move, value + 1)) << fen << " " << uci << " is over " << value;
}

TEST(See, HangingAndDefended) {
  expect_value("9k/10/10/10/3n6/10/10/10/10/3R5K w - - 0 1", "d1d6", kN);
  expect_value("9k/10/10/2p7/3n6/10/10/10/10/3R5K w - - 0 1", "d1d6", kN - kR);
  expect_value("9k/10/10/2p7/3q6/10/10/10/10/3R5K w - - 0 1", "d1d6", kQ - kR);
  expect_value("9k/10/10/2p7/3n6/4P5/10/10/10/9K w - - 0 1", "e5d6", kN - kP);
}

TEST(See, QuietMoves) {
  expect_value("9k/10/10/10/10/10/10/10/10/3R5K w - - 0 1", "d1d6", 0);
  expect_value("9k/10/10/2p7/10/10/10/10/10/3R5K w - - 0 1", "d1d6", -kR);
  expect_value("9k/10/10/2p7/10/4P5/10/10/10/3R5K w - - 0 1", "d1d6", kP - kR);
}

TEST(See, XRays) {
  // Rook behind rook, queen behind bishop, on both sides.
  expect_value("3r5k/3r6/10/10/3p6/10/10/10/3R6/3R5K w - - 0 1", "d2d6", kP - kR);
  expect_value("3r5k/10/10/10/3p6/10/10/10/3R6/3R5K w - - 0 1", "d2d6", kP);
  expect_value("9k/10/5b4/10/3p6/10/1B8/Q9/10/9K w - - 0 1", "b4d6", kP);
  // With a queen behind the other bishop too, White stops after losing the first.
  expect_value("9k/6q3/5b4/10/3p6/10/1B8/Q9/10/9K w - - 0 1", "b4d6", kP - kB);
}

TEST(See, MarshalAndCardinalTakeBothWays) {
  // By the knight part.
  expect_value("9k/10/4c5/10/3n6/10/10/10/10/3R5K w - - 0 1", "d1d6", kN - kR);
  expect_value("9k/10/4a5/10/3n6/10/10/10/10/3R5K w - - 0 1", "d1d6", kN - kR);
  // By the slider part, through a man that took first.
  expect_value("3c5k/3r6/10/10/3p6/10/10/10/3R6/3C5K w - - 0 1", "d2d6", kP - kR);
  expect_value("9k/10/5b4/10/3p6/10/1B8/A9/10/9K w - - 0 1", "b4d6", kP);
  expect_value("9k/6a3/5b4/10/3p6/10/1B8/A9/10/9K w - - 0 1", "b4d6", kP - kB);
  // The marshal takes a defended rook and is lost.
  expect_value("9k/10/10/2p7/3r6/10/10/10/10/3C5K w - - 0 1", "d1d6", kR - kC);
}

TEST(See, KingTakesOnlyWhatIsNotDefended) {
  expect_value("10/10/10/2k7/3p6/10/10/10/10/3R5K w - - 0 1", "d1d6", kP - kR);
  expect_value("10/10/10/2k7/3p6/10/10/10/3R6/3R5K w - - 0 1", "d2d6", kP);
  expect_value("9k/10/10/10/3p6/4K5/10/10/10/10 w - - 0 1", "e5d6", kP);
}

TEST(See, EnPassant) {
  expect_value("9k/10/10/10/3Pp5/10/10/10/10/9K w - e7 0 1", "d6e7", kP);
  expect_value("9k/10/5p4/10/3Pp5/10/10/10/10/9K w - e7 0 1", "d6e7", 0);
  // The pawn that is taken uncovers a rook behind it, on the file of the capture.
  expect_value("9k/10/5p4/10/3Pp5/10/10/10/4R5/9K w - e7 0 1", "d6e7", kP);
}

TEST(See, Promotions) {
  expect_value("9k/10/10/3P6/10/10/10/10/10/9K w - - 0 1", "d7d8q", kQ - kP);
  expect_value("9k/10/10/3P6/10/10/10/10/10/9K w - - 0 1", "d7d8", 0);
  expect_value("3r5k/10/10/3P6/10/10/10/10/10/9K w - - 0 1", "d7d8q", -kP);
  expect_value("3r5k/10/10/3P6/10/10/10/10/10/9K w - - 0 1", "d7d8", -kP);
  expect_value("9k/10/4n5/3P6/10/10/10/10/10/9K w - - 0 1", "d7e8c", kN + kC - kP);
  expect_value("4r4k/10/4n5/3P6/10/10/10/10/10/9K w - - 0 1", "d7e8a", kN - kP);
}

// --- Every order of captures -------------------------------------------------------------------

// What the side to capture can win on the square, whatever it picks among equals: the possible
// values. Captures with the least valuable man, may stop; pins are not looked at; the king takes
// only where nothing takes back.
std::set<Score> exchange(const Position& position, Bitboard occupied, Square square, Color side,
                         Score on_square) {
  const Bitboard attackers = position.attackers_to(square, occupied) & occupied;
  const Bitboard own = attackers & position.pieces(side);
  std::set<Score> values;
  for (int t = 0; t < kPieceTypes && values.empty(); ++t) {
    const PieceType type = piece_type(t);
    const bool defended = (attackers & position.pieces(~side)).any();
    if (type == PieceType::King && defended) break;
    for_each(own & position.pieces(type), [&](Square from) {
      for (const Score reply :
           exchange(position, occupied ^ Bitboard::of(from), square, ~side, see_value(type)))
        values.insert(std::max(0, on_square - reply));
    });
  }
  if (values.empty()) values.insert(0);
  return values;
}

std::set<Score> values_of(const Position& position, Move m) {
  const Color us = position.side_to_move();
  Bitboard occupied = (position.pieces() ^ Bitboard::of(m.from())) | Bitboard::of(m.to());
  if (position.is_en_passant(m)) occupied ^= Bitboard::of(m.to() - pawn_step(us));
  Score gain = see_value(type_of(position.captured(m)));
  Score arriving = see_value(type_of(position.moved(m)));
  if (m.is_promotion()) {
    gain += see_value(m.promotion()) - kP;
    arriving = see_value(m.promotion());
  }
  std::set<Score> values;
  for (const Score reply : exchange(position, occupied, m.to(), ~us, arriving))
    values.insert(gain - reply);
  return values;
}

void compare(const Position& position, const MoveList& moves) {
  for (const Move m : moves) {
    const std::set<Score> values = values_of(position, m);
    const std::string what = to_fen(position) + " " + to_uci(m);
    ASSERT_TRUE(see_ge(position, m, *values.begin())) << what << " " << *values.begin();
    ASSERT_FALSE(see_ge(position, m, *values.rbegin() + 1)) << what << " " << *values.rbegin();
  }
}

TEST(See, AgreesWithEveryOrderOfCaptures) {
  int n = 0;
  play_random_games(61, 6000, [&](const Position& position, const MoveList& moves, Move) {
    if (n++ % 2 == 0 && !testing::Test::HasFatalFailure()) compare(position, moves);
  });
  Rng rng(62);
  for (int i = 0; i < 3000 && !HasFatalFailure(); ++i) {
    const Position position = random_setup(rng);
    MoveList moves;
    generate_legal(position, moves);
    compare(position, moves);
  }
}

}  // namespace
}  // namespace grandee::test
