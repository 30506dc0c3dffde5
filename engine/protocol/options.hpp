// The options a user may set, typed; the registry checks values and hands them over.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace grandee::protocol {

// Each kind has its present value (at first the default) and what takes a new one. When `apply`
// reports an error the value stays.
struct CheckOption {
  bool default_value = false;
  bool value = false;
  std::function<Result<Ok>(bool)> apply;
};
struct SpinOption {
  std::int64_t default_value = 0;
  std::int64_t min = 0;
  std::int64_t max = 0;
  std::int64_t value = 0;
  std::function<Result<Ok>(std::int64_t)> apply;
};
struct StringOption {
  std::string default_value;
  std::string value;
  std::function<Result<Ok>(const std::string&)> apply;
};
struct ComboOption {
  std::string default_value;
  std::vector<std::string> choices;
  std::string value;  // spelled as in choices
  std::function<Result<Ok>(const std::string&)> apply;
};
struct ButtonOption {
  std::function<Result<Ok>()> apply;
};

struct Option {
  std::string name;
  std::variant<CheckOption, SpinOption, StringOption, ComboOption, ButtonOption> kind;
};

class Options {
 public:
  void add_check(std::string name, bool value, std::function<Result<Ok>(bool)> apply);
  void add_spin(std::string name, std::int64_t value, std::int64_t min, std::int64_t max,
                std::function<Result<Ok>(std::int64_t)> apply);
  void add_string(std::string name, std::string value,
                  std::function<Result<Ok>(const std::string&)> apply);
  void add_combo(std::string name, std::string value, std::vector<std::string> choices,
                 std::function<Result<Ok>(const std::string&)> apply);
  void add_button(std::string name, std::function<Result<Ok>()> apply);

  // In the order they were added.
  const std::vector<Option>& all() const { return options_; }
  // Whatever the case and the number of blanks between words; null if there is none.
  const Option* find(std::string_view name) const;

  // Checks the value and hands it over. No value is an empty string for a string option (as is
  // "<empty>"), nothing for a button, and an error elsewhere. The error names option and range.
  Result<Ok> set(std::string_view name, std::optional<std::string_view> value);

 private:
  std::vector<Option> options_;
};

}  // namespace grandee::protocol
