// The XBoard protocol over a real pipe: field reports (named by their numbers) and what else its
// description asks of an engine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "engine_process.hpp"

namespace grandee::test {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

const std::string kMateInThree = "k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 0 1";

class XBoardProcess : public EngineProcess {
 public:
  XBoardProcess() {
    send("xboard\nprotover 2");
    wait_for("feature done=1");
    send("new\nvariant grand");
  }
  // All lines that come before the answer to a ping.
  std::vector<std::string> ping() {
    const std::string number = std::to_string(++pings_);
    send("ping " + number);
    return up_to("pong " + number);
  }
  std::vector<std::string> up_to(std::string_view prefix) {
    std::vector<std::string> found;
    while (true) {
      const std::string line = wait_for("");
      if (starts_with(line, prefix) || testing::Test::HasFailure()) return found;
      found.push_back(line);
    }
  }
  // The engine's move, in the game of which these are the moves so far.
  std::string move() {
    const std::string line = wait_for("move ");
    return line.substr(std::min<std::size_t>(line.size(), 5));
  }

 private:
  int pings_ = 0;
};

Position after(Position position, std::initializer_list<std::string> moves) {
  for (const std::string& text : moves) position.make(*parse_uci(position, text, RankBase::Zero));
  return position;
}

bool is_legal(const Position& position, const std::string& text) {
  return parse_uci(position, text, RankBase::Zero).has_value();
}

TEST(XBoardRows, A14_FeaturesComeInOneGoAndEndWithDone) {
  EngineProcess engine;
  engine.send("xboard\nprotover 2");
  engine.wait_for("feature done=1");
  const auto lines = engine.lines();
  EXPECT_THAT(lines, Each(StartsWith("feature ")));
  EXPECT_EQ(lines.back(), "feature done=1");
  for (const char* feature : {"ping=1", "setboard=1", "usermove=1", "san=0", "variants=\"grand\"",
                              "colors=0", "sigint=0", "analyze=1", "memory=1", "smp=1", "exclude=1",
                              "reuse=1", "name=1", "debug=1", "playother=1", "myname=\"Grandee"})
    EXPECT_THAT(lines, Contains(HasSubstr(std::string(" ") + feature))) << feature;
  EXPECT_THAT(lines, Contains(StartsWith("feature option=\"MultiPV -spin 1 1 ")));
  // These have commands of their own.
  for (const char* name : {"Hash", "Threads", "UCI_Variant", "Ponder"})
    EXPECT_THAT(lines, Not(Contains(StartsWith(std::string("feature option=\"") + name + " -"))));
}

TEST(XBoardRows, TheFirstCommandTellsTheProtocol) {
  EngineProcess engine;
  engine.send("\nuci");
  engine.wait_for("uciok");
}

TEST(XBoardRows, A02_AnEnPassantCaptureAfterEitherFormOfFen) {
  XBoardProcess engine;
  const std::string board = "r8r/1nbqkcabn1/pppppp1pp1/9p/5Pp3/10/10/PPPPP1PPPP/1NBQKCABN1/R8R";
  engine.send("force");
  for (const char* rest : {" w - g7 0 3", " w - g6 0 3", "[] w g6 0 3"}) {
    engine.send("setboard " + board + rest + "\nusermove f5g6");
    EXPECT_THAT(engine.ping(), IsEmpty()) << rest;
    engine.send("usermove f5g6");
    EXPECT_THAT(engine.ping(), ElementsAre("Illegal move: f5g6"));
  }
}

TEST(XBoardRows, A03_NoMoveShowsRankTen) {
  XBoardProcess engine;
  engine.send("post\nsd 7\nusermove d2d4");
  const std::string move = engine.move();
  EXPECT_TRUE(is_legal(after(Position(), {"d2d4"}), move)) << move;
  engine.send("force\nsetboard 10/P9/10/10/10/1r8/10/3k6/9r/K9 w - - 0 1\nsd 5\ngo");
  EXPECT_THAT(engine.move(), StartsWith("a8a9"));
  for (const std::string& line : engine.lines())
    EXPECT_FALSE(std::regex_search(line, std::regex("[a-j]10"))) << line;
}

TEST(XBoardRows, A22_UndoAfterSetboardIsRefused) {
  XBoardProcess engine;
  engine.send("force\nsetboard " + std::string(kStartFen) + "\nundo\nundo\nremove\nusermove d2d4");
  EXPECT_THAT(engine.ping(), ElementsAre("Error (command not legal now): undo",
                                         "Error (command not legal now): undo",
                                         "Error (command not legal now): remove"));
}

TEST(XBoardRows, A23_RemoveTakesBackTwoPlies) {
  XBoardProcess engine;
  engine.send("sd 3\nusermove d2d4");
  engine.move();
  engine.send("remove\nusermove e2e4");
  const std::string answer = engine.move();
  EXPECT_TRUE(is_legal(after(Position(), {"e2e4"}), answer)) << answer;
  EXPECT_THAT(filter(engine.lines(), "Illegal"), IsEmpty());
}

TEST(XBoardRows, A24_AMateIsToldAsSuch) {
  XBoardProcess engine;
  engine.send("force\nsetboard " + kMateInThree + "\npost\nsd 12\ngo");
  const auto lines = engine.up_to("move ");
  ASSERT_FALSE(lines.empty());
  EXPECT_THAT(lines.back(), StartsWith("12 100003 "));
}

TEST(XBoardRows, A25_AFractionalIncrementAndLevelsSentAgain) {
  XBoardProcess engine;
  engine.send("level 0 0:05 0.05\ntime 500\notim 500\ngo");
  EXPECT_TRUE(is_legal(Position(), engine.move()));
  engine.send("level 0 0:04 0.05\ntime 400\notim 400");
  EXPECT_THAT(engine.ping(), IsEmpty());
}

TEST(XBoardRows, BadValuesAreErrorsThatNameThem) {
  XBoardProcess engine;
  for (const char* line : {"level 40",       "level x 5 0",   "st fast",     "sd x",
                           "time x",         "otim",          "nps x",       "memory 0",
                           "memory x",       "cores 0",       "cores 99999", "option MultiPV=0",
                           "option MultiPV", "option Foo=1",  "option",      "exclude a1a9",
                           "include zz",     "variant chess", "foo",         "edit"}) {
    engine.send(line);
    EXPECT_THAT(engine.ping(), ElementsAre(AllOf(StartsWith("Error ("), HasSubstr(line)))) << line;
  }
  engine.send("sd 2\ngo");
  EXPECT_TRUE(is_legal(Position(), engine.move()));
}

TEST(XBoardRows, OptionsAreTaken) {
  XBoardProcess engine;
  engine.send("memory 4\ncores 2\noption MultiPV=2\noption Clear Hash\noption move overhead=20");
  EXPECT_THAT(engine.ping(), IsEmpty());
  engine.send("post\nsd 3\ngo");
  const auto lines = engine.up_to("move ");
  EXPECT_EQ(filter(lines, "3 ").size(), 2u);
}

TEST(XBoardRows, IllegalMovesAndPositionsAreNamed) {
  XBoardProcess engine;
  engine.send("force\nusermove d3d5\nd2d5\nusermove\nusermove d2d4\nd7d5");
  EXPECT_THAT(engine.ping(),
              ElementsAre("Illegal move: d3d5", "Illegal move: d2d5", "Illegal move: "));
  engine.send("setboard 10/10/10/10/10/10/10/10/10/10 w - - 0 1\nusermove d2d4\ngo");
  EXPECT_THAT(engine.ping(), ElementsAre(StartsWith("tellusererror Illegal position"),
                                         StartsWith("Illegal move (no legal position)"),
                                         StartsWith("Error (no legal position): go")));
  engine.send("new\nusermove d2d4");
  EXPECT_NE(engine.move(), "");
}

TEST(XBoardRows, APingWaitsForTheMoveAndNotForPondering) {
  XBoardProcess engine;
  engine.send("st 0.3\nusermove d2d4\nping 77");
  EXPECT_THAT(engine.up_to("pong 77"), Contains(StartsWith("move ")));
  engine.send("hard\nusermove e2e3");
  engine.move();
  engine.ping();
}

TEST(XBoardRows, MoveNowEndsALongThink) {
  XBoardProcess engine;
  engine.send("st 3600\npost\nusermove d2d4");
  engine.wait_for("5 ");
  engine.send("?");
  EXPECT_TRUE(is_legal(after(Position(), {"d2d4"}), engine.move()));
}

TEST(XBoardRows, ForceNewAndResultEndAThinkWithoutAMove) {
  for (const char* end : {"force", "new", "result 1-0 {White wins}", "setboard", "analyze"}) {
    XBoardProcess engine;
    engine.send("st 3600\nusermove d2d4");
    engine.listen(20ms);
    engine.send(end);
    engine.send("force");
    engine.ping();
    EXPECT_THAT(filter(engine.lines(), "move"), IsEmpty()) << end;
  }
}

TEST(XBoardRows, CommandsDuringAThinkAreServedAfterTheMove) {
  XBoardProcess engine;
  engine.send("st 0.2\nusermove d2d4\nmemory 8\ncores 2\noption MultiPV=0\nping 5");
  const auto lines = engine.up_to("pong 5");
  EXPECT_THAT(lines, ElementsAre(StartsWith("move "), HasSubstr("option MultiPV=0")));
}

// Field reports B05, B06 on this side: pondering ends with the opponent's move, expected or not.
TEST(XBoardRows, PondersAndAnswersWhateverIsPlayed) {
  XBoardProcess engine;
  engine.send("hard\npost\nlevel 0 0:20 0\ntime 2000\notim 2000\nusermove d2d4");
  Position position = after(Position(), {"d2d4"});
  for (int i = 0; i < 6; ++i) {
    position = after(position, {engine.move()});
    std::string expected = engine.wait_for("Hint: ").substr(6);
    ASSERT_TRUE(is_legal(position, expected)) << expected;
    MoveList moves;
    generate_legal(position, moves);
    // Every other time not what it waits for.
    if (i % 2 == 1)
      for (const Move m : moves)
        if (const auto text = to_uci(m, RankBase::Zero); text != expected) {
          expected = text;
          break;
        }
    engine.send("time 1500\notim 1500\nusermove " + expected);
    position = after(position, {expected});
  }
  EXPECT_TRUE(is_legal(position, engine.move()));
  engine.send("easy");
  engine.ping();
  EXPECT_THAT(filter(engine.lines(), "Illegal"), IsEmpty());
}

TEST(XBoardRows, AnalysisFollowsMovesUndoAndExclusions) {
  XBoardProcess engine;
  engine.send("force\npost\nanalyze");
  // The next line of depth 4 is that of a search begun later: one of depth 5 has followed the last.
  const auto first_move = [&] {
    const std::string line = engine.wait_for("4 ");
    engine.wait_for("5 ");
    return line.substr(line.rfind("d", 0) == 0 ? 0 : line.find_first_of("abcdefghij"), 4);
  };
  const std::string best = first_move();
  ASSERT_TRUE(is_legal(Position(), best));
  engine.send(".");
  EXPECT_TRUE(std::regex_match(engine.wait_for("stat01:"),
                               std::regex("stat01: [0-9]+ [0-9]+ [0-9]+ [0-9]+ 65.*")));
  engine.send("exclude " + best);
  EXPECT_NE(first_move(), best);
  engine.send("exclude all\ninclude a2a3");
  EXPECT_EQ(first_move(), "a2a3");
  engine.send("hint");
  EXPECT_EQ(engine.wait_for("Hint: "), "Hint: a2a3");
  engine.send("include all");
  EXPECT_TRUE(is_legal(Position(), first_move()));
  engine.send("usermove d2d4");
  EXPECT_TRUE(is_legal(after(Position(), {"d2d4"}), first_move()));
  engine.send("undo");
  EXPECT_TRUE(is_legal(Position(), first_move()));
  engine.send("setboard " + kMateInThree);
  engine.wait_for("6 100003 ");
  engine.send("new");
  EXPECT_TRUE(is_legal(Position(), first_move()));
  engine.send("exit");
  engine.ping();
  EXPECT_THAT(engine.listen(100ms), IsEmpty());
  EXPECT_THAT(filter(engine.lines(), "move "), IsEmpty());
}

TEST(XBoardRows, ThinkingIsShownOnlyOnRequest) {
  XBoardProcess engine;
  engine.send("post\nnopost\nsd 4\ngo");
  engine.move();
  for (const std::string& line : engine.lines())
    EXPECT_TRUE(starts_with(line, "feature") || starts_with(line, "move")) << line;
}

TEST(XBoardRows, HintsAndTheBook) {
  XBoardProcess engine;
  engine.send("hint");
  EXPECT_TRUE(is_legal(Position(), engine.wait_for("Hint: ").substr(6)));
  engine.send("bk");
  EXPECT_THAT(engine.ping(), ElementsAre(StartsWith(" "), ""));
}

TEST(XBoardRows, PlayotherWaitsForTheOtherSide) {
  XBoardProcess engine;
  engine.send("force\nusermove d2d4\nsd 2\nplayother");
  EXPECT_THAT(engine.ping(), IsEmpty());
  engine.send("usermove d7d5");
  EXPECT_TRUE(is_legal(after(Position(), {"d2d4", "d7d5"}), engine.move()));
}

TEST(XBoardRows, EndsOfTheGameAreAnnouncedOnce) {
  XBoardProcess mate;
  mate.send("force\nsetboard 4k5/10/4K5/10/10/10/10/10/10/R9 w - - 0 1\nsd 4\ngo");
  EXPECT_EQ(mate.move(), "a0a9");
  EXPECT_THAT(mate.ping(), ElementsAre("1-0 {White mates}"));
  EXPECT_THAT(mate.ping(), IsEmpty());

  // The opponent's move ends it.
  XBoardProcess mated;
  mated.send("force\nsetboard 4k5/10/4K5/10/10/10/10/10/10/R9 w - - 0 1\nplayother\nusermove a0a9");
  EXPECT_THAT(mated.ping(), ElementsAre("1-0 {White mates}"));

  // The last pawn goes: two kings.
  XBoardProcess bare;
  bare.send("force\nsetboard 10/10/10/10/4k5/4P5/10/10/10/K9 b - - 0 1\nsd 2\ngo");
  EXPECT_EQ(bare.move(), "e5e4");
  EXPECT_THAT(bare.ping(), ElementsAre("1/2-1/2 {Insufficient material}"));
}

// Field reports D14, D15: the hundredth ply and the third repetition are claimed by an offer before
// the move, which a host that counts otherwise can't take for a false claim.
TEST(XBoardRows, D15_DrawsThatTheNextMoveMakesAreOfferedBeforeIt) {
  XBoardProcess engine;
  engine.send("force\nsetboard k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 99 60\nsd 1\ngo");
  const auto lines = engine.up_to("move ");
  // No move mates or takes: the clock will be full.
  EXPECT_THAT(lines, Contains("offer draw"));
}

TEST(XBoardRows, D14_ARepetitionAfterAPhantomEnPassantIsSeen) {
  XBoardProcess engine;
  // No pawn can take the one that stepped twice: the position after it stands for the first time.
  engine.send("force\nusermove d2d4");
  for (int i = 0; i < 2; ++i)
    for (const char* move : {"b8a6", "b1a3", "a6b8", "a3b1"})
      engine.send(std::string("usermove ") + move);
  engine.send("sd 1\ngo");
  EXPECT_THAT(engine.up_to("move "), Contains("offer draw"));
}

TEST(XBoardRows, ADrawIsAcceptedWhenWorseAndNotWhenBetter) {
  for (const bool better : {true, false}) {
    XBoardProcess engine;
    const std::string side = better ? "w" : "b";
    engine.send("force\nsetboard 3k6/10/10/10/10/10/10/10/10/3K1QR3 " + side +
                " - - 0 1\nsd 3\ngo");
    engine.move();
    engine.send("draw");
    EXPECT_EQ(filter(engine.ping(), "offer draw").size(), better ? 0u : 1u);
    EXPECT_THAT(filter(engine.lines(), "resign"), IsEmpty());
  }
}

// Field report B34 on this side.
TEST(XBoardRows, TheEndOfInputLetsTheMoveBeMade) {
  EngineProcess engine;
  engine.send("xboard\nnew\nvariant grand\nsd 4\nusermove d2d4");
  EXPECT_EQ(engine.finish(), 0);
  EXPECT_THAT(engine.last_line(), StartsWith("move "));
  EngineProcess analysis;
  analysis.send("xboard\nanalyze");
  EXPECT_EQ(analysis.finish(), 0);
}

// Field report B47 on this side.
TEST(XBoardRows, QuitEndsEverySearch) {
  for (const char* busy : {"st 3600\ngo", "analyze", "hint", ""}) {
    XBoardProcess engine;
    engine.send(std::string(busy) + "\nquit");
    EXPECT_EQ(engine.wait_for_exit(), 0) << busy;
  }
}

// Field report B39 on this side.
TEST(XBoardRows, LineEndsOfEveryPlatform) {
  EngineProcess engine;
  engine.send_raw("xboard\r\nprotover 2\r\nnew\r\nsd 2\r\nusermove d2d4\r\nping 1\r\n");
  engine.wait_for("pong 1");
  for (const std::string& line : engine.lines()) {
    EXPECT_EQ(line.find('\r'), std::string::npos) << line;
    EXPECT_NE(line.back(), ' ') << line;
  }
}

TEST(XBoardRows, NodesMayBeTheClock) {
  XBoardProcess engine;
  engine.send("post\nst 1\nnps 3000\ngo");
  const auto lines = engine.up_to("move ");
  ASSERT_FALSE(lines.empty());
  std::istringstream last(lines.back());
  std::uint64_t depth = 0, score = 0, time = 0, nodes = 0;
  last >> depth >> score >> time >> nodes;
  EXPECT_LE(nodes, 3000u) << lines.back();
}

}  // namespace
}  // namespace grandee::test
