// The program as a whole, with the stub engine: kCalm is how seldom it thinks that it is lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "tests/tools/match/stub.hpp"
#include "tests/tools/run_program.hpp"

namespace grandee::spsa {
namespace {

using testing::HasSubstr;

class SpsaProgram : public test::ProgramTest {
 protected:
  static std::vector<std::string> command(const std::string& stub_arguments = "") {
    return {"grandee-spsa",
            "--engine",
            match::stub("stub", "--seed 1 " + stub_arguments),
            "--parameters",
            "few.json",
            "--iterations",
            "12",
            "--pairs",
            "2",
            "--nodes",
            "100",
            "--resign",
            "movecount=1,score=1000,twosided=false",
            "--max-moves",
            "60"};
  }
  static std::vector<std::string> with(std::vector<std::string> words,
                                       const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  void SetUp() override {
    test::ProgramTest::SetUp();
    test::write_file(folder_ / "few.json",
                     R"({"parameters": [{"name": "kCalm", "start": 60, "c": 8, "r": 0.2}]})");
  }
  std::string read(const std::string& name) const { return test::read_file(folder_ / name); }
};

TEST_F(SpsaProgram, FindsWhatWinsGames) {
  const auto done = run(with(command(), {"--concurrency", "2"}));
  ASSERT_EQ(done.code, 0) << done.err;
  const auto state = nlohmann::json::parse(read("spsa.json"));
  EXPECT_EQ(state["iteration"], 12);
  EXPECT_GT(state["values"]["kCalm"], 75);
  EXPECT_THAT(done.out, testing::ContainsRegex("GRANDEE_TUNABLE.kCalm, [0-9]+, 0, 100.;  // 60"));
  EXPECT_THAT(done.err, HasSubstr("12/12 iterations, 48 games"));
}

TEST_F(SpsaProgram, KilledItGoesOnToTheSameCourse) {
  const auto whole = run(with(command(), {"--state", "whole.json", "--concurrency", "3"}));
  ASSERT_EQ(whole.code, 0) << whole.err;
  const pid_t child = start(command("--think 2"));
  const auto rows = [this] { return match::count(read("spsa.csv"), "\n"); };
  while (rows() < 4) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ::kill(child, SIGKILL);
  EXPECT_EQ(finish(child).signal, SIGKILL);
  ASSERT_LT(rows(), 13) << "it was over before";
  const auto resumed = run(command());
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr("Goes on after iteration"));
  EXPECT_EQ(read("spsa.csv"), read("whole.csv"));
  EXPECT_EQ(read("spsa.json"), read("whole.json"));
  EXPECT_EQ(resumed.out, whole.out);
}

TEST_F(SpsaProgram, InterruptedItTellsWhereItStands) {
  const pid_t child = start(command("--think 5"));
  while (match::count(read("spsa.csv"), "\n") < 2)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ::kill(child, SIGINT);
  const auto stopped = finish(child);
  EXPECT_EQ(stopped.code, 130) << stopped.err;
  EXPECT_THAT(stopped.out, HasSubstr("GRANDEE_TUNABLE(kCalm, "));
}

TEST_F(SpsaProgram, ErrorsNameWhatIsWrong) {
  struct Case {
    std::vector<std::string> command;
    int code;
    std::string message;
  };
  test::write_file(folder_ / "bad.json", R"({"parameters": ["kBold"]})");
  const std::vector<Case> cases = {
      {with(command("--fault no-uciok"), {"--startup", "0.3"}), 3, "no uciok within 0.3 s"},
      {command("--fault kill --at 1"), 3, "game 1 of pair 1: White (stub): crash: signal 9"},
      {command("--fault illegal --at 1"), 3, "is illegal"},
      {{"grandee-spsa", "--engine", "cmd=/nonexistent/engine"}, 3, "/nonexistent/engine"},
      {{"grandee-spsa", "--engine", match::stub("stub", "", "option.Hash=900")},
       3,
       "option refused: Hash=900 is above 64"},
      {{"grandee-spsa", "--engine", match::stub("stub", "", "tc=1")}, 2, "without a clock"},
      {{"grandee-spsa", "--engine", match::stub("stub", ""), "--parameters", "bad.json"},
       2,
       "'bad.json': the engine has no spin option 'kBold'"},
      {{"grandee-spsa", "--engine", match::stub("stub", ""), "--book", "none.epd"}, 2, "none.epd"},
      {{"grandee-spsa", "--engine", match::stub("stub", ""), "--pairs", "0"}, 2, "--pairs"},
      {{"grandee-spsa", "--engine", match::stub("stub", ""), "--state", "none/a.json"},
       2,
       "none/a.json"},
  };
  for (const Case& c : cases) {
    const auto failed = run(c.command);
    EXPECT_EQ(failed.code, c.code) << failed.err;
    EXPECT_THAT(failed.err, HasSubstr(c.message));
    std::filesystem::remove(folder_ / "spsa.json");
    std::filesystem::remove(folder_ / "spsa.csv");
  }
}

}  // namespace
}  // namespace grandee::spsa
