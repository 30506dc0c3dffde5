// grandee-datagen as it is run.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <set>

#include "tests/tools/run_program.hpp"
#include "training-data/chain.hpp"

namespace grandee::datagen {
namespace {

namespace fs = std::filesystem;
using test::Finished;
using test::read_file;
using testing::HasSubstr;

class DatagenTest : public test::ProgramTest {
 protected:
  static std::vector<std::string> command(std::vector<std::string> more) {
    std::vector<std::string> words = {"grandee-datagen", "--nodes", "20", "--hash", "256"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  Finished generate(const std::vector<std::string>& more) const { return run(command(more)); }

  std::vector<data::Game> games(const std::string& name) const {
    auto reader = data::ChainReader::open(folder_ / name);
    EXPECT_TRUE(reader) << reader.error();
    std::vector<data::Game> all;
    if (!reader) return all;
    while (const auto block = reader->next())
      for (auto& game : reader->games(*block)) all.push_back(std::move(game));
    EXPECT_TRUE(reader->bad_blocks().empty());
    return all;
  }
  bool leftovers() const {
    for (const auto& entry : fs::directory_iterator(folder_))
      if (entry.path().extension() == ".gcd") return true;
    return false;
  }
};

TEST_F(DatagenTest, SummaryAndFilesAgree) {
  const Finished done =
      generate({"--games", "9", "--threads", "2", "--seed", "7", "--out", "x.gcd", "--json", "-"});
  ASSERT_EQ(done.code, 0) << done.err;
  const auto json = nlohmann::json::parse(done.out);
  EXPECT_EQ(json["games"], 9);
  EXPECT_EQ(json["seed"], 7);
  std::size_t positions = 0;
  std::set<std::uint64_t> numbers;
  for (const char* name : {"x.0.gcd", "x.1.gcd"}) {
    for (const data::Game& game : games(name)) {
      positions += game.plies.size();
      // No game, and so no position of a game, twice.
      EXPECT_TRUE(numbers.insert(game.number).second);
      EXPECT_TRUE(data::check_ending(game));
    }
  }
  EXPECT_EQ(numbers.size(), 9u);
  EXPECT_EQ(json["positions"], positions);
  EXPECT_EQ(
      json["white_wins"].get<int>() + json["draws"].get<int>() + json["black_wins"].get<int>(), 9);
  EXPECT_EQ(json["bytes"], fs::file_size(folder_ / "x.0.gcd") + fs::file_size(folder_ / "x.1.gcd"));
  EXPECT_THAT(done.err, HasSubstr("seed 7"));
}

TEST_F(DatagenTest, SameSeedSameFileOtherSeedOtherFile) {
  for (const char* name : {"a", "b"})
    ASSERT_EQ(generate({"--games", "4", "--threads", "1", "--seed", "7", "--out", name}).code, 0);
  EXPECT_EQ(read_file(folder_ / "a"), read_file(folder_ / "b"));
  ASSERT_EQ(generate({"--games", "4", "--threads", "1", "--seed", "8", "--out", "c"}).code, 0);
  EXPECT_NE(games("a")[0].opening, games("c")[0].opening);
}

TEST_F(DatagenTest, WithoutSeedEachRunHasItsOwn) {
  const auto first = start(command({"--games", "2", "--threads", "1", "--out", "a"}));
  const auto second = start(command({"--games", "2", "--threads", "1", "--out", "b"}));
  finish(first);
  finish(second);
  EXPECT_NE(games("a")[0].opening, games("b")[0].opening);
}

TEST_F(DatagenTest, ShardsAreDisjoint) {
  std::set<std::vector<std::uint32_t>> openings;
  for (const char* shard : {"0/3", "1/3", "2/3"}) {
    const std::string name = std::string("s") + shard[0];
    ASSERT_EQ(
        generate({"--games", "5", "--threads", "1", "--seed", "7", "--shard", shard, "--out", name})
            .code,
        0);
    for (const data::Game& game : games(name)) {
      std::vector<std::uint32_t> opening;
      for (const Move m : game.opening) opening.push_back(m.raw());
      EXPECT_TRUE(openings.insert(opening).second);
    }
  }
  EXPECT_EQ(openings.size(), 15u);
}

// Killed again and again, at any moment, and stopped in good order in between.
TEST_F(DatagenTest, KilledAndResumedIsAsIfNothingHappened) {
  const std::vector<std::string> play = {"--games", "200", "--threads", "2", "--seed", "7"};
  const auto to = [&](const std::string& name) {
    auto words = play;
    words.insert(words.end(), {"--out", name, "--resume"});
    return words;
  };
  ASSERT_EQ(generate(to("whole.gcd")).code, 0);
  for (int i = 0; i < 20; ++i) {
    const pid_t child = start(command(to("cut.gcd")));
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + 37 * i % 400));
    kill(child, i % 4 == 3 ? SIGTERM : SIGKILL);
    finish(child);
  }
  ASSERT_EQ(generate(to("cut.gcd")).code, 0);
  for (const char* thread : {".0.gcd", ".1.gcd"})
    EXPECT_EQ(read_file(folder_ / (std::string("whole") + thread)),
              read_file(folder_ / (std::string("cut") + thread)));
}

TEST_F(DatagenTest, ASignalFlushesAndTellsHowToGoOn) {
  const pid_t child =
      start(command({"--games", "1000000", "--threads", "2", "--seed", "7", "--out", "x.gcd"}));
  // Until it plays.
  while (!leftovers()) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  kill(child, SIGINT);
  const Finished done = finish(child);
  EXPECT_EQ(done.code, 128 + SIGINT);
  EXPECT_THAT(done.err, HasSubstr("--resume"));
  EXPECT_GT(games("x.0.gcd").size() + games("x.1.gcd").size(), 0u);
}

TEST_F(DatagenTest, AFullDiskIsAnErrorAtABlocksEdge) {
  const pid_t child =
      start(command({"--games", "100000", "--threads", "2", "--seed", "7", "--out", "x.gcd"}), [] {
        const rlimit limit{30000, 30000};
        setrlimit(RLIMIT_FSIZE, &limit);
      });
  const Finished done = finish(child);
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.err, HasSubstr("can't write"));
  EXPECT_GT(games("x.0.gcd").size(), 0u);
  EXPECT_GT(games("x.1.gcd").size(), 0u);
}

TEST_F(DatagenTest, AGameWithoutEndIsGivenUp) {
  const Finished done = run({"grandee-datagen", "--nodes", "1000000000000", "--games", "2",
                             "--threads", "1", "--seed", "7", "--watchdog", "0.2", "--out", "x"});
  EXPECT_EQ(done.code, 3);
  EXPECT_THAT(done.err, HasSubstr("game 0 of shard 0 with seed 7"));
}

TEST_F(DatagenTest, WhatCannotWorkIsRefusedBeforeAnySearch) {
  const std::vector<std::vector<std::string>> bad = {
      {"--games", "4"},
      {"--games", "4", "--format", "binpack", "--out", "x.gcd"},
      {"--games", "-4", "--out", "x.gcd"},
      {"--games", "4", "--positions", "4", "--out", "x.gcd"},
      {"--games", "4", "--out", "missing/x.gcd"},
      {"--games", "4", "--shard", "5/4", "--out", "x.gcd"},
      {"--games", "4", "--shard", "1", "--out", "x.gcd"},
      {"--games", "4", "--random-plies", "9", "8", "--out", "x.gcd"},
      {"--games", "4", "--threads", "0", "--out", "x.gcd"}};
  for (const auto& words : bad) {
    const Finished done = generate(words);
    EXPECT_NE(done.code, 0);
    EXPECT_FALSE(done.err.empty());
    EXPECT_FALSE(leftovers()) << testing::PrintToString(words);
  }
}

TEST_F(DatagenTest, EarlierFilesAreSafe) {
  const std::vector<std::string> play = {"--games", "2", "--seed", "7", "--out", "x.gcd"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), play.begin(), play.end());
    return generate(more);
  };
  ASSERT_EQ(with({"--threads", "2"}).code, 0);
  EXPECT_THAT(with({"--threads", "2"}).err, HasSubstr("--resume"));
  EXPECT_THAT(with({"--threads", "1", "--resume"}).err, HasSubstr("another number of threads"));
  EXPECT_THAT(with({"--threads", "2", "--resume", "--win-plies", "9"}).err,
              HasSubstr("play.win_plies"));
}

TEST_F(DatagenTest, PositionsAreTheGoalOfEachThreadsShare) {
  ASSERT_EQ(
      generate({"--positions", "400", "--threads", "2", "--seed", "7", "--out", "x.gcd"}).code, 0);
  for (const char* name : {"x.0.gcd", "x.1.gcd"}) {
    const auto all = games(name);
    std::size_t positions = 0;
    for (const data::Game& game : all) positions += game.plies.size();
    EXPECT_GE(positions, 200u);
    EXPECT_LT(positions - all.back().plies.size(), 200u);
  }
}

}  // namespace
}  // namespace grandee::datagen
