// An engine of somebody else's, driven over pipes.
#pragma once

#include <sys/types.h>

#include <cstdio>
#include <string>

namespace grandee::test {

class EnginePipe {
 public:
  // Starts the program; is_running() tells whether that went well.
  explicit EnginePipe(const std::string& path);
  ~EnginePipe();
  EnginePipe(const EnginePipe&) = delete;
  EnginePipe& operator=(const EnginePipe&) = delete;

  bool is_running() const { return in_ != nullptr && out_ != nullptr; }
  void send(const std::string& line);
  // The next line without its end; false at the end of the output.
  bool read(std::string& line);

 private:
  pid_t child_ = -1;
  std::FILE* in_ = nullptr;
  std::FILE* out_ = nullptr;
};

}  // namespace grandee::test
