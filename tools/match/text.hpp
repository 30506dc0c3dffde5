// Small tools for lines of words.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace grandee::match {

// Removes the first word and the blanks around it from the text; empty at its end.
inline std::string_view next_word(std::string_view& text) {
  constexpr std::string_view kBlanks = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const std::size_t length = std::min(text.find_first_of(kBlanks), text.size());
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length);
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return word;
}

inline std::optional<std::int64_t> parse_integer(std::string_view text) {
  if (text.size() > 1 && text[0] == '+') text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

}  // namespace grandee::match
