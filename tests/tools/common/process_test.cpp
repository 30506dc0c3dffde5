#include "tools/common/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace grandee::tools {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

TimePoint soon() {
  return std::chrono::steady_clock::now() + 20s;
}

Process shell(const std::string& script) {
  auto process = Process::start({"/bin/sh", {"-c", script}, "", {}});
  EXPECT_TRUE(process) << process.error();
  return *std::move(process);
}

TEST(Process, SpeaksLineByLine) {
  Process cat = shell("cat");
  ASSERT_TRUE(cat.write("one\r\ntwo\n\nlast\n", soon()));
  std::string line;
  for (const char* expected : {"one", "two", "", "last"}) {
    ASSERT_EQ(cat.read_line(line, soon()), ReadStatus::Line);
    EXPECT_EQ(line, expected);
  }
  EXPECT_EQ(cat.read_line(line, std::chrono::steady_clock::now() + 20ms), ReadStatus::Timeout);
  EXPECT_FALSE(cat.wait(std::chrono::steady_clock::now()));
}

TEST(Process, TellsHowItEnded) {
  std::string line;
  Process code = shell("echo bye; exit 7");
  EXPECT_EQ(code.read_line(line, soon()), ReadStatus::Line);
  EXPECT_EQ(code.read_line(line, soon()), ReadStatus::Closed);
  auto status = code.wait(soon());
  ASSERT_TRUE(status);
  EXPECT_EQ(status->code, 7);
  EXPECT_EQ(status->describe(), "exit code 7");
  Process killed = shell("kill -SEGV $$");
  status = killed.wait(soon());
  ASSERT_TRUE(status);
  EXPECT_EQ(status->signal, SIGSEGV);
  EXPECT_THAT(status->describe(), HasSubstr("signal 11"));
}

TEST(Process, KeepsTheEndOfStandardError) {
  Process noisy = shell(
      "i=0; while [ $i -lt 3000 ]; do echo 'a line of fifty characters or so, again' >&2; "
      "i=$((i+1)); done; echo end >&2; echo done");
  std::string line;
  EXPECT_EQ(noisy.read_line(line, soon()), ReadStatus::Line);
  noisy.wait(soon());
  const std::string errors = noisy.errors();
  EXPECT_LE(errors.size(), 64u * 1024);
  EXPECT_GT(errors.size(), 60u * 1024);
  EXPECT_EQ(errors.substr(errors.size() - 4), "end\n");
}

TEST(Process, CannotBeStarted) {
  EXPECT_THAT(Process::start({"/nowhere/x", {}, "", {}}).error(), HasSubstr("No such file"));
  EXPECT_THAT(Process::start({"/bin/true", {}, "/nowhere", {}}).error(),
              HasSubstr("in folder '/nowhere'"));
  EXPECT_FALSE(Process::start({"/etc", {}, "", {}}));
  EXPECT_THAT(Process::start({"/bin/true", {}, "", {99999}}).error(),
              HasSubstr("no processor 99999"));
}

TEST(Process, WorksInItsFolder) {
  auto process = Process::start({"/bin/pwd", {}, "/usr", {0}});
  ASSERT_TRUE(process) << process.error();
  std::string line;
  EXPECT_EQ(process->read_line(line, soon()), ReadStatus::Line);
  EXPECT_EQ(line, "/usr");
}

TEST(Process, WritingToAnEndedOneFails) {
  Process gone = shell("exit 0");
  gone.wait(soon());
  EXPECT_FALSE(gone.write("hello\n", soon()));
  // One that never reads blocks nobody beyond the deadline.
  Process deaf = shell("sleep 60");
  EXPECT_FALSE(deaf.write(std::string(1 << 20, 'x'), std::chrono::steady_clock::now() + 50ms));
}

TEST(Process, AnInterruptWakesTheReader) {
  Process silent = shell("sleep 60");
  Interrupt interrupt;
  std::thread other([&interrupt] {
    std::this_thread::sleep_for(30ms);
    interrupt.raise();
  });
  std::string line;
  EXPECT_EQ(silent.read_line(line, std::nullopt, &interrupt), ReadStatus::Interrupted);
  other.join();
  EXPECT_TRUE(interrupt.raised());
  EXPECT_EQ(silent.read_line(line, std::nullopt, &interrupt), ReadStatus::Interrupted);
}

TEST(Process, TakesItsOwnChildrenWithIt) {
  long grandchild = 0;
  {
    Process parent = shell("sleep 1000 & echo $!; wait");
    std::string line;
    ASSERT_EQ(parent.read_line(line, soon()), ReadStatus::Line);
    grandchild = std::stol(line);
    EXPECT_EQ(::kill(static_cast<pid_t>(grandchild), 0), 0);
  }
  // Killed at once, but it stays in the table until its new parent has asked.
  Process check = shell("i=0; while [ $i -lt 200 ] && grep -q 'State:.[^Z]' /proc/" +
                        std::to_string(grandchild) +
                        "/status 2>/dev/null; do sleep 0.02; i=$((i+1)); done; [ $i -lt 200 ]");
  const auto status = check.wait(soon());
  ASSERT_TRUE(status);
  EXPECT_EQ(status->code, 0);
}

TEST(Process, LongLinesAreCutNotLost) {
  Process process = shell("head -c 3000000 /dev/zero | tr '\\0' x; echo; echo end");
  std::string line;
  std::size_t received = 0;
  while (process.read_line(line, soon()) == ReadStatus::Line && line != "end")
    received += line.size();
  EXPECT_EQ(received, 3000000u);
  EXPECT_EQ(line, "end");
}

}  // namespace
}  // namespace grandee::tools
