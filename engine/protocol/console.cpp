#include "protocol/console.hpp"

#include <cerrno>
#include <cstring>
#include <istream>
#include <ostream>
#include <utility>

#include "base/quotes.hpp"
#include "protocol/options.hpp"
#include "protocol/text.hpp"

namespace grandee::protocol {

std::optional<std::string> Console::read() {
  std::string line;
  if (!std::getline(in_, line)) return std::nullopt;
  if (!line.empty() && line.back() == '\r') line.pop_back();
  // Shells of Windows begin what they pipe with a byte order mark.
  if (std::exchange(at_start_, false) && line.rfind("\xEF\xBB\xBF", 0) == 0) line.erase(0, 3);
  const std::lock_guard lock(mutex_);
  log(">> ", line);
  return line;
}

void Console::write(std::string_view text) {
  std::function<void()> act;
  {
    const std::lock_guard lock(mutex_);
    out_ << text << '\n' << std::flush;
    log("<< ", text);
    if (!out_) act = act_on_loss_;
  }
  if (act) act();
}

void Console::on_lost(std::function<void()> act) {
  const std::lock_guard lock(mutex_);
  act_on_loss_ = std::move(act);
}

bool Console::all_written() {
  const std::lock_guard lock(mutex_);
  return out_.good();
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
