// Every limit ends the search where it says.
#include "helpers.hpp"

namespace grandee::search {
namespace {

constexpr std::size_t kHash = 4 << 20;

// Field report B43.
TEST(Limits, NodesAreExact) {
  Searcher searcher(kHash);
  for (const std::uint64_t nodes : {1ull, 2ull, 77ull, 1000ull, 50000ull}) {
    searcher.clear();
    EXPECT_EQ(searcher.search({}, to_nodes(nodes)).nodes, nodes);
  }
}

TEST(Limits, SoftNodesEndBetweenIterations) {
  Searcher searcher(kHash);
  Limits limits;
  limits.soft_nodes = 5000;
  Recorder recorder;
  const SearchResult result = searcher.search({}, limits, &recorder);
  EXPECT_GE(result.nodes, 5000u);
  EXPECT_EQ(recorder.lines.back().depth, result.depth);
  EXPECT_EQ(recorder.lines.back().bound, Bound::Exact);
}

TEST(Limits, Depth) {
  Searcher searcher(kHash);
  for (const int depth : {1, 2, 5}) EXPECT_EQ(searcher.search({}, to_depth(depth)).depth, depth);
}

// Field report B24.
TEST(Limits, AShortestSearchStillHasALineAndAMove) {
  for (const std::uint64_t nodes : {1ull, 5ull}) {
    Searcher searcher(kHash);
    Recorder recorder;
    const SearchResult result = searcher.search({}, to_nodes(nodes), &recorder);
    ASSERT_FALSE(recorder.lines.empty());
    EXPECT_EQ(recorder.lines.back().pv[0], result.best);
    EXPECT_LT(std::abs(result.score), kMaxEval);
  }
}

// Field reports B26, B27.
TEST(Limits, SearchMoves) {
  Searcher searcher(kHash);
  Limits limits = to_nodes(20000);
  const Position start;
  limits.search_moves = {*parse_uci(start, "a1b1")};
  const SearchResult one = searcher.search({}, limits);
  EXPECT_EQ(to_uci(one.best), "a1b1");
  EXPECT_EQ(one.nodes, 20000u);
  limits.search_moves.push_back(*parse_uci(start, "d3d5"));
  const std::string best = to_uci(searcher.search({}, limits).best);
  EXPECT_TRUE(best == "a1b1" || best == "d3d5") << best;
}

TEST(Limits, MateStopsAtTheProof) {
  Searcher searcher(kHash);
  Limits limits;
  limits.mate = 3;
  const SearchResult result =
      searcher.search(root_at("k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 0 1"), limits);
  EXPECT_EQ(result.score, mate_in(5));
}

// Field report B28.
TEST(Limits, DepthFarBeyondAMateEnds) {
  Searcher searcher(kHash);
  const SearchResult result =
      searcher.search(root_at("4k5/10/4K5/10/10/10/10/10/10/R9 w - - 0 1"), to_depth(30));
  EXPECT_EQ(to_uci(result.best), "a1a10");
  EXPECT_EQ(result.score, mate_in(1));
}

TEST(Limits, DeepestDepthEnds) {
  Searcher searcher(kHash);
  const SearchResult result =
      searcher.search(root_at("k9/10/10/10/10/10/10/10/10/K8N w - - 0 1"), to_depth(kMaxPly));
  EXPECT_EQ(result.score, 0);
}

}  // namespace
}  // namespace grandee::search
