#include "protocol/describe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/wdl.hpp"

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
  const Position white;
  Position black;
  black.make(*parse_uci(black, "d3d5"));
  EXPECT_EQ(describe_score(white, 0), "The sides are about equal (0.00)");
  EXPECT_EQ(describe_score(white, mate_in(5)), "White mates in 3");
  EXPECT_EQ(describe_score(black, mate_in(5)), "Black mates in 3");
  EXPECT_EQ(describe_score(black, mated_in(4)), "White mates in 2");
  EXPECT_EQ(describe_score(white, kKnownWin + 50), "White is winning (+200.50)");
  // With the score the words get stronger, each at its expected result.
  const WdlModel model(white);
  const auto reaching = [&model](double expected) {
    Score score = 0;
    while (model.chances(score).expected() < expected) ++score;
    return score;
  };
  const std::pair<double, std::string> kWords[] = {
      {0.55, "slightly better"}, {0.65, "better"}, {0.8, "much better"}, {0.95, "winning"}};
  for (const auto& [expected, words] : kWords) {
    const Score score = reaching(expected);
    const std::string pawns = format_pawns(model.shown(score));
    EXPECT_EQ(describe_score(white, score), "White is " + words + " (" + pawns + ")");
    EXPECT_EQ(describe_score(black, -score), "White is " + words + " (" + pawns + ")");
    EXPECT_NE(describe_score(white, score - 1).find(words), 9u) << score;
  }
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
