// Weaker levels and the node clock: the tables, and what they do to searches.
#include "protocol/level.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "board/notation.hpp"
#include "protocol/engine.hpp"
#include "protocol/node_clock.hpp"
#include "protocol/relay.hpp"

namespace grandee::protocol {
namespace {

using namespace std::chrono_literals;

struct Keeper : search::Listener {
  std::atomic<bool> finished = false;
  search::SearchResult result;
  void on_result(const search::SearchResult& r) override {
    result = r;
    finished = true;
  }
};

search::SearchResult search(Engine& engine, const search::Limits& limits, bool in_full = false) {
  Keeper keeper;
  engine.go(limits, keeper, in_full);
  engine.wait();
  return keeper.result;
}

search::Limits to_depth(int depth) {
  search::Limits limits;
  limits.depth = depth;
  return limits;
}

TEST(Level, StrengthGrowsWithEveryPoint) {
  Level before = level_of_elo(kLowestElo);
  for (int elo = kLowestElo + 1; elo <= kHighestElo; ++elo) {
    const Level level = level_of_elo(elo);
    EXPECT_GE(level.nodes, before.nodes) << elo;
    EXPECT_LE(level.overlooked, before.overlooked) << elo;
    before = level;
  }
  EXPECT_GT(level_of_elo(kLowestElo).overlooked, 500);
  EXPECT_EQ(level_of_elo(kHighestElo).overlooked, 0);
  EXPECT_EQ(level_of_elo(-5).nodes, level_of_elo(kLowestElo).nodes);
  EXPECT_EQ(level_of_elo(9000).nodes, level_of_elo(kHighestElo).nodes);
}

TEST(Level, SkillsCoverTheRange) {
  EXPECT_EQ(elo_of_skill(0), kLowestElo);
  EXPECT_EQ(elo_of_skill(kFullSkill - 1), kHighestElo);
  for (int skill = 1; skill < kFullSkill; ++skill)
    EXPECT_GT(elo_of_skill(skill), elo_of_skill(skill - 1));
}

TEST(Level, FullStrengthIsThePlainSearch) {
  Engine plain;
  Engine full;
  ASSERT_TRUE(full.options().set("Skill Level", "20"));
  ASSERT_TRUE(full.options().set("UCI_Elo", "400"));
  const auto expected = search(plain, to_depth(7));
  const auto found = search(full, to_depth(7));
  EXPECT_EQ(found.nodes, expected.nodes);
  EXPECT_EQ(found.pv, expected.pv);
}

TEST(Level, ALevelKeepsItsBudgetAndForgetsItAgain) {
  Engine engine;
  const auto expected = search(engine, to_depth(6));
  ASSERT_TRUE(engine.options().set("UCI_LimitStrength", "true"));
  ASSERT_TRUE(engine.options().set("UCI_Elo", "1000"));
  for (int i = 0; i < 20; ++i)
    EXPECT_LE(search(engine, to_depth(6)).nodes, level_of_elo(1000).nodes);
  // Analysis and hints are told in full, with nothing left of what the weak player believed.
  const auto in_full = search(engine, to_depth(6), true);
  EXPECT_EQ(in_full.nodes, expected.nodes);
  EXPECT_EQ(in_full.pv, expected.pv);
}

TEST(Level, WeakPlayVaries) {
  Engine engine;
  ASSERT_TRUE(engine.options().set("Skill Level", "0"));
  std::vector<Move> played;
  for (int i = 0; i < 40; ++i) {
    const Move best = search(engine, to_depth(3)).best;
    ASSERT_TRUE(Position().is_legal(best));
    if (std::find(played.begin(), played.end(), best) == played.end()) played.push_back(best);
  }
  EXPECT_GT(played.size(), 3u);
}

TEST(Relay, ThePauseHoldsTheResultUntilItIsInterrupted) {
  Relay relay;
  Keeper keeper;
  search::SearchResult result;
  result.best = *parse_uci(Position(), "d3d5");
  LagMeter lag;
  relay.prepare(keeper, 1h, lag, nullptr);
  std::thread searching([&] { relay.on_result(result); });
  EXPECT_FALSE(keeper.finished);
  relay.interrupt();
  searching.join();
  EXPECT_EQ(keeper.result.best, result.best);
  // Where there is no move there is nothing to think about.
  relay.prepare(keeper, 1h, lag, nullptr);
  relay.on_result({});
  EXPECT_FALSE(keeper.result.best);
}

TEST(Relay, TheLagMeterIsToldOfTheTime) {
  Relay relay;
  Keeper keeper;
  LagMeter meter;
  search::SearchResult result;
  result.best = *parse_uci(Position(), "d3d5");
  search::Limits limits;
  limits.time[0] = 60'000;
  meter.apply(limits, Color::White, 0);
  relay.prepare(keeper, 0ms, meter, nullptr);
  relay.on_result(result);
  // Half a second is gone, though the search took no time.
  limits.time[0] = 59'500;
  meter.apply(limits, Color::White, 2);
  EXPECT_GT(limits.lag, 50);
}

TEST(NodeClock, IsTakenOnceAndThenKeptByTheNodes) {
  NodeClock clock;
  search::Limits limits;
  limits.time = {1000, 700};
  limits.increment = {10, 10};
  clock.apply(limits, Color::White, 5);
  EXPECT_EQ(limits.nodes_per_second, 5000);
  EXPECT_EQ(limits.time[0], 1000);
  clock.spend(550);
  // Whatever the host's clock says: 1000 ms − 550 / 5 ms + 10 ms.
  limits.time = {333, 333};
  clock.apply(limits, Color::White, 5);
  EXPECT_EQ(limits.time[0], 900);
  clock.apply(limits, Color::Black, 5);
  EXPECT_EQ(limits.time[1], 333);
  clock.reset();
  limits.time = {333, 333};
  clock.apply(limits, Color::White, 5);
  EXPECT_EQ(limits.time[0], 333);
}

TEST(NodeClock, ANewSessionBringsItsTime) {
  NodeClock clock;
  search::Limits limits;
  for (const int moves_to_go : {2, 1}) {
    limits.time = {1000, 1000};
    limits.moves_to_go = moves_to_go;
    clock.apply(limits, Color::White, 1);
    clock.spend(300);
  }
  limits.moves_to_go = 2;
  clock.apply(limits, Color::White, 1);
  EXPECT_EQ(limits.time[0], 1400);
}

// However large the numbers of the host: nothing overflows, and time never gets less by more of it.
TEST(NodeClock, TimeBeyondAllBoundsStaysLong) {
  NodeClock clock;
  search::Limits limits;
  for (int move = 0; move < 3000; ++move) {
    limits.time = {std::int64_t{1} << 62, 0};
    limits.increment = {std::int64_t{1} << 62, 0};
    limits.moves_to_go = 1 + move % 2;
    clock.apply(limits, Color::White, search::kMostNodesPerSecond / 1000);
    clock.spend(1000);
    ASSERT_GE(*limits.time[0], search::kLongestTime - move);
  }
}

TEST(NodeClock, GamesRepeatToTheNode) {
  const auto play = [] {
    Engine engine;
    EXPECT_TRUE(engine.options().set("nodestime", "20"));
    std::vector<std::uint64_t> nodes;
    Game game;
    for (int i = 0; i < 12; ++i) {
      search::Limits limits;
      // As far as a clock of the machine would differ.
      limits.time = {1000 - i, 1000 + 2 * i};
      engine.set_game(game);
      const auto result = search(engine, limits);
      game.play(result.best);
      nodes.push_back(result.nodes);
    }
    return nodes;
  };
  EXPECT_EQ(play(), play());
}

TEST(NodeClock, AMoveTimeIsSoManyNodes) {
  Engine engine;
  ASSERT_TRUE(engine.options().set("nodestime", "10"));
  search::Limits limits;
  limits.move_time = 150;
  EXPECT_EQ(search(engine, limits).nodes, 1500u);
  // The longest there is at the highest rate is more than any search has; the depth ends it.
  ASSERT_TRUE(engine.options().set("nodestime", "10000"));
  limits.move_time = search::kLongestTime;
  limits.depth = 4;
  EXPECT_GT(search(engine, limits).nodes, 200u);
}

}  // namespace
}  // namespace grandee::protocol
