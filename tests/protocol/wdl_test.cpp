#include "protocol/wdl.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "engine_process.hpp"
#include "info_line.hpp"
#include "protocol/engine.hpp"

namespace grandee::protocol {
namespace {

constexpr int kFewestMen = 2;
constexpr int kMostMen = 40;
constexpr char kBareKings[] = "k9/10/10/10/10/10/10/10/10/9K w - - 0 1";
constexpr char kFewMen[] = "k9/pp8/10/2r7/10/10/4A5/10/PPP7/1K8 w - - 0 1";

TEST(Wdl, AddsUpIsSymmetricAndMonotone) {
  for (int men = kFewestMen; men <= kMostMen; ++men) {
    const WdlModel model(men);
    int last_win = 0;
    int last_loss = 1000;
    for (Score s = -kMaxEval; s <= kMaxEval; ++s) {
      const Wdl wdl = model.chances(s);
      ASSERT_EQ(wdl.win + wdl.draw + wdl.loss, 1000) << men << " " << s;
      ASSERT_GE(wdl.draw, 0) << men << " " << s;
      ASSERT_GE(wdl.win, last_win) << men << " " << s;
      ASSERT_LE(wdl.loss, last_loss) << men << " " << s;
      ASSERT_EQ(wdl.win, model.chances(-s).loss) << men << " " << s;
      last_win = wdl.win;
      last_loss = wdl.loss;
    }
    EXPECT_EQ(model.chances(0).expected(), 0.5) << men;
    EXPECT_EQ(last_win, 1000) << men;
    EXPECT_EQ(last_loss, 0) << men;
  }
}

TEST(Wdl, IsCertainOfMates) {
  for (const int men : {kFewestMen, kMostMen}) {
    const WdlModel model(men);
    EXPECT_EQ(model.chances(mate_in(9)).win, 1000);
    EXPECT_EQ(model.chances(mated_in(0)).loss, 1000);
    EXPECT_EQ(model.chances(mated_in(8)).draw, 0);
  }
}

TEST(Wdl, GoesByTheMenOnTheBoard) {
  const auto draws = [](const WdlModel& model) { return model.chances(0).draw; };
  EXPECT_EQ(draws(WdlModel(Position())), draws(WdlModel(kMostMen)));
  EXPECT_EQ(draws(WdlModel(*parse_fen(kBareKings))), draws(WdlModel(kFewestMen)));
  // A full board is seldom drawn, a few men often.
  EXPECT_LT(draws(WdlModel(kMostMen)), 200);
  EXPECT_GT(draws(WdlModel(10)), 2 * draws(WdlModel(kMostMen)));
}

TEST(Wdl, AHundredIsAnEvenChanceToWin) {
  for (int men = kFewestMen; men <= kMostMen; ++men) {
    const WdlModel model(men);
    Score score = 0;
    while (model.shown(score) < 100) ++score;
    EXPECT_NEAR(model.chances(score).win, 500, 3) << men;
    EXPECT_NEAR(model.shown(score), 100, 4) << men << ": steps of the internal scale are too wide";
  }
}

TEST(Wdl, ShownScoresKeepOrderAndMates) {
  for (int men = kFewestMen; men <= kMostMen; ++men) {
    const WdlModel model(men);
    EXPECT_EQ(model.shown(0), 0);
    for (Score s = 0; s <= kInfinite; ++s) {
      ASSERT_EQ(model.shown(-s), -model.shown(s)) << men << " " << s;
      ASSERT_LE(model.shown(s), model.shown(s + 1)) << men << " " << s;
    }
    EXPECT_LT(model.shown(kMaxEval), kKnownWin) << men;
    for (const Score s : {kKnownWin, kKnownWin + 77, kMateBound, mate_in(1), mated_in(2)})
      EXPECT_EQ(model.shown(s), s) << men;
  }
}

// --- What the protocols print --------------------------------------------------------------------

struct LastLine : search::Listener {
  search::Line line;
  void on_line(const search::Line& l, const search::Statistics&) override { line = l; }
};

// The score of a search of that depth as the search itself has it.
Score internal_score(const char* fen, int depth) {
  Engine engine;
  engine.set_game(Game(*parse_fen(fen)));
  LastLine last;
  search::Limits limits;
  limits.depth = depth;
  engine.go(std::move(limits), last);
  engine.wait();
  return last.line.score;
}

constexpr int kDepth = 7;
constexpr char kPawnUp[] =
    "r8r/1nbqkcabn1/pppp1ppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";

TEST(Wdl, BothProtocolsPrintShownScores) {
  for (const char* fen : {kPawnUp, kFewMen}) {
    const Score score = internal_score(fen, kDepth);
    const WdlModel model(*parse_fen(fen));
    ASSERT_FALSE(is_mate_score(score));
    ASSERT_NE(model.shown(score), score) << "tells nothing";

    test::EngineProcess uci;
    uci.send(std::string("setoption name UCI_ShowWDL value true\nposition fen ") + fen);
    const auto infos = test::parse_infos(uci.search("go depth " + std::to_string(kDepth)));
    ASSERT_FALSE(infos.empty());
    EXPECT_EQ(infos.back().centipawns, model.shown(score)) << fen;
    const Wdl wdl = model.chances(score);
    EXPECT_EQ(infos.back().wdl, (std::vector{wdl.win, wdl.draw, wdl.loss})) << fen;

    test::EngineProcess xboard;
    xboard.send(std::string("xboard\nprotover 2\nvariant grand\nforce\nsetboard ") + fen +
                "\npost\nsd " + std::to_string(kDepth) + "\ngo");
    xboard.wait_for("move ");
    const auto thought = test::filter(xboard.lines(), std::to_string(kDepth) + " ");
    ASSERT_FALSE(thought.empty());
    EXPECT_TRUE(test::starts_with(
        thought.back(), std::to_string(kDepth) + " " + std::to_string(model.shown(score)) + " "))
        << thought.back();
  }
}

}  // namespace
}  // namespace grandee::protocol
