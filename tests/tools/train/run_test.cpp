// The program itself: its files, its refusals, and what a kill leaves behind.
#include "tools/train/run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>

#include "nn/network.hpp"
#include "synthetic.hpp"
#include "tools/common/writer_lock.hpp"
#include "tools/train/checkpoint.hpp"

namespace grandee::train {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class RunTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              (std::string("grandee run ") +
               testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    write_records(folder_ / "train", synthetic_records(6'000, 61));
    write_records(folder_ / "valid", synthetic_records(500, 62));
    set_config(R"({"name": "test <1>", "batch": 256, "epochs": 4, "threads": 2,
                   "learning_rate": 0.003, "reports_per_epoch": 1})");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void set_config(const std::string& text) { std::ofstream(folder_ / "config.json") << text; }

  RunOptions options(const char* out) const {
    RunOptions options;
    options.data = folder_ / "train";
    options.valid = folder_ / "valid";
    options.config = folder_ / "config.json";
    options.out = folder_ / out;
    options.quiet = true;
    return options;
  }
  static std::string refusal(const RunOptions& options) {
    const auto end = run_training(options);
    return end ? "accepted" : end.error();
  }

  // Runs the program, killed by a signal after some seconds; returns its exit code.
  int run_program(const std::string& out, const std::string& extra, const char* signal = "KILL",
                  double seconds = 300) const {
    const auto quoted = [&](const std::string& name) {
      return "'" + (folder_ / name).string() + "'";
    };
    const std::string command =
        "timeout -s " + std::string(signal) + " " + std::to_string(seconds) +
        " '" GRANDEE_BIN "/grandee-train' --data " + quoted("train") + " --valid " +
        quoted("valid") + " --config " + quoted("config.json") + " --out " + quoted(out) + " " +
        extra + " >/dev/null 2>" + quoted("stderr");
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  fs::path folder_;
};

TEST_F(RunTest, WritesNetworkCurvesAndCheckpoint) {
  const auto end = run_training(options("out"));
  ASSERT_TRUE(end) << end.error();
  EXPECT_EQ(*end, RunEnd::Finished);
  const auto network = nn::load_network(folder_ / "out" / "network.nnue");
  ASSERT_TRUE(network) << network.error();
  EXPECT_THAT((*network)->summary, HasSubstr("test <1>: 6000 records"));
  EXPECT_THAT((*network)->summary, HasSubstr("validation loss 0.0"));
  const std::string csv = content(folder_ / "out" / "curve.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
  const std::string svg = content(folder_ / "out" / "curve.svg");
  EXPECT_THAT(svg, HasSubstr("test &lt;1>"));
  EXPECT_THAT(svg, HasSubstr("</svg>"));
  EXPECT_TRUE(load_checkpoint(folder_ / "out" / "checkpoint.bin"));
}

TEST_F(RunTest, RefusesToMixRuns) {
  {
    const auto lock = tools::WriterLock::take(folder_ / "out");
    ASSERT_TRUE(lock) << lock.error();
    EXPECT_THAT(refusal(options("out")), HasSubstr("is being written by another process"));
  }
  ASSERT_EQ(refusal(options("out")), "accepted");
  EXPECT_THAT(refusal(options("out")), HasSubstr("holds a run already"));
  RunOptions resume = options("out");
  resume.resume = true;
  EXPECT_EQ(refusal(resume), "accepted") << "a finished run has nothing to do";

  set_config(R"({"name": "test <1>", "batch": 256, "epochs": 4, "threads": 2,
                 "learning_rate": 0.004, "reports_per_epoch": 1})");
  EXPECT_THAT(refusal(resume), HasSubstr("'learning_rate' is 0.003 there and 0.004 here"));
  set_config(R"({"name": "test <1>", "batch": 256, "epochs": 4, "threads": 3,
                 "learning_rate": 0.003, "reports_per_epoch": 1})");
  EXPECT_THAT(refusal(resume), HasSubstr("made with 2 threads, the config says 3"));
  set_config(R"({"name": "test <1>", "batch": 256, "epochs": 4, "threads": 2,
                 "learning_rate": 0.003, "reports_per_epoch": 1})");
  write_records(folder_ / "valid", synthetic_records(400, 63));
  EXPECT_THAT(refusal(resume), HasSubstr("6000 training and 500 validation records"));
}

TEST_F(RunTest, RefusesDataOfAnotherGameOrDamagedNamingBoth) {
  data::RecordFileHeader chess;
  chess.squares = 64;
  chess.piece_types = 6;
  write_records(folder_ / "train", synthetic_records(100, 64), chess);
  EXPECT_THAT(refusal(options("out")), HasSubstr("64, expected 100"));

  auto records = synthetic_records(100, 64);
  write_records(folder_ / "train", records);
  std::fstream file(folder_ / "train", std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(1'000);
  file.put('\x55');
  file.close();
  EXPECT_THAT(refusal(options("out")), HasSubstr("damaged"));

  records[50].result = 9;
  write_records(folder_ / "train", records);
  EXPECT_THAT(refusal(options("out")), HasSubstr("can't be a position"));
  write_records(folder_ / "train", {});
  EXPECT_THAT(refusal(options("out")), HasSubstr("no records"));
  records[50].result = 0;
  write_records(folder_ / "train", records);
  RunOptions missing = options("out");
  missing.valid = folder_ / "nothing";
  EXPECT_THAT(refusal(missing), HasSubstr("nothing"));
}

TEST_F(RunTest, ARunThatDivergesKeepsItsCheckpointAndGoesOn) {
  set_config(R"({"batch": 256, "epochs": 3, "threads": 1, "clip": false, "warmup_batches": 0,
                 "learning_rate": 1000, "final_learning_rate": 1000, "reports_per_epoch": 2})");
  testing::internal::CaptureStderr();
  const std::string error = refusal(options("out"));
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_THAT(error, HasSubstr("can't be exported"));
  EXPECT_THAT(error, HasSubstr("weights can't be held by integers"));
  EXPECT_THAT(told, HasSubstr("no network is written at batch 12:"));
  const auto checkpoint = load_checkpoint(folder_ / "out" / "checkpoint.bin");
  ASSERT_TRUE(checkpoint) << checkpoint.error();
  EXPECT_EQ(checkpoint->batch, 71u);
  EXPECT_FALSE(fs::exists(folder_ / "out" / "network.nnue"));
}

TEST_F(RunTest, KilledAgainAndAgainItEndsLikeAnUninterruptedRun) {
  ASSERT_EQ(run_program("whole", "--quiet"), 0) << content(folder_ / "stderr");
  const int kills = std::getenv("GRANDEE_LONG") != nullptr ? 20 : 4;
  int killed = 0;
  for (int i = 0; i < kills; ++i) {
    const int code =
        run_program("parts", "--quiet --resume --checkpoint-seconds 0", "KILL", 0.05 + 0.03 * i);
    killed += code != 0;
    const fs::path checkpoint = folder_ / "parts" / "checkpoint.bin";
    if (fs::exists(checkpoint)) {
      const auto loaded = load_checkpoint(checkpoint);
      EXPECT_TRUE(loaded) << loaded.error();
    }
  }
  EXPECT_GT(killed, 0) << "no run was killed before its end";
  ASSERT_EQ(run_program("parts", "--quiet --resume"), 0) << content(folder_ / "stderr");
  for (const char* name : {"network.nnue", "curve.csv", "checkpoint.bin"})
    EXPECT_EQ(content(folder_ / "parts" / name), content(folder_ / "whole" / name)) << name;
}

TEST_F(RunTest, AnInterruptIsTakenInGoodOrder) {
  set_config(R"({"batch": 256, "epochs": 10000, "threads": 1})");
  const int code = run_program("out", "--checkpoint-seconds 3600", "INT", 1);
  // `timeout` reports 124 for a program it had to signal.
  EXPECT_EQ(code, 124);
  EXPECT_THAT(content(folder_ / "stderr"), HasSubstr("--resume goes on"));
  const auto checkpoint = load_checkpoint(folder_ / "out" / "checkpoint.bin");
  ASSERT_TRUE(checkpoint) << checkpoint.error();
  EXPECT_GT(checkpoint->batch, 0u);
}

TEST_F(RunTest, ANetworkIsNotExportedOverItsCheckpoint) {
  ASSERT_TRUE(run_training(options("run")));
  const fs::path checkpoint = folder_ / "run" / "checkpoint.bin";
  const std::string before = content(checkpoint);
  const std::string command = "'" GRANDEE_BIN "/grandee-train' export --checkpoint '" +
                              checkpoint.string() + "' --out '" + checkpoint.string() + "' 2>'" +
                              (folder_ / "stderr").string() + "'";
  EXPECT_NE(std::system(command.c_str()), 0);
  EXPECT_THAT(content(folder_ / "stderr"), HasSubstr("which is read (--checkpoint)"));
  EXPECT_EQ(content(checkpoint), before);
}

TEST_F(RunTest, MissingOptionsAreNamed) {
  const std::string command =
      "'" GRANDEE_BIN "/grandee-train' --data x 2>'" + (folder_ / "stderr").string() + "'";
  EXPECT_NE(std::system(command.c_str()), 0);
  EXPECT_THAT(content(folder_ / "stderr"), HasSubstr("--valid is missing"));
}

}  // namespace
}  // namespace grandee::train
