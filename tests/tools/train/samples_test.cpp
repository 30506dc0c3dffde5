// The whole way by the programs alone: the games that ship, expanded, trained on, and the network
// in play with every set of kernels.
#include <gmock/gmock.h>

#include "nn/kernels.hpp"
#include "nn/network.hpp"
#include "tests/tools/run_program.hpp"
#include "tools/train/quantise.hpp"

namespace grandee::train {
namespace {

using test::Finished;
using test::read_file;
using testing::HasSubstr;

class FromSamples : public test::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    for (const char* name : {"boot400.0.gcd", "boot400.1.gcd"})
      std::filesystem::copy(
          std::filesystem::path(GRANDEE_TEST_DATA) / "../../training-data/samples" / name,
          folder_ / name);
    run_well({"grandee-data", "expand", "boot400.0.gcd", "boot400.1.gcd", "--out", "train.rec",
              "--valid-share", "0.05"});
    test::write_file(folder_ / "config.json",
                     R"({"width": 64, "epochs": 2, "batch": 1024, "threads": 2, "seed": 5,
                         "warmup_batches": 20, "reports_per_epoch": 1})");
  }
  Finished run_well(const std::vector<std::string>& command) const {
    Finished done = run(command);
    EXPECT_EQ(done.code, 0) << done.err;
    return done;
  }
  void train_into(const char* folder) const {
    run_well({"grandee-train", "--data", "train.rec", "--valid", "train.valid.rec", "--config",
              "config.json", "--out", folder, "--quiet"});
  }
};

TEST_F(FromSamples, TwoThreadsTwiceMakeOneNetworkThatIntegersHold) {
  train_into("a");
  train_into("b");
  EXPECT_EQ(read_file(folder_ / "a/network.nnue"), read_file(folder_ / "b/network.nnue"));

  const auto checkpoint = load_checkpoint(folder_ / "a/checkpoint.bin");
  ASSERT_TRUE(checkpoint) << checkpoint.error();
  const auto network = nn::load_network(folder_ / "a/network.nnue");
  ASSERT_TRUE(network) << network.error();
  const auto valid = open_source(folder_ / "train.valid.rec");
  ASSERT_TRUE(valid) << valid.error();
  const auto comparison =
      compare(Layout(64), checkpoint->weights, **network, *valid, valid->records,
              Target{checkpoint->config.score_scale, checkpoint->config.result_share});
  ASSERT_TRUE(comparison) << comparison.error();
  EXPECT_GT(comparison->positions, 5'000u);
  EXPECT_LT(std::abs(comparison->loss_change()), 0.005) << describe(*comparison);
  EXPECT_LT(comparison->mean_difference, 15) << describe(*comparison);
  // It has learnt something: a network of zeros says even for all.
  EXPECT_LT(checkpoint->curve.back().valid_loss, 0.7 * checkpoint->curve.front().train_loss);

  std::string expected;
  for (const nn::Kernels* kernels : nn::usable_kernels()) {
    std::string out = run_well({"grandee", "eval", "--fen",
                                "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQK1ABN1/R8R",
                                "b", "--net", "a/network.nnue", "--kernel", kernels->name})
                          .out;
    out.erase(out.find("Kernels: "), 9 + std::string(kernels->name).size());
    if (expected.empty()) expected = out;
    EXPECT_EQ(out, expected) << kernels->name;
  }
  EXPECT_THAT(expected, HasSubstr("White's view: -")) << "White lacks the marshal";
}

}  // namespace
}  // namespace grandee::train
