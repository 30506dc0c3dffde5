// Field reports about the protocol, replayed over a real pipe: options, errors, the end of input.
// Each test is named after its report's number.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "board/notation.hpp"
#include "engine_process.hpp"
#include "info_line.hpp"

namespace grandee::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kStart(kStartFen);

TEST(UciRows, B12_ValuesOutsideTheRangeAreRefused) {
  EngineProcess engine;
  for (const char* bad : {"Hash value 0", "Hash value -16", "Hash value 99999999999999999999",
                          "Hash value abc", "Threads value 0", "MultiPV value 0",
                          "MultiPV value 257", "Threads value 1025", "Move Overhead value -1"}) {
    engine.send(std::string("setoption name ") + bad);
    EXPECT_THAT(engine.sync(), ElementsAre(AllOf(StartsWith("info string Option"),
                                                 HasSubstr("is not an integer from"))))
        << bad;
  }
  EXPECT_NE(best_move(engine.search("go depth 2")), "");
}

TEST(UciRows, AHashThatNoMachineHasIsRefusedAndTheEarlierStays) {
  EngineProcess engine;
  engine.send("setoption name Hash value 33554432");
  EXPECT_THAT(engine.sync(), ElementsAre(StartsWith("info string Option Hash")));
  EXPECT_NE(best_move(engine.search("go depth 2")), "");
}

TEST(UciRows, B13_UnknownOptionsAndHalfCommandsAreNamed) {
  EngineProcess engine;
  for (const char* line : {"setoption name OwnBook value false", "setoption", "setoption name",
                           "setoption value 3", "setoption Hash 3", "setoption name value"}) {
    engine.send(line);
    EXPECT_THAT(engine.sync(), ElementsAre(StartsWith("info string "))) << line;
  }
}

TEST(UciRows, B14_OptionNamesMatchWhateverTheCase) {
  EngineProcess engine;
  engine.send(
      "setoption name hASH value 32\nsetoption name move overhead value 50\n"
      "setoption name Clear Hash\nsetoption name clear hash");
  EXPECT_TRUE(engine.sync().empty());
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(UciRows, B15_ThreadsThatCannotBeStartedAreReported) {
  // Room for the stacks of a few threads only.
  EngineProcess engine({"-c", "ulimit -v 1500000; exec " GRANDEE_BIN "/grandee"}, "/bin/sh");
  engine.send("setoption name Threads value 1024");
  EXPECT_THAT(engine.sync(), ElementsAre(StartsWith("info string Option Threads")));
  EXPECT_NE(best_move(engine.search("go depth 5")), "");
  // What needs further threads does without.
  engine.send("ucinewgame\ngo perft 1");
  engine.wait_for("Nodes searched: 65");
  EXPECT_EQ(engine.finish(), 0);
}

TEST(UciRows, B15_WhereNothingIsLeftTheReasonIsTold) {
  EngineProcess engine({"-c", "ulimit -v 30000; exec " GRANDEE_BIN "/grandee 2>&1"}, "/bin/sh");
  EXPECT_EQ(engine.finish(), 1);
  EXPECT_THAT(engine.last_line(), StartsWith("grandee: the system gives too little: "));
}
#endif

std::string bench_nodes(EngineProcess& engine, const std::string& command) {
  engine.send(command);
  std::string line;
  do {
    line = engine.wait_for("");
  } while (!line.empty() && line.find(" nodes ") == std::string::npos);
  return line.substr(0, line.find(" nodes "));
}

TEST(UciRows, B16_SettingThreadsAgainChangesNoBench) {
  EngineProcess engine;
  const std::string first = bench_nodes(engine, "bench 3");
  EXPECT_NE(first, "");
  for (int i = 0; i < 3; ++i) engine.send("setoption name Threads value 2");
  EXPECT_EQ(bench_nodes(engine, "bench 3"), first);
}

TEST(UciRows, B34_TheEndOfInputFinishesAFiniteSearchAndLeavesAnInfiniteOne) {
  for (const char* finite : {"position startpos\ngo depth 6\n", "go nodes 20000\n",
                             "go movetime 50\n", "go wtime 500 btime 500"}) {
    EngineProcess engine;
    engine.send_raw(finite);
    EXPECT_EQ(engine.finish(), 0) << finite;
    EXPECT_THAT(engine.last_line(), StartsWith("bestmove ")) << finite;
  }
  EngineProcess deep;
  deep.send("go depth 6");
  deep.finish();
  EXPECT_THAT(deep.lines(), Contains(StartsWith("info depth 6 ")));

  for (const char* endless :
       {"go infinite\n", "go ponder wtime 9000 btime 9000\n", "go\n", "go ponder depth 3\n"}) {
    EngineProcess engine;
    engine.send_raw(endless);
    EXPECT_EQ(engine.finish(), 0) << endless;
    EXPECT_EQ(filter(engine.lines(), "bestmove").size(), 1u) << endless;
  }
}

TEST(UciRows, B34_TheEndOfInputFinishesPerftAndBench) {
  EngineProcess perft;
  perft.send("go perft 3");
  EXPECT_EQ(perft.finish(), 0);
  EXPECT_EQ(perft.last_line(), "Nodes searched: 259514");
  EngineProcess bench;
  bench.send("bench 2");
  EXPECT_EQ(bench.finish(), 0);
  EXPECT_TRUE(std::regex_match(bench.last_line(), std::regex("[0-9]+ nodes [0-9]+ nps")));
}

TEST(UciRows, B35_CommandsWithoutTheirRestAnswer) {
  EngineProcess engine;
  for (const std::string& position :
       {std::string("position startpos moves"), "position fen " + kStart + " moves"}) {
    engine.send(position);
    EXPECT_NE(best_move(engine.search("go depth 2")), "") << position;
  }
  engine.send("position");
  EXPECT_THAT(engine.sync(), ElementsAre(StartsWith("info string ")));
  const auto lines = engine.search("go bogus");
  EXPECT_THAT(lines, Contains(AllOf(StartsWith("info string "), HasSubstr("'bogus'"))));
  EXPECT_NE(best_move(lines), "");
}

TEST(UciRows, B36_AnIllegalMoveInTheListIsNamedAndEndsTheList) {
  EngineProcess engine;
  engine.send("position startpos moves d3d5 zzzz d8d6");
  EXPECT_THAT(engine.sync(), ElementsAre(AllOf(StartsWith("info string "), HasSubstr("'zzzz'"))));
  Position after;
  after.make(*parse_uci(after, "d3d5"));
  EXPECT_TRUE(parse_uci(after, best_move(engine.search("go depth 2"))));
  engine.send("position startpos");
  EXPECT_TRUE(parse_uci(Position(), best_move(engine.search("go depth 2"))));
}

TEST(UciRows, B39_LineEndsOfEveryPlatformAndNoTrailingBlanks) {
  EngineProcess engine;
  engine.send_raw("uci\r\nposition startpos moves d3d5\r\ngo depth 3\r\nisready\r\n");
  engine.wait_for("bestmove");
  engine.send_raw("d\r\neval\r\nfoo \r\ngo perft 1\r\n\r\nquit\r\n");
  EXPECT_EQ(engine.wait_for_exit(), 0);
  EXPECT_THAT(engine.lines(), Contains("uciok"));
  EXPECT_THAT(engine.lines(), Contains("readyok"));
  for (const std::string& line : engine.lines()) {
    EXPECT_EQ(line.find('\r'), std::string::npos) << line;
    EXPECT_NE(line, "");
    EXPECT_FALSE(line.empty() || line.back() == ' ' || line.back() == '\t') << '"' << line << '"';
  }
}

TEST(UciRows, B40_OnlyUciWordsAreWritten) {
  EngineProcess engine;
  engine.send("uci\nisready\nucinewgame\nxyzzy\ngo depth 3");
  engine.wait_for("bestmove");
  engine.send(
      "setoption name Threads value 2\nsetoption name Hash value 2\n"
      "setoption name Debug Log File value /no such folder/log\n"
      "position fen nonsense\nposition startpos moves a1a1\ngo nodes 2000 what\n");
  engine.wait_for("bestmove");
  engine.send("stop\nponderhit\nquit");
  EXPECT_EQ(engine.wait_for_exit(), 0);
  const std::regex words("(id name|id author|option name|info|bestmove) .+|uciok|readyok");
  for (const std::string& line : engine.lines()) EXPECT_TRUE(std::regex_match(line, words)) << line;
  EXPECT_EQ(complaints(engine.lines()).size(), 5u);
  EXPECT_THAT(engine.lines(), Contains("info string Unknown command: 'xyzzy'"));
  EXPECT_THAT(engine.lines(), Contains(AllOf(StartsWith("info string Option Debug Log File"),
                                             HasSubstr("/no such folder/log"))));
}

TEST(UciRows, B46_BenchLeavesPositionAndOptionsAlone) {
  EngineProcess engine;
  engine.send("setoption name MultiPV value 2\nposition startpos moves d3d5\nbench 2");
  const auto lines = engine.search("go depth 3");
  Position after;
  after.make(*parse_uci(after, "d3d5"));
  EXPECT_TRUE(parse_uci(after, best_move(lines))) << best_move(lines);
  EXPECT_THAT(lines, Contains(HasSubstr(" multipv 2 ")));
  EXPECT_THAT(engine.lines(), Contains(testing::MatchesRegex("[0-9]+ nodes [0-9]+ nps")));
}

TEST(UciRows, B47_QuitEndsEverySearch) {
  for (const char* search : {"go ponder wtime 60000 btime 60000", "go movetime 600000",
                             "go infinite", "go perft 9", "bench 60", "isready"}) {
    EngineProcess engine;
    engine.send(std::string(search) + "\nquit");
    EXPECT_EQ(engine.wait_for_exit(), 0) << search;
  }
}

TEST(UciRows, B48_NodeCountsDoNotChangeFromRunToRun) {
  std::vector<std::string> counts;
  EngineProcess engine;
  counts.push_back(bench_nodes(engine, "bench 4"));
  engine.search("go nodes 5000");
  engine.send("ucinewgame");
  counts.push_back(bench_nodes(engine, "bench 4"));
  EngineProcess program({"bench", "4"});
  EXPECT_EQ(program.finish(), 0);
  counts.push_back(program.last_line().substr(0, program.last_line().find(" nodes ")));
  EXPECT_NE(counts[0], "");
  EXPECT_EQ(counts[1], counts[0]);
  EXPECT_EQ(counts[2], counts[0]);
  // A search after ucinewgame is that of a fresh engine.
  engine.send("ucinewgame\nposition startpos");
  EngineProcess fresh;
  EXPECT_EQ(parse_infos(engine.search("go depth 7")).back().numbers.at("nodes"),
            parse_infos(fresh.search("go depth 7")).back().numbers.at("nodes"));
}

TEST(Uci, PerftIsInterruptedByStop) {
  EngineProcess engine;
  engine.send("go perft 9\nisready");
  engine.wait_for("readyok");
  engine.send("stop");
  engine.wait_for("info string perft stopped");
  engine.send("go perft 2");
  EXPECT_EQ(engine.wait_for("Nodes searched"), "Nodes searched: 4225");
  engine.send("go perft 0");
  EXPECT_EQ(engine.wait_for("Nodes searched"), "Nodes searched: 1");
}

TEST(Uci, EvalSpeaksOfBothViews) {
  EngineProcess engine;
  engine.send("position startpos moves d3d5\neval");
  EXPECT_THAT(engine.wait_for("Static evaluation"), HasSubstr("for Black"));
  engine.wait_for("White's view");
}

}  // namespace
}  // namespace grandee::test
