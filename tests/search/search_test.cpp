// What any search must hold to: legal lines, right scores at the end of the game, determinism.
#include "board/endings.hpp"
#include "helpers.hpp"
#include "search/reductions.hpp"

namespace grandee::search {
namespace {

constexpr std::size_t kHash = 4 << 20;
const std::string kQueenMate = "k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 0 1";

TEST(Search, PvIsLegalAndStartsWithTheBestMove) {
  Searcher searcher(kHash);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Root root{random_position(seed, 10 + static_cast<int>(seed) * 2), {}};
    Recorder recorder;
    Limits limits = to_nodes(6000);
    limits.multi_pv = seed % 3 == 0 ? 3 : 1;
    const SearchResult result = searcher.search(root, limits, &recorder);
    ASSERT_FALSE(recorder.lines.empty());
    for (const Line& line : recorder.lines) expect_legal_pv(root.position, line.pv);
    ASSERT_FALSE(result.pv.empty());
    EXPECT_EQ(result.best, result.pv[0]);
    EXPECT_EQ(result.ponder, result.pv.size() > 1 ? result.pv[1] : Move::none());
  }
}

TEST(Search, MateScoresAreTrueAndEndTheLine) {
  Searcher searcher(kHash);
  int mates = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Root root{random_position(seed * 7, 180), {}};
    const SearchResult result = searcher.search(root, to_nodes(20000));
    if (!is_mate_score(result.score)) continue;
    ++mates;
    const int distance = kMate - std::abs(result.score);
    EXPECT_GT(distance, 0);
    Position position = root.position;
    int ply = 0;
    for (const Move m : result.pv) {
      ASSERT_TRUE(has_legal_move(position)) << "the line runs past mate";
      position.make(m);
      ++ply;
    }
    EXPECT_LE(ply, distance);
    EXPECT_EQ(distance % 2 == 1, result.score > 0);
    if (ply == distance) {
      EXPECT_TRUE(position.in_check() && !has_legal_move(position));
    }
  }
  EXPECT_GT(mates, 3);
}

TEST(Search, SameNodesEveryTime) {
  Searcher searcher(kHash);
  const Root root{random_position(5, 30), {}};
  const std::uint64_t first = searcher.search(root, to_depth(8)).nodes;
  searcher.clear();
  EXPECT_EQ(searcher.search(root, to_depth(8)).nodes, first);
  Searcher other(kHash);
  EXPECT_EQ(other.search(root, to_depth(8)).nodes, first);
}

TEST(Search, RootWithoutMoves) {
  Searcher searcher(kHash);
  const SearchResult mated =
      searcher.search(root_at("k9/1Q8/2K7/10/10/10/10/10/10/10 b - - 0 1"), to_depth(5));
  EXPECT_EQ(mated.best, Move::none());
  EXPECT_EQ(mated.score, mated_in(0));
  const SearchResult stalemate =
      searcher.search(root_at("k9/2Q7/4K5/10/10/10/10/10/10/10 b - - 0 1"), to_depth(5));
  EXPECT_EQ(stalemate.best, Move::none());
  EXPECT_EQ(stalemate.score, 0);
}

// From the side that can't lose: played out, these are forced wins of at most 24 moves.
TEST(Search, BareKingsAreMatedWithinFiftyMoves) {
  for (const char* men : {"Q9", "R9", "C9", "A9", "BB8"}) {
    Searcher searcher(kHash);
    Root root = root_at("10/10/10/4k5/10/10/10/10/5K4/" + std::string(men) + " w - - 0 1");
    Outcome outcome = Outcome::Ongoing;
    while (outcome == Outcome::Ongoing) {
      const Move best = searcher.search(root, to_nodes(20000)).best;
      ASSERT_TRUE(best);
      root.earlier.push_back(root.position.key());
      root.position.make(best);
      outcome = game_outcome(root.position, root.earlier);
    }
    EXPECT_EQ(outcome, Outcome::Checkmate) << men << ": " << describe(outcome);
  }
}

// Field report B22.
TEST(Search, MateIsFoundWithTheFiftyMoveCounterHigh) {
  Searcher searcher(kHash);
  Root root = root_at("k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 90 60");
  EXPECT_EQ(searcher.search(root, to_depth(12)).score, mate_in(5));
}

TEST(Search, MateOnTheHundredthPlyStands) {
  Searcher searcher(kHash);
  // Ra10 mates as the 100th ply; any other move draws at once.
  const Root root = root_at("4k5/10/4K5/10/10/10/10/10/10/R9 w - - 99 80");
  const SearchResult result = searcher.search(root, to_depth(6));
  EXPECT_EQ(result.score, mate_in(1));
  EXPECT_EQ(to_uci(result.best), "a1a10");
}

TEST(Search, FiftyMovesDrawBeforeAMate) {
  Searcher searcher(kHash);
  // Mate in three needs five plies and only two are left.
  const SearchResult result =
      searcher.search(root_at("k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 98 80"), to_depth(10));
  EXPECT_EQ(result.score, 0);
}

TEST(Search, ARootWithTheClockRunOutIsSearchedLikeAnyOther) {
  Searcher searcher(kHash);
  const SearchResult result =
      searcher.search(root_at("4k5/10/4K5/10/10/10/10/10/10/R9 w - - 100 80"), to_depth(6));
  EXPECT_EQ(to_uci(result.best), "a1a10");
}

TEST(Search, ThirdRepetitionOfTheGameIsADraw) {
  Searcher searcher(kHash);
  // White is behind. The position after j1i1 stood twice before in the game: repeating it a third
  // time is the draw White wants.
  Position position = *parse_fen("7k2/q9/10/10/10/10/10/10/1K8/9R w - - 0 1");
  Root root;
  for (int round = 0; round < 2; ++round) {
    for (const char* text : {"j1i1", "h10g10", "i1j1", "g10h10"}) {
      root.earlier.push_back(position.key());
      const auto move = parse_uci(position, text);
      ASSERT_TRUE(move.has_value()) << text;
      position.make(*move);
    }
  }
  root.position = position;
  const SearchResult with_history = searcher.search(root, to_depth(1));
  EXPECT_EQ(with_history.score, 0);
  EXPECT_EQ(to_uci(with_history.best), "j1i1");
  searcher.clear();
  root.earlier.clear();
  EXPECT_LT(searcher.search(root, to_depth(1)).score, -200);
}

// Field report B18: a queen up, no line of the three may count as a draw.
TEST(Search, MultiPvLinesAreNotDrawsThroughTheRoot) {
  Searcher searcher(kHash);
  Recorder recorder;
  Limits limits = to_depth(12);
  limits.multi_pv = 3;
  searcher.search(root_at(kQueenMate), limits, &recorder);
  for (const Line& line : recorder.lines)
    if (line.depth == 12) {
      EXPECT_GT(line.score, 500) << "line " << line.rank;
    }
}

TEST(Search, MultiPvLinesDifferAndAreSorted) {
  Searcher searcher(kHash);
  Recorder recorder;
  Limits limits = to_depth(7);
  limits.multi_pv = 4;
  searcher.search({random_position(11, 24), {}}, limits, &recorder);
  ASSERT_GE(recorder.lines.size(), 4u);
  const std::vector<Line> last(recorder.lines.end() - 4, recorder.lines.end());
  for (std::size_t i = 1; i < last.size(); ++i) {
    EXPECT_EQ(last[i].rank, static_cast<int>(i) + 1);
    EXPECT_LE(last[i].score, last[i - 1].score);
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(last[i].pv[0], last[j].pv[0]);
  }
}

// Field report B23.
TEST(Search, StoppedMultiPvScoresAreSane) {
  Searcher searcher(kHash);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Root root{random_position(seed * 13, 60), {}};
    Recorder recorder;
    Limits limits = to_nodes(1000 + seed * 50);
    limits.multi_pv = 4;
    searcher.search(root, limits, &recorder);
    for (const Line& line : recorder.lines) {
      EXPECT_LE(std::abs(line.score), kMate);
      EXPECT_NE(std::abs(line.score), kMate);
      if (is_mate_score(line.score)) {
        EXPECT_LE(kMate - std::abs(line.score), kMaxPly / 2);
      }
    }
  }
}

TEST(Search, OnlyWinningPromotionIsFound) {
  Searcher searcher(kHash);
  // Queen, marshal and cardinal are on the board: only a rook, bishop or knight can come back.
  const Root root = root_at("6k3/P9/10/10/10/10/10/QCA7/10/K9 w - - 0 1");
  const SearchResult result = searcher.search(root, to_depth(6));
  EXPECT_GT(result.score, 500);
  expect_legal_pv(root.position, result.pv);
}

TEST(Reductions, GrowWithDepthAndMoveNumber) {
  for (int depth = 1; depth < kMaxPly - 2; ++depth) {
    for (int number = 1; number < 300; ++number) {
      EXPECT_LE(late_move_reduction(depth, number), late_move_reduction(depth + 1, number));
      EXPECT_LE(late_move_reduction(depth, number), late_move_reduction(depth, number + 1));
    }
  }
}

}  // namespace
}  // namespace grandee::search
