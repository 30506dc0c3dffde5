#include "tests/soak/dialogue.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace grandee::soak {

namespace {

using Clock = std::chrono::steady_clock;

tools::Process start(const std::string& program) {
  auto process = tools::Process::start({program, {}, "", {}});
  if (process) return *std::move(process);
  std::fprintf(stderr, "soak: %s\n", process.error().c_str());
  std::exit(2);
}

}  // namespace

Dialogue::Dialogue(const std::string& program, Hear hear)
    : process_(start(program)), hear_(std::move(hear)) {}

void Dialogue::say(std::string_view line) {
  note(">> ", line);
  if (!process_.write(std::string(line) + "\n", Clock::now() + kPatience))
    fail("the engine doesn't read its input");
}

bool Dialogue::hear_line(tools::TimePoint deadline) {
  std::string line;
  switch (process_.read_line(line, deadline)) {
    case tools::ReadStatus::Line: break;
    case tools::ReadStatus::Timeout: return false;
    default: fail("the engine's output has ended");
  }
  note("<< ", line);
  hear_(line);
  return true;
}

void Dialogue::hear_until(std::string_view what, const std::function<bool()>& holds) {
  const auto deadline = Clock::now() + kPatience;
  while (!holds())
    if (!hear_line(deadline)) fail("no answer: " + std::string(what));
}

void Dialogue::hear_for(std::chrono::milliseconds time) {
  const auto deadline = Clock::now() + time;
  while (hear_line(deadline)) {
  }
}

void Dialogue::expect_end() {
  const auto deadline = Clock::now() + kPatience;
  std::string line;
  while (process_.read_line(line, deadline) == tools::ReadStatus::Line) {
    note("<< ", line);
    hear_(line);
  }
  const auto status = process_.wait(deadline);
  if (!status) fail("the engine doesn't quit");
  if (status->code != 0 || status->signal != 0) fail("the engine ends with " + status->describe());
}

void Dialogue::fail(std::string_view what) {
  for (const std::string& line : last_lines_) std::fprintf(stderr, "%s\n", line.c_str());
  // What a sanitizer has to say comes with the end of the process.
  (void)process_.wait(Clock::now() + std::chrono::seconds(5));
  std::fprintf(stderr, "%s\nsoak: %.*s\n", process_.errors().c_str(), static_cast<int>(what.size()),
               what.data());
  std::exit(1);
}

void Dialogue::note(std::string_view arrow, std::string_view line) {
  constexpr std::size_t kLinesKept = 100;
  last_lines_.push_back(std::string(arrow) + std::string(line));
  if (last_lines_.size() > kLinesKept) last_lines_.pop_front();
}

long Dialogue::resident_kib() const {
  std::ifstream status("/proc/" + std::to_string(process_.id()) + "/status");
  std::string word;
  long kib = 0;
  while (status >> word)
    if (word == "VmRSS:") status >> kib;
  return kib;
}

}  // namespace grandee::soak
