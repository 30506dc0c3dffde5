#include "protocol/uci_input.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "board/notation.hpp"
#include "board/score.hpp"
#include "protocol/text.hpp"

namespace grandee::protocol {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

GoCommand go(std::string_view arguments) {
  return parse_go(Position(), arguments);
}

TEST(Text, ReadsIntegers) {
  EXPECT_EQ(parse_integer("0"), 0);
  EXPECT_EQ(parse_integer("+7"), 7);
  EXPECT_EQ(parse_integer("-12"), -12);
  EXPECT_EQ(parse_integer("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_integer("99999999999999999999999"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_integer("-99999999999999999999999"), -std::numeric_limits<std::int64_t>::max());
  for (const char* bad : {"", "-", "+", "1.0", "1e3", "0x1", "12a", " 1"})
    EXPECT_EQ(parse_integer(bad), std::nullopt) << bad;
}

TEST(Go, ReadsAllLimits) {
  const auto c =
      go("wtime 1000 btime 2000 winc 10 binc 20 movestogo 5 movetime 30 depth 7 "
         "nodes 12345 mate 3 infinite ponder");
  EXPECT_THAT(c.complaints, IsEmpty());
  EXPECT_EQ(c.limits.time[0], 1000);
  EXPECT_EQ(c.limits.time[1], 2000);
  EXPECT_THAT(c.limits.increment, ElementsAre(10, 20));
  EXPECT_EQ(c.limits.moves_to_go, 5);
  EXPECT_EQ(c.limits.move_time, 30);
  EXPECT_EQ(c.limits.depth, 7);
  EXPECT_EQ(c.limits.nodes, 12345u);
  EXPECT_EQ(c.limits.mate, 3);
  EXPECT_TRUE(c.limits.infinite);
  EXPECT_TRUE(c.limits.ponder);
  EXPECT_FALSE(c.perft);
  EXPECT_EQ(go("perft 4").perft, 4);
}

TEST(Go, ZeroAndLessAskForTheLeast) {
  EXPECT_EQ(go("depth 0").limits.depth, 1);
  EXPECT_EQ(go("depth -3").limits.depth, 1);
  EXPECT_EQ(go("nodes 0").limits.nodes, 1u);
  EXPECT_EQ(go("movetime -7").limits.move_time, 1);
  EXPECT_EQ(go("mate 0").limits.depth, 1);
  EXPECT_FALSE(go("mate 0").limits.mate);
  EXPECT_EQ(go("wtime -170671").limits.time[0], 0);
  EXPECT_EQ(go("wtime 5 movestogo -5").limits.moves_to_go, 0);
  EXPECT_EQ(go("wtime 5 winc -1").limits.increment[0], 0);
  EXPECT_EQ(go("perft -1").perft, 0);
}

TEST(Go, HugeValuesAreHeldInRange) {
  const auto c =
      go("wtime 99999999999999999999 winc 9223372036854775807 depth 99999999999 "
         "nodes 99999999999999999999 mate 4294967297 movestogo 4294967297");
  EXPECT_THAT(c.complaints, IsEmpty());
  EXPECT_GT(*c.limits.time[0], 1'000'000'000);
  EXPECT_LT(*c.limits.time[0] + c.limits.increment[0], std::int64_t{1} << 60);
  EXPECT_EQ(c.limits.depth, kMaxPly);
  EXPECT_GT(*c.limits.nodes, std::uint64_t{1} << 62);
  EXPECT_EQ(c.limits.mate, kMaxPly);
  EXPECT_GT(c.limits.moves_to_go, 1000);
}

TEST(Go, WithoutAnyLimitIsInfinite) {
  EXPECT_TRUE(go("").limits.infinite);
  EXPECT_TRUE(go("searchmoves d3d5").limits.infinite);
  EXPECT_TRUE(go("ponder").limits.infinite);
  EXPECT_FALSE(go("ponder wtime 1 btime 1").limits.infinite);
}

TEST(Go, BadWordsAreNamedAndAnAnswerStillComes) {
  const auto bogus = go("bogus");
  EXPECT_THAT(bogus.complaints, ElementsAre(HasSubstr("'bogus'"), HasSubstr("no limit left")));
  EXPECT_EQ(bogus.limits.move_time, kFallbackMoveTime);
  EXPECT_FALSE(bogus.limits.infinite);

  const auto value = go("depth abc");
  EXPECT_THAT(value.complaints, ElementsAre(HasSubstr("go depth: 'abc'"), HasSubstr("no limit")));
  EXPECT_THAT(go("depth").complaints, ElementsAre(HasSubstr("go depth: ''"), HasSubstr("")));

  // The good part is used.
  const auto mixed = go("depth nodes 500 x");
  EXPECT_THAT(mixed.complaints, ElementsAre(HasSubstr("go depth"), HasSubstr("'x'")));
  EXPECT_EQ(mixed.limits.nodes, 500u);
  EXPECT_FALSE(mixed.limits.depth);
  EXPECT_FALSE(mixed.limits.move_time);

  const auto other = go("btime 1000");
  EXPECT_THAT(other.complaints[0], HasSubstr("other side"));
  EXPECT_EQ(other.limits.move_time, kFallbackMoveTime);
}

TEST(Go, SearchMovesGoUpToTheNextKeyword) {
  const auto c = go("searchmoves d3d5 a1a9 e3e4 zz9 d3d5 depth 3");
  ASSERT_EQ(c.limits.search_moves.size(), 2u);
  EXPECT_EQ(to_uci(c.limits.search_moves[0]), "d3d5");
  EXPECT_EQ(to_uci(c.limits.search_moves[1]), "e3e4");
  EXPECT_EQ(c.limits.depth, 3);
  EXPECT_THAT(c.complaints, ElementsAre(HasSubstr("'a1a9'"), HasSubstr("'zz9'")));

  const auto none = go("depth 3 searchmoves a1a9");
  EXPECT_TRUE(none.limits.search_moves.empty());
  EXPECT_THAT(none.complaints, ElementsAre(HasSubstr("'a1a9'"), HasSubstr("all moves")));
}

TEST(PositionCommand, ReadsStartAndMoves) {
  const auto start = parse_position(" startpos");
  ASSERT_TRUE(start);
  EXPECT_EQ(to_fen(start->game.position()), kStartFen);
  const auto moved = parse_position("startpos moves d3d5\td8d6 ");
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->game.plies(), 2u);
  EXPECT_EQ(to_fen(moved->game.position()),
            "r8r/1nbqkcabn1/ppp1pppppp/10/3p6/3P6/10/PPP1PPPPPP/1NBQKCABN1/R8R w - - 0 2");
  EXPECT_TRUE(parse_position("startpos moves"));
}

TEST(PositionCommand, ReadsFenAndMoves) {
  const std::string fen = "10/P9/10/10/10/10/10/10/2k7/K9 w - - 0 1";
  const auto moved = parse_position("fen  " + fen + "  moves a9a10q c2c3");
  ASSERT_TRUE(moved);
  EXPECT_THAT(moved->complaints, IsEmpty());
  EXPECT_EQ(to_fen(moved->game.position()), "Q9/10/10/10/10/10/10/2k7/10/K9 w - - 1 2");
  EXPECT_TRUE(parse_position("fen " + fen + " moves"));
}

TEST(PositionCommand, StopsBeforeAnIllegalMove) {
  const auto command = parse_position("startpos moves d3d5 zzzz d8d6");
  ASSERT_TRUE(command);
  EXPECT_EQ(command->game.plies(), 1u);
  EXPECT_THAT(command->complaints,
              ElementsAre(testing::AllOf(HasSubstr("ply 2"), HasSubstr("'zzzz'"))));
}

TEST(PositionCommand, RefusesWhatIsNoPosition) {
  EXPECT_THAT(parse_position("").error(), HasSubstr("neither startpos nor fen"));
  EXPECT_THAT(parse_position("foo").error(), HasSubstr("'foo'"));
  EXPECT_THAT(parse_position("startpos d3d5").error(), HasSubstr("'d3d5'"));
  EXPECT_THAT(parse_position("fen").error(), HasSubstr("column 1"));
  EXPECT_THAT(parse_position("fen moves d3d5").error(), HasSubstr("empty"));
  // The column counts from the start of the FEN.
  EXPECT_THAT(parse_position("fen    10/x9/10/10/10/10/10/10/2k7/K9 w").error(),
              HasSubstr("column 4:"));
}

TEST(SetOption, SplitsNameAndValue) {
  const auto both = parse_setoption(" name Move  Overhead value  50 ");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->name, "Move  Overhead");
  EXPECT_EQ(both->value, "50");
  const auto path = parse_setoption("name Debug Log File value a  value b");
  ASSERT_TRUE(path);
  EXPECT_EQ(path->name, "Debug Log File");
  EXPECT_EQ(path->value, "a  value b");
  const auto button = parse_setoption("name Clear Hash");
  ASSERT_TRUE(button);
  EXPECT_EQ(button->name, "Clear Hash");
  EXPECT_FALSE(button->value);
  const auto empty = parse_setoption("name X value");
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->value, "");
  for (const char* bad : {"", "name", "name value 3", "value 3", "Hash 3"})
    EXPECT_FALSE(parse_setoption(bad)) << bad;
}

}  // namespace
}  // namespace grandee::protocol
