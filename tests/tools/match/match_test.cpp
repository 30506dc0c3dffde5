// The program as a whole, run as a script would.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "stub.hpp"
#include "tools/common/pgn.hpp"
#include "tools/common/process.hpp"
#include "tools/common/writer_lock.hpp"

namespace grandee::match {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using namespace std::chrono_literals;
using Json = nlohmann::json;

struct Outcome {
  int code = -1;
  std::string out;
  std::string err;
};

tools::Process launch(const std::vector<std::string>& arguments) {
  auto process =
      tools::Process::start({std::string(GRANDEE_BIN) + "/grandee-match", arguments, "", {}});
  EXPECT_TRUE(process) << process.error();
  return *std::move(process);
}

Outcome finish(tools::Process& process) {
  Outcome outcome;
  std::string line;
  const auto deadline = std::chrono::steady_clock::now() + 300s;
  while (process.read_line(line, deadline) == tools::ReadStatus::Line) outcome.out += line + "\n";
  if (const auto status = process.wait(deadline))
    outcome.code = status->signal != 0 ? -status->signal : status->code;
  outcome.err = process.errors();
  return outcome;
}

Outcome run(const std::vector<std::string>& arguments) {
  auto process = launch(arguments);
  return finish(process);
}

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

// Two stubs with random openings.
std::vector<std::string> players(const std::string& first = "--seed 1",
                                 const std::string& second = "--seed 2") {
  return {"--engine", stub("A", first), "--engine", stub("B", second)};
}
std::vector<std::string> plan(int games) {
  return {"--nodes", "100",    "--games", std::to_string(games), "--random-plies",
          "6",       "--seed", "5",       "--max-moves",         "20"};
}

// The games by number, without what depends on the time of day.
std::map<int, std::string> games_of(const std::string& pgn) {
  std::map<int, std::string> games;
  tools::PgnReader reader(pgn);
  while (const auto game = reader.next()) {
    EXPECT_TRUE(*game) << game->error();
    if (!*game) break;
    EXPECT_TRUE((*game)->has_result_token);
    const int number = std::stoi(*(*game)->tag("GameNumber"));
    EXPECT_EQ(games.count(number), 0u) << "game " << number << " stands twice";
    std::string text = *(*game)->tag("White") + *(*game)->tag("Round") +
                       *(*game)->tag("OpeningId") + (*game)->result + *(*game)->tag("Termination");
    for (const auto& played : (*game)->line.moves) text += " " + to_uci(played.move);
    games[number] = text;
  }
  return games;
}

// Processes of the stub whose arguments hold the marker.
int living(const std::string& marker) {
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    std::ifstream stream(entry.path() / "cmdline", std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    found += text.str().find("stub_engine") != std::string::npos &&
             text.str().find(marker) != std::string::npos;
  }
  return found;
}

// Waits until the file holds so many finished games.
void wait_for_games(const TestFolder& folder, const std::string& name, int games) {
  for (int i = 0; i < 6000 && count(folder.read(name), "[GameNumber ") < games; ++i)
    std::this_thread::sleep_for(10ms);
}

TEST(MatchProgram, PlaysPairsAndTellsTheSameInAllForms) {
  const TestFolder folder;
  const Outcome outcome =
      run(players() + plan(20) +
          std::vector<std::string>{"--concurrency", "2", "--pgn", folder.file("m.pgn"), "--json",
                                   folder.file("m.json")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(folder.read("m.json"));
  const auto games = games_of(folder.read("m.pgn"));
  EXPECT_EQ(games.size(), 20u);
  EXPECT_EQ(json["games"], 20);
  EXPECT_EQ(json["status"], "done");
  int wins = 0, draws = 0;
  Pentanomial pairs{};
  for (int i = 1; i <= 20; i += 2) {
    int points = 0;
    for (int k = i; k < i + 2; ++k) {
      const std::string& game = games.at(k);
      const bool white = game[0] == 'A';
      EXPECT_EQ(white, k % 2 == 1);
      const bool draw = game.find("1/2-1/2") != std::string::npos;
      const bool white_won = game.find("1-0") != std::string::npos;
      points += draw ? 1 : white_won == white ? 2 : 0;
      draws += draw;
      wins += !draw && white_won == white;
    }
    ++pairs[static_cast<std::size_t>(points)];
    // Both games of a pair start with the same six plies.
    const auto opening = [](const std::string& game) {
      return game.substr(game.find("random:"),
                         game.find_first_of("10", game.find("random:") + 9) - game.find("random:"));
    };
    EXPECT_EQ(opening(games.at(i)), opening(games.at(i + 1)));
  }
  EXPECT_EQ(json["wins"], wins);
  EXPECT_EQ(json["draws"], draws);
  EXPECT_EQ(json["losses"], 20 - wins - draws);
  EXPECT_EQ(json["ptnml"].get<Pentanomial>(), pairs);
  EXPECT_THAT(outcome.out, HasSubstr("Results of A vs B (100 nodes, 6 random plies, seed 5):"));
  EXPECT_THAT(outcome.out, HasSubstr("Games: 20, "));
  EXPECT_THAT(outcome.err, Not(HasSubstr("Warning")));
}

TEST(MatchProgram, KilledAndResumedItPlaysExactlyThePlannedGames) {
  const TestFolder folder;
  const auto engines = players("--seed 1 --think 1 --log " + folder.file("marker"), "--seed 2");
  const auto straight =
      run(engines + plan(60) +
          std::vector<std::string>{"--pgn", folder.file("a.pgn"), "--json", folder.file("a.json")});
  EXPECT_EQ(straight.code, 0) << straight.err;

  const auto broken =
      engines + plan(60) + std::vector<std::string>{"--pgn",         folder.file("b.pgn"),
                                                    "--json",        folder.file("b.json"),
                                                    "--concurrency", "2"};
  {
    auto process = launch(broken);
    wait_for_games(folder, "b.pgn", 11);
    kill(static_cast<pid_t>(process.id()), SIGINT);
    const Outcome outcome = finish(process);
    EXPECT_EQ(outcome.code, 128 + SIGINT);
    EXPECT_THAT(outcome.err, HasSubstr("To go on: grandee-match --engine "));
    EXPECT_THAT(outcome.err, HasSubstr(" --resume\n"));
    EXPECT_EQ(Json::parse(folder.read("b.json"))["status"], "stopped");
  }
  EXPECT_EQ(living(folder.file("marker")), 0);
  const auto before_kill = games_of(folder.read("b.pgn")).size();
  EXPECT_GE(before_kill, 11u);
  EXPECT_LT(before_kill, 60u);
  {
    auto process = launch(broken + std::vector<std::string>{"--resume"});
    wait_for_games(folder, "b.pgn", 31);
    kill(static_cast<pid_t>(process.id()), SIGKILL);
    EXPECT_EQ(finish(process).code, -SIGKILL);
  }
  for (int i = 0; i < 500 && living(folder.file("marker")) > 0; ++i)
    std::this_thread::sleep_for(10ms);
  EXPECT_EQ(living(folder.file("marker")), 0);
  EXPECT_GE(count(folder.read("b.pgn"), "[GameNumber "), 31);
  // The worst moment to be killed: while a game is written.
  std::ofstream(folder.file("b.pgn"), std::ios::app)
      << "[Event \"x\"]\n[GameNumber \"60\"]\n\n1. d4 d";
  const Outcome resumed = run(broken + std::vector<std::string>{"--resume"});
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr("Resumed after "));

  EXPECT_EQ(games_of(folder.read("b.pgn")), games_of(folder.read("a.pgn")));
  EXPECT_EQ(games_of(folder.read("b.pgn")).size(), 60u);
  EXPECT_EQ(Json::parse(folder.read("b.json")), Json::parse(folder.read("a.json")));

  // Nothing is left to play; other games are not mixed in; a longer match goes on.
  EXPECT_EQ(run(broken + std::vector<std::string>{"--resume"}).code, 0);
  EXPECT_EQ(games_of(folder.read("b.pgn")).size(), 60u);
  auto other = broken + std::vector<std::string>{"--resume"};
  std::replace(other.begin(), other.end(), std::string("100"), std::string("200"));
  const Outcome refused = run(other);
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("can't resume"));
  auto longer = broken + std::vector<std::string>{"--resume"};
  std::replace(longer.begin(), longer.end(), std::string("60"), std::string("64"));
  EXPECT_EQ(run(longer).code, 0);
  EXPECT_EQ(games_of(folder.read("b.pgn")).size(), 64u);
}

// Else both play the games that are missing, into one file.
TEST(MatchProgram, ASecondProcessKeepsOffTheFirstOnesGames) {
  const TestFolder folder;
  auto match = players() + plan(2) + std::vector<std::string>{"--pgn", folder.file("m.pgn")};
  ASSERT_EQ(run(match).code, 0);
  const std::string games = folder.read("m.pgn");
  const auto lock = tools::WriterLock::take(folder.file("m.pgn"));
  ASSERT_TRUE(lock) << lock.error();
  for (const char* more : {"--recover", "--resume"}) {
    const Outcome second = run(match + std::vector<std::string>{more});
    EXPECT_EQ(second.code, 2);
    EXPECT_THAT(second.err, HasSubstr("m.pgn' is being written by another process"));
  }
  EXPECT_EQ(folder.read("m.pgn"), games);
}

TEST(MatchProgram, AnEarlierMatchIsKept) {
  const TestFolder folder;
  const auto match = players() + plan(2) + std::vector<std::string>{"--pgn", folder.file("m.pgn")};
  EXPECT_EQ(run(match).code, 0);
  const std::string first = folder.read("m.pgn");
  const Outcome second = run(match);
  EXPECT_EQ(second.code, 0);
  EXPECT_THAT(second.err, HasSubstr("m.pgn.1"));
  EXPECT_EQ(folder.read("m.pgn.1"), first);
  EXPECT_EQ(games_of(folder.read("m.pgn")).size(), 2u);
}

TEST(MatchProgram, ACrashStopsTheMatchUnlessItMayRecover) {
  const TestFolder folder;
  const auto engines = players("--seed 1", "--seed 2 --fault abort");
  const std::vector<std::string> files = {"--pgn", folder.file("m.pgn"), "--json",
                                          folder.file("m.json")};
  const Outcome stopped = run(engines + plan(10) + files);
  EXPECT_EQ(stopped.code, 3);
  EXPECT_THAT(stopped.err, HasSubstr("crash: signal 6"));
  EXPECT_THAT(stopped.err, HasSubstr("To go on: "));
  Json json = Json::parse(folder.read("m.json"));
  EXPECT_EQ(json["games"], 1);
  EXPECT_EQ(json["crashes"], 1);
  EXPECT_EQ(json["wins"], 1);
  EXPECT_EQ(json["status"], "engine failure");
  EXPECT_EQ(folder.read("m.pgn.game1.stderr"), "stack trace: evaluate() at eval.cpp:42\n");
  EXPECT_THAT(folder.read("m.pgn"), HasSubstr("[ErrorOutput \"m.pgn.game1.stderr\"]"));

  const Outcome recovered =
      run(engines + plan(10) + files + std::vector<std::string>{"--resume", "--recover"});
  EXPECT_EQ(recovered.code, 0) << recovered.err;
  json = Json::parse(folder.read("m.json"));
  EXPECT_EQ(json["games"], 10);
  EXPECT_EQ(json["crashes"], 10);
  EXPECT_EQ(json["engines"][1]["losses_by"]["crash"], 10);
}

TEST(MatchProgram, AKilledEngineConcernsOnlyItsGame) {
  const TestFolder folder;
  const auto engines =
      players("--seed 1", "--seed 2 --think 1 --fault kill --at 5 --once " + folder.file("once"));
  const Outcome outcome =
      run(engines + plan(24) +
          std::vector<std::string>{"--concurrency", "4", "--recover", "--json",
                                   folder.file("m.json"), "--pgn", folder.file("m.pgn")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(folder.read("m.json"));
  EXPECT_EQ(json["games"], 24);
  EXPECT_EQ(json["crashes"], 1);
  EXPECT_EQ(json["stalls"], 0);
}

TEST(MatchProgram, EachTimeLossIsCountedOnce) {
  const TestFolder folder;
  const Outcome outcome = run({"--engine", stub("A", "--seed 1", "tc=60"), "--engine",
                               stub("B", "--seed 2 --fault sleep --pause 300", "tc=0.1"), "--games",
                               "10", "--random-plies", "4", "--concurrency", "5", "--json",
                               folder.file("m.json"), "--pgn", folder.file("m.pgn")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(folder.read("m.json"));
  EXPECT_EQ(json["time_losses"], 10);
  EXPECT_EQ(json["games"], 10);
  EXPECT_EQ(json["wins"], 10);
  EXPECT_EQ(count(folder.read("m.pgn"), "[Termination \"time forfeit\"]"), 10);
  EXPECT_THAT(outcome.out, HasSubstr("B: 10 lost by time forfeit"));
}

TEST(MatchProgram, AnEngineThatCannotStartIsAFailure) {
  const Outcome silent =
      run(players("--fault no-uciok") + plan(4) + std::vector<std::string>{"--startup", "0.3"});
  EXPECT_EQ(silent.code, 3);
  EXPECT_THAT(silent.err, HasSubstr("engine A: start-up failed: no uciok within 0.3 s"));
  const Outcome unready = run(players("--seed 1", "--fault no-readyok") + plan(4) +
                              std::vector<std::string>{"--startup", "0.3", "--recover"});
  EXPECT_EQ(unready.code, 3);
  EXPECT_THAT(unready.err, HasSubstr("engine B: start-up failed: no readyok"));
  const Outcome missing =
      run({"--engine", "name=A cmd=/nowhere", "--engine", stub("B", ""), "--nodes", "5"});
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.err, HasSubstr("engine A: can't start '/nowhere': No such file"));
}

TEST(MatchProgram, TheTestStopsTheMatch) {
  const TestFolder folder;
  const std::vector<std::string> test = {"--sprt", "elo0=0", "elo1=50", "--json",
                                         folder.file("m.json")};
  // One side resigns to the other in every game: H1 from one view, H0 from the other.
  const std::string resigner = "--xboard --fault resign --at 1";
  const std::string good = stub("A", "--seed 1", "depth=1");
  const std::string bad = stub("B", resigner, "proto=xboard depth=1");
  const std::vector<std::string> games = {"--games", "1000", "--random-plies", "4", "--seed", "1"};
  const Outcome accepted =
      run(std::vector<std::string>{"--engine", good, "--engine", bad} + games + test);
  EXPECT_EQ(accepted.code, 0) << accepted.err;
  Json json = Json::parse(folder.read("m.json"));
  EXPECT_EQ(json["sprt"]["verdict"], "H1");
  EXPECT_EQ(json["status"], "H1 accepted");
  EXPECT_LT(json["games"], 200);
  EXPECT_GT(json["llr"], 2.94);
  const Outcome rejected =
      run(std::vector<std::string>{"--engine", bad, "--engine", good} + games + test);
  EXPECT_EQ(rejected.code, 1) << rejected.err;
  json = Json::parse(folder.read("m.json"));
  EXPECT_EQ(json["sprt"]["verdict"], "H0");
}

TEST(MatchProgram, WarnsOfGamesThatAreCopies) {
  const Outcome reused =
      run(players() + std::vector<std::string>{"--nodes", "100", "--games", "6", "--max-moves", "5",
                                               "--seed", "1"});
  EXPECT_EQ(reused.code, 0);
  EXPECT_THAT(reused.err, HasSubstr("Warning: A and B always play the same from the same opening, "
                                    "and 3 pairs share 1 opening: repeated games are copies"));
  EXPECT_THAT(reused.out, HasSubstr("4 of the games are copies of other ones"));
  const Outcome same = run(players("--seed 1", "--seed 1") + plan(4));
  EXPECT_THAT(same.err, HasSubstr("every pair will be split"));
  EXPECT_THAT(same.out, HasSubstr("Ptnml(0-2): [0, 0, 2, 0, 0]"));
}

TEST(MatchProgram, PlaysTournaments) {
  const TestFolder folder;
  const std::vector<std::string> three = {"--engine", stub("A", "--seed 1"),
                                          "--engine", stub("B", "--seed 2"),
                                          "--engine", stub("C", "--seed 3")};
  const std::vector<std::string> files = {
      "--json", folder.file("m.json"), "--pgn", folder.file("m.pgn"), "--concurrency", "2"};
  EXPECT_EQ(run(three + plan(5) + files).code, 0);
  Json json = Json::parse(folder.read("m.json"));
  EXPECT_EQ(json["planned"], 15);
  ASSERT_EQ(json["pairings"].size(), 3u);
  for (const Json& pairing : json["pairings"]) EXPECT_EQ(pairing["games"], 5);
  for (const Json& engine : json["engines"]) EXPECT_EQ(engine["games"], 10);
  EXPECT_EQ(games_of(folder.read("m.pgn")).size(), 15u);
  const Outcome gauntlet =
      run(three + plan(4) + files + std::vector<std::string>{"--tournament", "gauntlet"});
  EXPECT_EQ(gauntlet.code, 0);
  json = Json::parse(folder.read("m.json"));
  EXPECT_EQ(json["planned"], 8);
  EXPECT_EQ(json["engines"][0]["games"], 8);
  EXPECT_EQ(json["engines"][2]["games"], 4);
  EXPECT_THAT(gauntlet.out, HasSubstr("Rank Name"));
  const Outcome ladder =
      run(three + plan(4) + files + std::vector<std::string>{"--tournament", "ladder"});
  EXPECT_EQ(ladder.code, 0);
  json = Json::parse(folder.read("m.json"));
  EXPECT_EQ(json["planned"], 8);
  ASSERT_EQ(json["pairings"].size(), 2u);
  EXPECT_EQ(json["pairings"][1]["first"], "B");
  EXPECT_EQ(json["pairings"][1]["second"], "C");
  EXPECT_THAT(ladder.out, AllOf(HasSubstr("B over A"), HasSubstr("C over B")));
}

TEST(MatchProgram, MeasuresSpeed) {
  const TestFolder folder;
  folder.write("two.epd",
               std::string(kStartFen) + "\n" + "4k5/10/10/10/10/10/10/10/5R4/4K5 w - - 0 1\n");
  const std::vector<std::string> words = {"speed",
                                          "--engine",
                                          stub("A", "--seed 1"),
                                          "--engine",
                                          stub("B", "--seed 2"),
                                          "--nodes",
                                          "100",
                                          "--runs",
                                          "3",
                                          "--book",
                                          folder.file("two.epd")};
  const Outcome table = run(words);
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("2 positions of two.epd, 3 runs, 100 nodes"));
  const Outcome summary = run(words + std::vector<std::string>{"--json", "-"});
  const Json json = Json::parse(summary.out);
  ASSERT_EQ(json.size(), 2u);
  for (const Json& engine : json) {
    EXPECT_EQ(engine["nodes"], 600);
    EXPECT_GT(engine["seconds"], 0);
    EXPECT_GT(engine["mean_seconds"], 0);
  }
  EXPECT_THAT(run({"speed", "--nodes", "1", "--book", folder.file("two.epd")}).err,
              HasSubstr("--engine is missing"));
  const Outcome failed = run({"speed", "--engine", stub("A", "--fault exit3 --at 1"), "--nodes",
                              "100", "--book", folder.file("two.epd")});
  EXPECT_EQ(failed.code, 3);
  EXPECT_THAT(failed.err, HasSubstr("A: "));
}

TEST(MatchProgram, AConfigurationFileSaysTheSame) {
  const TestFolder folder;
  const Json config = {{"engines",
                        {{{"name", "A"},
                          {"cmd", stub_program()},
                          {"args", {"--seed", "1"}},
                          {"options", {{"Hash", 32}}}},
                         {{"name", "B"}, {"cmd", stub_program()}, {"args", "--seed 2"}}}},
                       {"nodes", 100},
                       {"games", 4},
                       {"random-plies", 6},
                       {"seed", 5},
                       {"max-moves", 20},
                       {"recover", true},
                       {"resume", false},
                       {"draw", {{"movenumber", 30}, {"score", 5}}},
                       {"json", folder.file("c.json")}};
  folder.write("match.json", config.dump());
  const Outcome from_file = run({"--config", folder.file("match.json")});
  EXPECT_EQ(from_file.code, 0) << from_file.err;
  const Outcome from_line =
      run(players() + plan(4) +
          std::vector<std::string>{"--json", folder.file("l.json"), "--recover", "--draw",
                                   "movenumber=30,score=5"});
  EXPECT_EQ(from_line.code, 0) << from_line.err;
  EXPECT_EQ(folder.read("c.json"), folder.read("l.json"));
  // The command line has the last word.
  EXPECT_EQ(run({"--config", folder.file("match.json"), "--games=2"}).code, 0);
  EXPECT_EQ(Json::parse(folder.read("c.json"))["games"], 2);
  folder.write("bad.json", R"({"games": 2, "gamse": 3})");
  const Outcome bad = run({"--config", folder.file("bad.json")});
  EXPECT_EQ(bad.code, 2);
  EXPECT_THAT(bad.err, HasSubstr("--gamse"));
}

TEST(MatchProgram, RefusesWhatMakesNoSense) {
  const auto error = [](const std::vector<std::string>& arguments) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_THAT(error(players()), HasSubstr("no limit: give --tc"));
  EXPECT_THAT(error({"--engine", stub("A", ""), "--nodes", "5"}), HasSubstr("two engines or more"));
  EXPECT_THAT(error(players() + std::vector<std::string>{"--tc", "fast"}), HasSubstr("'fast'"));
  EXPECT_THAT(error(players() + plan(2) + std::vector<std::string>{"--book", "/nowhere.epd"}),
              HasSubstr("--random-plies"));
  EXPECT_THAT(error(players() + std::vector<std::string>{"--nodes", "5", "--book", "/nowhere.epd"}),
              HasSubstr("/nowhere.epd"));
  EXPECT_THAT(error(players() + plan(2) + std::vector<std::string>{"--sprt", "elo0=5,elo1=0"}),
              HasSubstr("not below"));
  for (const std::vector<std::string>& bad : std::vector<std::vector<std::string>>{
           {"--movetime", "-5"},
           {"--movetime", "nan"},
           {"--nodes", "0"},
           {"--nodes", "-1"},
           {"--depth", "0"},
           {"--nodes", "5", "--book-start", "2"},
           {"--nodes", "5", "--margin", "-1"},
           {"--nodes", "5", "--seed", "-1"},
           {"--nodes", "5", "--json", "/nowhere/x.json"},
           {"--nodes", "5", "--pgn", "/tmp/grandee-same", "--json", "/tmp/grandee-same"}})
    EXPECT_THAT(error(players() + bad), HasSubstr(bad[bad.size() - 2])) << bad.back();
  EXPECT_THAT(
      error({"--engine", stub("A", "", "nodes=-3"), "--engine", stub("B", ""), "--nodes", "1"}),
      HasSubstr("more than 0"));
  EXPECT_THAT(error({"stats", "--wdl", "5,-1,2"}), HasSubstr("'-1'"));
  EXPECT_THAT(error({"--engine", "name=A", "--engine", "cmd=b", "--nodes", "1"}),
              HasSubstr("cmd is missing"));
  EXPECT_THAT(
      error({"--engine", stub("A", "", "color=blue"), "--engine", stub("B", ""), "--nodes", "1"}),
      HasSubstr("unknown key 'color'"));
  EXPECT_THAT(
      error({"--engine", stub("A", "", "proto=xboard"), "--engine", stub("B", ""), "--nodes", "1"}),
      HasSubstr("XBoard has no limit of nodes"));
}

TEST(MatchProgram, NamesThatAreNoUtf8EndNothing) {
  const Outcome outcome =
      run({"--engine", stub("M\xFCller", ""), "--engine", stub("B", ""), "--nodes", "5", "--games",
           "2", "--random-plies", "4", "--json", "-"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("M\xEF\xBF\xBDller"));
}

TEST(MatchProgram, CountsAloneGiveTheSameFigures) {
  const Outcome outcome =
      run({"stats", "--ptnml", "34,54,63,64,75", "--sprt", "elo0=0,elo1=5", "--json", "-"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_NEAR(json["nelo"].get<double>(), 57.94, 0.005);
  EXPECT_EQ(json["games"], 580);
  EXPECT_EQ(json["sprt"]["verdict"], "undecided");
  EXPECT_NEAR(json["llr"].get<double>(), Sprt{}.llr({34, 54, 63, 64, 75}), 1e-9);
  EXPECT_EQ(run({"stats", "--ptnml", "1,2,3"}).code, 2);
  EXPECT_EQ(run({"stats"}).code, 2);
}

}  // namespace
}  // namespace grandee::match
