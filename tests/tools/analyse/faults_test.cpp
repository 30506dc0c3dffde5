// Self-play games with all sorts of faults: read as they were played, or reported.
#include <gtest/gtest.h>

#include "tests/tools/analyse/mangler.hpp"
#include "tools/common/pgn.hpp"

namespace grandee::tools {
namespace {

std::vector<Move> moves_of(const PgnGame& game) {
  std::vector<Move> moves;
  for (const PgnMove& played : game.line.moves) moves.push_back(played.move);
  return moves;
}

TEST(PgnFaults, GamesAreReadAsTheyWerePlayedOrReported) {
  constexpr std::size_t kGames = 1000;
  const std::vector<test::PlainGame> games = test::sample_games(kGames);
  ASSERT_EQ(games.size(), kGames);
  test::Mangler mangler(1);
  std::string text;
  std::vector<bool> broken(kGames);
  std::vector<bool> bare(kGames);
  for (std::size_t i = 0; i < kGames; ++i) {
    broken[i] = i % 20 == 3;
    text += broken[i] ? mangler.write_broken(games[i]) : mangler.write(games[i]);
    bare[i] = mangler.dropped_disambiguation();
  }
  PgnReader reader(text);
  std::size_t i = 0;
  std::size_t right = 0;
  std::size_t ambiguous = 0;
  std::size_t reported = 0;
  while (const auto game = reader.next()) {
    ASSERT_LT(i, kGames);
    const std::size_t number = i++;
    if (!*game) {
      ++reported;
      EXPECT_TRUE(broken[number]) << game->error();
      continue;
    }
    EXPECT_FALSE(broken[number]) << "game " << number;
    if (!(*game)->ambiguity.empty()) {
      // Short games may not tell the ranks; longer ones only which of two men moved.
      EXPECT_TRUE(bare[number] || games[number].moves.size() < 20) << (*game)->ambiguity;
      ++ambiguous;
      continue;
    }
    ++right;
    EXPECT_EQ(moves_of(**game), games[number].moves) << "game " << number;
    EXPECT_EQ(to_fen((*game)->start), to_fen(games[number].start));
  }
  EXPECT_EQ(i, kGames);
  EXPECT_EQ(reported, kGames / 20);
  EXPECT_LT(ambiguous, kGames / 5);
  RecordProperty("right", static_cast<int>(right));
  RecordProperty("ambiguous", static_cast<int>(ambiguous));
}

}  // namespace
}  // namespace grandee::tools
