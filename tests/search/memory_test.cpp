// What control groups leave of the memory, with the files of /proc and /sys in a folder of the
// test.
#include "search/memory.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace grandee::search {
namespace {

namespace fs = std::filesystem;

class Memory : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    root_ = fs::temp_directory_path() / ("grandee-memory-" + std::string(test->name()));
    fs::remove_all(root_);
    write("proc/meminfo", "MemTotal:       24000 kB\nMemFree: 1 kB\nMemAvailable:   20000 kB\n");
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
  }
  std::size_t available() const { return available_memory(root_.string()); }

 private:
  fs::path root_;
};

#if defined(__linux__)

TEST_F(Memory, IsTheMachinesWithoutGroups) {
  EXPECT_EQ(available(), 20000u * 1024);
  write("proc/self/cgroup", "0::/\n");
  EXPECT_EQ(available(), 20000u * 1024);
  write("sys/fs/cgroup/memory.max", "max\n");
  write("sys/fs/cgroup/memory.current", "5000\n");
  EXPECT_EQ(available(), 20000u * 1024);
}

TEST_F(Memory, IsWhatTheTightestGroupLeaves) {
  write("proc/self/cgroup", "0::/outer/inner\n");
  write("sys/fs/cgroup/outer/inner/memory.max", "10000\n");
  write("sys/fs/cgroup/outer/inner/memory.current", "4000\n");
  EXPECT_EQ(available(), 6000u);
  write("sys/fs/cgroup/outer/inner/memory.stat", "anon 3000\ninactive_file 500\nfile 900\n");
  EXPECT_EQ(available(), 6500u);
  write("sys/fs/cgroup/outer/memory.max", "9000\n");
  write("sys/fs/cgroup/outer/memory.current", "9500\n");
  EXPECT_EQ(available(), 0u);
}

TEST_F(Memory, KnowsTheGroupsOfOldAndThoseNamedAsOutside) {
  write("proc/self/cgroup", "9:name=systemd:/\n4:memory:/docker/1234\n3:cpuset:/\n0::/\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "10000\n");
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", "4000\n");
  write("sys/fs/cgroup/memory/memory.stat", "inactive_file 1\ntotal_inactive_file 1000\n");
  EXPECT_EQ(available(), 7000u);
}

#endif

}  // namespace
}  // namespace grandee::search
