// The engine program's own commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "board/notation.hpp"
#include "engine_process.hpp"

namespace grandee::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

struct Output {
  int code;
  std::vector<std::string> lines;
};
Output run(std::vector<std::string> arguments) {
  EngineProcess process(std::move(arguments));
  const int code = process.finish();
  return {code, process.lines()};
}

TEST(Program, UnknownArgumentsAreErrors) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"go"},
                                             {"go", "depth", "10"},
                                             {"--versoin"},
                                             {"bench", "x"},
                                             {"bench", "3", "16", "1"},
                                             {"bench", "0"},
                                             {"perft"},
                                             {"perft", "-1"},
                                             {"perft", "2", "nonsense"},
                                             {"eval", "fen"},
                                             {"eval", "--fen"},
                                             {"eval", "--net"},
                                             {"eval", "--fen", "nonsense"},
                                             {"eval", "--kernel", "mmx"},
                                             {"show", "--depth"},
                                             {"show", "--depth", "0"},
                                             {"show", "--width", "3"},
                                             {"show", "8/8/8/8/8/8/8/8 w - - 0 1"},
                                             {"show", "--letters", "XX"}}) {
    const Output r = run(arguments);
    EXPECT_EQ(r.code, 2) << arguments[0] << " " << arguments.back();
    EXPECT_TRUE(r.lines.empty()) << arguments[0];
  }
}

TEST(Program, OutputThatIsLostIsAnError) {
  for (const char* command : {"--help", "--version", "perft 2", "'genfens 2 seed 1 book None'"}) {
    for (const char* lost : {">/dev/full", ">&-"}) {
      EngineProcess shell(
          {"-c", std::string("exec " GRANDEE_BIN "/grandee ") + command + " 2>&1 " + lost},
          "/bin/sh");
      EXPECT_EQ(shell.finish(), 1) << command << lost;
      EXPECT_THAT(shell.lines(), ElementsAre("grandee: can't write to standard output"));
    }
  }
}

// A host that died and left the pipe of its commands open, where a closed pipe is no signal.
TEST(Program, ASearchNobodyReadsEnds) {
  EngineProcess shell(
      {"-c", "(echo 'go depth 200'; echo 'go mate 50'; echo 'go infinite') | " GRANDEE_BIN
             "/grandee >/dev/full; echo $?"},
      "/bin/sh");
  EXPECT_EQ(shell.wait_for(""), "1");
}

TEST(Program, TellsItsVersionAndCommands) {
  EXPECT_THAT(run({"--version"}).lines, ElementsAre(StartsWith("Grandee ")));
  EXPECT_THAT(run({"--help"}).lines, Contains(HasSubstr("grandee perft DEPTH")));
}

TEST(Program, CountsPerft) {
  const Output start = run({"perft", "3"});
  EXPECT_EQ(start.code, 0);
  EXPECT_EQ(start.lines.back(), "Nodes searched: 259514");
  EXPECT_EQ(start.lines.size(), 66u);
  EXPECT_EQ(run({"perft", "2", "10/P9/10/10/10/10/10/10/2k7/K9", "w"}).lines.size(), 8u);
}

TEST(Program, GeneratesPositionsForTestFarms) {
  const Output once = run({"genfens 5 seed 42 book None", "quit"});
  EXPECT_EQ(once.code, 0);
  ASSERT_EQ(once.lines.size(), 5u);
  for (const std::string& line : once.lines) {
    ASSERT_THAT(line, StartsWith("info string genfens "));
    EXPECT_TRUE(parse_fen(line.substr(20))) << line;
  }
  EXPECT_EQ(run({"genfens", "5", "seed", "42", "book", "None"}).lines, once.lines);
  EXPECT_NE(run({"genfens", "5", "seed", "43", "book", "None"}).lines, once.lines);
  const Output book = run({"genfens 3 seed 1 book " GRANDEE_TEST_DATA "/perft_public.epd"});
  EXPECT_EQ(book.code, 0);
  EXPECT_EQ(book.lines.size(), 3u);
  EXPECT_EQ(run({"genfens 3 seed 1 book /nowhere"}).code, 1);
  // A queen up whatever is played: no balanced position is there to be found.
  const std::string unbalanced = testing::TempDir() + "grandee-unbalanced.epd";
  std::ofstream(unbalanced) << "k9/10/10/10/10/10/10/PP8/1Q8/K9 w - - hmvc 0;\n";
  EXPECT_EQ(run({"genfens 3 seed 1 book " + unbalanced}).code, 1);
  EXPECT_EQ(run({"genfens 3 seed x book None"}).code, 2);
}

TEST(Program, ShowsAnAnalysisInWords) {
  const Output start = run({"show", "--depth", "4", "--letters", "MC"});
  EXPECT_EQ(start.code, 0);
  EXPECT_THAT(start.lines, Contains(HasSubstr("| N | B | Q | K | M | C | B | N |")));
  EXPECT_THAT(start.lines, Contains(StartsWith("White to move. ")));
  EXPECT_THAT(start.lines, Contains(StartsWith("Best move: ")));
  EXPECT_THAT(start.lines, Contains(StartsWith("Best line: 1. ")));

  const Output mate = run({"show", "k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 0 1", "--depth", "8"});
  EXPECT_THAT(mate.lines, Contains("White to move. White mates in 3."));
  EXPECT_THAT(mate.lines,
              Contains(testing::AllOf(StartsWith("Best line: 1. "), testing::EndsWith("#"))));

  const Output over = run({"show", "k9/1Q8/2K7/10/10/10/10/10/10/10", "b"});
  EXPECT_EQ(over.code, 0);
  EXPECT_EQ(over.lines.back(), "The game is over: checkmate, White has won.");
}

}  // namespace
}  // namespace grandee::test
