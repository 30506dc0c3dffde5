// One line of an EPD file: a position and operations ("bm d3d5; id \"x\";"). Plain FEN is read too.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "board/position.hpp"

namespace grandee::tools {

struct EpdRecord {
  Position position;
  // Opcode and operands, in their order; quotes around an operand are removed.
  std::vector<std::pair<std::string, std::string>> operations;

  // The operands of an opcode; null if it is not there.
  const std::string* find(std::string_view opcode) const;
};

// Counters may stand as FEN has them, after the fourth field, or as the operations hmvc and fmvn,
// which win; without either they are 0 and 1.
Result<EpdRecord> parse_epd(std::string_view line);

}  // namespace grandee::tools
