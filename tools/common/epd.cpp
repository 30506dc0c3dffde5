#include "tools/common/epd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "board/notation.hpp"

namespace grandee::tools {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string_view peek_word(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of(kBlanks), text.size()));
}

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789") == std::string_view::npos;
}

// Up to the next ';' that stands outside quotes, which is removed with it.
std::string_view take_operation(std::string_view& text) {
  bool quoted = false;
  std::size_t i = 0;
  for (; i < text.size() && (quoted || text[i] != ';'); ++i)
    if (text[i] == '"') quoted = !quoted;
  const std::string_view operation = trimmed(text.substr(0, i));
  text.remove_prefix(std::min(i + 1, text.size()));
  return operation;
}

Result<Ok> set_counter(const EpdRecord& record, std::string_view opcode, int& counter) {
  const std::string* text = record.find(opcode);
  if (text == nullptr) return Ok{};
  const char* end = text->data() + text->size();
  const auto [stop, code] = std::from_chars(text->data(), end, counter);
  if (code != std::errc{} || stop != end || counter < 0)
    return Error{fmt::format("EPD operation {} '{}' is not a number", opcode, *text)};
  return Ok{};
}

}  // namespace

const std::string* EpdRecord::find(std::string_view opcode) const {
  for (const auto& [name, operands] : operations)
    if (name == opcode) return &operands;
  return nullptr;
}

Result<EpdRecord> parse_epd(std::string_view line) {
  std::string_view rest = trimmed(line);
  std::string fen;
  for (int field = 0; field < 6 && !rest.empty(); ++field) {
    const std::string_view word = peek_word(rest);
    if (field >= 4 && !is_number(word)) break;
    if (field > 0) fen += ' ';
    fen += word;
    rest = trimmed(rest.substr(word.size()));
  }
  auto position = parse_fen(fen);
  if (!position) return Error{position.error()};
  EpdRecord record{*position, {}};
  while (!rest.empty()) {
    const std::string_view operation = take_operation(rest);
    const std::string_view opcode = peek_word(operation);
    if (opcode.empty()) continue;
    std::string operands(trimmed(operation.substr(opcode.size())));
    if (operands.size() >= 2 && operands.front() == '"' && operands.back() == '"' &&
        operands.find('"', 1) == operands.size() - 1)
      operands = operands.substr(1, operands.size() - 2);
    record.operations.emplace_back(opcode, std::move(operands));
  }
  PositionSetup setup = record.position.setup();
  if (const auto set = set_counter(record, "hmvc", setup.rule50); !set) return Error{set.error()};
  if (const auto set = set_counter(record, "fmvn", setup.move_number); !set)
    return Error{set.error()};
  setup.move_number = std::max(setup.move_number, 1);
  auto counted = Position::from_setup(setup);
  if (!counted) return Error{"EPD: " + counted.error()};
  record.position = *counted;
  return record;
}

}  // namespace grandee::tools
