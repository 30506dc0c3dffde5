// tests/data/mates.epd: exact distances and all best moves from complete endgame tables.
#include <fstream>
#include <sstream>

#include "board/bishop_knight.hpp"
#include "helpers.hpp"

namespace grandee::search {
namespace {

struct Mate {
  std::string fen, id;
  int distance = 0;
  std::vector<std::string> best;
};

std::vector<Mate> read_mates() {
  std::ifstream file(std::string(GRANDEE_TEST_DATA) + "/mates.epd");
  std::vector<Mate> mates;
  std::string line;
  while (std::getline(file, line)) {
    Mate mate;
    const std::size_t dm = line.find(" dm ");
    const std::size_t bm = line.find(" bm ");
    mate.fen = line.substr(0, dm);
    mate.distance = std::stoi(line.substr(dm + 4));
    std::istringstream moves(line.substr(bm + 4, line.find(';', bm) - bm - 4));
    for (std::string move; moves >> move;) mate.best.push_back(move);
    mate.id = line.substr(line.find('"'));
    mates.push_back(mate);
  }
  return mates;
}

TEST(Mates, UpToFiveMovesWithTheRightDistance) {
  int tried = 0;
  for (const Mate& mate : read_mates()) {
    if (mate.distance > 5) continue;
    ++tried;
    Searcher searcher(64 << 20);
    Limits limits = to_nodes(20'000'000);
    limits.mate = mate.distance;
    const SearchResult result = searcher.search(root_at(mate.fen), limits);
    EXPECT_EQ(result.score, mate_in(2 * mate.distance - 1)) << mate.id;
    EXPECT_THAT(mate.best, testing::Contains(to_uci(result.best))) << mate.id;
  }
  EXPECT_EQ(tried, 14);
}

TEST(Mates, NeverShorterThanTheTruth) {
  for (const Mate& mate : read_mates()) {
    Searcher searcher(16 << 20);
    const SearchResult result = searcher.search(root_at(mate.fen), to_nodes(200'000));
    if (is_mate_score(result.score)) {
      EXPECT_GE(kMate - result.score, 2 * mate.distance - 1) << mate.id;
    }
  }
}

// A piece against the bare king: known at once, with all moves to the mate.
TEST(Mates, ABareKingsEndIsKnownAtDepthOne) {
  int tried = 0;
  for (const Mate& mate : read_mates()) {
    const Root root = root_at(mate.fen);
    if (root.position.men() != 3 || mate.id.find("KPvK") != std::string::npos) continue;
    ++tried;
    Searcher searcher(1 << 20);
    const SearchResult result = searcher.search(root, to_depth(1));
    EXPECT_EQ(result.score, mate_in(2 * mate.distance - 1)) << mate.id;
    EXPECT_THAT(mate.best, testing::Contains(to_uci(result.best))) << mate.id;
    Position end = root.position;
    for (const Move move : result.pv) end.make(move);
    EXPECT_EQ(result.pv.size(), static_cast<std::size_t>(2 * mate.distance - 1)) << mate.id;
    EXPECT_TRUE(end.in_check() && !has_legal_move(end)) << mate.id;
  }
  EXPECT_EQ(tried, 12);
}

// One of the longest: mate in 47 moves.
constexpr const char* kBishopAndKnight = "9K/10/6k3/10/10/10/7B2/10/10/N9 w - - 0 1";

TEST(Mates, BishopAndKnightAreKnown) {
  const Root root = root_at(kBishopAndKnight);
  Searcher searcher(1 << 20);
  const SearchResult result = searcher.search(root, to_depth(1));
  EXPECT_EQ(result.score, mate_in(93));
  Position end = root.position;
  for (const Move move : result.pv) end.make(move);
  EXPECT_EQ(result.pv.size(), 93u);
  EXPECT_TRUE(end.in_check() && !has_legal_move(end));
}

TEST(Mates, BishopAndKnightNearARootAreKnownInTheTree) {
  // The pawn can't be saved, and the rest takes too long for a search.
  Searcher searcher(1 << 20);
  const SearchResult result =
      searcher.search(root_at("9k/10/7p2/6K3/10/10/7B2/10/3N6/10 w - - 0 1"), to_depth(8));
  EXPECT_GT(result.score, mate_in(2 * 50));
}

TEST(Mates, BishopAndKnightAreWaitedForNoLongerThanAClockAllows) {
  Limits limits;
  limits.move_time = 1;
  Searcher searcher(1 << 20);
  const Root root = root_at(kBishopAndKnight);
  // ctest gives each test a process of its own, in which there is no table yet.
  if (bishop_knight::plies_to_mate(root.position)) GTEST_SKIP() << "the table is there already";
  EXPECT_TRUE(searcher.search(root, limits).best);
  EXPECT_FALSE(bishop_knight::plies_to_mate(root.position)) << "waited for the table";
}

// Mate in 10 moves, but the game is drawn before.
TEST(Mates, NoneIsToldThatTheFiftyMoveRulePrevents) {
  const std::string board = "8c1/10/3k6/10/10/10/10/10/10/K9 b - - ";
  Searcher searcher(1 << 20);
  const Score in_time = searcher.search(root_at(board + "60 90"), to_depth(4)).score;
  EXPECT_TRUE(is_mate_score(in_time)) << in_time;
  searcher.clear();
  EXPECT_FALSE(is_mate_score(searcher.search(root_at(board + "97 90"), to_depth(4)).score));
}

// A player who overlooks things has to find the mate.
TEST(Mates, LevelsDontKnowTheTables) {
  const Root root = root_at("8c1/10/3k6/10/10/10/10/10/10/K9 b - - 0 1");
  Limits limits = to_depth(1);
  limits.overlooked = 1;
  Searcher searcher(1 << 20);
  EXPECT_FALSE(is_mate_score(searcher.search(root, limits).score));
}

}  // namespace
}  // namespace grandee::search
