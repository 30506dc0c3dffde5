// Small text helpers of the protocols: words of a line, numbers, quoting.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grandee::protocol {

// The words of a line; any control character is a blank. The views point into the line.
std::vector<std::string_view> split_words(std::string_view line);
std::string_view trimmed(std::string_view text);
// Removes the first word from the text and returns it; empty if there is none.
std::string_view take_word(std::string_view& text);

bool equal_ignoring_case(std::string_view a, std::string_view b);

// A decimal integer with an optional sign, held at the ends of the range when it is too large;
// nothing if the text is no integer.
std::optional<std::int64_t> parse_integer(std::string_view text);

}  // namespace grandee::protocol
