// Perft by root move, as text, for the protocol and the command line.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>

#include "board/position.hpp"

namespace grandee::protocol {

// Writes a line "a3a4: N" for each root move as it is done, in order of the moves' codes. Returns
// the total, or nothing if it was stopped. Depth 0 counts the position itself.
std::optional<std::uint64_t> divide(const Position& position, int depth, std::stop_token token,
                                    const std::function<void(std::string_view)>& write);

}  // namespace grandee::protocol
