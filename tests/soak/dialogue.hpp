// An engine behind pipes and what was said on both sides. A fault of the engine ends the soak with
// the last lines of the dialogue.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/common/process.hpp"

namespace grandee::soak {

// Only a hang takes longer, also under a sanitizer on a busy machine.
inline constexpr std::chrono::seconds kPatience{60};

class Dialogue {
 public:
  using Hear = std::function<void(const std::string& line)>;

  // Every line of the engine goes to `hear`.
  Dialogue(const std::string& program, Hear hear);

  void say(std::string_view line);
  // Hears lines until the condition holds.
  void hear_until(std::string_view what, const std::function<bool()>& holds);
  // Hears what comes within the time.
  void hear_for(std::chrono::milliseconds time);
  // The engine was told to quit: hears the rest and expects exit code 0.
  void expect_end();
  [[noreturn]] void fail(std::string_view what);
  // Resident memory of the process in KiB.
  long resident_kib() const;

 private:
  void note(std::string_view arrow, std::string_view line);
  // False at the deadline.
  bool hear_line(tools::TimePoint deadline);

  tools::Process process_;
  Hear hear_;
  std::deque<std::string> last_lines_;
};

}  // namespace grandee::soak
