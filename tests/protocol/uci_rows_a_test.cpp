// Field reports about Grand Chess itself, replayed over a real pipe. Each test is named after its
// report's number.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "board/notation.hpp"
#include "engine_process.hpp"
#include "info_line.hpp"

namespace grandee::test {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;

const std::string kStart(kStartFen);

// The FEN that "d" shows.
std::string shown_fen(EngineProcess& engine) {
  engine.send("d");
  const std::string line = engine.wait_for("FEN: ");
  engine.sync();
  return line.substr(std::min<std::size_t>(line.size(), 5));
}

// The root moves of "go perft 1".
std::vector<std::string> root_moves(EngineProcess& engine) {
  engine.send("go perft 1");
  engine.wait_for("Nodes searched: ");
  std::vector<std::string> moves;
  for (const std::string& line : engine.lines())
    if (std::regex_match(line, std::regex("[a-j][0-9]+[a-j][0-9]+[qcarbn]?: 1")))
      moves.push_back(line.substr(0, line.find(':')));
  return moves;
}

TEST(UciRows, A03_RanksGoFromOneToTen) {
  EngineProcess engine;
  engine.send("position startpos moves d3d5");
  EXPECT_EQ(shown_fen(engine),
            "r8r/1nbqkcabn1/pppppppppp/10/10/3P6/10/PPP1PPPPPP/1NBQKCABN1/R8R b - - 0 1");
  // Texts may hold a checksum.
  for (const std::string& line : engine.search("go depth 3")) {
    if (line.starts_with("info string")) continue;
    EXPECT_FALSE(std::regex_search(line, std::regex("[a-j]0"))) << line;
  }
}

TEST(UciRows, A04_TheTenthRankIsTwoDigitsEverywhere) {
  EngineProcess engine;
  for (const char* moves : {"a1a2 a10b10 a2a1 b10a10", "a1a2 j10j9 a2a1 j9j10"}) {
    engine.send(std::string("position startpos moves ") + moves);
    EXPECT_THAT(shown_fen(engine), StartsWith(kStart.substr(0, kStart.find(' '))));
  }
  engine.send("position startpos moves a1a2 a10b10 a2a1");
  engine.search("go depth 2");
  for (const std::string& line : engine.lines())
    EXPECT_FALSE(std::regex_search(line, std::regex("[a-j]:"))) << line;
  // One rook may go from rank 1 to 10, the other the opposite way.
  engine.send("position fen r9/10/10/10/4k5/10/4K5/10/10/R9 w - - 0 1 moves a1a10");
  EXPECT_THAT(shown_fen(engine), StartsWith("R9/10/10/10/4k5/10/4K5/10/10/10 b"));
  engine.send("position fen r9/10/10/10/4k5/10/4K5/10/10/R9 b - - 0 1 moves a10a1");
  EXPECT_THAT(shown_fen(engine), StartsWith("10/10/10/10/4k5/10/4K5/10/10/r9 w"));
}

TEST(UciRows, A06_NoPromotionToAPieceThatIsOnTheBoard) {
  EngineProcess engine;
  // The report has the king on a10, in check from a1 with White to move.
  const std::string fen = "1k8/10/5P4/10/10/10/10/10/2BQKCAB2/R8R w - - 0 1";
  engine.send("position fen " + fen);
  std::vector<std::string> pawn_moves;
  for (const std::string& m : root_moves(engine))
    if (m.rfind("f8", 0) == 0) pawn_moves.push_back(m);
  EXPECT_THAT(pawn_moves, UnorderedElementsAre("f8f9", "f8f9n"));
  engine.send("position fen " + fen + " moves f8f9q");
  EXPECT_THAT(engine.sync(), Contains(AllOf(StartsWith("info string"), HasSubstr("f8f9q"))));
  EXPECT_EQ(shown_fen(engine), fen);
}

TEST(UciRows, A07_OnTheLastRankAPawnMustPromote) {
  EngineProcess engine;
  const std::string fen = "10/P9/10/10/10/10/10/10/2k7/K9 w - - 0 1";
  engine.send("position fen " + fen);
  EXPECT_THAT(root_moves(engine), UnorderedElementsAre("a1a2", "a9a10q", "a9a10c", "a9a10a",
                                                       "a9a10r", "a9a10b", "a9a10n"));
  engine.send("position fen " + fen + " moves a9a10");
  EXPECT_THAT(engine.sync(), Contains(AllOf(StartsWith("info string"), HasSubstr("'a9a10'"))));
  EXPECT_EQ(shown_fen(engine), fen);
}

TEST(UciRows, A09_BothLetterSystemsAreReadAndWritten) {
  EngineProcess engine;
  const std::string marshal =
      "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1";
  engine.send("position fen " + marshal);
  EXPECT_EQ(shown_fen(engine), kStart);
  engine.send("setoption name PieceLetters value MC");
  EXPECT_EQ(shown_fen(engine), marshal);
  engine.send("setoption name pieceletters value am");
  EXPECT_THAT(shown_fen(engine), HasSubstr("1NBQKMABN1"));
  // Moves keep their letters: c is the marshal, which MC calls M.
  engine.send(
      "setoption name PieceLetters value MC\n"
      "position fen 10/P9/10/10/10/10/10/10/2k7/K9 w - - 0 1 moves a9a10c");
  EXPECT_THAT(shown_fen(engine), StartsWith("M9/"));
}

TEST(UciRows, A14_TheVariantIsAnnounced) {
  EngineProcess engine;
  engine.send("uci");
  engine.wait_for("uciok");
  EXPECT_THAT(engine.lines(),
              Contains("option name UCI_Variant type combo default grand var grand"));
  EXPECT_THAT(engine.lines()[0], StartsWith("id name Grandee "));
  EXPECT_EQ(engine.lines()[1], "id author the Grandee authors");
}

TEST(UciRows, A15_OddVariantsLeaveTheGameAlone) {
  EngineProcess engine;
  engine.send("position startpos moves d3d5\nsetoption name UCI_Variant");
  EXPECT_THAT(engine.sync(), ElementsAre(AllOf(StartsWith("info string"), HasSubstr("grand"))));
  engine.send("setoption name UCI_Variant value chess");
  EXPECT_THAT(engine.sync(), ElementsAre(AllOf(StartsWith("info string"), HasSubstr("'chess'"))));
  engine.send("setoption name UCI_Variant value Grand");
  EXPECT_TRUE(engine.sync().empty());
  Position black = *parse_fen(shown_fen(engine));
  EXPECT_EQ(black.side_to_move(), Color::Black);
  EXPECT_TRUE(parse_uci(black, best_move(engine.search("go depth 4"))));
}

TEST(UciRows, A16_MissingFieldsHaveDefaults) {
  EngineProcess engine;
  const std::string board = kStart.substr(0, kStart.find(' '));
  for (const auto& [given, expected] :
       std::vector<std::pair<std::string, std::string>>{{"", " w - - 0 1"},
                                                        {" w", " w - - 0 1"},
                                                        {" b -", " b - - 0 1"},
                                                        {" w - -", " w - - 0 1"},
                                                        {" w - - 3", " w - - 3 1"}}) {
    engine.send("position fen " + board + given);
    EXPECT_TRUE(engine.sync().empty());
    EXPECT_EQ(shown_fen(engine), board + expected);
  }
}

// The FEN is refused with one info string, the earlier position stays, and a search answers.
void expect_refused(EngineProcess& engine, const std::string& fen, const std::string& reason = "") {
  const std::string kept = "10/P9/10/10/10/10/10/10/2k7/K9 w - - 0 1";
  engine.send("position fen " + kept);
  engine.sync();
  engine.send("position fen " + fen);
  const auto complaints = engine.sync();
  EXPECT_THAT(complaints, ElementsAre(AllOf(StartsWith("info string"), HasSubstr("column "),
                                            HasSubstr(reason))))
      << fen.substr(0, 200);
  EXPECT_EQ(shown_fen(engine), kept) << fen.substr(0, 200);
  EXPECT_NE(best_move(engine.search("go depth 1")), "");
}

TEST(UciRows, A17_WrongSizesAreRefused) {
  EngineProcess engine;
  const std::string rows7 = "/10/10/10/10/10/10/10";
  expect_refused(engine, "k9" + rows7 + "/K9 w - - 0 1", "9");
  expect_refused(engine, "k9" + rows7 + "/10/10/K9 w - - 0 1", "11");
  expect_refused(engine, "k8" + rows7 + "/10/K9 w - - 0 1", "rank 10");
  expect_refused(engine, "k9/91" + rows7 + "/K9 w - - 0 1", "rank 9");
  expect_refused(engine, "k9/11" + rows7 + "/K9 w - - 0 1", "rank 9");
  expect_refused(engine, "8/8/8/8/8/8/8/8 w - - 0 1", "8");
}

TEST(UciRows, A18_NothingIsWrittenPastTheBoard) {
  EngineProcess engine;
  const std::string rows8 = "/10/10/10/10/10/10/10/10";
  expect_refused(engine, "99" + rows8 + "/10 w - - 0 1");
  expect_refused(engine, std::string(40, 'P') + rows8 + "/10 w - - 0 1");
  expect_refused(engine, std::string(60, '/') + " w - - 0 1");
  expect_refused(engine, std::string(100'000, 'x'));
  expect_refused(engine, std::string(100'000, '9'));
  expect_refused(engine, "0" + rows8 + "/10 w - - 0 1");
  expect_refused(engine, "1111111111" + rows8 + "/10 w - - 0 1", "rank 10");
}

TEST(UciRows, A19_ImpossiblePositionsAreRefused) {
  EngineProcess engine;
  expect_refused(engine, "10/10/10/10/10/10/10/10/10/10 w - - 0 1", "0 kings");
  expect_refused(engine, "k9/Q9/10/10/10/10/10/10/10/K9 w - - 0 1", "in check");
  expect_refused(engine, "k9/10/10/10/10/10/10/10/10/KK8 w - - 0 1", "2 kings");
  expect_refused(engine, "k9/10/10/10/10/10/10/10/10/KP8 w - - 0 1", "b1");
  expect_refused(engine, "kp8/10/10/10/10/10/10/10/10/K9 w - - 0 1", "b10");
}

TEST(UciRows, EveryInvalidFenOfTheListIsRefused) {
  std::ifstream file(GRANDEE_TEST_DATA "/invalid_fens.tsv");
  EngineProcess engine;
  int count = 0;
  for (std::string line; std::getline(file, line); ++count)
    expect_refused(engine, line.substr(0, line.find('\t')));
  EXPECT_GT(count, 10);
}

TEST(UciRows, A20_BlanksAndTabsDoNotMatter) {
  EngineProcess engine;
  engine.send("  position   fen  " + kStart + "   \t\n\tgo depth 2");
  engine.wait_for("bestmove");
  EXPECT_EQ(shown_fen(engine), kStart);
  EXPECT_TRUE(complaints(engine.lines()).empty());
}

TEST(UciRows, A21_MoreMenThanCanAriseAreRefused) {
  EngineProcess engine;
  expect_refused(engine, "kn8/nn8/10/Q1Q1Q1Q1Q1/10/1Q1Q1Q1Q1Q/10/Q1Q1Q1Q1Q1/10/K9 w - - 0 1",
                 "15 of Q");
  std::string full = "kqqqqqqqqq";
  for (int i = 0; i < 7; ++i) full += "/qqqqqqqqqq";
  expect_refused(engine, full + "/10/K9 w - - 0 1");
}

}  // namespace
}  // namespace grandee::test
