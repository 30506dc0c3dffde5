// Starting, stopping, pondering and resizing from outside. Nothing here is timed; a hang fails by
// CTest's limit.
#include "search/thread_pool.hpp"

#include <chrono>
#include <thread>

#include "helpers.hpp"

namespace grandee::search {
namespace {

void pause() {
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

Limits infinite() {
  Limits limits;
  limits.infinite = true;
  return limits;
}

TEST(ThreadPool, OneResultForEverySearch) {
  ThreadPool pool;
  ASSERT_TRUE(pool.set_threads(3));
  Recorder recorder;
  for (int i = 0; i < 200; ++i) {
    Limits limits;
    limits.ponder = i % 2 == 0;
    limits.time[0] = 5;
    pool.start({}, limits, recorder);
    if (i % 4 == 0) pool.ponder_hit();
    if (i % 3 == 0) pool.stop();
  }
  pool.stop();
  pool.wait();
  EXPECT_EQ(recorder.results, 200);
  EXPECT_TRUE(Position().is_legal(recorder.result.best));
}

// Field report B07.
TEST(ThreadPool, AnIdleStopIsForgotten) {
  ThreadPool pool;
  Recorder recorder;
  pool.stop();
  pool.stop();
  pool.start({}, infinite(), recorder);
  pause();
  EXPECT_TRUE(pool.searching());
  EXPECT_EQ(recorder.results, 0);
  pool.stop();
  pool.wait();
  EXPECT_EQ(recorder.results, 1);
}

// Field reports B03, B05.
TEST(ThreadPool, InfiniteAndPonderHoldTheResultBack) {
  ThreadPool pool;
  for (const char* fen :
       {"k9/1Q8/2K7/10/10/10/10/10/10/10 b - - 0 1", "k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 0 1"}) {
    Recorder recorder;
    Limits limits = infinite();
    limits.depth = 5;
    pool.start(root_at(fen), limits, recorder);
    pause();
    EXPECT_TRUE(pool.searching());
    pool.stop();
    pool.wait();
    EXPECT_EQ(recorder.results, 1);

    limits.infinite = false;
    limits.ponder = true;
    pool.start(root_at(fen), limits, recorder);
    pause();
    EXPECT_TRUE(pool.searching());
    pool.ponder_hit();
    pool.wait();
    EXPECT_EQ(recorder.results, 2);
  }
}

TEST(ThreadPool, SettingsDuringASearchStopItFirst) {
  ThreadPool pool;
  Recorder recorder;
  pool.start({}, infinite(), recorder);
  ASSERT_TRUE(pool.set_hash(1));
  EXPECT_EQ(recorder.results, 1);
  pool.start({}, infinite(), recorder);
  ASSERT_TRUE(pool.set_threads(4));
  EXPECT_EQ(recorder.results, 2);
  pool.start({}, infinite(), recorder);
  pool.clear();
  EXPECT_EQ(recorder.results, 3);
}

TEST(ThreadPool, ImpossibleSettingsKeepTheOldOnes) {
  ThreadPool pool;
  EXPECT_FALSE(pool.set_threads(0));
  EXPECT_FALSE(pool.set_threads(kMaxThreads + 1));
  EXPECT_EQ(pool.threads(), 1);
  EXPECT_FALSE(pool.set_hash(kMaxHashMiB));
  EXPECT_EQ(pool.hash_mib(), kDefaultHashMiB);
  Recorder recorder;
  pool.start({}, to_depth(3), recorder);
  pool.wait();
  EXPECT_EQ(recorder.results, 1);
}

TEST(ThreadPool, OneThreadMatchesTheSearcher) {
  ThreadPool pool;
  Recorder recorder;
  const Root root{random_position(9, 30), {}};
  pool.start(root, to_depth(8), recorder);
  pool.wait();
  Searcher searcher(kDefaultHashMiB << 20);
  EXPECT_EQ(searcher.search(root, to_depth(8)).nodes, recorder.result.nodes);
}

// Field report B41.
TEST(ThreadPool, ManyThreadsAndLinesGiveLegalMoves) {
  ThreadPool pool;
  ASSERT_TRUE(pool.set_threads(4));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Root root{random_position(seed, 40), {}};
    Recorder recorder;
    Limits limits = to_nodes(20000);
    limits.multi_pv = seed % 2 == 0 ? 3 : 1;
    pool.start(root, limits, recorder);
    pool.wait();
    for (const Line& line : recorder.lines) expect_legal_pv(root.position, line.pv);
    EXPECT_TRUE(root.position.is_legal(recorder.result.best));
  }
}

}  // namespace
}  // namespace grandee::search
