#include "tools/common/command_line.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace grandee::tools {

namespace {

template <typename Number>
std::string check_number(const std::string& text, std::string_view what) {
  const std::string_view digits = text[0] == '-' ? std::string_view(text).substr(1) : text;
  const char* const end = text.data() + text.size();
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  const bool octal = digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
  bool good = error == std::errc() && stop == end && !octal;
  if constexpr (std::is_floating_point_v<Number>) good = good && std::isfinite(value);
  return good ? "" : "'" + text + "' is not " + std::string(what);
}

std::string check_whole(std::string& text) {
  return check_number<std::int64_t>(text, "a whole number");
}
std::string check_unsigned(std::string& text) {
  return check_number<std::uint64_t>(text, "a whole number from 0 on");
}
std::string check_real(std::string& text) {
  return check_number<double>(text, "a number");
}

// CLI11 names the type of what an option is read into.
void check_numbers(CLI::App& app) {
  const struct {
    std::string_view type;
    std::string (*check)(std::string&);
  } kinds[] = {{"INT", check_whole}, {"UINT", check_unsigned}, {"FLOAT", check_real}};
  for (CLI::Option* option : app.get_options()) {
    const std::string type = option->get_type_name();
    for (const auto& kind : kinds)
      if (type.substr(0, type.find(':')) == kind.type)
        option->check(CLI::Validator(kind.check, ""));
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    check_numbers(*command);
}

}  // namespace

std::optional<int> read_command_line(CLI::App& app, std::vector<std::string> words,
                                     int code_of_mistake) {
  check_numbers(app);
  try {
    std::reverse(words.begin(), words.end());  // as CLI11 takes them
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : code_of_mistake;
  }
  return std::nullopt;
}

std::vector<std::string> words_of(int argc, char** argv) {
  return {argv + std::min(argc, 1), argv + argc};
}

}  // namespace grandee::tools
