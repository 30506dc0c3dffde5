// A match's plan in words: for the file beside the PGN, for warnings, for the report's title.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/match/match.hpp"
#include "tools/match/schedule.hpp"

namespace grandee::match {

// Everything that decides which games are played, and how. A resumed match must have the same.
nlohmann::ordered_json plan_json(const MatchConfig& config, std::uint64_t seed,
                                 std::uint64_t book_hash);

// "1+0.01, book.epd, seed 7".
std::string conditions(const MatchConfig& config, std::uint64_t seed);

// What makes the error bars of the plan meaningless: openings that come again between engines that
// always play the same, engines without a difference.
std::vector<std::string> warnings(const MatchConfig& config, const Schedule& schedule,
                                  std::size_t distinct_openings);

}  // namespace grandee::match
