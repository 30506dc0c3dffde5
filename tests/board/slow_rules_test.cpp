// The board compared with the slow rules, which share no code with it.
#include "slow_rules.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "board/notation.hpp"
#include "tests/common/positions.hpp"

namespace grandee::test {
namespace {

// Move lists, checks, and every position one move on.
void compare(const Position& position) {
  const std::string fen = to_fen(position);
  const SlowBoard slow(fen);
  ASSERT_EQ(uci_moves(position), slow.uci_moves()) << fen;
  ASSERT_EQ(position.in_check(), slow.in_check()) << fen;
}

void compare_successors(const Position& position) {
  const std::string fen = to_fen(position);
  const SlowBoard slow(fen);
  for (const SlowMove& m : slow.legal_moves()) {
    const auto move = parse_uci(position, m.uci());
    ASSERT_TRUE(move) << fen << ": " << move.error();
    Position next = position;
    next.make(*move);
    ASSERT_EQ(to_fen(next), slow.after(m).fen()) << fen << " " << m.uci();
    ASSERT_TRUE(next.is_consistent()) << fen << " " << m.uci();
  }
}

TEST(SlowRules, AgreeOverRandomGames) {
  play_random_games(1, 20000, [](const Position& position, const MoveList&, Move) {
    if (!testing::Test::HasFatalFailure()) compare(position);
  });
}

TEST(SlowRules, AgreeOverRandomSetups) {
  Rng rng(2);
  for (int i = 0; i < 40000 && !HasFatalFailure(); ++i) compare(random_setup(rng));
}

TEST(SlowRules, MakeGivesTheSamePositions) {
  int n = 0;
  play_random_games(3, 4000, [&](const Position& position, const MoveList&, Move) {
    if (n++ % 20 == 0 && !testing::Test::HasFatalFailure()) compare_successors(position);
  });
  Rng rng(4);
  for (int i = 0; i < 200 && !HasFatalFailure(); ++i) compare_successors(random_setup(rng));
}

// The oracle itself, on counts that independent generators agree on.
std::uint64_t slow_perft(const SlowBoard& board, int depth) {
  const std::vector<SlowMove> moves = board.legal_moves();
  if (depth == 1) return moves.size();
  std::uint64_t nodes = 0;
  for (const SlowMove& m : moves) nodes += slow_perft(board.after(m), depth - 1);
  return nodes;
}

TEST(SlowRules, OracleCountsThePerftSuite) {
  for (const std::string& line : data_lines("perft_public.epd")) {
    std::istringstream fields(line);
    std::string fen;
    std::getline(fields, fen, ';');
    for (std::string field; std::getline(fields, field, ';');) {
      std::istringstream count(field.substr(1));
      int depth = 0;
      std::uint64_t nodes = 0;
      count >> depth >> nodes;
      if (nodes > 0 && nodes < 1500) {
        EXPECT_EQ(slow_perft(SlowBoard(fen), depth), nodes) << fen << " depth " << depth;
      }
    }
  }
}

}  // namespace
}  // namespace grandee::test
