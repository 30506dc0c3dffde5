#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "tools/common/atomic_file.hpp"
#include "tools/common/progress.hpp"
#include "tools/common/signals.hpp"
#include "tools/common/writer_lock.hpp"

namespace grandee::tools {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class AtomicFileTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::path(testing::TempDir()) /
        ("atomic ż " + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    target_ = folder_ / "file";
  }
  void TearDown() override { fs::remove_all(folder_); }

  static std::string content(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
  fs::path target_;
};

TEST_F(AtomicFileTest, AppearsOnlyWithCommit) {
  auto file = AtomicFile::create(target_);
  ASSERT_TRUE(file) << file.error();
  ASSERT_TRUE(file->write("abcdef"));
  ASSERT_TRUE(file->rewrite(1, "XY"));
  ASSERT_TRUE(file->write("g"));
  EXPECT_FALSE(fs::exists(target_));
  ASSERT_TRUE(file->commit());
  EXPECT_EQ(content(target_), "aXYdefg");
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, ALinkStaysAndItsTargetIsReplaced) {
  ASSERT_TRUE(write_atomically(target_, "old"));
  fs::create_symlink(target_, folder_ / "link");
  ASSERT_TRUE(write_atomically(folder_ / "link", "new"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(content(target_), "new");
  EXPECT_EQ(files(), 2u);
}

// Else a run as root with --out /dev/null would leave the machine without it.
TEST_F(AtomicFileTest, AnythingButAFileIsWrittenToAndStays) {
  ASSERT_EQ(mkfifo(target_.c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = content(target_); });
  EXPECT_TRUE(write_atomically(target_, "through the pipe"));
  reader.join();
  EXPECT_EQ(received, "through the pipe");
  EXPECT_TRUE(fs::is_fifo(target_));
  EXPECT_EQ(files(), 1u);
  EXPECT_FALSE(write_atomically("/dev/full", "x"));
}

TEST_F(AtomicFileTest, OneWriterAtATime) {
  {
    const auto lock = WriterLock::take(target_);
    ASSERT_TRUE(lock) << lock.error();
    const auto second = WriterLock::take(target_);
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error(), testing::HasSubstr("is being written by another process"));
    EXPECT_TRUE(WriterLock::take(folder_ / "other"));
  }
  EXPECT_EQ(files(), 0u);
  // What a killed process left.
  std::ofstream(target_.string() + ".lock") << "";
  auto lock = WriterLock::take(target_);
  ASSERT_TRUE(lock) << lock.error();
  const WriterLock moved = *std::move(lock);
  EXPECT_FALSE(WriterLock::take(target_));
}

TEST_F(AtomicFileTest, AbandonedLeavesTheOldFileAlone) {
  ASSERT_TRUE(write_atomically(target_, "old"));
  {
    auto file = AtomicFile::create(target_);
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("new"));
  }
  EXPECT_EQ(content(target_), "old");
  EXPECT_EQ(files(), 1u);
  ASSERT_TRUE(write_atomically(target_, "new"));
  EXPECT_EQ(content(target_), "new");
}

TEST_F(AtomicFileTest, FailuresNameTheFile) {
  const auto nowhere = AtomicFile::create(folder_ / "missing" / "file");
  ASSERT_FALSE(nowhere);
  EXPECT_THAT(nowhere.error(), testing::HasSubstr("missing"));
  fs::create_directories(target_ / "in the way");
  const auto blocked = write_atomically(target_, "x");
  ASSERT_FALSE(blocked);
  EXPECT_THAT(blocked.error(), testing::HasSubstr(target_.string()));
  EXPECT_EQ(files(), 1u);
}

TEST(ProgressTest, DurationsReadWell) {
  EXPECT_EQ(format_duration(0.2), "0 s");
  EXPECT_EQ(format_duration(59.4), "59 s");
  EXPECT_EQ(format_duration(200), "3 min 20 s");
  EXPECT_EQ(format_duration(5 * 3600 + 7 * 60), "5 h 07 min");
  EXPECT_EQ(format_duration(2 * 86400 + 3 * 3600), "2 d 3 h");
}

std::string captured(std::FILE* out) {
  std::string text(4096, '\0');
  std::rewind(out);
  text.resize(std::fread(text.data(), 1, text.size(), out));
  return text;
}

TEST(ProgressTest, LogLinesGrowSparse) {
  std::FILE* out = std::tmpfile();
  ASSERT_NE(out, nullptr);
  const Progress::Clock::time_point start{};
  Progress progress(out, 100, Progress::Style::Log, start);
  EXPECT_FALSE(progress.due(start + 4s));
  ASSERT_TRUE(progress.due(start + 5s));
  progress.show(25, "work", start + 5s);
  EXPECT_FALSE(progress.due(start + 14s));
  EXPECT_TRUE(progress.due(start + 15s));
  progress.end_line();
  EXPECT_EQ(captured(out), "work, 25.0 %, ETA 15 s\n");
  std::fclose(out);
}

TEST(ProgressTest, EarlierWorkDoesNotCountForTheRate) {
  std::FILE* out = std::tmpfile();
  ASSERT_NE(out, nullptr);
  const Progress::Clock::time_point start{};
  Progress progress(out, 100, Progress::Style::Log, start);
  progress.set_done_before(50);
  progress.show(60, "work", start + 10s);
  EXPECT_EQ(captured(out), "work, 60.0 %, ETA 40 s\n");
  std::fclose(out);
}

TEST(ProgressTest, TerminalLineIsRewrittenWhole) {
  std::FILE* out = std::tmpfile();
  ASSERT_NE(out, nullptr);
  const Progress::Clock::time_point start{};
  Progress progress(out, 0, Progress::Style::Terminal, start);
  progress.show(1, "a long line", start + 1s);
  progress.show(2, "short", start + 2s);
  progress.end_line();
  EXPECT_EQ(captured(out), "\ra long line\rshort      \n");
  std::fclose(out);
}

TEST(SignalsTest, FirstRaisesTheFlagSecondEnds) {
  EXPECT_EXIT(
      {
        install_signal_handlers();
        if (stop_requested()) std::_Exit(1);
        std::raise(SIGTERM);
        if (!stop_requested() || signal_exit_code() != 128 + SIGTERM) std::_Exit(2);
        std::raise(SIGINT);
        std::_Exit(3);
      },
      testing::ExitedWithCode(128 + SIGINT), "");
}

}  // namespace
}  // namespace grandee::tools
