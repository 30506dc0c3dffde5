#include "tools/train/trainer.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>

#include "synthetic.hpp"
#include "tools/train/quantise.hpp"

namespace grandee::train {
namespace {

constexpr std::uint64_t kRecords = 12'000;

class TrainerTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    // CTest runs the cases in processes of their own, beside each other.
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("grandee trainer żółw " + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    write_records(folder_ / "train", synthetic_records(kRecords, 51));
    write_records(folder_ / "valid", synthetic_records(1'500, 52));
  }
  static void TearDownTestSuite() { std::filesystem::remove_all(folder_); }

  static Config config() {
    Config config;
    config.batch = 512;
    config.epochs = 4;
    config.learning_rate = 5e-3;
    config.warmup_batches = 10;
    config.reports_per_epoch = 2;
    return config;
  }

  static RecordSource source(const char* name) { return *open_source(folder_ / name); }

  static Trainer trainer(const Config& config, int threads) {
    return Trainer(Trainer::fresh(config, threads, {}, *usable_kernels().front()), source("train"),
                   source("valid"), *usable_kernels().front());
  }
  static void train(Trainer& trainer) {
    while (!trainer.finished()) {
      const auto step = trainer.step();
      ASSERT_TRUE(step) << step.error();
    }
  }
  static void expect_same(const Checkpoint& a, const Checkpoint& b) {
    EXPECT_EQ(a.batch, b.batch);
    EXPECT_EQ(a.curve, b.curve);
    EXPECT_EQ(a.weights, b.weights);
    EXPECT_EQ(a.first, b.first);
    EXPECT_EQ(a.second, b.second);
  }

  static inline std::filesystem::path folder_;
};

// The labels are a count of the men, so a network that learns at all learns nearly all of it.
TEST_F(TrainerTest, LearnsToCountMenAndIntegersAgree) {
  for (const bool mirrored : {false, true}) {
    Config c = config();
    c.mirrored = mirrored;
    c.epochs = 10;
    Trainer t = trainer(c, 1);
    const auto before = t.validate();
    ASSERT_TRUE(before) << before.error();
    train(t);
    const auto after = t.validate();
    ASSERT_TRUE(after) << after.error();
    EXPECT_LT(*after, *before / 10) << "mirrored: " << mirrored;
    EXPECT_EQ(t.state().curve.back().valid_loss, *after);
    EXPECT_LT(t.state().curve.back().train_loss, t.state().curve.front().train_loss);

    const auto network = export_network(t.state(), 600);
    ASSERT_TRUE(network) << network.error();
    const auto comparison = compare(Layout(c.width), t.state().weights, *network, source("valid"),
                                    1'500, Target{c.score_scale, c.result_share});
    ASSERT_TRUE(comparison) << comparison.error();
    EXPECT_EQ(comparison->positions, 1'500u);
    EXPECT_NEAR(comparison->float_loss, *after, 1e-6);
    // Half a unit in each of 37 weights and in the output weights moves a score by so much at most
    // in practice; a wrong scale or bucket moves it by hundreds.
    EXPECT_LT(comparison->mean_difference, 20);
    EXPECT_LT(std::abs(comparison->loss_change()), 0.1);
  }
}

TEST_F(TrainerTest, TwoThreadsTwiceGiveTheSameBytes) {
  std::string networks[2];
  for (std::string& bytes : networks) {
    Trainer t = trainer(config(), 2);
    train(t);
    auto network = export_network(t.state(), 600);
    ASSERT_TRUE(network) << network.error();
    bytes = nn::serialise(*network);
  }
  EXPECT_EQ(networks[0], networks[1]);
}

TEST_F(TrainerTest, SeedChangesTheNetwork) {
  Config c = config();
  c.epochs = 0.1;
  Trainer a = trainer(c, 1);
  c.seed = 2;
  Trainer b = trainer(c, 1);
  train(a);
  train(b);
  EXPECT_NE(a.state().weights, b.state().weights);
}

TEST_F(TrainerTest, ResumedRunEqualsAnUninterruptedOne) {
  Trainer whole = trainer(config(), 2);
  train(whole);
  const auto path = folder_ / "checkpoint.bin";
  Checkpoint state = Trainer::fresh(config(), 2, {1, 2, 3, 4}, *usable_kernels().front());
  // Stops of all kinds: right at the start, between reports, at a report.
  for (const std::uint64_t stop : {0ull, 1ull, 5ull, 23ull, 24ull, 40ull, 90ull}) {
    Trainer part(std::move(state), source("train"), source("valid"), *usable_kernels().front());
    while (part.state().batch < stop) ASSERT_TRUE(part.step());
    ASSERT_TRUE(save_checkpoint(part.state(), path));
    auto loaded = load_checkpoint(path);
    ASSERT_TRUE(loaded) << loaded.error();
    expect_same(*loaded, part.state());
    EXPECT_EQ(loaded->loss_sum, part.state().loss_sum);
    EXPECT_EQ(loaded->data, (DataIdentity{1, 2, 3, 4}));
    EXPECT_EQ(loaded->threads, 2);
    state = *std::move(loaded);
  }
  Trainer last(std::move(state), source("train"), source("valid"), *usable_kernels().front());
  ASSERT_FALSE(last.finished());
  train(last);
  expect_same(last.state(), whole.state());
}

TEST_F(TrainerTest, ClippedWeightsStayWithinWhatIntegersHold) {
  Config c = config();
  c.epochs = 1;
  c.learning_rate = 0.5;
  Trainer t = trainer(c, 1);
  train(t);
  const auto network = export_network(t.state(), 600);
  EXPECT_TRUE(network) << network.error();
  float largest = 0;
  for (const float w : t.state().weights) largest = std::max(largest, std::abs(w));
  EXPECT_GT(largest, 1.9f) << "the clip was not put to the test";
}

TEST_F(TrainerTest, DamagedCheckpointIsRefused) {
  const auto path = folder_ / "damaged.bin";
  const Checkpoint state = Trainer::fresh(config(), 1, {}, *usable_kernels().front());
  ASSERT_TRUE(save_checkpoint(state, path));
  ASSERT_TRUE(load_checkpoint(path));
  std::ifstream in(path, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), {}};
  const auto accepted = [&](const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
    return load_checkpoint(path).has_value();
  };
  for (const std::size_t at : {0ul, 9ul, 13ul, 30ul, good.size() / 2, good.size() - 1}) {
    std::string bytes = good;
    bytes[at] = static_cast<char>(bytes[at] ^ 4);
    EXPECT_FALSE(accepted(bytes)) << at;
  }
  EXPECT_FALSE(accepted(good.substr(0, 1000)));
  EXPECT_FALSE(accepted(""));
  EXPECT_FALSE(load_checkpoint(folder_ / "none"));
}

TEST(PullToPlace, KeepsSumsOfFileAndRankAndMakesThemOfOthers) {
  const Layout layout(64);
  constexpr int kPiece = 9;
  constexpr float kFar = 100;
  const auto weight = [&](Floats& run, int piece, int square) -> float& {
    return run[layout.rows() + static_cast<std::size_t>(piece * kSquares + square) * 64 + 5];
  };
  Floats additive(layout.size(), 0.f);
  for (Square s = 0; s < kSquares; ++s)
    weight(additive, kPiece, s) =
        0.1f * static_cast<float>(file_of(s) * file_of(s)) - 0.3f * static_cast<float>(rank_of(s));
  Floats run = additive;
  pull_to_place(layout, run.data(), kPiece, 0.7f, kFar);
  for (std::size_t i = 0; i < run.size(); ++i) ASSERT_NEAR(run[i], additive[i], 1e-4) << i;

  // One square alone: by the least squares its file and rank get a tenth each, all others less.
  Floats single(layout.size(), 0.f);
  weight(single, kPiece, 37) = 1;
  weight(single, kPiece + 1, 37) = 1;
  pull_to_place(layout, single.data(), kPiece, 1.f, kFar);
  EXPECT_NEAR(weight(single, kPiece, 37), 0.19, 1e-5);
  EXPECT_NEAR(weight(single, kPiece, 30), 0.09, 1e-5);
  EXPECT_NEAR(weight(single, kPiece, 7), 0.09, 1e-5);
  EXPECT_NEAR(weight(single, kPiece, 0), -0.01, 1e-5);
  EXPECT_EQ(weight(single, kPiece + 1, 37), 1);

  pull_to_place(layout, run.data(), kPiece, 0.f, 0.5f);
  for (std::size_t i = 0; i < run.size(); ++i) ASSERT_LE(std::abs(run[i]), 0.5f) << i;
}

TEST(LearningRate, WarmsUpAndFallsAlongACosine) {
  Config c;
  c.learning_rate = 1;
  c.final_learning_rate = 0.01;
  c.warmup_batches = 100;
  EXPECT_DOUBLE_EQ(learning_rate(c, 0, 10'100), 0.01);
  EXPECT_DOUBLE_EQ(learning_rate(c, 99, 10'100), 1);
  EXPECT_NEAR(learning_rate(c, 5'100, 10'100), 0.505, 1e-9);
  EXPECT_NEAR(learning_rate(c, 10'099, 10'100), 0.01, 1e-6);
  // A short run is not all warm-up.
  EXPECT_DOUBLE_EQ(learning_rate(c, 4, 50), 1);
}

TEST(Plan, ReportsAsOftenAsAskedAndAtTheEnd) {
  Config c;
  c.batch = 100;
  c.epochs = 2.5;
  c.reports_per_epoch = 4;
  const Plan plan(c, 1'000);
  EXPECT_EQ(plan.batches, 25u);
  int reports = 0;
  for (std::uint64_t done = 1; done <= plan.batches; ++done) reports += plan.report_due(done);
  EXPECT_EQ(reports, 10);
  EXPECT_TRUE(plan.report_due(25));
}

}  // namespace
}  // namespace grandee::train
