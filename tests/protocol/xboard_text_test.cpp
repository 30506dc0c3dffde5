// What XBoard writes and wants, as text: times, positions, moves, thinking output; and the clock.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "protocol/xboard_clock.hpp"
#include "protocol/xboard_input.hpp"
#include "protocol/xboard_output.hpp"

namespace grandee::protocol {
namespace {

using testing::HasSubstr;

std::size_t legal_moves(const Position& position) {
  MoveList moves;
  generate_legal(position, moves);
  return moves.size();
}

TEST(XBoardInput, LevelHasFractionsOfSecondsAndMinutes) {
  const auto fast = parse_level("0 0:05 0.05");
  ASSERT_TRUE(fast);
  EXPECT_EQ(fast->moves, 0);
  EXPECT_EQ(fast->base, 5000);
  EXPECT_EQ(fast->increment, 50);
  const auto session = parse_level("40 5 0");
  ASSERT_TRUE(session);
  EXPECT_EQ(session->moves, 40);
  EXPECT_EQ(session->base, 300'000);
  EXPECT_EQ(session->increment, 0);
  // What a later protocol may add behind the base time.
  EXPECT_EQ(parse_level("40 25+5 0")->base, 1'500'000);
  EXPECT_EQ(parse_level("0 1:30+2 12")->base, 90'000);
  EXPECT_EQ(parse_level("0 2 12")->increment, 12'000);
  // Beyond all bounds is as long as can be.
  constexpr std::int64_t kLongest = 1'000'000'000'000;
  EXPECT_EQ(parse_level("0 99999999999999999999 0")->base, kLongest);
  EXPECT_EQ(parse_level("0 1000000000:1000000000 0")->base, kLongest);
  EXPECT_EQ(parse_level("0 5 99999999999999999999")->increment, kLongest);
  for (const char* bad : {"", "40", "40 5", "x 5 0", "40 x 0", "40 5 x", "-1 5 0", "40 5 1.2.3"})
    EXPECT_FALSE(parse_level(bad)) << bad;
}

TEST(XBoardInput, Seconds) {
  EXPECT_EQ(*parse_seconds("2"), 2000);
  EXPECT_EQ(*parse_seconds("0.05"), 50);
  EXPECT_EQ(*parse_seconds(".5"), 500);
  EXPECT_EQ(*parse_seconds("1.2345"), 1234);
  for (const char* bad : {"", ".", "x", "-1", "1s"}) EXPECT_FALSE(parse_seconds(bad)) << bad;
  EXPECT_EQ(*parse_clock("500"), 5000);
  EXPECT_EQ(*parse_clock("-20"), 0);
  EXPECT_FALSE(parse_clock("5.0"));
}

// Field report A02, and the other ways a FEN comes.
TEST(XBoardInput, A02_TheFileAloneNamesTheEnPassantSquare) {
  const std::string white = "r8r/1nbqkcabn1/pppppp1pp1/9p/5Pp3/10/10/PPPPP1PPPP/1NBQKCABN1/R8R";
  for (const char* rest : {" w - g7 0 3", " w - g6 0 3", " w g7 0 3", " w g6", "[] w - g6 0 3",
                           "[CAcaqQ] w - g7 0 3", " w - g5 0 3"}) {
    const auto position = parse_xboard_fen(white + rest);
    ASSERT_TRUE(position) << rest << ": " << position.error();
    EXPECT_EQ(legal_moves(*position), 75u) << rest;
    EXPECT_EQ(square_name(position->ep_square()), "g7") << rest;
  }
  for (const char* rest : {" w - - 0 3", " w - 0 3", " w", "", "[-] w - - 0 3", " w - a7 0 3"})
    EXPECT_EQ(legal_moves(*parse_xboard_fen(white + rest)), 74u) << rest;
  EXPECT_EQ(parse_xboard_fen(white + " w - 7 3")->rule50(), 7);
  EXPECT_EQ(parse_xboard_fen(white + " w - 7 3")->move_number(), 3);

  // Black captures onto the fourth rank, 3 from zero, 2 on a board of old.
  const std::string black = "r8r/1nbqkcabn1/ppppp1pppp/10/10/5pP3/9P/PPPPPP1PP1/1NBQKCABN1/R8R b";
  for (const char* rest : {" - g4 0 3", " - g3 0 3", " - g2 0 3", " g3 0 3"})
    EXPECT_EQ(square_name(parse_xboard_fen(black + rest)->ep_square()), "g4") << rest;
}

TEST(XBoardInput, WhatIsNoPositionIsRefused) {
  const std::string board(kStartFen.substr(0, kStartFen.find(' ')));
  for (const std::string& bad :
       {std::string(), std::string("10/10/10 w - - 0 1"), board + " x - - 0 1",
        board + " w KQkq - 0 1", board + " w - - 0 1 x", board + " w - zz 0 1",
        std::string("10/10/10/10/10/10/10/10/10/10 w - - 0 1")})
    EXPECT_FALSE(parse_xboard_fen(bad)) << bad;
}

// Field report A03.
TEST(XBoardInput, A03_RanksCountFromZero) {
  const Position start;
  const auto move = parse_xboard_move(start, "d2d4");
  ASSERT_TRUE(move);
  EXPECT_EQ(to_uci(*move), "d3d5");
  EXPECT_EQ(*parse_xboard_move(start, "Nb1c3"), *parse_uci(start, "b2c4"));
  EXPECT_FALSE(parse_xboard_move(start, "d3d5"));

  const auto promoting = parse_fen("10/P9/10/10/10/10/10/10/2k7/K9 w - - 0 1");
  EXPECT_EQ(to_uci(*parse_xboard_move(*promoting, "a8a9c")), "a9a10c");
  const auto early = parse_fen("10/10/10/P9/10/10/10/10/2k7/K9 w - - 0 1");
  EXPECT_EQ(to_uci(*parse_xboard_move(*early, "a6a7")), "a7a8");
  EXPECT_EQ(to_uci(*parse_xboard_move(*early, "a6a7=")), "a7a8");
  EXPECT_EQ(to_uci(*parse_xboard_move(*early, "a6a7a")), "a7a8a");
}

TEST(XBoardOutput, MovesNeverShowRankTen) {
  EXPECT_EQ(format_xboard_move(Move(make_square(0, 8), make_square(0, 9), PieceType::Cardinal)),
            "a8a9a");
  EXPECT_EQ(format_xboard_move(Move(make_square(9, 0), make_square(9, 9))), "j0j9");
}

const WdlModel kModel{40};

// Field report A24.
TEST(XBoardOutput, A24_MatesAreOneHundredThousandAndTheMoves) {
  EXPECT_EQ(xboard_score(mate_in(1), kModel), 100001);
  EXPECT_EQ(xboard_score(mate_in(5), kModel), 100003);
  EXPECT_EQ(xboard_score(mated_in(2), kModel), -100001);
  EXPECT_EQ(xboard_score(mated_in(4), kModel), -100002);
  EXPECT_EQ(xboard_score(-350, kModel), kModel.shown(-350));
  EXPECT_LT(xboard_score(kKnownWin + 500, kModel), 100000);
}

TEST(XBoardOutput, ThinkingIsInCentiseconds) {
  search::Line line;
  line.depth = 9;
  line.score = 156;
  line.pv = {Move(make_square(1, 1), make_square(2, 3)),
             Move(make_square(1, 8), make_square(2, 6))};
  const std::string told = "9 " + std::to_string(kModel.shown(156)) + " 1084 48000 b1c3 b8c6";
  EXPECT_EQ(format_thinking(line, {48000, 10840, 0}, kModel), told);
  line.bound = search::Bound::Lower;
  EXPECT_EQ(format_thinking(line, {48000, 10840, 0}, kModel), told + "!");
  line.bound = search::Bound::Upper;
  EXPECT_EQ(format_thinking(line, {48000, 10840, 0}, kModel), told + "?");
}

TEST(XBoardOutput, OptionsWithTheirPresentValue) {
  Options options;
  const auto good = [](const auto&) -> Result<Ok> { return Ok{}; };
  options.add_check("Check", true, good);
  options.add_spin("Two Words", 7, 1, 9, good);
  options.add_combo("Combo", "b", {"a", "b"}, good);
  options.add_string("Text", "x y", good);
  options.add_button("Button", []() -> Result<Ok> { return Ok{}; });
  ASSERT_TRUE(options.set("two words", "8"));
  std::vector<std::string> lines;
  for (const Option& option : options.all()) lines.push_back(format_option_feature(option));
  EXPECT_THAT(lines, testing::ElementsAre("feature option=\"Check -check 1\"",
                                          "feature option=\"Two Words -spin 8 1 9\"",
                                          "feature option=\"Combo -combo a /// *b\"",
                                          "feature option=\"Text -string x y\"",
                                          "feature option=\"Button -button\""));
}

TEST(XBoardOutput, Results) {
  EXPECT_EQ(format_result(Outcome::Checkmate, Color::White), "0-1 {Black mates}");
  EXPECT_EQ(format_result(Outcome::Checkmate, Color::Black), "1-0 {White mates}");
  EXPECT_EQ(format_result(Outcome::Stalemate, Color::Black), "1/2-1/2 {Stalemate}");
}

// Field report A26.
TEST(XBoardClock, A26_TheLastOfLevelAndStCounts) {
  XBoardClock clock;
  clock.set_level(*parse_level("40 1 0"));
  clock.set_move_time(2000);
  EXPECT_EQ(clock.limits(Color::White).move_time, 2000);
  EXPECT_FALSE(clock.limits(Color::White).has_clock(Color::White));
  clock.set_level(*parse_level("40 0:30 1"));
  const auto limits = clock.limits(Color::Black);
  EXPECT_FALSE(limits.move_time);
  EXPECT_EQ(limits.time[1], 30'000);
  EXPECT_EQ(limits.increment[1], 1000);
  EXPECT_EQ(limits.moves_to_go, 40);
}

TEST(XBoardClock, DepthIsBesideTheClockAndEndsWithTheGame) {
  XBoardClock clock;
  clock.set_depth(5);
  clock.set_level(*parse_level("0 2 12"));
  EXPECT_EQ(clock.limits(Color::White).depth, 5);
  EXPECT_EQ(clock.limits(Color::White).time[0], 120'000);
  clock.reset();
  EXPECT_FALSE(clock.limits(Color::White).depth);
}

TEST(XBoardClock, KeepsItselfAndSessionsForHostsThatTellNothing) {
  XBoardClock clock;
  clock.set_level(*parse_level("2 0:10 0"));
  clock.moved(3000);
  EXPECT_EQ(clock.limits(Color::White).time[0], 7000);
  EXPECT_EQ(clock.limits(Color::White).moves_to_go, 1);
  clock.taken_back();
  EXPECT_EQ(clock.limits(Color::White).moves_to_go, 2);
  clock.moved(1000);
  clock.moved(2000);
  EXPECT_EQ(clock.limits(Color::White).time[0], 14'000);
  EXPECT_EQ(clock.limits(Color::White).moves_to_go, 2);
  clock.set_own(4000);
  EXPECT_EQ(clock.limits(Color::White).time[0], 4000);
}

}  // namespace
}  // namespace grandee::protocol
