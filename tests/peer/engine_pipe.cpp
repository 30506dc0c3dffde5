#include "engine_pipe.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace grandee::test {

EnginePipe::EnginePipe(const std::string& path) {
  // A peer that died is seen by reading, not by a signal.
  std::signal(SIGPIPE, SIG_IGN);
  int to_child[2];
  int from_child[2];
  if (pipe(to_child) != 0) return;
  if (pipe(from_child) != 0) {
    close(to_child[0]);
    close(to_child[1]);
    return;
  }
  child_ = fork();
  if (child_ == 0) {
    dup2(to_child[0], STDIN_FILENO);
    dup2(from_child[1], STDOUT_FILENO);
    for (const int fd : {to_child[0], to_child[1], from_child[0], from_child[1]}) close(fd);
    execl(path.c_str(), path.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  close(to_child[0]);
  close(from_child[1]);
  in_ = fdopen(to_child[1], "w");
  out_ = fdopen(from_child[0], "r");
}

EnginePipe::~EnginePipe() {
  if (in_ != nullptr) {
    send("quit");
    std::fclose(in_);
  }
  if (out_ != nullptr) std::fclose(out_);
  if (child_ > 0) waitpid(child_, nullptr, 0);
}

void EnginePipe::send(const std::string& line) {
  std::fputs((line + "\n").c_str(), in_);
  std::fflush(in_);
}

bool EnginePipe::read(std::string& line) {
  line.clear();
  for (int c = 0; (c = std::fgetc(out_)) != EOF;) {
    if (c == '\n') return true;
    line += static_cast<char>(c);
  }
  return !line.empty();
}

}  // namespace grandee::test
