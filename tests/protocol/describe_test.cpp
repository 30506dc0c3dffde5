#include "protocol/describe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grandee::protocol {
namespace {

using testing::HasSubstr;

Game game_from(std::string_view fen) {
  const auto position = parse_fen(fen);
  EXPECT_TRUE(position) << fen;
  return Game(*position);
}

TEST(Describe, ShowsBoardFenKeyAndChecks) {
  const std::string text = describe_position(Game(), Letters::AC);
  EXPECT_THAT(text, HasSubstr(std::string("FEN: ") + std::string(kStartFen)));
  EXPECT_THAT(text, HasSubstr("Checks from: -"));
  EXPECT_THAT(text, HasSubstr("| N | B | Q | K | C | A | B | N |"));
  EXPECT_EQ(text.find("Game over"), std::string::npos);
  EXPECT_EQ(text.find(" \n"), std::string::npos);

  const std::string marshal = describe_position(Game(), Letters::MC);
  EXPECT_THAT(marshal, HasSubstr("1nbqkmcbn1"));
  EXPECT_THAT(marshal, HasSubstr("| N | B | Q | K | M | C | B | N |"));
}

TEST(Describe, TellsHowAGameEnded) {
  const std::string mate =
      describe_position(game_from("k9/1Q8/2K7/10/10/10/10/10/10/10 b - - 0 1"), Letters::AC);
  EXPECT_THAT(mate, HasSubstr("Checks from: b9"));
  EXPECT_THAT(mate, HasSubstr("Game over: checkmate"));
  EXPECT_THAT(
      describe_position(game_from("k9/2Q7/4K5/10/10/10/10/10/10/10 b - - 0 1"), Letters::AC),
      HasSubstr("Game over: stalemate"));
}

TEST(Describe, PutsScoresIntoWords) {
  EXPECT_EQ(format_pawns(-5), "-0.05");
  EXPECT_EQ(format_pawns(1234), "+12.34");
  EXPECT_EQ(format_pawns(0), "0.00");
  EXPECT_EQ(describe_score(0, Color::White), "The sides are about equal (0.00)");
  EXPECT_EQ(describe_score(85, Color::White), "White is slightly better (+0.85)");
  EXPECT_EQ(describe_score(85, Color::Black), "Black is slightly better (-0.85)");
  EXPECT_EQ(describe_score(-300, Color::White), "Black is much better (-3.00)");
  EXPECT_EQ(describe_score(kKnownWin + 50, Color::White), "White is winning (+200.50)");
  EXPECT_EQ(describe_score(mate_in(5), Color::Black), "Black mates in 3");
  EXPECT_EQ(describe_score(mated_in(4), Color::Black), "White mates in 2");
}

TEST(Describe, NumbersTheMovesOfALine) {
  Position position;
  std::vector<Move> moves;
  for (const char* text : {"d3d5", "b9c7", "b2c4"}) {
    const auto move = parse_uci(position, text);
    ASSERT_TRUE(move);
    moves.push_back(*move);
    position.make(*move);
  }
  EXPECT_EQ(describe_line(Position(), moves, Letters::AC), "1. d5 Nc7 2. Nc4");
  Position black;
  black.make(moves[0]);
  EXPECT_EQ(describe_line(black, {moves.begin() + 1, moves.end()}, Letters::AC), "1... Nc7 2. Nc4");
}

}  // namespace
}  // namespace grandee::protocol
