// Reading of UCI commands into plain structs. What is wrong in a command comes back as complaints;
// what is right in it is used.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "protocol/game.hpp"
#include "search/limits.hpp"

namespace grandee::protocol {

struct GoCommand {
  search::Limits limits;
  std::optional<int> perft;  // a perft of that depth instead of a search
  std::vector<std::string> complaints;
};

// The words behind "go". Values of 0 and below ask for the least there is: depth 1, one node, one
// millisecond; a negative clock has run out. Illegal search moves are dropped, the filter too when
// none remains. Without any limit the search is infinite; but if part of the command could not be
// used, it lasts kFallbackMoveTime, so that an answer comes.
GoCommand parse_go(const Position& position, std::string_view arguments);

inline constexpr std::int64_t kFallbackMoveTime = 1000;  // milliseconds

struct PositionCommand {
  Game game;
  std::vector<std::string> complaints;
};

// What stands behind "position". An error (nothing changes) for anything but a good start position;
// an illegal move ends the list: the game stands before it.
Result<PositionCommand> parse_position(std::string_view arguments);

struct SetOptionCommand {
  std::string_view name;
  std::optional<std::string_view> value;  // with its inner blanks
};

// What stands behind "setoption". The name goes up to the word "value".
Result<SetOptionCommand> parse_setoption(std::string_view arguments);

}  // namespace grandee::protocol
