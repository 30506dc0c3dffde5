// Programs of ours as a user runs them.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace grandee::test {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_file(const std::filesystem::path& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

struct Finished {
  int code = 0;    // −1 if a signal ended it
  int signal = 0;  // that ended it
  std::string out;
  std::string err;
};

// A folder of its own for a test, and programs run in it.
class ProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) /
              (std::string(info->test_suite_name()) + " " + info->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // Starts a program of bin/ with the folder as its working folder.
  pid_t start(const std::vector<std::string>& command,
              const std::function<void()>& in_child = nullptr) const {
    const std::string program = std::string(GRANDEE_BIN) + "/" + command[0];
    const pid_t child = fork();
    if (child != 0) return child;
    std::vector<char*> arguments;
    for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    if (chdir(folder_.c_str()) != 0) _exit(126);
    for (const auto& [name, fd] : {std::pair("stdout", 1), std::pair("stderr", 2)})
      dup2(open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644), fd);
    if (in_child) in_child();
    execv(program.c_str(), arguments.data());
    _exit(127);
  }
  Finished finish(pid_t child) const {
    int status = 0;
    waitpid(child, &status, 0);
    Finished finished;
    finished.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    finished.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    finished.out = read_file(folder_ / "stdout");
    finished.err = read_file(folder_ / "stderr");
    return finished;
  }
  Finished run(const std::vector<std::string>& command) const { return finish(start(command)); }

  std::filesystem::path folder_;
};

}  // namespace grandee::test
