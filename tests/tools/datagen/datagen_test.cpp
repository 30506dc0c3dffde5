// grandee-datagen as it is run.

#include <gmock/gmock.h>

#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/tools/run_program.hpp"
#include "training-data/chain.hpp"

namespace grandee::datagen {
namespace {

namespace fs = std::filesystem;
using test::Finished;
using test::read_file;
using test::write_file;
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
  // Games in the blocks before the first bad one, which has to be the last.
  static std::size_t whole_games(const fs::path& path) {
    if (fs::file_size(path) == 0) return 0;
    auto reader = data::ChainReader::open(path);
    if (!reader) return 0;  // killed within the header
    std::size_t games = 0;
    while (const auto block = reader->next()) {
      EXPECT_TRUE(reader->bad_blocks().empty()) << "a whole block behind a bad one";
      games += block->counts.games;
    }
    EXPECT_LE(reader->bad_blocks().size(), 1u);
    return games;
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

// Killed again and again, at any moment, and stopped in good order in between: only the end of a
// file may be bad, and no block that was whole is ever lost.
TEST_F(DatagenTest, KilledAndResumedIsAsIfNothingHappened) {
  const std::vector<std::string> play = {"--games", "200", "--threads", "2", "--seed", "7"};
  const auto to = [&](const std::string& name) {
    auto words = play;
    words.insert(words.end(), {"--out", name, "--resume"});
    return words;
  };
  ASSERT_EQ(generate(to("whole.gcd")).code, 0);
  std::array<std::size_t, 2> whole{};
  for (int i = 0; i < 27; ++i) {
    const pid_t child = start(command(to("cut.gcd")));
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + 37 * i % 400));
    kill(child, i % 4 == 3 ? SIGTERM : SIGKILL);
    finish(child);
    for (std::size_t t = 0; t < whole.size(); ++t) {
      const fs::path path = folder_ / ("cut." + std::to_string(t) + ".gcd");
      if (!fs::exists(path)) continue;
      const std::size_t now = whole_games(path);
      EXPECT_GE(now, whole[t]) << "after " << i << " ends";
      whole[t] = now;
    }
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

// A real one: five megabytes of memory as a disk, nearly filled beforehand.
TEST_F(DatagenTest, AFullFileSystemIsAnErrorAtABlocksEdge) {
  const fs::path disk = folder_ / "disk";
  fs::create_directories(disk);
  const std::string script =
      "mount -t tmpfs -o size=5m tmpfs '" + disk.string() + "' && head -c 5200000 /dev/zero >'" +
      (disk / "filler").string() +
      "' && '" GRANDEE_BIN
      "/grandee-datagen' --nodes 20 --hash 256 --games 100000 --threads 2 --seed 7 --out '" +
      (disk / "x.gcd").string() + "' 2>'" + (folder_ / "stderr").string() + "'; code=$?; cp '" +
      (disk / "x.0.gcd").string() + "' '" + (disk / "x.1.gcd").string() + "' '" + folder_.string() +
      "'; exit $code";
  write_file(folder_ / "script", script);
  if (std::system("unshare --user --map-root-user --mount mount -t tmpfs tmpfs /mnt 2>/dev/null"))
    GTEST_SKIP() << "no file system may be mounted here";
  const int status = std::system(
      ("unshare --user --map-root-user --mount sh '" + (folder_ / "script").string() + "'")
          .c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_THAT(read_file(folder_ / "stderr"), HasSubstr("No space left on device"));
  EXPECT_GT(games("x.0.gcd").size() + games("x.1.gcd").size(), 63u);
}

// Daemons and cron jobs close the standard streams; what opens a file next gets their numbers.
TEST_F(DatagenTest, ClosedStreamsGetNothingIntoTheFile) {
  const std::vector<std::string> more = {"--games", "3", "--threads", "1", "--seed", "7"};
  auto words = command(more);
  words.insert(words.end(), {"--out", "plain.gcd"});
  ASSERT_EQ(run(words).code, 0);
  words.back() = "closed.gcd";
  const auto close_all = [] {
    for (const int stream : {0, 1, 2}) close(stream);
  };
  EXPECT_EQ(finish(start(words, close_all)).code, 0);
  EXPECT_EQ(read_file(folder_ / "closed.gcd"), read_file(folder_ / "plain.gcd"));
}

TEST_F(DatagenTest, ALogThatCannotBeWrittenEndsNothing) {
  auto words = command({"--games", "3", "--threads", "1", "--out", "x.gcd"});
  const auto full_log = [] { dup2(open("/dev/full", O_WRONLY), STDERR_FILENO); };
  EXPECT_EQ(finish(start(words, full_log)).code, 0);
  EXPECT_EQ(games("x.gcd").size(), 3u);
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
      {"--positions", "-5", "--out", "x.gcd"},
      {"--games", "4", "--out", ""},
      {"--games", "4", "--out", "."},
      {"--games", "4", "--out", "x.gcd", "--json", "missing/x.json"},
      {"--games", "4", "--shard", "5/4", "--out", "x.gcd"},
      {"--games", "4", "--shard", "1", "--out", "x.gcd"},
      {"--games", "4", "--random-plies", "9", "8", "--out", "x.gcd"},
      {"--games", "4", "--threads", "0", "--out", "x.gcd"}};
  for (const auto& words : bad) {
    const Finished done = generate(words);
    EXPECT_EQ(done.code, 1) << testing::PrintToString(words);
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
