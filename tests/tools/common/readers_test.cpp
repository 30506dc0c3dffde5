#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "board/notation.hpp"
#include "tools/common/epd.hpp"
#include "tools/common/pgn.hpp"
#include "tools/common/text_file.hpp"

namespace grandee::tools {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string moves_of(const PgnLine& line) {
  std::string text;
  for (const PgnMove& played : line.moves) text += (text.empty() ? "" : " ") + to_uci(played.move);
  return text;
}

PgnGame read(const std::string& text) {
  PgnReader reader(text);
  const auto game = reader.next();
  EXPECT_TRUE(game.has_value());
  if (!game || !*game) {
    ADD_FAILURE() << (game ? game->error() : "no game");
    return {};
  }
  return **game;
}

TEST(Epd, CountersStandAsFieldsOrOperations) {
  const std::string board = "10/10/5P4/10/10/10/k9/10/10/9K w - - ";
  for (const std::string counters :
       {"3 40", "hmvc 3; fmvn 40;", "0 7 hmvc 3; fmvn 40; bm f8f9;", "bm f8f9; hmvc 3; fmvn 40"}) {
    const auto record = parse_epd(board + counters);
    ASSERT_TRUE(record) << record.error();
    EXPECT_EQ(to_fen(record->position), board + "3 40") << counters;
  }
  const auto plain = parse_epd(board);
  ASSERT_TRUE(plain);
  EXPECT_EQ(to_fen(plain->position), board + "0 1");
}

TEST(Epd, OperationsKeepTheirOperands) {
  const auto record = parse_epd(std::string(kStartFen) + " bm d3d5 e3e5; id \"a; b\"; dm 3;");
  ASSERT_TRUE(record) << record.error();
  EXPECT_EQ(*record->find("bm"), "d3d5 e3e5");
  EXPECT_EQ(*record->find("id"), "a; b");
  EXPECT_EQ(*record->find("dm"), "3");
  EXPECT_EQ(record->find("hmvc"), nullptr);
  EXPECT_FALSE(parse_epd(std::string(kStartFen) + " hmvc x;"));
  EXPECT_FALSE(parse_epd(std::string(kStartFen) + " fmvn 123456;"));
  EXPECT_FALSE(parse_epd(""));
}

TEST(Pgn, ReadsWhatCutechessWrites) {
  std::ifstream stream(GRANDEE_TEST_DATA "/cutechess-grand-2games.pgn");
  std::ostringstream text;
  text << stream.rdbuf();
  const std::string pgn = text.str();
  PgnReader reader(pgn);
  int games = 0;
  while (const auto game = reader.next()) {
    ASSERT_TRUE(*game) << game->error();
    ++games;
    EXPECT_EQ(std::to_string((*game)->line.moves.size()), *(*game)->tag("PlyCount"));
    EXPECT_EQ((*game)->result, *(*game)->tag("Result"));
    // Written and read again it is the same game.
    const PgnGame again = read(format_pgn(**game));
    EXPECT_EQ(again.tags, (*game)->tags);
    EXPECT_EQ(moves_of(again.line), moves_of((*game)->line));
    EXPECT_EQ(again.line.moves.back().comment, (*game)->line.moves.back().comment);
  }
  EXPECT_EQ(games, 2);
  EXPECT_EQ(reader.offset(), pgn.size());
}

TEST(Pgn, KeepsTheMainLineAmongVariations) {
  const PgnGame game = read(
      "1. d5 $1 (1. e5 (1. f5 f6) 1... e6) 1... d6!? {+0.1/8 20} ; rest of the line\n"
      "% an escape\n2. c5 *");
  EXPECT_EQ(moves_of(game.line), "d3d5 d8d6 c3c5");
  const auto& moves = game.line.moves;
  EXPECT_THAT(moves[0].glyphs, ElementsAre(1));
  EXPECT_THAT(moves[1].glyphs, ElementsAre(5));
  EXPECT_EQ(moves[1].comment, "+0.1/8 20");
  ASSERT_EQ(moves[0].variations.size(), 1u);
  const PgnLine& variation = moves[0].variations[0];
  EXPECT_EQ(moves_of(variation), "e3e5 e8e6");
  ASSERT_EQ(variation.moves[0].variations.size(), 1u);
  EXPECT_EQ(moves_of(variation.moves[0].variations[0]), "f3f5 f8f6");
  // All of it is written again.
  const PgnGame again = read(format_pgn(game));
  EXPECT_EQ(moves_of(again.line.moves[0].variations[0].moves[0].variations[0]), "f3f5 f8f6");
  EXPECT_THAT(again.line.moves[0].glyphs, ElementsAre(1));
  EXPECT_EQ(again.line.moves[1].comment, "+0.1/8 20");
}

TEST(Pgn, ReadsBothNumberingsOfRanksAndAllLetters) {
  EXPECT_EQ(moves_of(read("1. d4 d7 2. Nc4 *").line), "d3d4 d8d7 b2c4");
  // From 0 to 9, as the last move tells.
  EXPECT_EQ(moves_of(read("1. d4 d5 2. Nc3 Nc6 3. Ra0b0 *").line), "d3d5 d8d6 b2c4 b9c7 a1b1");
  EXPECT_EQ(moves_of(read("1. d4 d5 2. Nc3 Nc6 *").line), "d3d5 d8d6 b2c4 b9c7");
  EXPECT_EQ(moves_of(read("[FEN \"k9/10/10/10/10/10/10/10/10/KM8 w - - 0 1\"]\n\n1. Mb9 *").line),
            "b1b9");
  EXPECT_EQ(
      moves_of(read("[FEN \"k9/10/10/10/10/10/10/10/10/KM8 w - - 0 1\"]\n\n1. Mb10+ Ka9 *").line),
      "b1b10 a10a9");
}

TEST(Pgn, GoesOnBehindAGameThatIsWrong) {
  const std::string text =
      "[Event \"1\"]\n\n1. d4 zz 1-0\n\n[Event \"2\"]\n\n1. d5 *\n\n[Event \"3\"]\n"
      "[Variant \"capablanca\"]\n\n1. d4 *\n\n[Event \"4\"]\n\n1. e4 {open\n";
  PgnReader reader(text);
  auto game = reader.next();
  ASSERT_TRUE(game && !*game);
  EXPECT_THAT(game->error(), HasSubstr("PGN line 3: move 'zz'"));
  game = reader.next();
  ASSERT_TRUE(game && *game);
  EXPECT_EQ(*(*game)->tag("Event"), "2");
  game = reader.next();
  ASSERT_TRUE(game && !*game);
  EXPECT_THAT(game->error(), HasSubstr("'capablanca' is not grand"));
  game = reader.next();
  ASSERT_TRUE(game && !*game);
  EXPECT_THAT(game->error(), HasSubstr("a comment is not closed"));
  EXPECT_FALSE(reader.next());
}

TEST(Pgn, EndsOfGamesAreKnown) {
  const std::string text = "1. d4 *\n\n1. d5 d6";
  PgnReader reader(text);
  auto game = reader.next();
  ASSERT_TRUE(game && *game);
  EXPECT_TRUE((*game)->has_result_token);
  EXPECT_EQ(reader.offset(), 7u);
  game = reader.next();
  ASSERT_TRUE(game && *game);
  EXPECT_FALSE((*game)->has_result_token);
  EXPECT_FALSE(reader.next());
}

TEST(Pgn, ScoresOfComments) {
  const auto score = parse_score_comment("+1.46/10 0.047s");
  ASSERT_TRUE(score);
  EXPECT_EQ(score->value, 146);
  EXPECT_EQ(score->depth, 10);
  EXPECT_FALSE(score->mate);
  EXPECT_EQ(parse_score_comment("-12.07/9")->value, -1207);
  EXPECT_EQ(parse_score_comment("0.00/1 0s")->value, 0);
  const auto mate = parse_score_comment("-M4/14 0.009s");
  ASSERT_TRUE(mate);
  EXPECT_TRUE(mate->mate);
  EXPECT_EQ(mate->value, -4);
  for (const char* none : {"", "0/1 8 40000", "book", "0.047s", "/", "+/1", "M/2", "a.b/3"})
    EXPECT_FALSE(parse_score_comment(none)) << none;
}

TEST(Pgn, NeverOverrunsOnRubbish) {
  const std::string whole =
      "[Event \"a\\\"b\"]\n[FEN \"k9/10/10/10/10/10/10/10/10/KM8 w - - 0 1\"]\n\n{x} 1. Mb10+ $3 "
      "(1. "
      "Mb9 {y} Ka9) Ka9 1-0\n";
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    PgnReader reader(std::string_view(whole).substr(0, length));
    int games = 0;
    while (reader.next()) ++games;
    EXPECT_LE(games, 1);
  }
  std::string deep = "1. d4 ";
  for (int i = 0; i < 10000; ++i) deep += "(1. d5 ";
  PgnReader reader(deep);
  const auto game = reader.next();
  ASSERT_TRUE(game && !*game);
  EXPECT_THAT(game->error(), HasSubstr("nested too deeply"));
}

TEST(TextFile, LinesEndAnyWay) {
  EXPECT_THAT(split_lines("a\r\nb\n\nc"), ElementsAre("a", "b", "", "c"));
  EXPECT_TRUE(split_lines("").empty());
}

}  // namespace
}  // namespace grandee::tools
