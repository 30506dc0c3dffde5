#include "nn/network.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "nn/accumulator.hpp"
#include "random_network.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace grandee::nn {
namespace {

using testing::HasSubstr;

std::string good_bytes(int width = 64) {
  Network network = random_network(FeatureSet::Plain, width, 41);
  network.summary = "a network for tests";
  return serialise(network);
}

// Puts a matching checksum behind changed contents, so that only the change itself can be refused.
std::string resealed(std::string bytes) {
  const std::size_t size = bytes.size() - sizeof(std::uint64_t);
  const std::uint64_t checksum = XXH3_64bits(bytes.data(), size);
  std::memcpy(bytes.data() + size, &checksum, sizeof checksum);
  return bytes;
}

std::string with_field(int field, std::uint32_t value) {
  std::string bytes = good_bytes();
  std::memcpy(bytes.data() + 8 + field * 4, &value, sizeof value);
  return resealed(bytes);
}

std::string refusal(std::string_view bytes) {
  const auto network = parse_network(bytes, "x.nnue");
  return network ? "accepted" : network.error();
}

TEST(NetworkFile, RoundTrip) {
  for (const int width : kWidths)
    for (const FeatureSet features : {FeatureSet::Plain, FeatureSet::Mirrored}) {
      Network network = random_network(features, width, 42);
      network.scale = 617;
      network.summary = "trained on żółw";
      const std::string bytes = serialise(network);
      const auto read = parse_network(bytes, "memory");
      ASSERT_TRUE(read) << read.error();
      EXPECT_EQ((*read)->features, features);
      EXPECT_EQ((*read)->width, width);
      EXPECT_EQ((*read)->scale, 617);
      EXPECT_EQ((*read)->summary, network.summary);
      EXPECT_EQ((*read)->checksum, network.checksum);
      Network again = **read;
      EXPECT_EQ(serialise(again), bytes);
    }
}

TEST(NetworkFile, RefusesAnotherShapeNamingBothNumbers) {
  struct Row {
    int field;
    std::uint32_t value;
    std::vector<std::string> words;
  };
  const std::vector<Row> rows = {
      {0, 7, {"version 7", "expected 1"}},
      {1, 3, {"feature set 3", "1 (plain)"}},
      {2, 768, {"inputs 768", "1618"}},
      {3, 96, {"width 96", "64, 128 or 256"}},
      {3, 128, {"bytes, expected", "width 128"}},
      {4, 1, {"buckets 1", "expected 8"}},
      {5, 181, {"feature scale 181", "255"}},
      {6, 64, {"output scale 64", "128"}},
      {7, 0, {"score scale 0", "10–5000"}},
      {8, 1u << 30, {"summary", "4096"}},
      {8, 20, {"bytes, expected"}},
  };
  for (const Row& row : rows) {
    const std::string error = refusal(with_field(row.field, row.value));
    EXPECT_THAT(error, HasSubstr("x.nnue"));
    for (const auto& word : row.words) EXPECT_THAT(error, HasSubstr(word));
  }
}

TEST(NetworkFile, RefusesEveryTruncation) {
  const std::string bytes = good_bytes();
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{43},
        std::size_t{44}, std::size_t{1000}, bytes.size() / 2, bytes.size() - 1})
    EXPECT_THAT(refusal(std::string_view(bytes).substr(0, size)), HasSubstr("bytes, expected"))
        << size;
  EXPECT_THAT(refusal(bytes + "x"), HasSubstr("bytes, expected"));
  EXPECT_THAT(refusal(std::string(300'000, 'x')), HasSubstr("GrandeeN"));
}

TEST(NetworkFile, RefusesEveryFlippedBit) {
  const std::string bytes = good_bytes();
  Rng rng(43);
  for (int i = 0; i < 2'000; ++i) {
    // The header's and the trailer's bits first, then anywhere.
    std::size_t bit = static_cast<std::size_t>(i);
    if (i >= 700)
      bit = (bytes.size() - 1 - static_cast<std::size_t>(i % 8)) * 8 +
            static_cast<std::size_t>(i / 8 % 8);
    if (i >= 764) bit = rng.below(static_cast<std::uint32_t>(bytes.size() * 8));
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    ASSERT_NE(refusal(damaged), "accepted") << "bit " << bit;
  }
}

TEST(NetworkFile, RefusesWeightsThatCouldOverflowNamingThem) {
  Network feature = random_network(FeatureSet::Plain, 64, 44);
  feature.feature_weights[1234] = kMaxFeatureWeight + 1;
  EXPECT_THAT(refusal(serialise(feature)), HasSubstr("feature weight 1234 is 505, bound ±504"));

  Network bias = random_network(FeatureSet::Plain, 64, 44);
  bias.feature_bias[5] = -kMaxFeatureWeight - 1;
  EXPECT_THAT(refusal(serialise(bias)), HasSubstr("feature bias 5 is -505, bound ±504"));

  Network output = random_network(FeatureSet::Plain, 64, 44);
  output.output_weights[130] = -127;
  EXPECT_THAT(refusal(serialise(output)), HasSubstr("output weight 130 is -127, bound ±126"));

  Network sum = make_network(FeatureSet::Plain, 256);
  for (int i = 0; i < 2 * 256; ++i)
    sum.output_weights[static_cast<std::size_t>(3 * 2 * 256 + i)] = i < 262    ? 126
                                                                    : i == 262 ? 13
                                                                               : 0;
  EXPECT_EQ(refusal(serialise(sum)), "accepted");
  sum.output_weights[3 * 2 * 256 + 262] = 14;
  EXPECT_THAT(refusal(serialise(sum)), HasSubstr("bucket 3 sum to 33026 of one sign, bound 33025"));
}

class NetworkPath : public testing::Test {
 protected:
  void SetUp() override {
    // Of its own: tests run at the same time.
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = std::filesystem::path(testing::TempDir()) / ("grandee " + test);
    folder_ /= std::filesystem::path(u8"ne t żółw");
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_.parent_path()); }

  std::filesystem::path folder_;
};

TEST_F(NetworkPath, LoadsFromAPathWithBlanksAndForeignLetters) {
  const auto path = folder_ / "x y.nnue";
  std::ofstream(path, std::ios::binary) << good_bytes();
  const auto network = load_network(path);
  ASSERT_TRUE(network) << network.error();
  EXPECT_EQ((*network)->summary, "a network for tests");
}

TEST_F(NetworkPath, RefusesWhatIsNoFileOfThatSize) {
  const auto refused = [](const std::filesystem::path& path) {
    const auto network = load_network(path);
    return network ? "accepted" : network.error();
  };
  EXPECT_THAT(refused(folder_), HasSubstr("not a regular file"));
  EXPECT_THAT(refused(folder_ / "none.nnue"), HasSubstr("no such file"));
  EXPECT_THAT(refused(folder_ / "none.nnue"), HasSubstr("żółw"));
  std::ofstream(folder_ / "empty", std::ios::binary);
  EXPECT_THAT(refused(folder_ / "empty"), HasSubstr("0 bytes, expected"));
  std::ofstream(folder_ / "big", std::ios::binary) << std::string(2'000'000, 'x');
  EXPECT_THAT(refused(folder_ / "big"), HasSubstr("2000000 bytes, expected at most"));
}

// A file that the build took but the loader refuses would go unnoticed: the bootstrap would play.
TEST(BuiltInNetwork, IsTheFileOfTheBuild) {
  const std::string path = GRANDEE_BUILT_IN_NETWORK;
  if (path.empty()) {
    EXPECT_EQ(default_network(), nullptr);
    return;
  }
  const auto file = load_network(path);
  ASSERT_TRUE(file) << file.error();
  ASSERT_NE(default_network(), nullptr);
  EXPECT_EQ(default_network()->checksum, (*file)->checksum);
}

TEST(NetworkScore, RoundsTowardsZeroAndStaysBelowWins) {
  Network network = make_network(FeatureSet::Plain, 64);
  network.scale = 400;
  constexpr int kUnit = kQA * kQA * kQB;
  EXPECT_EQ(network.score(0, kUnit), 400);
  EXPECT_EQ(network.score(0, -kUnit), -400);
  EXPECT_EQ(network.score(0, kUnit / 400 - 1), 0);
  EXPECT_EQ(network.score(0, -(kUnit / 400 - 1)), 0);
  network.output_bias[2] = kUnit;
  EXPECT_EQ(network.score(2, kUnit), 800);
  network.scale = kMaxScale;
  EXPECT_EQ(network.score(0, INT32_MAX), kMaxEval);
  EXPECT_EQ(network.score(0, INT32_MIN), -kMaxEval);
}

}  // namespace
}  // namespace grandee::nn
