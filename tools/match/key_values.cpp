#include "tools/match/key_values.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace grandee::match {

Result<std::vector<std::string>> split_words(std::string_view text, std::string_view separators) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (const char c : text) {
    if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      inside = true;
    } else if (separators.find(c) != std::string_view::npos) {
      if (inside) words.push_back(std::move(word));
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (quote != 0) return Error{fmt::format("a quote {} is not closed in '{}'", quote, text)};
  if (inside) words.push_back(std::move(word));
  return words;
}

Result<KeyValues> KeyValues::parse(std::string_view text, std::string_view what,
                                   std::string_view separators) {
  const auto words = split_words(text, separators);
  if (!words) return Error{fmt::format("{}: {}", what, words.error())};
  KeyValues result;
  result.what_ = what;
  for (const std::string& word : *words) {
    const std::size_t equal = word.find('=');
    if (equal == std::string::npos || equal == 0)
      return Error{fmt::format("{}: '{}' is not of the form key=value", what, word)};
    Entry entry{word.substr(0, equal), word.substr(equal + 1)};
    if (result.has(entry.key)) return Error{fmt::format("{}: '{}' stands twice", what, entry.key)};
    result.entries_.push_back(std::move(entry));
  }
  return result;
}

KeyValues::Entry* KeyValues::find(std::string_view key) {
  for (Entry& entry : entries_)
    if (entry.key == key) return &entry;
  return nullptr;
}

bool KeyValues::has(std::string_view key) const {
  for (const Entry& entry : entries_)
    if (entry.key == key) return true;
  return false;
}

void KeyValues::fail(const Entry& entry, std::string_view expected) {
  if (error_.empty())
    error_ = fmt::format("{}: {}={} is not {}", what_, entry.key, entry.value, expected);
}

void KeyValues::read(std::string_view key, double& target) {
  Entry* entry = find(key);
  if (entry == nullptr) return;
  entry->used = true;
  const char* end = entry->value.data() + entry->value.size();
  double value = 0;
  const auto [stop, code] = std::from_chars(entry->value.data(), end, value);
  if (code != std::errc{} || stop != end || !std::isfinite(value)) return fail(*entry, "a number");
  target = value;
}

void KeyValues::read(std::string_view key, int& target) {
  Entry* entry = find(key);
  if (entry == nullptr) return;
  entry->used = true;
  const char* end = entry->value.data() + entry->value.size();
  int value = 0;
  const auto [stop, code] = std::from_chars(entry->value.data(), end, value);
  if (code != std::errc{} || stop != end || value < 0)
    return fail(*entry, "a whole number from 0 up");
  target = value;
}

void KeyValues::read(std::string_view key, bool& target) {
  Entry* entry = find(key);
  if (entry == nullptr) return;
  entry->used = true;
  if (entry->value != "true" && entry->value != "false") return fail(*entry, "true or false");
  target = entry->value == "true";
}

void KeyValues::read(std::string_view key, std::string& target) {
  Entry* entry = find(key);
  if (entry == nullptr) return;
  entry->used = true;
  target = entry->value;
}

std::vector<std::pair<std::string, std::string>> KeyValues::take_prefix(std::string_view prefix) {
  std::vector<std::pair<std::string, std::string>> taken;
  for (Entry& entry : entries_) {
    if (entry.key.size() <= prefix.size() || entry.key.compare(0, prefix.size(), prefix) != 0)
      continue;
    entry.used = true;
    taken.emplace_back(entry.key.substr(prefix.size()), entry.value);
  }
  return taken;
}

Result<Ok> KeyValues::finish() const {
  if (!error_.empty()) return Error{error_};
  for (const Entry& entry : entries_)
    if (!entry.used) return Error{fmt::format("{}: unknown key '{}'", what_, entry.key)};
  return Ok{};
}

}  // namespace grandee::match
