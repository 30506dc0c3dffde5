#include "tools/analyse/output.hpp"

#include <fmt/format.h>

#include "tools/common/messages.hpp"
#include "tools/common/signals.hpp"

namespace grandee::analyse {

void complain(std::string_view text) {
  say(fmt::format("grandee-analyse: {}", text));
}

void say(std::string_view text) {
  tools::say(text);
}

Result<Ok> write_output(const std::string& path, std::string_view content) {
  return tools::deliver(path, content);
}

int stopped_exit_code(std::string_view journal) {
  if (!journal.empty())
    say(fmt::format("Stopped. The same command goes on from here; '{}' has what was found.",
                    journal));
  return tools::signal_exit_code();
}

}  // namespace grandee::analyse
