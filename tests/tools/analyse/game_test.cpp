// grandee-analyse game as a user runs it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "board/notation.hpp"
#include "tests/tools/run_program.hpp"
#include "tools/common/pgn.hpp"
#include "tools/common/text_file.hpp"

namespace grandee::analyse {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string kTwoGames = GRANDEE_TEST_DATA "/cutechess-grand-2games.pgn";
// A bare king against a queen: Black is mated or mates.
const std::string kWhiteMates = "k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 0 1";
const std::string kBlackMates = "6q3/10/10/10/10/10/3k6/10/10/K9 b - - 0 1";

class Game : public test::ProgramTest {
 protected:
  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, const std::string& text) const {
    test::write_file(folder_ / name, text);
  }
  // `game --check` of a text; the list of games.
  json check(const std::string& pgn, int code = 0, std::vector<std::string> options = {}) const {
    write("in.pgn", pgn);
    std::vector<std::string> command = {"grandee-analyse", "game",   "--check",
                                        "in.pgn",          "--json", "-"};
    command.insert(command.end(), options.begin(), options.end());
    const auto checked = run(command);
    EXPECT_EQ(checked.code, code) << checked.err;
    return json::parse(checked.out);
  }
  json annotate(const std::string& pgn, const std::string& nodes,
                std::vector<std::string> options = {}) const {
    write("in.pgn", pgn);
    std::vector<std::string> command = {"grandee-analyse", "game",  "in.pgn", "--nodes", nodes,
                                        "--out",           "o.pgn", "--json", "o.json"};
    command.insert(command.end(), options.begin(), options.end());
    const auto done = run(command);
    EXPECT_EQ(done.code, 0) << done.err;
    return json::parse(test::read_file(folder_ / "o.json"));
  }
  std::vector<tools::PgnGame> read(const std::string& name) const {
    const std::string text = test::read_file(folder_ / name);
    std::vector<tools::PgnGame> games;
    tools::PgnReader reader(text);
    while (auto game = reader.next()) {
      EXPECT_TRUE(*game) << game->error();
      if (*game) games.push_back(**game);
    }
    return games;
  }
};

TEST_F(Game, CheckTellsWhatWasRead) {
  // Field report A12: two-digit ranks.
  json games =
      check("[FEN \"R9/10/3k6/10/10/10/10/5K4/10/R9 w - - 0 1\"]\n\n1. R10a5 Kd7 2. R1a4 *\n");
  ASSERT_EQ(games.size(), 1u);
  EXPECT_EQ(games[0]["moves"], (json{"a10a5", "d8d7", "a1a4"}));
  EXPECT_EQ(games[0]["san"], (json{"R10a5", "Kd7", "R1a4"}));
  // A13: superfluous disambiguation is not written again.
  games = check("1. Nb2a4 *\n\n1. Nba4 *\n\n1. Na4 *\n");
  ASSERT_EQ(games.size(), 3u);
  for (const json& game : games) {
    EXPECT_EQ(game["moves"], json{"b2a4"});
    EXPECT_EQ(game["san"], json{"Na4"});
  }
  // D13: a comment without a score.
  games = check("1. d5 {+0.31/8 0.02s} d6 {0/1 8 40000} 2. c5 {-M3/9} *");
  EXPECT_EQ(games[0]["eval"], (json{{{"cp", 31}}, nullptr, {{"mate", -3}}}));
  // D14: no phantom en-passant square hides the threefold.
  games = check("1. d5 Na7 2. Na4 Nb9 3. Nb2 Na7 4. Na4 Nb9 5. Nb2 *");
  EXPECT_EQ(games[0]["outcome"], "threefold repetition");
  EXPECT_EQ(games[0]["facts"].back(), (json{{"ply", 9}, {"fact", "threefold repetition"}}));
  EXPECT_THAT(games[0]["final"].get<std::string>(), HasSubstr(" b - - 8 5"));
  // D16: the main line among variations.
  games = check("1. d5 $1 (1. e5 (1. f5 f6) 1... e6) 1... d6!? {+0.1/8 20} 2. c5 *");
  EXPECT_EQ(games[0]["moves"], (json{"d3d5", "d8d6", "c3c5"}));
}

TEST_F(Game, CheckGoesOnBehindBrokenAndAmbiguousGames) {
  const std::string pgn =
      "[Event \"a\"]\n\n1. d5 zz 1-0\n\n[Event \"b\"]\n\n1. d4 d6 *\n\n[Event \"c\"]\n\n1. d5 *\n";
  const json games = check(pgn, 1);
  ASSERT_EQ(games.size(), 3u);
  EXPECT_THAT(games[0]["error"].get<std::string>(),
              HasSubstr("line 3: move 'zz' names no square (game 1, Black's move 1)"));
  EXPECT_EQ(games[0]["tags"]["Event"], "a");
  EXPECT_EQ(games[0]["moves"], json::array());
  EXPECT_THAT(games[1]["error"].get<std::string>(), HasSubstr("ambiguous: White's move 1, 'd4'"));
  EXPECT_FALSE(games[2].contains("error"));
  EXPECT_EQ(games[2]["game"], 3);
  // Forced they are read.
  const json forced = check(pgn, 1, {"--ranks", "0"});
  EXPECT_EQ(forced[1]["moves"], (json{"d3d5", "d8d7"}));
  EXPECT_EQ(forced[1]["ranks"], "0-9");
  EXPECT_EQ(check(pgn, 1, {"--ranks", "1", "--letters", "mc"})[1]["letters"], "MC");
  EXPECT_EQ(run({"grandee-analyse", "game", "--check", "nowhere.pgn"}).code, 2);
}

TEST_F(Game, AnnotatesTheTwoGamesOfCutechess) {
  const std::string text = test::read_file(kTwoGames);
  const json games = annotate(text, "3000", {"--threads", "2"});
  ASSERT_EQ(games.size(), 2u);
  const auto annotated = read("o.pgn");
  ASSERT_EQ(annotated.size(), 2u);
  tools::PgnReader original(text);
  for (std::size_t g = 0; g < 2; ++g) {
    const auto before = original.next();
    ASSERT_TRUE(before && *before);
    const auto& moves = (*before)->line.moves;
    ASSERT_EQ(annotated[g].line.moves.size(), moves.size());
    ASSERT_EQ(games[g]["eval"].size(), moves.size());
    std::size_t evals = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const tools::PgnMove& move = annotated[g].line.moves[i];
      EXPECT_EQ(move.move, moves[i].move);
      EXPECT_EQ(games[g]["moves"][i], to_uci(moves[i].move));
      // What stood there stays.
      EXPECT_THAT(move.comment, HasSubstr(moves[i].comment));
      evals += move.comment.find("[%eval ") != std::string::npos;
      EXPECT_THAT(move.comment, HasSubstr("[%emt 0:00:0"));
      const bool judged = games[g]["analysis"][i]["glyph"] != "";
      EXPECT_EQ(!move.glyphs.empty(), judged);
      EXPECT_EQ(!move.variations.empty(), judged);
    }
    // Only the mate on the board has none.
    EXPECT_EQ(evals, moves.size() - 1);
    for (const char* tag : {"White", "Black", "Result", "TimeControl"})
      EXPECT_EQ(*annotated[g].tag(tag), *(*before)->tag(tag));
    EXPECT_THAT(*annotated[g].tag("Annotator"), HasSubstr("Grandee"));
  }
  EXPECT_EQ(games[0]["eval"].back(), (json{{"mate", 0}}));
  EXPECT_EQ(games[0]["phases"][0]["phase"], "opening");
  // The loser of a game threw more away.
  EXPECT_GT(games[0]["white"]["average_loss"], games[0]["black"]["average_loss"]);
}

TEST_F(Game, ResultsDependNeitherOnThreadsNorOnInterruptions) {
  const std::string text = test::read_file(kTwoGames);
  const json first = annotate(text, "500", {"--threads", "1"});
  EXPECT_EQ(annotate(text, "500", {"--threads", "3"}), first);
}

TEST_F(Game, MatesAreWhites) {
  // Field report D17: who mates can be told.
  const json games = annotate(
      "[FEN \"" + kBlackMates + "\"]\n\n1... Kc5 *\n\n[FEN \"" + kWhiteMates + "\"]\n\n1. Kc8 *\n",
      "300000");
  EXPECT_LT(games[0]["eval"][0]["mate"], 0);
  EXPECT_GT(games[1]["eval"][0]["mate"], 0);
  const std::string pgn = test::read_file(folder_ / "o.pgn");
  EXPECT_THAT(pgn, HasSubstr("[%eval #-"));
  const auto help = run({"grandee-analyse", "game", "--help"});
  EXPECT_THAT(help.out, HasSubstr("#-3 is a mate in 3 by Black"));
}

TEST_F(Game, TheHistoryIsKnownToTheSearch) {
  // Field report B19: the drawn ply is labelled, and its score is a draw's though White is a queen
  // up.
  const std::string shuffle = "1. Qg2 Ka9 2. Qg1 Ka10 3. Qg2 Ka9 4. Qg1 Ka10 *";
  const json games = annotate("[FEN \"" + kWhiteMates + "\"]\n\n" + shuffle + "\n", "2000");
  EXPECT_EQ(games[0]["eval"][7], (json{{"cp", 0}}));
  EXPECT_NE(games[0]["eval"][3], (json{{"cp", 0}}));
  EXPECT_EQ(games[0]["outcome"], "threefold repetition");
  EXPECT_THAT(read("o.pgn")[0].line.moves[7].comment, HasSubstr("Threefold repetition."));
  // Fifty moves: the 100th ply is labelled too.
  const json fifty =
      annotate("[FEN \"k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 98 60\"]\n\n1. Qg2 Ka9 *", "2000");
  EXPECT_EQ(fifty[0]["facts"], (json{{{"ply", 2}, {"fact", "fifty-move rule"}}}));
  EXPECT_EQ(fifty[0]["eval"][1], (json{{"cp", 0}}));
}

TEST_F(Game, JudgementsFollowTheLimits) {
  const std::string text = test::read_file(kTwoGames);
  const auto count = [](const json& games) {
    std::map<std::string, int> glyphs;
    for (const json& game : games)
      for (const json& move : game["analysis"]) {
        ++glyphs[move["glyph"].get<std::string>()];
        const double loss = move["loss"];
        EXPECT_GE(loss, 0);
        EXPECT_LE(loss, 1);
      }
    return glyphs;
  };
  auto usual = count(annotate(text, "2000"));
  auto strict = count(annotate(
      text, "2000", {"--inaccuracy", "1", "--mistake", "2", "--blunder", "3", "--restart"}));
  EXPECT_GT(strict["??"], usual["??"]);
  auto lenient = count(annotate(
      text, "2000", {"--inaccuracy", "99", "--mistake", "99.5", "--blunder", "100", "--restart"}));
  EXPECT_EQ(lenient["?!"] + lenient["?"], 0);
  EXPECT_EQ(run({"grandee-analyse", "game", "in.pgn", "--blunder", "3"}).code, 2);
}

TEST_F(Game, AnnotatingAgainChangesNothing) {
  annotate("1. d5 {[%clk 0:01:00] a plan} d6 2. c5 {$ [%eval 9.99]} *", "1000");
  const std::string once = test::read_file(folder_ / "o.pgn");
  EXPECT_THAT(once, HasSubstr("[%clk 0:01:00] a plan"));
  EXPECT_THAT(once, Not(HasSubstr("9.99")));
  annotate(once, "1000");
  EXPECT_EQ(test::read_file(folder_ / "o.pgn"), once);
}

TEST_F(Game, KilledItGoesOnWhereItStopped) {
  const std::string text = test::read_file(kTwoGames);
  write("in.pgn", text);
  const json straight = annotate(text, "20000", {"--threads", "2"});
  const std::vector<std::string> command = {"grandee-analyse", "game",      "in.pgn", "--nodes",
                                            "20000",           "--out",     "k.pgn",  "--json",
                                            "k.json",          "--threads", "2"};
  const auto lines = [this] {
    const std::string journal = test::read_file(folder_ / "k.pgn.journal");
    return std::count(journal.begin(), journal.end(), '\n');
  };
  // Twice killed, once asked to stop.
  std::int64_t before = 0;
  for (const int signal : {SIGKILL, SIGTERM, SIGKILL}) {
    const pid_t child = start(command);
    while (lines() < before + 20) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    kill(child, signal);
    const auto ended = finish(child);
    if (signal == SIGTERM) {
      EXPECT_EQ(ended.code, 128 + SIGTERM);
      EXPECT_THAT(ended.err, HasSubstr("The same command goes on from here"));
    }
    before = lines();
  }
  // The writer died within a line.
  const std::string journal = test::read_file(folder_ / "k.pgn.journal");
  test::write_file(folder_ / "k.pgn.journal", journal + "{\"id\":1");
  std::multiset<std::size_t> searched;
  for (const std::string_view line : tools::split_lines(journal)) {
    const json entry = json::parse(line);
    if (entry.contains("id")) searched.insert(entry["id"].get<std::size_t>());
  }
  EXPECT_EQ(searched.size(), std::set(searched.begin(), searched.end()).size());
  // Another job does not take it for its own.
  auto other = command;
  other[4] = "30000";
  EXPECT_EQ(run(other).code, 2);
  const auto resumed = run(command);
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr("Going on: " + std::to_string(searched.size()) + " of "));
  EXPECT_EQ(json::parse(test::read_file(folder_ / "k.json")), straight);
  EXPECT_EQ(test::read_file(folder_ / "k.pgn"), test::read_file(folder_ / "o.pgn"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "k.pgn.journal"));
}

}  // namespace
}  // namespace grandee::analyse
