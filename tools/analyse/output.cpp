#include "tools/analyse/output.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "tools/common/atomic_file.hpp"
#include "tools/common/signals.hpp"

namespace grandee::analyse {

void complain(std::string_view text) {
  say(fmt::format("grandee-analyse: {}", text));
}

void say(std::string_view text) {
  std::fputs(fmt::format("{}\n", text).c_str(), stderr);
}

Result<Ok> write_output(const std::string& path, std::string_view content) {
  if (path.empty()) return Ok{};
  if (path != "-") return tools::write_atomically(path, content);
  if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size() ||
      std::fflush(stdout) != 0)
    return Error{fmt::format("can't write to standard output: {}", std::strerror(errno))};
  return Ok{};
}

int stopped_exit_code(std::string_view journal) {
  if (!journal.empty())
    say(fmt::format("Stopped. The same command goes on from here; '{}' has what was found.",
                    journal));
  return tools::signal_exit_code();
}

}  // namespace grandee::analyse
