// Both ends of a protocol's streams in one process: lines are handed in when they are asked for,
// and what the engine says is collected.
#pragma once

#include <condition_variable>
#include <functional>
#include <istream>
#include <mutex>
#include <optional>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/console.hpp"
#include "protocol/engine.hpp"
#include "protocol/text.hpp"
#include "search/thread_pool.hpp"

namespace grandee::fuzz {

// What the engine says, line by line. It may say it from any thread.
class Heard : public std::streambuf {
 public:
  // The lines so far, once they satisfy the condition; waits for that.
  std::vector<std::string> wait(const std::function<bool(const std::vector<std::string>&)>& holds) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return holds(lines_); });
    return lines_;
  }
  std::vector<std::string> lines() {
    return wait([](const auto&) { return true; });
  }

 protected:
  int overflow(int c) override {
    const char character = static_cast<char>(c);
    xsputn(&character, 1);
    return c;
  }
  std::streamsize xsputn(const char* text, std::streamsize length) override {
    const std::lock_guard lock(mutex_);
    for (const char c : std::string_view(text, static_cast<std::size_t>(length))) {
      if (c != '\n') {
        line_ += c;
        continue;
      }
      lines_.push_back(std::move(line_));
      line_.clear();
    }
    changed_.notify_all();
    return length;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string line_;
  std::vector<std::string> lines_;
};

// Asks for a line whenever the engine reads one; none ends the input.
class Said : public std::streambuf {
 public:
  using Next = std::function<std::optional<std::string>()>;
  explicit Said(Next next) : next_(std::move(next)) {}

 protected:
  int_type underflow() override {
    auto line = next_();
    if (!line) return traits_type::eof();
    line_ = *std::move(line) + "\n";
    setg(line_.data(), line_.data(), line_.data() + line_.size());
    return traits_type::to_int_type(line_[0]);
  }

 private:
  Next next_;
  std::string line_;
};

inline std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// An option's value that would only take time or memory, made small. None: not to be sent, as a
// level of play waits on purpose.
inline std::optional<std::string> tamed(const protocol::Options& options, std::string_view name,
                                        std::string_view value) {
  const protocol::Option* option = options.find(name);
  if (option == nullptr) return std::string(value);
  if (option->name == "UCI_LimitStrength" || option->name == "Skill Level") return std::nullopt;
  const auto number = protocol::parse_integer(value);
  const std::int64_t most = option->name == "Threads" ? search::kMaxThreads
                            : option->name == "Hash"  ? std::int64_t{search::kMaxHashMiB}
                                                      : 0;
  constexpr std::int64_t kFew = 3;
  if (!number || *number <= kFew || *number > most) return std::string(value);
  return std::to_string(1 + *number % kFew);
}

// The engine of all inputs, its options as at first but for a small table. What it has learned
// stays: to forget it takes longer than all the rest of an input.
inline protocol::Engine& idle_engine() {
  static protocol::Engine engine;
  for (const protocol::Option& option : engine.options().all()) {
    const auto restore = [&](const std::string& value, const std::string& wanted) {
      if (value != wanted) (void)engine.options().set(option.name, wanted);
    };
    const auto as_text = [](bool value) { return std::string(value ? "true" : "false"); };
    if (const auto* check = std::get_if<protocol::CheckOption>(&option.kind))
      restore(as_text(check->value), as_text(check->default_value));
    if (const auto* spin = std::get_if<protocol::SpinOption>(&option.kind))
      restore(std::to_string(spin->value),
              option.name == "Hash" ? "1" : std::to_string(spin->default_value));
    if (const auto* text = std::get_if<protocol::StringOption>(&option.kind))
      restore(text->value, text->default_value);
    if (const auto* combo = std::get_if<protocol::ComboOption>(&option.kind))
      restore(combo->value, combo->default_value);
  }
  engine.set_game(protocol::Game());
  return engine;
}

}  // namespace grandee::fuzz
