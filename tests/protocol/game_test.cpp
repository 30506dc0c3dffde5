#include "protocol/game.hpp"

#include <gtest/gtest.h>

#include "board/notation.hpp"
#include "protocol/engine.hpp"

namespace grandee::protocol {
namespace {

void play(Game& game, std::initializer_list<const char*> moves) {
  for (const char* text : moves) {
    const auto move = parse_uci(game.position(), text);
    ASSERT_TRUE(move) << text;
    game.play(*move);
  }
}

TEST(Game, KeepsTheKeysOfEarlierPositions) {
  Game game;
  const Key start = game.position().key();
  play(game, {"b2c4", "b9c7"});
  ASSERT_EQ(game.plies(), 2u);
  EXPECT_EQ(game.earlier_keys().front(), start);
  play(game, {"c4b2", "c7b9"});
  EXPECT_EQ(game.position().key(), start);
  EXPECT_EQ(game.outcome(), Outcome::Ongoing);
  play(game, {"b2c4", "b9c7", "c4b2", "c7b9"});
  EXPECT_EQ(game.outcome(), Outcome::Threefold);
}

TEST(Game, TakesBackToTheStart) {
  Game game;
  EXPECT_FALSE(game.take_back());
  play(game, {"d3d5", "d8d6"});
  EXPECT_TRUE(game.take_back());
  EXPECT_EQ(game.position().side_to_move(), Color::Black);
  EXPECT_TRUE(game.take_back());
  EXPECT_EQ(to_fen(game.position()), kStartFen);
  EXPECT_TRUE(game.earlier_keys().empty());
  EXPECT_FALSE(game.take_back());
}

struct Counter : search::Listener {
  int results = 0;
  Move best;
  void on_result(const search::SearchResult& r) override {
    ++results;
    best = r.best;
  }
};

TEST(Engine, ASecondSearchEndsTheFirst) {
  Engine engine;
  Counter first;
  Counter second;
  search::Limits infinite;
  infinite.infinite = true;
  search::Limits shallow;
  shallow.depth = 2;
  engine.go(infinite, first);
  EXPECT_TRUE(engine.endless());
  engine.go(shallow, second);
  EXPECT_EQ(first.results, 1);
  EXPECT_FALSE(engine.endless());
  engine.wait();
  EXPECT_EQ(second.results, 1);
  EXPECT_TRUE(engine.game().position().is_legal(second.best));
  engine.finish();
  EXPECT_EQ(first.results + second.results, 2);
}

TEST(Engine, ANewPositionEndsTheSearchAndPonderingEndsWithThePonderHit) {
  Engine engine;
  Counter counter;
  search::Limits ponder;
  ponder.ponder = true;
  ponder.depth = 1;
  engine.go(ponder, counter);
  EXPECT_TRUE(engine.endless());
  engine.ponder_hit();
  engine.wait();
  EXPECT_EQ(counter.results, 1);
  engine.go(ponder, counter);
  engine.set_game(Game());
  EXPECT_EQ(counter.results, 2);
  EXPECT_FALSE(engine.searching());
}

}  // namespace
}  // namespace grandee::protocol
