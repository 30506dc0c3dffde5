#include "tools/common/messages.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "tools/common/atomic_file.hpp"

namespace grandee::tools {

void say(std::string_view line) {
  // In one piece, as threads may speak at the same time.
  const std::string text = fmt::format("{}\n", line);
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

Result<Ok> print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
    return Error{fmt::format("can't write to standard output: {}", std::strerror(errno))};
  return Ok{};
}

Result<Ok> deliver(const std::string& path, std::string_view content) {
  if (path.empty()) return Ok{};
  return path == "-" ? print(content) : write_atomically(path, content);
}

}  // namespace grandee::tools
