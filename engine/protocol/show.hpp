// An analysis that a player reads: the board drawn, who is better, the best line in SAN.
#pragma once

#include <iosfwd>

#include "protocol/engine.hpp"

namespace grandee::protocol {

// Draws the game's position, searches it within the limits and writes what was found.
void show(Engine& engine, const search::Limits& limits, Letters letters, std::ostream& out);

}  // namespace grandee::protocol
