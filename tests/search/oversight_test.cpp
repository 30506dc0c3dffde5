// Searches of players who don't see every move.
#include "helpers.hpp"

namespace grandee::search {
namespace {

constexpr std::size_t kHash = std::size_t{1} << 20;

Limits blind(int overlooked, std::uint64_t seed, int depth) {
  Limits limits = to_depth(depth);
  limits.overlooked = overlooked;
  limits.seed = seed;
  return limits;
}

TEST(Oversight, ThoseWhoSeeAllHaveNoUseForTheSeed) {
  Searcher searcher(kHash);
  const Root root = root_at("6k3/P9/10/10/10/10/10/QCA7/10/K9 w - - 0 1");
  const SearchResult first = searcher.search(root, blind(0, 1, 6));
  searcher.clear();
  const SearchResult second = searcher.search(root, blind(0, 2, 6));
  EXPECT_EQ(first.nodes, second.nodes);
  EXPECT_EQ(first.pv, second.pv);
}

TEST(Oversight, SomeMissARookAndOthersTakeIt) {
  Searcher searcher(kHash);
  const Root root = root_at("r3k5/10/10/10/10/10/10/10/10/Q5K3 w - - 0 1");
  int taken = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    searcher.clear();
    taken += to_uci(searcher.search(root, blind(500, seed, 2)).best) == "a1a10" ? 1 : 0;
  }
  // The chance of the long capture is 500 · (10 + 12 − 4) / 16 = 562 in a thousand.
  EXPECT_GT(taken, 50);
  EXPECT_LT(taken, 130);
}

TEST(Oversight, AMovelessViewIsNoMate) {
  Searcher searcher(kHash);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    searcher.clear();
    const Position position = random_position(seed * 7, 30);
    const SearchResult result = searcher.search({position, {}}, blind(1000, seed, 4));
    ASSERT_TRUE(position.is_legal(result.best));
    // Who sees next to nothing may still meet a real mate in the few moves that are left.
    if (!is_mate_score(result.score)) continue;
    Position end = position;
    for (const Move m : result.pv) end.make(m);
    EXPECT_TRUE(end.in_check() && !has_legal_move(end)) << to_fen(position);
  }
}

TEST(Oversight, EvasionsAreSeen) {
  Searcher searcher(kHash);
  const Root root = root_at("k9/10/10/10/10/10/10/10/r9/R3K4r w - - 0 1");
  MoveList moves;
  generate_legal(root.position, moves);
  ASSERT_TRUE(root.position.in_check());
  Recorder recorder;
  Limits limits = blind(1000, 3, 1);
  limits.multi_pv = 64;
  searcher.search(root, limits, &recorder);
  EXPECT_EQ(recorder.lines.size(), moves.size());
}

}  // namespace
}  // namespace grandee::search
