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
  EXPECT_EQ(moves[1].comment, "+0.1/8 20 rest of the line");
  ASSERT_EQ(moves[0].variations.size(), 1u);
  const PgnLine& variation = moves[0].variations[0];
  EXPECT_EQ(moves_of(variation), "e3e5 e8e6");
  ASSERT_EQ(variation.moves[0].variations.size(), 1u);
  EXPECT_EQ(moves_of(variation.moves[0].variations[0]), "f3f5 f8f6");
  // All of it is written again.
  const PgnGame again = read(format_pgn(game));
  EXPECT_EQ(moves_of(again.line.moves[0].variations[0].moves[0].variations[0]), "f3f5 f8f6");
  EXPECT_THAT(again.line.moves[0].glyphs, ElementsAre(1));
  EXPECT_EQ(again.line.moves[1].comment, "+0.1/8 20 rest of the line");
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

TEST(Pgn, TooMuchOrTooLittleDisambiguationIsRead) {
  for (const char* text : {"1. Nb2a4", "1. Nba4", "1. Na4", "1. N2a4", "1. Nb2-a4", "1. b2a4"}) {
    const PgnGame game = read(text);
    EXPECT_EQ(moves_of(game.line), "b2a4") << text;
    EXPECT_EQ(to_san(game.start, game.line.moves[0].move), "Na4");
  }
  const std::string rooks = "[FEN \"R9/10/3k6/10/10/10/10/5K4/10/R9 w - - 0 1\"]\n\n";
  EXPECT_EQ(moves_of(read(rooks + "1. R10a5 Kd7 2. R1a4 *").line), "a10a5 d8d7 a1a4");
  // Which rook it was the later moves tell …
  const PgnGame told = read(rooks + "1. Ra5 Kd7 2. Ra4 Ke7 3. Rj5 *");
  EXPECT_EQ(moves_of(told.line), "a10a5 d8d7 a1a4 d7e7 a5j5");
  EXPECT_EQ(told.ambiguity, "");
  // … or nothing does.
  const PgnGame open = read(rooks + "1. Ra5 Kd7 *");
  EXPECT_EQ(open.ambiguity, "White's move 1, 'Ra5', may be a1a5 or a10a5");
  // A mark that was written is taken at its word.
  EXPECT_EQ(
      moves_of(read("[FEN \"10/4R5/3k6/10/10/4p5/10/R4K4/10/10 w - - 0 1\"]\n\n1. Rxe5 *").line),
      "e9e5");
}

TEST(Pgn, RanksAndLettersThatNothingTellsAreAmbiguous) {
  const PgnGame ranks = read("1. d4 d6 *");
  EXPECT_EQ(moves_of(ranks.line), "d3d4 d8d6");
  EXPECT_THAT(ranks.ambiguity, HasSubstr("White's move 1, 'd4', may be d3d4 or d3d5: ranks 1–10"));
  PgnReader forced("1. d4 d6 *", {std::nullopt, RankBase::Zero});
  const auto game = forced.next();
  ASSERT_TRUE(game && *game);
  EXPECT_EQ(moves_of((*game)->line), "d3d5 d8d7");
  EXPECT_EQ((*game)->ambiguity, "");
  // In the inventor's letters C is the cardinal, here on g2.
  EXPECT_EQ(moves_of(read("1. Cf4 e7 2. Me4 *").line), "g2f4 e8e7 f2e4");
  EXPECT_EQ(moves_of(read("1. Af4 e7 2. Me4 *").line), "g2f4 e8e7 f2e4");
  EXPECT_EQ(moves_of(read("1. Af4 e7 2. Ce4 *").line), "g2f4 e8e7 f2e4");
  EXPECT_EQ(moves_of(read("1. Cf4 e7 *").line), "g2f4 e8e7");
  // A lone C in the start position is a marshal if the moves allow it.
  const std::string lone = "[FEN \"k9/10/10/10/10/4C5/10/10/10/K9 w - - 0 1\"]\n\n1. ";
  EXPECT_EQ(read(lone + "Ce8 *").start.count(Color::White, PieceType::Marshal), 1);
  EXPECT_EQ(read(lone + "Ch8 *").start.count(Color::White, PieceType::Cardinal), 1);
  EXPECT_EQ(moves_of(read(lone + "Ch8 *").line), "e5h8");
}

TEST(Pgn, PromotionsInAllForms) {
  const std::string pawn = "[FEN \"k9/10/5P4/10/10/10/10/10/10/K9 w - - 0 1\"]\n\n1. ";
  for (const char* text :
       {"f9=C", "f9/C", "f9(C)", "f9C", "f9=c+", "f8f9c", "f9(C)+!", "f9=C (f9) *"})
    EXPECT_EQ(moves_of(read(pawn + text).line), "f8f9c") << text;
  EXPECT_EQ(moves_of(read(pawn + "f9").line), "f8f9");
  // Nothing is written, but the pawn became a queen.
  EXPECT_EQ(moves_of(read(pawn + "f9 Kb10 2. Qa4 *").line), "f8f9q a10b10 f9a4");
  const PgnGame last =
      read("[FEN \"k9/5P4/10/10/10/10/10/10/10/K9 w - - 0 1\"]\n\n1. f10+ Kb9 2. Qb6 *");
  EXPECT_EQ(moves_of(last.line), "f9f10q a10b9 f10b6");
}

TEST(Pgn, HandTypedTextIsRead) {
  const PgnGame game = read(
      "\xef\xbb\xbf% from a notebook\r\n[Event \"A \"big\" one\"]\r\n[Variant \"Grand Chess\"]\r\n"
      "[White \"A\"] [Black \"B\"]\r\n[Result \"1-0\"]\r\n\r\n"
      "1.d5! d6?! 2 c5 $x c6 { [%clk 0:01:00]\r\n  good } 3\xe2\x80\xa6 Nh4 > $14 ) 1-0 "
      "{resigns}\r\n\r\n");
  EXPECT_EQ(moves_of(game.line), "d3d5 d8d6 c3c5 c8c6 i2h4");
  EXPECT_EQ(*game.tag("Event"), "A \"big\" one");
  EXPECT_EQ(*game.tag("White"), "A");
  EXPECT_EQ(*game.tag("Black"), "B");
  EXPECT_EQ(game.result, "1-0");
  EXPECT_EQ(game.line.moves[3].comment, "[%clk 0:01:00] good");
  EXPECT_EQ(game.line.moves[4].comment, "resigns");
  EXPECT_THAT(game.line.moves[4].glyphs, ElementsAre(14));
  // What was read over is named.
  EXPECT_THAT(game.remarks, ElementsAre(HasSubstr("line 7: '$'"), HasSubstr("line 8: '>'"),
                                        HasSubstr("line 8: ')'")));
}

TEST(Pgn, StartPositionsOfXBoardAreRead) {
  const std::string board = "r8r/1nbqkcabn1/pppppp1pp1/9p/5Pp3/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w ";
  for (const char* rest : {"- g7 0 3", "g6 0 3", "- g6 0 3", "g7 0 3"}) {
    const PgnGame game = read("[FEN \"" + board + rest + "\"]\n\n3. fxg7 *");
    EXPECT_EQ(moves_of(game.line), "f6g7") << rest;
  }
  EXPECT_EQ(to_fen(read("[FEN \"" + board + "- 4 3\"]\n\n*").start), board + "- - 4 3");
}

TEST(Pgn, ABadVariationCostsOnlyItself) {
  const PgnGame game = read("1. d5 d6 (1... e6 2. zz f5) (1... Rb1) 2. c5 *");
  EXPECT_EQ(moves_of(game.line), "d3d5 d8d6 c3c5");
  ASSERT_EQ(game.line.moves[1].variations.size(), 1u);
  EXPECT_EQ(moves_of(game.line.moves[1].variations[0]), "e8e6");
  EXPECT_THAT(game.remarks, ElementsAre(HasSubstr("line 1: a variation ends before its White's "
                                                  "move 2: move 'zz'"),
                                        HasSubstr("Black's move 1: move 'Rb1' is illegal")));
}

TEST(Pgn, GoesOnBehindAGameThatIsWrong) {
  const std::string text =
      "[Event \"1\"]\n\n1. d4 zz 1-0\n\n[Event \"2\"]\n\n1. d5 *\n\n[Event \"3\"]\n"
      "[Variant \"capablanca\"]\n\n1. d4 *\n\n[Event \"4\"]\n\n1. e4 {open\n";
  PgnReader reader(text);
  auto game = reader.next();
  ASSERT_TRUE(game && !*game);
  EXPECT_THAT(game->error(), HasSubstr("PGN line 3: move 'zz'"));
  EXPECT_THAT(game->error(), HasSubstr("(game 1, Black's move 1)"));
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

TEST(Pgn, AnOpenCommentOrVariationLosesOnlyItsGame) {
  const std::string text =
      "[Event \"1\"]\n\n1. d5 {open\n\n[Event \"2\"]\n\n1. d5 {a} d6 (1... e6\n[Event \"3\"]\n\n"
      "1. c5 {b} *\n";
  PgnReader reader(text);
  auto game = reader.next();
  ASSERT_TRUE(game && !*game);
  EXPECT_EQ(reader.tags()[0].second, "1");
  game = reader.next();
  ASSERT_TRUE(game && !*game);
  EXPECT_EQ(reader.line(), 5u);
  game = reader.next();
  ASSERT_TRUE(game && *game);
  EXPECT_EQ(moves_of((*game)->line), "c3c5");
  EXPECT_EQ(reader.number(), 3);
  // Without tags a first move after an empty line starts a game.
  PgnReader bare("1. d5 {open\n\n1. c5 c6 1-0\n\n1. e5 e6 0-1");
  EXPECT_FALSE(*bare.next());
  EXPECT_EQ(moves_of((**bare.next()).line), "c3c5 c8c6");
  EXPECT_EQ((**bare.next()).result, "0-1");
  EXPECT_FALSE(bare.next());
}

// What a comment holds is never taken for a tag or an escaped line, wherever its lines end.
TEST(Pgn, CommentsSurviveTheirWrapping) {
  for (const std::string inside : {"[Event \"x\"] b", "% b", "\xef\xbb\xbf[\nEvent \"x\"] b"})
    for (std::size_t length = 40; length < 80; ++length) {
      const PgnGame game =
          read("[Event \"a\"]\n\n1. d5 {" + std::string(length, 'x') + " " + inside + "} d6 1-0\n");
      const PgnGame again = read(format_pgn(game));
      EXPECT_EQ(moves_of(again.line), "d3d5 d8d6");
      ASSERT_EQ(again.line.moves.size(), 2u) << inside << length;
      EXPECT_EQ(again.line.moves[0].comment, game.line.moves[0].comment);
    }
}

TEST(Pgn, AnEventStartsAGameHoweverItsTagIsSpaced) {
  PgnReader reader("[Event \"1\"]\n[ Event\t\"2\"]\n\n1. d5 *\n");
  const auto first = reader.next();
  const auto second = reader.next();
  ASSERT_TRUE(first && *first && second && *second);
  EXPECT_EQ(*(*first)->tag("Event"), "1");
  EXPECT_EQ(*(*second)->tag("Event"), "2");
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
  for (const char* none :
       {"", "0/1 8 40000", "book", "0.047s", "/", "+/1", "M/2", "a.b/3", "M-1e300/2"})
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
  // Many games without anything.
  std::string empty;
  for (int i = 0; i < 1'000'000; ++i) empty += "* ";
  EXPECT_FALSE(PgnReader(empty).next());
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
