// Files of search trees: what goes in comes out, and no damage passes.
#include "tools/analyse/tree.hpp"

#include <gmock/gmock.h>

#include "base/rng.hpp"
#include "tests/tools/run_program.hpp"

namespace grandee::analyse {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kEntries = 500;

class Tree : public test::ProgramTest {
 protected:
  // A file of made-up entries.
  std::filesystem::path saved() const {
    search::ThreadPool pool;
    EXPECT_TRUE(pool.set_hash(1));
    Rng rng(7);
    for (std::uint64_t i = 0; i < kEntries; ++i) {
      search::TtData data;
      data.score = static_cast<Score>(rng.below(1000));
      data.depth = static_cast<int>(1 + rng.below(30));
      data.bound = search::Bound::Exact;
      pool.add_to_hash(rng.next(), data);
    }
    const auto path = folder_ / "a.gtree";
    const auto done = save_tree(path, "some network", pool);
    EXPECT_TRUE(done) << done.error();
    return path;
  }
};

TEST_F(Tree, WhatIsSavedIsLoaded) {
  const auto path = saved();
  search::ThreadPool pool;
  ASSERT_TRUE(pool.set_hash(4));
  const auto loaded = load_tree(path, "some network", pool);
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(*loaded, kEntries);
  std::uint64_t seen = 0;
  pool.visit_hash([&seen](Key, const search::TtData& data) {
    ++seen;
    EXPECT_EQ(data.bound, search::Bound::Exact);
    EXPECT_GE(data.depth, 1);
  });
  EXPECT_EQ(seen, kEntries);
  EXPECT_THAT(load_tree(path, "another", pool).error(), HasSubstr("network"));
}

TEST_F(Tree, NoDamagePasses) {
  const std::string good = test::read_file(saved());
  search::ThreadPool pool;
  ASSERT_TRUE(pool.set_hash(1));
  const auto refused = [&](const std::string& bytes) {
    test::write_file(folder_ / "bad.gtree", bytes);
    const auto loaded = load_tree(folder_ / "bad.gtree", "some network", pool);
    return !loaded && loaded.error().find("bad.gtree") != std::string::npos;
  };
  const std::size_t step = 1 + good.size() / 400;
  for (std::size_t i = 0; i < good.size(); i += step) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 64);
    EXPECT_TRUE(refused(bad)) << "changed at " << i << " of " << good.size();
    EXPECT_TRUE(refused(good.substr(0, i))) << "cut at " << i;
  }
  EXPECT_TRUE(refused(good + "x"));
}

}  // namespace
}  // namespace grandee::analyse
