// The tables of endings against the bare king: every value follows from those one move later.
#include "board/bare_king.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>

#include "board/bishop_knight.hpp"
#include "board/endings.hpp"
#include "board/notation.hpp"
#include "tests/common/positions.hpp"

namespace grandee::test {
namespace {

// What the answers for the positions after each move say: the attacker takes the shortest mate, the
// bare king a draw or else the longest.
int plies_by_moves(const Position& position, Color attacker) {
  MoveList moves;
  generate_legal(position, moves);
  if (moves.empty()) return position.in_check() ? 0 : -1;
  const bool attacks = position.side_to_move() == attacker;
  int best = attacks ? 1000 : 0;
  for (const Move move : moves) {
    Position next = position;
    next.make(move);
    const int plies = plies_to_mate(next).value_or(-1);
    if (plies < 0 && !attacks) return -1;
    if (plies >= 0) best = attacks ? std::min(best, plies + 1) : std::max(best, plies + 1);
  }
  return best == 1000 ? -1 : best;
}

// The attacker's men beside the king, by letter.
class BareKing : public testing::TestWithParam<const char*> {};

TEST_P(BareKing, EveryValueFollowsFromTheMoves) {
  const std::string men = GetParam();
  if (men == "BN") {
    ASSERT_TRUE(bishop_knight::wait([] { return false; }));
  }
  Rng rng(77 + static_cast<std::uint64_t>(men[0]));
  int wins = 0;
  int draws = 0;
  int longest = 0;
  for (int tried = 0; tried < 40000; ++tried) {
    const Color attacker = rng.below(2) == 0 ? Color::White : Color::Black;
    const auto square = [&] { return static_cast<Square>(rng.below(kSquares)); };
    PositionSetup setup;
    setup.side_to_move = rng.below(2) == 0 ? Color::White : Color::Black;
    std::array<Square, 4> squares{};
    Bitboard taken;
    for (Square& s : squares) taken |= Bitboard::of(s = square());
    if (taken.count() != 4) continue;
    const auto put = [&](std::size_t i, Color c, PieceType type) {
      setup.board[static_cast<std::size_t>(squares[i])] = make_piece(c, type);
    };
    put(0, attacker, PieceType::King);
    put(1, ~attacker, PieceType::King);
    for (std::size_t i = 0; i < men.size(); ++i)
      put(2 + i, attacker, piece_from_letter(men[i], Letters::AC));
    const auto position = Position::from_setup(setup);
    if (!position) continue;
    const int plies = plies_to_mate(*position).value();
    ASSERT_EQ(plies, plies_by_moves(*position, attacker)) << to_fen(*position);
    ++(plies < 0 ? draws : wins);
    longest = std::max(longest, plies);
  }
  EXPECT_GT(wins, 10000);
  EXPECT_GT(draws, 100);
  EXPECT_LT(longest, kFiftyMovePlies);
}

INSTANTIATE_TEST_SUITE_P(Pieces, BareKing,
                         testing::Values("R", "A", "C", "Q", "BN"),
                         [](const auto& men) { return std::string(men.param); });

TEST(BareKingReference, MatesOfTheReferenceFile) {
  int seen = 0;
  for (const std::string& line : data_lines("mates.epd")) {
    const auto moves = line.find("dm ");
    const auto position = parse_fen(line.substr(0, line.find(" dm")) + " 0 1");
    if (!position || !plies_to_mate(*position)) continue;
    ++seen;
    EXPECT_EQ(plies_to_mate(*position), 2 * std::stoi(line.substr(moves + 3)) - 1) << line;
  }
  EXPECT_GE(seen, 12);
}

TEST(BareKingReference, OtherMaterialIsNotKnown) {
  for (const char* fen :
       {"4k5/10/10/10/10/10/10/10/10/4K5 w - - 0 1", "4k5/10/10/10/10/10/10/10/10/4KB4 w - - 0 1",
        "4k5/10/10/10/10/10/10/10/P9/4K5 w - - 0 1", "4k5/10/10/10/10/10/10/10/5R4/4KR4 w - - 0 1"})
    EXPECT_EQ(plies_to_mate(position_of(fen)), std::nullopt) << fen;
}

}  // namespace
}  // namespace grandee::test
