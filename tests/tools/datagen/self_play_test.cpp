#include "tools/datagen/self_play.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tools/datagen/evaluation.hpp"

namespace grandee::datagen {
namespace {

using data::Game;
using data::GameResult;
using data::Termination;

class SelfPlayTest : public testing::Test {
 protected:
  SelfPlayTest() : searcher_(std::size_t{1} << 18) { rules_.nodes = 20; }

  Game play(std::uint64_t number) {
    const auto game = play_game(searcher_, rules_, Rng::stream(3, 0, number), number,
                                [](const Position&) { return true; });
    EXPECT_TRUE(game);
    return *game;
  }

  PlayRules rules_;
  search::Searcher searcher_;
};

TEST_F(SelfPlayTest, AGameIsAFunctionOfItsRandomNumbers) {
  const Game first = play(1);
  const Game other = play(2);
  const Game again = play(1);
  EXPECT_EQ(first.opening, again.opening);
  EXPECT_EQ(first.plies, again.plies);
  EXPECT_EQ(first.result, again.result);
  EXPECT_NE(first.opening, other.opening);
}

TEST_F(SelfPlayTest, GamesKeepTheRules) {
  for (std::uint64_t number = 0; number < 30; ++number) {
    const Game game = play(number);
    EXPECT_GE(game.opening.size(), 8u);
    EXPECT_LE(game.opening.size(), 9u);
    ASSERT_FALSE(game.plies.empty());
    EXPECT_LE(std::abs(game.plies.front().score), rules_.opening_limit);
    const auto ending = data::check_ending(game);
    EXPECT_TRUE(ending) << "game " << number << ": " << ending.error();
  }
}

// The last plies before a win is adjudicated, and no earlier ones, agree on the winner.
TEST_F(SelfPlayTest, WinsAreAdjudicatedOnTime) {
  rules_.unadjudicated = 0;
  rules_.win_score = 500;
  rules_.win_plies = 4;
  int adjudicated = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const Game game = play(number);
    int agreed = 0;
    int winner = 0;
    for (std::size_t i = 0; i < game.plies.size(); ++i) {
      const bool white = (game.opening.size() + i) % 2 == 0;
      const int score = white ? game.plies[i].score : -game.plies[i].score;
      const int now = score >= 500 ? 1 : score <= -500 ? -1 : 0;
      agreed = now == 0 ? 0 : now == winner ? agreed + 1 : 1;
      winner = now;
      ASSERT_TRUE(agreed < 4 || i + 1 == game.plies.size());
    }
    if (game.termination != Termination::WinAdjudication) continue;
    ++adjudicated;
    EXPECT_EQ(agreed, 4);
    EXPECT_EQ(game.result, winner > 0 ? GameResult::WhiteWins : GameResult::BlackWins);
  }
  EXPECT_GT(adjudicated, 5);
}

TEST_F(SelfPlayTest, DrawsAreAdjudicatedNotBeforeTheirPly) {
  rules_.unadjudicated = 0;
  rules_.draw_score = 32000;
  rules_.draw_plies = 5;
  rules_.draw_from_ply = 30;
  const Game game = play(1);
  EXPECT_EQ(game.termination, Termination::DrawAdjudication);
  EXPECT_EQ(game.result, GameResult::Draw);
  EXPECT_EQ(game.total_plies(), 35);
}

TEST_F(SelfPlayTest, UnadjudicatedGamesEndByTheRules) {
  rules_.unadjudicated = 1;
  rules_.win_score = 1;
  rules_.win_plies = 1;
  rules_.draw_from_ply = 0;
  for (std::uint64_t number = 0; number < 5; ++number) {
    const Game game = play(number);
    EXPECT_TRUE(game.termination < Termination::WinAdjudication ||
                game.termination == Termination::MaxPlies);
  }
}

TEST_F(SelfPlayTest, TooLongGamesAreDraws) {
  rules_.unadjudicated = 1;
  rules_.max_plies = 12;
  const Game game = play(4);
  EXPECT_EQ(game.total_plies(), 12);
  EXPECT_EQ(game.termination, Termination::MaxPlies);
  EXPECT_EQ(game.result, GameResult::Draw);
}

TEST_F(SelfPlayTest, CanBeAbandoned) {
  int left = 10;
  const auto game =
      play_game(searcher_, rules_, Rng(1), 0, [&left](const Position&) { return --left > 0; });
  EXPECT_FALSE(game);
}

TEST_F(SelfPlayTest, SignatureIsRepeatable) {
  const Evaluation bootstrap;
  EXPECT_EQ(search_signature(bootstrap), search_signature(bootstrap));
  EXPECT_GT(search_signature(bootstrap), 1000u);
}

}  // namespace
}  // namespace grandee::datagen
