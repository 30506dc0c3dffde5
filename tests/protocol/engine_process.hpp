// A program under test behind pipes, as a host runs it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace grandee::test {

// Longer than anything takes on a slow machine under a sanitizer: only a hang reaches it.
inline constexpr std::chrono::seconds kHangGuard{120};

class EngineProcess {
 public:
  // Starts `grandee` with these arguments, or another program by its path.
  explicit EngineProcess(std::vector<std::string> arguments = {},
                         const std::string& program = GRANDEE_BIN "/grandee");
  ~EngineProcess();  // kills it if it still runs
  EngineProcess(const EngineProcess&) = delete;
  EngineProcess& operator=(const EngineProcess&) = delete;

  // Sends the text and a line end; the text may hold several lines.
  void send(std::string_view text);
  void send_raw(std::string_view text);
  void close_input();

  // The next unread line that starts with the prefix; lines before it count as read. A failure of
  // the test, and an empty text, if the process ends or hangs.
  std::string wait_for(std::string_view prefix);
  // Sends "isready" and returns all unread lines before "readyok".
  std::vector<std::string> sync();
  // Sends a command that starts a search and returns all lines up to and with its "bestmove".
  std::vector<std::string> search(std::string_view command);
  // Unread lines that come within the time.
  std::vector<std::string> listen(std::chrono::milliseconds time);
  // Closes the input and waits for the end of the process: the exit code, or -1 after a signal or a
  // hang. All output is in lines() then.
  int finish();
  int wait_for_exit();

  // Every line received so far, as it came but without '\n'.
  std::vector<std::string> lines() const;
  std::string last_line() const;
  // Processor time used, known after the exit.
  double cpu_seconds() const { return cpu_seconds_; }

 private:
  void read_output(int fd);
  std::string transcript() const;

  pid_t pid_ = -1;
  int input_ = -1;
  std::optional<int> exit_code_;
  double cpu_seconds_ = 0;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
  std::size_t unread_ = 0;
  bool ended_ = false;
  std::thread reader_;
};

// Lines that start with the prefix.
std::vector<std::string> filter(const std::vector<std::string>& lines, std::string_view prefix);
void write_bytes(const std::filesystem::path& path, const std::string& bytes);
// What the engine tells that is wrong: "info string" without what evaluates, which it tells anyway.
std::vector<std::string> complaints(const std::vector<std::string>& lines);
bool starts_with(std::string_view text, std::string_view prefix);

}  // namespace grandee::test
