// A program run as a child, spoken to line by line. All that is particular to an operating system
// is in process_posix.cpp and process_windows.cpp.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace grandee::tools {

using TimePoint = std::chrono::steady_clock::time_point;

struct Command {
  std::string program;  // a path, or a name to look for in PATH
  std::vector<std::string> arguments;
  std::string working_folder;  // empty: ours
  std::vector<int> cpus;       // the only ones it may run on; empty: all
};

// Wakes everyone who waits for a line. Once raised it stays so.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  void raise();
  bool raised() const;

 private:
  friend class Process;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

struct ExitStatus {
  int code = 0;    // of a regular end; on Windows also of a crash
  int signal = 0;  // that ended it, 0 if none
  // "exit code 3", "signal 11 (Segmentation fault)", "exception 0xC0000005".
  std::string describe() const;
};

enum class ReadStatus { Line, Timeout, Closed, Interrupted };

// One owner, one thread at a time. The child is killed with its owner, also when we are killed: it
// must therefore not outlive the thread that started it.
class Process {
 public:
  // An error if the program can't be run (with the reason).
  static Result<Process> start(const Command& command);
  ~Process();  // kills
  Process(Process&&) noexcept;
  Process& operator=(Process&&) noexcept;

  // Sends the text; false if the child doesn't take it before the deadline.
  bool write(std::string_view text, TimePoint deadline);
  // The next line of its standard output, without CR and LF. Waits until the deadline, for ever
  // without one; no time is spent while waiting. Standard error is collected meanwhile.
  ReadStatus read_line(std::string& line, std::optional<TimePoint> deadline,
                       const Interrupt* interrupt = nullptr);
  // The last 64 KiB of its standard error.
  std::string errors();
  // Waits for its end; nothing if it lives on at the deadline.
  std::optional<ExitStatus> wait(TimePoint deadline);
  // Ends it and whatever it started in its process group, at once.
  void kill();
  long id() const;
  // Processor time of all its threads so far; 0 once it has ended.
  double processor_seconds() const;

 private:
  struct Impl;
  explicit Process(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace grandee::tools
