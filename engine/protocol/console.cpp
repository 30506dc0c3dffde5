#include "protocol/console.hpp"

#include <cerrno>
#include <cstring>
#include <istream>
#include <ostream>

#include "protocol/options.hpp"
#include "protocol/text.hpp"

namespace grandee::protocol {

std::optional<std::string> Console::read() {
  std::string line;
  if (!std::getline(in_, line)) return std::nullopt;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  const std::lock_guard lock(mutex_);
  log(">> ", line);
  return line;
}

void Console::write(std::string_view text) {
  const std::lock_guard lock(mutex_);
  out_ << text << '\n' << std::flush;
  log("<< ", text);
}

void Console::log(std::string_view direction, std::string_view text) {
  if (!log_.is_open()) return;
  while (true) {
    const std::size_t end = text.find('\n');
    log_ << direction << text.substr(0, end) << '\n';
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  log_.flush();
}

Result<Ok> Console::set_log(const std::string& path) {
  std::ofstream file;
  if (!path.empty()) {
    errno = 0;
    file.open(path, std::ios::app);
    if (!file)
      return Error{"the log file " + in_quotes(path) +
                   " cannot be written: " + std::strerror(errno)};
  }
  const std::lock_guard lock(mutex_);
  log_ = std::move(file);
  return Ok{};
}

void add_log_option(Options& options, Console& console) {
  options.add_string("Debug Log File", "",
                     [&console](const std::string& path) { return console.set_log(path); });
}

}  // namespace grandee::protocol
