#include "engine_process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>

namespace grandee::test {

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

std::vector<std::string> filter(const std::vector<std::string>& lines, std::string_view prefix) {
  std::vector<std::string> found;
  for (const std::string& line : lines)
    if (starts_with(line, prefix)) found.push_back(line);
  return found;
}

std::vector<std::string> complaints(const std::vector<std::string>& lines) {
  std::vector<std::string> found = filter(lines, "info string ");
  std::erase_if(found,
                [](const auto& line) { return starts_with(line, "info string Evaluation: "); });
  return found;
}

void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

EngineProcess::EngineProcess(std::vector<std::string> arguments, const std::string& program) {
  signal(SIGPIPE, SIG_IGN);
  int to_child[2];
  int from_child[2];
  if (pipe2(to_child, O_CLOEXEC) != 0 || pipe2(from_child, O_CLOEXEC) != 0) std::abort();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to_child[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from_child[1], STDOUT_FILENO);
  std::string path = program;
  std::vector<char*> argv = {path.data()};
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const int error = posix_spawn(&pid_, path.c_str(), &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(to_child[0]);
  close(from_child[1]);
  input_ = to_child[1];
  if (error != 0) {
    ADD_FAILURE() << program << ": " << std::strerror(error);
    pid_ = -1;
  }
  reader_ = std::thread([this, fd = from_child[0]] { read_output(fd); });
}

EngineProcess::~EngineProcess() {
  close_input();
  if (pid_ > 0 && !exit_code_) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  reader_.join();
}

void EngineProcess::read_output(int fd) {
  std::string pending;
  char buffer[4096];
  ssize_t n = 0;
  while ((n = read(fd, buffer, sizeof buffer)) > 0) {
    pending.append(buffer, static_cast<std::size_t>(n));
    const std::lock_guard lock(mutex_);
    for (std::size_t end = 0; (end = pending.find('\n')) != std::string::npos;) {
      lines_.push_back(pending.substr(0, end));
      pending.erase(0, end + 1);
    }
    changed_.notify_all();
  }
  close(fd);
  const std::lock_guard lock(mutex_);
  if (!pending.empty()) lines_.push_back(pending);
  ended_ = true;
  changed_.notify_all();
}

void EngineProcess::send(std::string_view text) {
  send_raw(std::string(text) + "\n");
}

void EngineProcess::send_raw(std::string_view text) {
  while (!text.empty() && input_ >= 0) {
    const ssize_t n = write(input_, text.data(), text.size());
    if (n <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

void EngineProcess::close_input() {
  if (input_ >= 0) close(input_);
  input_ = -1;
}

std::string EngineProcess::wait_for(std::string_view prefix) {
  std::unique_lock lock(mutex_);
  const auto deadline = std::chrono::steady_clock::now() + kHangGuard;
  while (true) {
    while (unread_ < lines_.size()) {
      const std::string& line = lines_[unread_++];
      if (starts_with(line, prefix)) return line;
    }
    if (ended_ || changed_.wait_until(lock, deadline) == std::cv_status::timeout) break;
  }
  const bool ended = ended_;
  lock.unlock();
  ADD_FAILURE() << "no line '" << prefix << "'" << (ended ? ", the process ended" : "")
                << "; all lines:\n"
                << transcript();
  return "";
}

std::vector<std::string> EngineProcess::sync() {
  std::size_t first = 0;
  {
    const std::lock_guard lock(mutex_);
    first = unread_;
  }
  send("isready");
  wait_for("readyok");
  const std::lock_guard lock(mutex_);
  const auto begin = lines_.begin();
  return {begin + static_cast<std::ptrdiff_t>(first),
          begin + static_cast<std::ptrdiff_t>(std::max(unread_, first + 1)) - 1};
}

std::vector<std::string> EngineProcess::search(std::string_view command) {
  std::size_t first = 0;
  {
    const std::lock_guard lock(mutex_);
    first = unread_;
  }
  send(command);
  wait_for("bestmove");
  const std::lock_guard lock(mutex_);
  const auto begin = lines_.begin();
  return {begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(unread_)};
}

std::vector<std::string> EngineProcess::listen(std::chrono::milliseconds time) {
  std::this_thread::sleep_for(time);
  const std::lock_guard lock(mutex_);
  const std::vector<std::string> fresh(lines_.begin() + static_cast<std::ptrdiff_t>(unread_),
                                       lines_.end());
  unread_ = lines_.size();
  return fresh;
}

int EngineProcess::finish() {
  close_input();
  return wait_for_exit();
}

int EngineProcess::wait_for_exit() {
  if (exit_code_) return *exit_code_;
  {
    // The end of its output is the end of the process but for a moment.
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, kHangGuard, [this] { return ended_; })) {
      lock.unlock();
      ADD_FAILURE() << "the process hangs; all lines:\n" << transcript();
      return -1;
    }
  }
  int status = 0;
  rusage usage{};
  wait4(pid_, &status, 0, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  cpu_seconds_ = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  exit_code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return *exit_code_;
}

std::vector<std::string> EngineProcess::lines() const {
  const std::lock_guard lock(mutex_);
  return lines_;
}

std::string EngineProcess::last_line() const {
  const std::lock_guard lock(mutex_);
  return lines_.empty() ? "" : lines_.back();
}

std::string EngineProcess::transcript() const {
  std::string text;
  for (const std::string& line : lines()) text += line + "\n";
  return text;
}

}  // namespace grandee::test
