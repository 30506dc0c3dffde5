// The option EvalFile: rows C01 to C04 and B10 of the public reports on other engines.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "../nn/random_network.hpp"
#include "engine_process.hpp"
#include "info_line.hpp"
#include "nn/kernels.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace grandee::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

std::string network_bytes(std::uint64_t seed, int width = 64) {
  nn::Network network = nn::random_network(nn::FeatureSet::Plain, width, seed);
  return nn::serialise(network);
}

std::string resealed(std::string bytes) {
  const std::size_t size = bytes.size() - sizeof(std::uint64_t);
  const std::uint64_t checksum = XXH3_64bits(bytes.data(), size);
  std::memcpy(bytes.data() + size, &checksum, sizeof checksum);
  return bytes;
}

// What a search shows but for the time it took.
std::vector<std::string> shown(EngineProcess& engine, const std::string& command) {
  std::vector<std::string> lines;
  for (const InfoLine& line : parse_infos(engine.search(command))) {
    std::string text = std::to_string(line.numbers.at("nodes"));
    text += line.centipawns ? " cp " + std::to_string(*line.centipawns) : " mate";
    for (const auto& move : line.pv) text += " " + move;
    lines.push_back(text);
  }
  EXPECT_FALSE(lines.empty());
  return lines;
}

class EvalFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / fs::path(u8"grandee  ne t żółw ") +=
        testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string file(const char* name, const std::string& bytes) const {
    const fs::path path = folder_ / name;
    write_bytes(path, bytes);
    return path.string();
  }
  static void set(EngineProcess& engine, const std::string& path) {
    engine.send("setoption name EvalFile value " + path);
  }

  fs::path folder_;
};

TEST_F(EvalFile, IsAnnounced) {
  EngineProcess engine;
  engine.send("uci");
  EXPECT_EQ(engine.wait_for("option name EvalFile"),
            "option name EvalFile type string default <internal>");
}

TEST_F(EvalFile, C03_LoadsFromAPathWithBlanksAndForeignLetters) {
  EngineProcess engine;
  const auto before = shown(engine, "go depth 3");
  set(engine, file("x y.nnue", network_bytes(91)));
  EXPECT_THAT(engine.sync(), IsEmpty());
  EXPECT_NE(shown(engine, "go depth 3"), before);
  engine.send("eval");
  EXPECT_THAT(engine.wait_for("Evaluation"), HasSubstr("'x y.nnue'"));
}

TEST_F(EvalFile, C01_ABadFileIsRefusedAndTheEarlierNetworkStays) {
  const std::string good = network_bytes(92);
  const auto with_field = [&](std::size_t field, std::uint32_t value) {
    std::string bytes = good;
    std::memcpy(bytes.data() + 8 + field * 4, &value, sizeof value);
    return resealed(bytes);
  };
  std::string flipped = good;
  flipped[100'000] = static_cast<char>(flipped[100'000] ^ 16);
  std::string overflow = good;
  overflow[44 + 2 * 70 + 1] = 3;  // a feature weight above 511, bound 504
  Rng rng(93);
  std::string noise(good.size(), '\0');
  for (char& c : noise) c = static_cast<char>(rng.next());

  EngineProcess engine;
  set(engine, file("good.nnue", good));
  engine.send("ucinewgame");
  const auto expected = shown(engine, "go depth 5");
  struct Row {
    std::string path;
    std::vector<std::string> words;
  };
  const std::vector<Row> rows = {
      {file("short", good.substr(0, 1000)), {"1000 bytes", "expected"}},
      {file("empty", ""), {"0 bytes", "expected"}},
      {file("flipped", flipped), {"checksum", "expected"}},
      {file("noise", noise), {"GrandeeN"}},
      {file("width", with_field(3, 512)), {"width 512", "expected 64, 128 or 256"}},
      {file("inputs", with_field(2, 768)), {"inputs 768", "expected 1618"}},
      {file("version", with_field(0, 9)), {"version 9", "expected 1"}},
      {file("overflow", resealed(overflow)), {"feature weight", "bound ±504"}},
      {folder_.string(), {"not a regular file"}},
      {(folder_ / "none").string(), {"no such file"}},
      {"/dev/null", {"not a regular file"}},
      {folder_.string() + "/" + std::string(5000, 'x'), {"too long"}},
  };
  for (const Row& row : rows) {
    set(engine, row.path);
    const auto lines = engine.sync();
    ASSERT_THAT(lines, ElementsAre(AllOf(StartsWith("info string Option EvalFile: network '"),
                                         HasSubstr("; the earlier one stays in use"))));
    for (const std::string& word : row.words) EXPECT_THAT(lines[0], HasSubstr(word));
    engine.send("ucinewgame\nposition startpos");
    EXPECT_EQ(shown(engine, "go depth 5"), expected) << row.path;
  }
}

TEST_F(EvalFile, C02_NoValueIsTheBuiltInEvaluation) {
  EngineProcess engine;
  const auto built_in = shown(engine, "go depth 5");
  const std::string path = file("x.nnue", network_bytes(94));
  for (const char* value : {"", "<empty>", "<internal>"}) {
    set(engine, path);
    EXPECT_NE(shown(engine, "go depth 5"), built_in);
    set(engine, value);
    EXPECT_EQ(shown(engine, "go depth 5"), built_in) << value;
  }
  engine.send("setoption name EvalFile");
  EXPECT_THAT(engine.sync(), IsEmpty());
  EXPECT_EQ(shown(engine, "go depth 5"), built_in);
}

TEST_F(EvalFile, C02_WhatEvaluatesIsToldOnceAndAgainWhenItChanges) {
  const auto told = [](EngineProcess& engine) {
    return filter(engine.search("go depth 1"), "info string Evaluation: ");
  };
  EngineProcess engine;
  EXPECT_THAT(told(engine),
              ElementsAre(nn::default_network() ? HasSubstr("built-in network")
                                                : HasSubstr("no network is built in")));
  EXPECT_THAT(told(engine), IsEmpty());
  set(engine, file("x.nnue", network_bytes(95)));
  EXPECT_THAT(told(engine), ElementsAre(AllOf(HasSubstr("'x.nnue'"), HasSubstr("width 64"))));
  set(engine, "/nowhere");
  EXPECT_THAT(told(engine), IsEmpty());
  set(engine, "");
  EXPECT_THAT(told(engine), testing::SizeIs(1));
}

// Tables, histories and sums of the one must not colour the other: the search is that of an engine
// that never knew another network.
TEST_F(EvalFile, NothingOfTheEarlierNetworkStays) {
  const std::string first = file("1.nnue", network_bytes(96));
  const std::string second = file("2.nnue", network_bytes(97, 128));
  EngineProcess fresh;
  set(fresh, second);
  const auto expected = shown(fresh, "go depth 7");
  EngineProcess engine;
  set(engine, first);
  EXPECT_NE(shown(engine, "go depth 7"), expected);
  set(engine, second);
  EXPECT_EQ(shown(engine, "go depth 7"), expected);
}

TEST_F(EvalFile, B10_ChangedWhileSearching) {
  const std::string first = file("1.nnue", network_bytes(98));
  const std::string second = file("2.nnue", network_bytes(99, 256));
  EngineProcess engine;
  engine.send("setoption name Threads value 2");
  for (int i = 0; i < 20; ++i) {
    engine.send("go infinite");
    set(engine, i % 2 == 0 ? first : second);
    engine.send("stop");
    EXPECT_TRUE(starts_with(engine.wait_for("bestmove"), "bestmove "));
  }
  engine.send("go infinite\nsetoption name Hash value 1\nsetoption name Threads value 3");
  set(engine, folder_.string());
  engine.send("stop");
  engine.wait_for("bestmove");
  EXPECT_EQ(engine.finish(), 0);
  EXPECT_EQ(filter(engine.lines(), "bestmove").size(), 21u);
}

// The environment chooses the kernels of a whole program; the search is the same with all.
TEST_F(EvalFile, C04_AllKernelsSearchTheSameTree) {
  nn::Network extreme = nn::extreme_network(nn::FeatureSet::Mirrored, 256, 100);
  extreme.scale = 40;
  const std::string path = file("extreme.nnue", nn::serialise(extreme));
  std::vector<std::string> expected;
  for (const nn::Kernels* kernels : nn::usable_kernels()) {
    setenv("GRANDEE_KERNEL", kernels->name, 1);
    EngineProcess engine;
    unsetenv("GRANDEE_KERNEL");
    set(engine, path);
    const auto lines = shown(engine, "go depth 6");
    engine.send("eval");
    EXPECT_EQ(engine.wait_for("Kernels: "), "Kernels: " + std::string(kernels->name));
    if (expected.empty()) expected = lines;
    EXPECT_EQ(lines, expected) << kernels->name;
  }
}

}  // namespace
}  // namespace grandee::test
