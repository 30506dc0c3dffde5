// Field reports about searches under UCI, replayed over a real pipe. Each test is named after its
// report's number.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/positions.hpp"
#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "board/score.hpp"
#include "engine_process.hpp"
#include "info_line.hpp"

namespace grandee::test {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kMateInThree = "k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 0 1";
const std::string kMated = "k9/1Q8/2K7/10/10/10/10/10/10/10 b - - 0 1";
const std::string kStalemate = "k9/2Q7/4K5/10/10/10/10/10/10/10 b - - 0 1";

std::size_t count(const EngineProcess& engine, std::string_view prefix) {
  return filter(engine.lines(), prefix).size();
}

TEST(UciRows, B01_IsreadyIsAnsweredWhileThinking) {
  EngineProcess engine;
  engine.send("position startpos\ngo infinite");
  for (int i = 0; i < 1000; ++i) engine.send("isready");
  for (int i = 0; i < 1000; ++i) engine.wait_for("readyok");
  EXPECT_EQ(count(engine, "bestmove"), 0u);
  engine.send("stop");
  engine.wait_for("bestmove ");
  engine.sync();
  EXPECT_EQ(count(engine, "bestmove"), 1u);
}

TEST(UciRows, B03_WithoutALegalMoveAnInfiniteSearchWaitsIdle) {
  EngineProcess engine;
  engine.send("position fen " + kMated + "\ngo infinite");
  engine.listen(2000ms);
  EXPECT_EQ(count(engine, "bestmove"), 0u);
  engine.send("stop");
  EXPECT_EQ(engine.wait_for("bestmove"), "bestmove (none)");
  engine.send("go ponder wtime 1000 btime 1000");
  engine.listen(200ms);
  EXPECT_EQ(count(engine, "bestmove"), 1u);
  engine.send("ponderhit");
  EXPECT_EQ(engine.wait_for("bestmove"), "bestmove (none)");
  engine.send("quit");
  engine.wait_for_exit();
  // It slept: far less processor time than the two seconds.
  EXPECT_LT(engine.cpu_seconds(), 1.2);
}

TEST(UciRows, B04_AMatedOrStalematedRootIsAnswered) {
  EngineProcess engine;
  for (const char* go :
       {"go depth 12", "go movetime 100", "go wtime 10 btime 10", "go nodes 5", "go mate 2"}) {
    engine.send("position fen " + kStalemate);
    const auto stalemate = engine.search(go);
    EXPECT_THAT(stalemate, Contains(AllOf(StartsWith("info depth 0 "), HasSubstr("score cp 0"))));
    EXPECT_EQ(stalemate.back(), "bestmove (none)");
    engine.send("position fen " + kMated);
    const auto mate = engine.search(go);
    EXPECT_THAT(mate, Contains(AllOf(StartsWith("info depth 0 "), HasSubstr("score mate 0"))));
    EXPECT_EQ(mate.back(), "bestmove (none)");
  }
  engine.send("position startpos");
  EXPECT_TRUE(parse_uci(Position(), best_move(engine.search("go depth 5"))));
}

TEST(UciRows, B05_AMateSeenWhilePonderingIsNotPlayedYet) {
  for (const char* end : {"ponderhit", "stop"}) {
    EngineProcess engine;
    engine.send("position fen " + kMateInThree + "\ngo ponder wtime 2000 btime 2000");
    engine.wait_for("info depth 6 ");
    engine.listen(500ms);
    EXPECT_EQ(count(engine, "bestmove"), 0u);
    engine.send(end);
    engine.wait_for("bestmove ");
    engine.sync();
    EXPECT_EQ(count(engine, "bestmove"), 1u);
  }
}

TEST(UciRows, B06_StopFollowedByTheNextSearch) {
  constexpr std::size_t kRounds = 300;
  EngineProcess engine;
  for (std::size_t i = 0; i < kRounds; ++i)
    engine.send(
        "position startpos moves d3d5\ngo ponder wtime 9000 btime 9000\nstop\n"
        "position startpos\ngo movetime 1");
  Position black;
  black.make(*parse_uci(black, "d3d5"));
  for (std::size_t i = 0; i < 2 * kRounds; ++i) {
    const std::string line = engine.wait_for("bestmove ");
    ASSERT_TRUE(parse_uci(i % 2 == 0 ? black : Position(), best_move({line}))) << i << line;
  }
  engine.sync();
  EXPECT_EQ(count(engine, "bestmove"), 2 * kRounds);
}

TEST(UciRows, B07_IdleStopIsForgotten) {
  EngineProcess engine;
  engine.search("go depth 4");
  engine.send("stop\nstop\nponderhit");
  EXPECT_TRUE(engine.sync().empty());
  engine.send("position startpos\ngo infinite");
  engine.listen(500ms);
  EXPECT_EQ(count(engine, "bestmove"), 1u);
  engine.send("stop");
  engine.wait_for("bestmove");
}

TEST(UciRows, B09_UcinewgameDuringASearch) {
  EngineProcess engine;
  engine.send("setoption name Threads value 4");
  constexpr std::size_t kRounds = 15;
  for (std::size_t i = 0; i < kRounds; ++i) {
    engine.send("go nodes 2000\nucinewgame");
    engine.sync();
    engine.send("go infinite\nucinewgame\nstop");
  }
  engine.sync();
  EXPECT_EQ(count(engine, "bestmove"), 2 * kRounds);
}

TEST(UciRows, B10_OptionsSetDuringASearchEndIt) {
  EngineProcess engine;
  for (int i = 0; i < 5; ++i) {
    engine.send("go infinite\nsetoption name Hash value 1\nsetoption name Threads value 3\nstop");
    engine.wait_for("bestmove ");
    engine.send(
        "go infinite\nsetoption name Threads value 1\nsetoption name Clear Hash\n"
        "setoption name MultiPV value 2\nposition startpos\nstop");
    engine.wait_for("bestmove ");
  }
  engine.sync();
  EXPECT_EQ(count(engine, "bestmove"), 10u);
  EXPECT_THAT(complaints(engine.lines()), testing::IsEmpty());
}

TEST(UciRows, B18_EveryLineOfMultiPvKeepsTheWin) {
  EngineProcess engine;
  engine.send("setoption name MultiPV value 3\nposition fen " + kMateInThree);
  std::map<std::int64_t, InfoLine> last;
  for (InfoLine& info : parse_infos(engine.search("go depth 12")))
    if (info.bound.empty()) last[info.numbers.at("multipv")] = info;
  ASSERT_EQ(last.size(), 3u);
  EXPECT_EQ(last[1].mate, 3);
  for (const auto& [rank, info] : last)
    EXPECT_TRUE(info.mate.value_or(0) > 0 || info.centipawns.value_or(0) > 500) << rank;
}

TEST(UciRows, B22_AMateIsFoundWithAHighMoveCount) {
  EngineProcess engine;
  engine.send("position fen k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 90 60");
  const auto infos = parse_infos(engine.search("go depth 8"));
  EXPECT_EQ(infos.back().mate, 3);
}

// Every line that a search of the position writes is sound.
void check_lines(const std::vector<std::string>& lines, const Position& root) {
  const auto infos = parse_infos(lines);
  ASSERT_FALSE(infos.empty());
  for (const InfoLine& info : infos) {
    EXPECT_TRUE(is_playable(root, info.pv));
    EXPECT_FALSE(info.pv.empty());
    const auto number = [&](const char* name) { return info.numbers.at(name); };
    EXPECT_GE(number("hashfull"), 0);
    EXPECT_LE(number("hashfull"), 1000);
    EXPECT_GE(number("nps"), 0);
    EXPECT_GE(number("seldepth"), 0);
    EXPECT_LE(std::abs(info.centipawns.value_or(0)), kMateBound);
    if (!info.mate) continue;
    EXPECT_NE(*info.mate, 0);
    EXPECT_LE(std::abs(*info.mate), kMaxPly / 2);
    if (!info.bound.empty()) continue;
    // The mated side is the one the sign says.
    const std::size_t plies =
        static_cast<std::size_t>(*info.mate > 0 ? 2 * *info.mate - 1 : -2 * *info.mate);
    EXPECT_LE(info.pv.size(), plies);
  }
  if (!infos.back().bound.empty()) return;
  const std::string best = best_move(lines);
  EXPECT_TRUE(parse_uci(root, best)) << best;
}

TEST(UciRows, B23_MateScoresAreSound) {
  EngineProcess engine;
  engine.send("setoption name MultiPV value 4");
  for (const std::string_view fen : bench::kPositions) {
    SCOPED_TRACE(fen);
    engine.send("position fen " + std::string(fen));
    check_lines(engine.search("go nodes 5000"), *parse_fen(fen));
    check_lines(engine.search("go infinite\nstop"), *parse_fen(fen));
  }
}

TEST(UciRows, B24_NoBestMoveWithoutAScore) {
  EngineProcess engine;
  for (const char* go :
       {"go nodes 1", "go movetime 1", "go depth 1", "go infinite\nstop", "go wtime 1 btime 1"}) {
    const auto lines = engine.search(go);
    const auto infos = parse_infos(lines);
    ASSERT_FALSE(infos.empty()) << go;
    ASSERT_FALSE(infos.back().pv.empty()) << go;
    EXPECT_EQ(infos.back().pv[0], best_move(lines)) << go;
  }
}

TEST(UciRows, B26_IllegalSearchMovesAreIgnored) {
  EngineProcess engine;
  const auto some = engine.search("go depth 4 searchmoves a1a9 zz9 d3d5");
  EXPECT_EQ(best_move(some), "d3d5");
  EXPECT_EQ(complaints(some).size(), 2u);
  const auto none = engine.search("go depth 4 searchmoves a1a9");
  EXPECT_TRUE(parse_uci(Position(), best_move(none)));
  EXPECT_THAT(none, Contains(AllOf(StartsWith("info string"), HasSubstr("all moves"))));
}

TEST(UciRows, B27_OneSearchMoveIsSearchedInFull) {
  EngineProcess engine;
  const auto lines = engine.search("go nodes 50000 searchmoves d3d5");
  EXPECT_EQ(best_move(lines), "d3d5");
  EXPECT_GT(parse_infos(lines).back().numbers.at("nodes"), 10'000);
}

TEST(UciRows, B28_ANearMateEndsADeepSearch) {
  EngineProcess engine;
  engine.send("position fen 4k5/10/4K5/10/10/10/10/10/10/R9 w - - 0 1");
  const auto lines = engine.search("go depth 30");
  EXPECT_EQ(best_move(lines), "a1a10");
  EXPECT_EQ(parse_infos(lines).back().mate, 1);
}

TEST(UciRows, B29_ZeroLimitsAreAnswered) {
  EngineProcess engine;
  for (const char* go : {"go movetime 0", "go depth 0", "go nodes 0", "go wtime 0 btime 0",
                         "go mate 0", "go movetime -1", "go depth -1", "go nodes -1"})
    EXPECT_TRUE(parse_uci(Position(), best_move(engine.search(go)))) << go;
  EXPECT_THAT(complaints(engine.lines()), testing::IsEmpty());
}

TEST(UciRows, B30_NegativeClocksAreAnswered) {
  EngineProcess engine;
  const std::string clocks = "go wtime 1000 btime -170671 winc 20 binc 20";
  EXPECT_NE(best_move(engine.search(clocks)), "");
  engine.send("position startpos moves d3d5");
  EXPECT_NE(best_move(engine.search(clocks)), "");
  EXPECT_NE(best_move(engine.search("go wtime -5 btime -5 movestogo -5")), "");
  EXPECT_THAT(complaints(engine.lines()), testing::IsEmpty());
}

TEST(UciRows, B31_ShortClocksAreAnswered) {
  EngineProcess engine;
  for (const char* go :
       {"go wtime 1000 btime 1000 movestogo 1", "go wtime 60 btime 60 movestogo 30",
        "go wtime 30 btime 30 winc 10 binc 10"})
    EXPECT_TRUE(parse_uci(Position(), best_move(engine.search(go)))) << go;
}

TEST(UciRows, B41_EveryPvMoveIsLegal) {
  EngineProcess engine;
  engine.send(
      "setoption name MultiPV value 3\nsetoption name Threads value 4\n"
      "setoption name Hash value 1");
  for (const std::string_view fen : bench::kPositions) {
    SCOPED_TRACE(fen);
    engine.send("position fen " + std::string(fen));
    check_lines(engine.search("go nodes 20000"), *parse_fen(fen));
  }
}

TEST(UciRows, B42_ThePonderMoveIsTheSecondOfThePvOrMissing) {
  EngineProcess engine;
  engine.send("position fen 4k5/10/3Q1P4/10/10/10/10/10/1NB1KCABN1/R8R w - - 0 1");
  // Several moves mate.
  const auto mate = engine.search("go depth 4");
  EXPECT_EQ(parse_infos(mate).back().mate, 1);
  EXPECT_EQ(ponder_move(mate), "");
  EXPECT_NE(best_move(mate), "");
  engine.send("position startpos");
  const auto lines = engine.search("go depth 5");
  const auto infos = parse_infos(lines);
  ASSERT_GT(infos.back().pv.size(), 1u);
  EXPECT_EQ(ponder_move(lines), infos.back().pv[1]);
}

TEST(UciRows, B43_NodeLimitsAreKept) {
  EngineProcess engine;
  for (int i = 0; i < 5; ++i) {
    const auto nodes = parse_infos(engine.search("go nodes 20000")).back().numbers.at("nodes");
    EXPECT_LE(nodes, 20'200);
  }
}

TEST(UciRows, B44_GoMateEndsWithTheMateOrOnStop) {
  EngineProcess engine;
  engine.send("position fen " + kMateInThree);
  EXPECT_EQ(parse_infos(engine.search("go mate 3")).back().mate, 3);
  engine.send("position startpos\ngo mate 2");
  engine.listen(300ms);
  EXPECT_EQ(count(engine, "bestmove"), 1u);
  engine.send("stop");
  engine.wait_for("bestmove ");
}

TEST(UciRows, B45_CountersStayInRange) {
  EngineProcess engine;
  engine.send("setoption name Hash value 1");
  const auto lines = engine.search("go movetime 1500");
  check_lines(lines, Position());
  std::int64_t nodes = 0;
  std::int64_t time = 0;
  for (const InfoLine& info : parse_infos(lines)) {
    EXPECT_GE(info.numbers.at("nodes"), nodes);
    EXPECT_GE(info.numbers.at("time"), time);
    nodes = info.numbers.at("nodes");
    time = info.numbers.at("time");
  }
}

TEST(Uci, ASecondGoEndsTheFirst) {
  EngineProcess engine;
  engine.send("go infinite\ngo depth 2\n");
  engine.wait_for("bestmove ");
  engine.wait_for("bestmove ");
  engine.sync();
  EXPECT_EQ(count(engine, "bestmove"), 2u);
}

TEST(Uci, WdlIsShownOnDemandAndAddsUp) {
  EngineProcess engine;
  EXPECT_TRUE(parse_infos(engine.search("go depth 3")).back().wdl.empty());
  engine.send("setoption name UCI_ShowWDL value true");
  for (const InfoLine& info : parse_infos(engine.search("go depth 5"))) {
    ASSERT_EQ(info.wdl.size(), 3u);
    EXPECT_EQ(info.wdl[0] + info.wdl[1] + info.wdl[2], 1000);
  }
}

TEST(Uci, RepetitionsOfTheGameAreKnown) {
  // White, a queen down, gives check for ever; the third time is a draw.
  EngineProcess engine;
  const std::string line = "position startpos moves b2c4 b9c7 c4b2 c7b9 b2c4 b9c7 c4b2";
  engine.send(line + "\nd");
  engine.wait_for("FEN");
  engine.send(line + " c7b9\nd");
  EXPECT_EQ(engine.wait_for("Game over"), "Game over: threefold repetition");
}

}  // namespace
}  // namespace grandee::test
