#include "protocol/text.hpp"

#include <algorithm>
#include <limits>

namespace grandee::protocol {

namespace {

bool is_blank(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code <= ' ' || code == 127;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::vector<std::string_view> split_words(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::string_view word = take_word(line);
    if (word.empty()) return words;
    words.push_back(word);
  }
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view take_word(std::string_view& text) {
  const auto start = std::find_if_not(text.begin(), text.end(), is_blank);
  const auto end = std::find_if(start, text.end(), is_blank);
  const auto offset = static_cast<std::size_t>(start - text.begin());
  const auto length = static_cast<std::size_t>(end - start);
  const std::string_view word = text.substr(offset, length);
  text.remove_prefix(offset + length);
  return word;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<std::int64_t> parse_integer(std::string_view text) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
  const bool negative = !text.empty() && text[0] == '-';
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
  if (text.empty()) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const std::int64_t digit = c - '0';
    value = value > (kMax - digit) / 10 ? kMax : value * 10 + digit;
  }
  return negative ? -value : value;
}

}  // namespace grandee::protocol
