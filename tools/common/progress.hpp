// Where a long job stands. On a terminal one line that is rewritten; elsewhere (a log file, a batch
// job) plain lines, ever more sparse.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace grandee::tools {

// "42 s", "3 min 20 s", "5 h 07 min", "2 d 3 h".
std::string format_duration(double seconds);

class Progress {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Style { Terminal, Log };

  // Chooses the style by what the stream is. total 0: unknown, no percentage and no ETA.
  Progress(std::FILE* out, std::uint64_t total);
  Progress(std::FILE* out, std::uint64_t total, Style style, Clock::time_point start);

  // Work that was already done when this run began: it counts for the share, not for the rate.
  void set_done_before(std::uint64_t done) { done_before_ = done; }
  // Is it time for a line? Cheap enough to ask after every piece of work.
  bool due(Clock::time_point now = Clock::now()) const { return now >= next_; }
  // Writes "text, 41 %, ETA 3 min 20 s". Call it when due() or at the end.
  void show(std::uint64_t done, std::string_view text, Clock::time_point now = Clock::now());
  // Ends the line of a terminal, so that what follows stands on its own. Nothing on a log.
  void end_line();

  double seconds(Clock::time_point now = Clock::now()) const {
    return std::chrono::duration<double>(now - start_).count();
  }

 private:
  std::FILE* out_;
  std::uint64_t total_;
  Style style_;
  Clock::time_point start_;
  Clock::time_point next_;
  Clock::duration interval_;
  std::uint64_t done_before_ = 0;
  std::size_t shown_ = 0;  // characters on the terminal's line
};

}  // namespace grandee::tools
