#include "tools/common/progress.hpp"

#include <fmt/format.h>

#include <algorithm>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace grandee::tools {

namespace {

using namespace std::chrono_literals;

constexpr Progress::Clock::duration kTerminalInterval = 250ms;
constexpr Progress::Clock::duration kFirstLogInterval = 5s;
constexpr Progress::Clock::duration kLongestLogInterval = 300s;

bool is_terminal(std::FILE* out) {
#ifdef _WIN32
  return _isatty(_fileno(out)) != 0;
#else
  return isatty(fileno(out)) != 0;
#endif
}

}  // namespace

std::string format_duration(double seconds) {
  const auto s = static_cast<std::int64_t>(std::max(seconds, 0.0) + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  if (s < 86400) return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
  return fmt::format("{} d {} h", s / 86400, s / 3600 % 24);
}

Progress::Progress(std::FILE* out, std::uint64_t total)
    : Progress(out, total, is_terminal(out) ? Style::Terminal : Style::Log, Clock::now()) {}

Progress::Progress(std::FILE* out, std::uint64_t total, Style style, Clock::time_point start)
    : out_(out),
      total_(total),
      style_(style),
      start_(start),
      interval_(style == Style::Terminal ? kTerminalInterval : kFirstLogInterval) {
  next_ = start_ + interval_;
}

void Progress::show(std::uint64_t done, std::string_view text, Clock::time_point now) {
  std::string line(text);
  if (total_ > 0) {
    line +=
        fmt::format(", {:.1f} %", 100.0 * static_cast<double>(done) / static_cast<double>(total_));
    if (done > done_before_ && done < total_) {
      const double rate = static_cast<double>(done - done_before_) / std::max(seconds(now), 1e-9);
      line += ", ETA " + format_duration(static_cast<double>(total_ - done) / rate);
    }
  }
  if (style_ == Style::Terminal) {
    const std::size_t length = line.size();
    if (length < shown_) line.append(shown_ - length, ' ');
    shown_ = length;
    line.insert(0, 1, '\r');
  } else {
    line += '\n';
    interval_ = std::min(2 * interval_, kLongestLogInterval);
  }
  // Not fmt::print, which throws when nobody listens any more.
  std::fputs(line.c_str(), out_);
  std::fflush(out_);
  next_ = now + interval_;
}

void Progress::end_line() {
  if (style_ == Style::Terminal && shown_ > 0) std::fputc('\n', out_);
  shown_ = 0;
}

}  // namespace grandee::tools
