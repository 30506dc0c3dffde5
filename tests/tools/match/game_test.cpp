#include "tools/match/game.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "board/endings.hpp"
#include "board/notation.hpp"
#include "stub.hpp"
#include "tools/match/game_pgn.hpp"

namespace grandee::match {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

// Short enough for tests, long enough for a busy machine.
constexpr Patience kPatience{10s, 700ms, 700ms};

class GameTest : public testing::Test {
 protected:
  std::unique_ptr<Engine> start(const std::string& arguments, const std::string& more = "nodes=100",
                                const Patience& patience = kPatience) {
    const auto config = parse_engine(stub("stub", arguments, more), {});
    EXPECT_TRUE(config) << config.error();
    auto engine = Engine::start(*config, patience, interrupt_);
    EXPECT_TRUE(engine) << engine.error();
    return engine ? *std::move(engine) : nullptr;
  }
  std::string start_error(const std::string& arguments, const Patience& patience,
                          const std::string& more = "nodes=100") {
    const auto config = parse_engine(stub("stub", arguments, more), {});
    const auto engine = Engine::start(*config, patience, interrupt_);
    return engine ? "" : engine.error();
  }
  GameRecord play(Engine& white, Engine& black, const std::string& fen = std::string(kStartFen)) {
    Opening opening;
    opening.start = *parse_fen(fen);
    return play_game(white, black, opening, referee_);
  }

  tools::Interrupt interrupt_;
  Referee referee_;
};

TEST_F(GameTest, IsPlayedToAnEndByTheRules) {
  const auto white = start("--seed 1");
  const auto black = start("--seed 2");
  const GameRecord record = play(*white, *black);
  EXPECT_NE(record.result, GameResult::Unfinished);
  Position position;
  std::vector<Key> keys;
  for (const PlayedMove& played : record.moves) {
    EXPECT_EQ(game_outcome(position, keys), Outcome::Ongoing);
    ASSERT_TRUE(position.is_legal(played.move));
    keys.push_back(position.key());
    position.make(played.move);
  }
  EXPECT_EQ(describe(game_outcome(position, keys)), name_of(record.termination));
  EXPECT_FALSE(record.faults[0].any());
  EXPECT_FALSE(record.faults[1].any());
  // The same engines play another game in the same processes, and the same one again.
  EXPECT_EQ(finished(play(*white, *black), 0).fingerprint, finished(record, 0).fingerprint);
}

struct FaultCase {
  const char* fault;
  Termination termination;
  bool broken;
  const char* detail;
};

class GameFaultTest : public GameTest, public testing::WithParamInterface<FaultCase> {};

TEST_P(GameFaultTest, IsBookedInItsOwnWords) {
  const auto white = start("--seed 1");
  const auto black = start(std::string("--seed 2 --fault ") + GetParam().fault);
  const GameRecord record = play(*white, *black);
  EXPECT_EQ(record.result, GameResult::WhiteWins);
  EXPECT_EQ(record.termination, GetParam().termination) << record.detail;
  EXPECT_THAT(record.detail, HasSubstr(GetParam().detail));
  EXPECT_THAT(record.detail, HasSubstr("Black (stub)"));
  EXPECT_EQ(record.moves.size(), 5u);
  EXPECT_EQ(black->broken(), GetParam().broken);
  EXPECT_FALSE(white->broken());
}

INSTANTIATE_TEST_SUITE_P(
    Faults, GameFaultTest,
    testing::Values(FaultCase{"exit", Termination::Disconnect, true, "exit code 0"},
                    FaultCase{"exit3", Termination::Crash, true, "exit code 3"},
                    FaultCase{"kill", Termination::Crash, true, "signal 9"},
                    FaultCase{"abort", Termination::Crash, true, "signal 6"},
                    FaultCase{"close", Termination::Disconnect, true, "closed its output"},
                    FaultCase{"stop", Termination::Stall, true, "no answer within"},
                    FaultCase{"hang", Termination::Stall, true, "no answer within"},
                    FaultCase{"no-move", Termination::NoMove, false, "(none)"},
                    FaultCase{"illegal", Termination::IllegalMove, false, "'a1a1' is illegal"}),
    [](const auto& info) {
      std::string name = info.param.fault;
      for (char& c : name)
        if (c == '-') c = '_';
      return name;
    });

TEST_F(GameTest, KeepsTheLastWordsOfACrash) {
  const auto white = start("--seed 1");
  const auto black = start("--seed 2 --fault abort");
  EXPECT_EQ(play(*white, *black).error_output, "stack trace: evaluate() at eval.cpp:42\n");
}

TEST_F(GameTest, AnEngineThatDiedBetweenGamesHasCrashed) {
  const auto white = start("--seed 1");
  const auto black = start("--seed 2");
  kill(static_cast<pid_t>(black->process_id()), SIGKILL);
  const GameRecord record = play(*white, *black);
  EXPECT_EQ(record.termination, Termination::Crash);
  EXPECT_EQ(record.result, GameResult::WhiteWins);
}

TEST_F(GameTest, LateMovesLoseOnTimeAndLeaveTheEngineAlive) {
  const auto white = start("--seed 1", "tc=10+0.1");
  const auto black = start("--seed 2 --fault sleep --pause 400", "tc=0.2+0.01");
  GameRecord record = play(*white, *black);
  EXPECT_EQ(record.termination, Termination::TimeForfeit);
  EXPECT_EQ(record.result, GameResult::WhiteWins);
  EXPECT_FALSE(black->broken());
  EXPECT_EQ(play(*white, *black).termination, Termination::TimeForfeit);
  // One that never moves is no case of time.
  const auto dead = start("--seed 2 --fault stop", "tc=0.2+0.01");
  EXPECT_EQ(play(*white, *dead).termination, Termination::Stall);
  const auto slow = start("--seed 2 --fault sleep --pause 400", "movetime=100");
  EXPECT_EQ(play(*white, *slow).termination, Termination::TimeForfeit);
}

TEST_F(GameTest, TheMarginIsGranted) {
  referee_.margin = 3s;
  referee_.adjudication.max_moves = 5;
  const auto white = start("--seed 1", "tc=10+0.1");
  const auto black = start("--seed 2 --fault sleep --pause 400", "tc=0.2+0.01");
  EXPECT_EQ(play(*white, *black).termination, Termination::MoveLimit);
}

TEST_F(GameTest, StartingHasItsOwnLimit) {
  const Patience strict{300ms, 10s, 10s};
  EXPECT_THAT(start_error("--fault no-uciok", strict), HasSubstr("no uciok within 0.3 s"));
  EXPECT_THAT(start_error("--fault no-readyok", strict), HasSubstr("no readyok within 0.3 s"));
  EXPECT_THAT(start_error("--fault slow-readyok --pause 800", strict), HasSubstr("no readyok"));
  // A start that takes longer than any answer is none of the game's business.
  const Patience patient{10s, 300ms, 300ms};
  EXPECT_EQ(start_error("--fault slow-readyok --pause 800", patient), "");
  EXPECT_THAT(
      start_error("--xboard --fault slow-features --pause 800", strict, "proto=xboard depth=1"),
      HasSubstr("no feature done=1"));
  EXPECT_EQ(
      start_error("--xboard --fault slow-features --pause 800", patient, "proto=xboard depth=1"),
      "");
}

TEST_F(GameTest, ProgramsThatCannotRunAreNamed) {
  const auto config = parse_engine("name=A cmd=/nowhere/engine nodes=1", {});
  const auto engine = Engine::start(*config, kPatience, interrupt_);
  ASSERT_FALSE(engine);
  EXPECT_THAT(engine.error(), HasSubstr("'/nowhere/engine': No such file"));
}

TEST_F(GameTest, FaultsThatDecideNothingAreCounted) {
  referee_.adjudication.max_moves = 6;
  const auto white = start("--seed 1");
  const auto faults = [&](const std::string& fault) {
    const auto black = start("--seed 2 --at 0 --fault " + fault);
    return play(*white, *black).faults[1];
  };
  EXPECT_EQ(faults("no-score").missing_score, 6);
  EXPECT_EQ(faults("bad-pv").illegal_pv, 6);
  EXPECT_EQ(faults("bad-ponder").illegal_pv, 6);
  EXPECT_EQ(faults("overrun").node_overrun, 6);
  const auto refused =
      start("--seed 2", "nodes=100 option.Hash=100 option.Contempt=3 \"option.Clear Hash=\"");
  const GameRecord record = play(*white, *refused);
  EXPECT_EQ(record.faults[1].other, 2);
  EXPECT_THAT(record.remarks, testing::Contains(HasSubstr("Hash=100 is above 64")));
  EXPECT_THAT(record.remarks, testing::Contains(HasSubstr("Contempt is not offered")));
}

TEST_F(GameTest, TheEnPassantSquareReachesTheEngine) {
  const TestFolder folder;
  const std::string board =
      "r8r/1nbqkcabn1/pppppp1pp1/9p/5Pp3/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - g7";
  const auto white = start("--script f6g7 --log " + folder.file("log"));
  const auto black = start("--seed 2");
  referee_.adjudication.max_moves = 1;
  const GameRecord record = play(*white, *black, board);
  EXPECT_THAT(folder.read("log"), HasSubstr("position fen " + board + " 0 1\ngo"));
  ASSERT_FALSE(record.moves.empty());
  EXPECT_EQ(to_uci(record.moves[0].move), "f6g7");
  GameHeader header;
  header.engines = {&white->config(), &black->config()};
  EXPECT_THAT(format_pgn(to_pgn(record, header)), HasSubstr("[FEN \"" + board + " 0 1\"]"));
}

TEST_F(GameTest, APhantomEnPassantSquareHidesNoThreefold) {
  const auto white = start("--script d3d5,b2c4,c4b2,b2c4,c4b2");
  const auto black = start("--script b9c7,c7b9,b9c7,c7b9");
  const GameRecord record = play(*white, *black);
  EXPECT_EQ(record.termination, Termination::Threefold) << record.detail;
  EXPECT_EQ(record.moves.size(), 9u);
}

TEST_F(GameTest, DrawRuleCountsTheMovesOfTheFen) {
  referee_.adjudication.draw = DrawRule{34, 4, 10};
  const auto white = start("--seed 1 --score 10");
  const auto black = start("--seed 2 --score -10");
  std::string fen(kStartFen);
  fen.replace(fen.size() - 1, 1, "40");
  const GameRecord late = play(*white, *black, fen);
  EXPECT_EQ(late.termination, Termination::DrawAdjudication);
  EXPECT_EQ(late.moves.size(), 8u);
  fen.replace(fen.size() - 2, 2, "32");
  EXPECT_EQ(play(*white, *black, fen).moves.size(), 12u);
  // One engine that sees more keeps the game going.
  const auto hopeful = start("--seed 2 --score 30");
  EXPECT_NE(play(*white, *hopeful, fen).termination, Termination::DrawAdjudication);
}

TEST_F(GameTest, BothEnginesMustAgreeThatAGameIsLost) {
  referee_.adjudication.resign = ResignRule{3, 900, true};
  const auto winner = start("--seed 1 --score 1000");
  const auto loser = start("--seed 2 --score -1000");
  const auto level = start("--seed 1 --score 100");
  const GameRecord won = play(*winner, *loser);
  EXPECT_EQ(won.termination, Termination::WinAdjudication);
  EXPECT_EQ(won.result, GameResult::WhiteWins);
  EXPECT_EQ(won.moves.size(), 6u);
  EXPECT_EQ(play(*loser, *winner).result, GameResult::BlackWins);
  EXPECT_NE(play(*level, *loser).termination, Termination::WinAdjudication);
  referee_.adjudication.resign->two_sided = false;
  EXPECT_EQ(play(*level, *loser).termination, Termination::WinAdjudication);
}

TEST_F(GameTest, XBoardEnginesPlayByTheSameRules) {
  const auto uci = start("--seed 1", "depth=1");
  const auto xboard = start("--xboard --seed 2", "proto=xboard depth=1 option.Level=3");
  const auto twin = start("--seed 2", "depth=1");
  const GameRecord record = play(*uci, *xboard);
  EXPECT_EQ(record.faults[1].other, 0);
  EXPECT_NE(record.result, GameResult::Unfinished);
  // The protocol makes no difference to the moves, whatever the colour and the start.
  EXPECT_EQ(finished(record, 0).fingerprint, finished(play(*uci, *twin), 0).fingerprint);
  const std::string fen =
      "r8r/1nbqkcabn1/pppppp1pp1/9p/5Pp3/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - - 0 3";
  EXPECT_EQ(finished(play(*xboard, *uci, fen), 0).fingerprint,
            finished(play(*twin, *uci, fen), 0).fingerprint);
}

TEST_F(GameTest, XBoardFaultsAndClaims) {
  const auto uci = start("--seed 1", "depth=1");
  const auto termination = [&](const std::string& fault) {
    const auto xboard = start("--xboard --seed 2 --fault " + fault, "proto=xboard depth=1");
    return play(*uci, *xboard).termination;
  };
  EXPECT_EQ(termination("resign"), Termination::Resignation);
  EXPECT_EQ(termination("false-win"), Termination::FalseClaim);
  EXPECT_EQ(termination("illegal"), Termination::IllegalMove);
  EXPECT_EQ(termination("refuse --at 2"), Termination::FalseClaim);
  EXPECT_EQ(termination("abort"), Termination::Crash);
  EXPECT_EQ(termination("stop"), Termination::Stall);
}

TEST_F(GameTest, ADrawClaimBehindTheHundredthPlyIsADraw) {
  const auto uci = start("--seed 1 --script b2c4", "depth=1");
  const auto xboard = start("--xboard --fault claim-draw --script b9c7", "proto=xboard depth=1");
  std::string fen(kStartFen);
  fen.replace(fen.size() - 3, 3, "98 60");
  const GameRecord record = play(*uci, *xboard, fen);
  EXPECT_EQ(record.termination, Termination::FiftyMoves);
  EXPECT_EQ(record.result, GameResult::Draw);
  EXPECT_EQ(record.moves.size(), 2u);
  // A claim that is wrong changes nothing.
  referee_.adjudication.max_moves = 5;
  EXPECT_EQ(play(*uci, *xboard).termination, Termination::MoveLimit);
}

TEST_F(GameTest, AStoppedMatchLeavesNoResult) {
  const auto white = start("--seed 1");
  const auto black = start("--seed 2");
  interrupt_.raise();
  const GameRecord record = play(*white, *black);
  EXPECT_EQ(record.result, GameResult::Unfinished);
  EXPECT_EQ(record.termination, Termination::Aborted);
}

}  // namespace
}  // namespace grandee::match
