// An "info" line of a search, read back.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/position.hpp"

namespace grandee::test {

struct InfoLine {
  std::map<std::string, std::int64_t> numbers;  // depth, nodes, time …
  std::optional<int> centipawns;
  std::optional<int> mate;
  std::string bound;  // "lowerbound", "upperbound" or empty
  std::vector<int> wdl;
  std::vector<std::string> pv;
};

// Nothing if the line has no score. Any unknown word fails the test.
std::optional<InfoLine> parse_info(std::string_view line);
std::vector<InfoLine> parse_infos(const std::vector<std::string>& lines);

// "d3d5" of "bestmove d3d5 ponder d8d6"
std::string best_move(const std::vector<std::string>& lines);
// The ponder move, or empty.
std::string ponder_move(const std::vector<std::string>& lines);

// Every move of the line is legal, nothing follows a mate.
testing::AssertionResult is_playable(const Position& root, const std::vector<std::string>& pv);

}  // namespace grandee::test
