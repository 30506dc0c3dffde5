#include "tools/match/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace grandee::match {

namespace {

constexpr double kLongestSeconds = 1e6;

double seconds(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

// "90", "1:30", "0.05".
std::optional<Duration> parse_duration(std::string_view text) {
  double minutes = 0;
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + colon, minutes);
    if (code != std::errc{} || end != text.data() + colon) return std::nullopt;
    text.remove_prefix(colon + 1);
  }
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  value += 60 * minutes;
  if (!(value >= 0 && value <= kLongestSeconds)) return std::nullopt;
  return Duration(std::llround(value * 1e9));
}

}  // namespace

Result<TimeControl> parse_time_control(std::string_view text) {
  const Error error{fmt::format(
      "time control '{}' is not of the form [moves/]seconds[+increment], e.g. 40/5+0.05", text)};
  TimeControl control;
  std::string_view rest = text;
  if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
    const auto [end, code] = std::from_chars(rest.data(), rest.data() + slash, control.moves);
    if (code != std::errc{} || end != rest.data() + slash || control.moves < 1) return error;
    rest.remove_prefix(slash + 1);
  }
  if (const std::size_t plus = rest.find('+'); plus != std::string_view::npos) {
    const auto increment = parse_duration(rest.substr(plus + 1));
    if (!increment) return error;
    control.increment = *increment;
    rest = rest.substr(0, plus);
  }
  const auto base = parse_duration(rest);
  if (!base || *base + control.increment <= Duration::zero()) return error;
  control.base = *base;
  return control;
}

std::string to_string(const TimeControl& control) {
  std::string text = control.moves > 0 ? fmt::format("{}/", control.moves) : "";
  text += fmt::format("{}", seconds(control.base));
  if (control.increment > Duration::zero()) text += fmt::format("+{}", seconds(control.increment));
  return text;
}

std::string describe(const Limits& limits) {
  std::string text;
  const auto add = [&text](std::string part) { text += (text.empty() ? "" : ", ") + part; };
  if (limits.clock) add(to_string(*limits.clock));
  if (limits.move_time) add(fmt::format("{} s a move", seconds(*limits.move_time)));
  if (limits.nodes) add(fmt::format("{} nodes", *limits.nodes));
  if (limits.depth) add(fmt::format("depth {}", *limits.depth));
  return text;
}

void Clock::spend(Duration used) {
  left_ = std::max(left_ - used, Duration::zero()) + control_.increment;
  if (control_.moves > 0 && ++made_ == control_.moves) {
    made_ = 0;
    left_ += control_.base;
  }
}

}  // namespace grandee::match
