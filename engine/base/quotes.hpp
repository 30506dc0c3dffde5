// Text from outside, made fit to be repeated in messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace grandee {

// Bytes of the UTF-8 character that the text starts with, 1–4; 0 if it starts with none (RFC 3629).
inline std::size_t utf8_length(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return text.empty() ? 0 : 1;
  if (first < 0xC2 || first > 0xF4) return 0;
  const std::size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  // Neither longer than need be, nor a surrogate, nor beyond the last character.
  const unsigned low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (byte(1) < low || byte(1) > high) return 0;
  for (std::size_t i = 2; i < length; ++i)
    if ((byte(i) & 0xC0) != 0x80) return 0;
  return length;
}

// The text with a replacement character for each byte that is no UTF-8.
inline std::string valid_utf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    out += length == 0 ? std::string_view("\xEF\xBF\xBD") : text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

// The text in quotes, in one line, shortened if it is long.
inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;  // bytes
  std::string out = "'";
  std::size_t taken = 0;
  while (taken < text.size()) {
    const std::string_view rest = text.substr(taken);
    const std::size_t length = utf8_length(rest);
    if (taken + (length == 0 ? 1 : length) > kLongest) break;
    if (length == 0)
      out += '?';
    else if (static_cast<unsigned char>(rest[0]) < ' ' || rest[0] == '\x7F')
      out += ' ';
    else
      out += rest.substr(0, length);
    taken += length == 0 ? 1 : length;
  }
  return out + (taken < text.size() ? "…'" : "'");
}

}  // namespace grandee
