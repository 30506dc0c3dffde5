#include "protocol/options.hpp"

#include <algorithm>

#include "base/quotes.hpp"
#include "protocol/text.hpp"

namespace grandee::protocol {

namespace {

bool same_name(std::string_view a, std::string_view b) {
  const auto x = split_words(a);
  const auto y = split_words(b);
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), equal_ignoring_case);
}

// What a new value must be, for errors.
struct Expected {
  std::string operator()(const CheckOption&) const { return "true or false"; }
  std::string operator()(const SpinOption& o) const {
    return "an integer from " + std::to_string(o.min) + " to " + std::to_string(o.max);
  }
  std::string operator()(const StringOption&) const { return "a text"; }
  std::string operator()(const ComboOption& o) const {
    std::string text;
    for (const std::string& choice : o.choices) text += (text.empty() ? "" : " or ") + choice;
    return text;
  }
  std::string operator()(const ButtonOption&) const { return "no value"; }
};

// Reads a value of each kind; nothing if the text is none.
std::optional<bool> read(const CheckOption&, std::string_view text) {
  if (equal_ignoring_case(text, "true")) return true;
  if (equal_ignoring_case(text, "false")) return false;
  return std::nullopt;
}
std::optional<std::int64_t> read(const SpinOption& option, std::string_view text) {
  const auto value = parse_integer(text);
  return value && *value >= option.min && *value <= option.max ? value : std::nullopt;
}
std::optional<std::string> read(const StringOption&, std::string_view text) {
  return text == "<empty>" ? std::string() : std::string(text);
}
std::optional<std::string> read(const ComboOption& option, std::string_view text) {
  for (const std::string& choice : option.choices)
    if (equal_ignoring_case(choice, text)) return choice;
  return std::nullopt;
}

struct Setter {
  std::string_view name;
  std::optional<std::string_view> text;

  Result<Ok> operator()(ButtonOption& option) const { return option.apply(); }

  template <typename Kind>
  Result<Ok> operator()(Kind& option) const {
    if (!text && !std::is_same_v<Kind, StringOption>)
      return Error{"Option " + std::string(name) + " needs a value: " + Expected{}(option)};
    const std::string_view given = text.value_or("");
    auto value = read(option, given);
    if (!value)
      return Error{"Option " + std::string(name) + ": " + in_quotes(given) + " is not " +
                   Expected{}(option)};
    if (auto done = option.apply(*value); !done)
      return Error{"Option " + std::string(name) + ": " + done.error()};
    option.value = std::move(*value);
    return Ok{};
  }
};

}  // namespace

void Options::add_check(std::string name, bool value, std::function<Result<Ok>(bool)> apply) {
  options_.push_back({std::move(name), CheckOption{value, value, std::move(apply)}});
}

void Options::add_spin(std::string name, std::int64_t value, std::int64_t min, std::int64_t max,
                       std::function<Result<Ok>(std::int64_t)> apply) {
  options_.push_back({std::move(name), SpinOption{value, min, max, value, std::move(apply)}});
}

void Options::add_string(std::string name, std::string value,
                         std::function<Result<Ok>(const std::string&)> apply) {
  options_.push_back({std::move(name), StringOption{value, value, std::move(apply)}});
}

void Options::add_combo(std::string name, std::string value, std::vector<std::string> choices,
                        std::function<Result<Ok>(const std::string&)> apply) {
  options_.push_back(
      {std::move(name), ComboOption{value, std::move(choices), value, std::move(apply)}});
}

void Options::add_button(std::string name, std::function<Result<Ok>()> apply) {
  options_.push_back({std::move(name), ButtonOption{std::move(apply)}});
}

const Option* Options::find(std::string_view name) const {
  const auto found = std::find_if(options_.begin(), options_.end(),
                                  [&](const Option& o) { return same_name(o.name, name); });
  return found == options_.end() ? nullptr : &*found;
}

Result<Ok> Options::set(std::string_view name, std::optional<std::string_view> value) {
  const auto found = std::find_if(options_.begin(), options_.end(),
                                  [&](const Option& o) { return same_name(o.name, name); });
  if (found == options_.end()) return Error{"No such option: " + in_quotes(name)};
  return std::visit(Setter{found->name, value}, found->kind);
}

}  // namespace grandee::protocol
