// The reference counts of tests/data/perft_public.epd, each confirmed by three generators.
// GRANDEE_PERFT_FULL=1 counts them all; otherwise each position to the depth that stays below
// kUsualNodes.
#include "board/perft.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>
#include <vector>

#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "tests/common/positions.hpp"

namespace grandee::test {
namespace {

// About 30 million nodes over the whole file.
constexpr std::uint64_t kUsualNodes = 1'500'000;

struct Count {
  int depth = 0;
  std::uint64_t nodes = 0;
};
struct Row {
  std::string fen;
  std::vector<Count> counts;
};

// "FEN ;D1 65 ;D2 4225"
std::vector<Row> rows() {
  std::vector<Row> all;
  for (const std::string& line : data_lines("perft_public.epd")) {
    std::istringstream fields(line);
    Row row;
    std::getline(fields, row.fen, ';');
    for (std::string field; std::getline(fields, field, ';');) {
      std::istringstream text(field.substr(1));
      Count count;
      text >> count.depth >> count.nodes;
      row.counts.push_back(count);
    }
    all.push_back(row);
  }
  return all;
}

bool wanted(const Count& count) {
  return std::getenv("GRANDEE_PERFT_FULL") != nullptr || count.nodes <= kUsualNodes;
}

TEST(Perft, TheFileIsWhole) {
  const std::vector<Row> all = rows();
  EXPECT_EQ(all.size(), 85u);
  for (const Row& row : all) EXPECT_GE(row.counts.size(), 2u) << row.fen;
}

TEST(Perft, CountingLeaves) {
  for (const Row& row : rows())
    for (const Count& count : row.counts)
      if (wanted(count)) {
        EXPECT_EQ(perft(position_of(row.fen), count.depth, PerftLeaves::Count), count.nodes)
            << row.fen << " depth " << count.depth;
      }
}

TEST(Perft, ListingLeaves) {
  for (const Row& row : rows())
    for (const Count& count : row.counts)
      if (wanted(count)) {
        EXPECT_EQ(perft(position_of(row.fen), count.depth, PerftLeaves::List), count.nodes)
            << row.fen << " depth " << count.depth;
      }
}

TEST(Perft, DivideSumsUp) {
  for (const Row& row : rows()) {
    const Position position = position_of(row.fen);
    for (const Count& count : row.counts) {
      if (count.nodes > kUsualNodes / 10) continue;
      std::uint64_t sum = 0;
      std::vector<std::string> moves;
      for (const PerftEntry& entry : perft_divide(position, count.depth)) {
        Position next = position;
        next.make(entry.move);
        EXPECT_EQ(entry.nodes, perft(next, count.depth - 1)) << row.fen << to_uci(entry.move);
        sum += entry.nodes;
        moves.push_back(to_uci(entry.move));
      }
      EXPECT_EQ(sum, count.nodes) << row.fen << " depth " << count.depth;
      std::sort(moves.begin(), moves.end());
      EXPECT_EQ(moves, uci_moves(position)) << row.fen;
    }
  }
}

TEST(Perft, DepthZeroIsOne) {
  EXPECT_EQ(perft(Position(), 0, PerftLeaves::Count), 1u);
  EXPECT_EQ(perft(Position(), 0, PerftLeaves::List), 1u);
}

// A position of the field reports: an en-passant capture into a full board.
TEST(Perft, FieldReportPosition) {
  const Position position =
      position_of("r8r/1nbqkcabn1/pppppp1pp1/9p/5Pp3/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - g7 0 3");
  EXPECT_EQ(perft(position, 1), 75u);
  EXPECT_EQ(perft(position, 2), 5168u);
  EXPECT_EQ(perft(position, 3), 362228u);
}

}  // namespace
}  // namespace grandee::test
