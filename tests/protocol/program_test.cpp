// The engine program's own commands.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
