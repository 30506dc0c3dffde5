// Games to the payload of a block and back. FORMAT.md has the bytes.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "training-data/bytes.hpp"
#include "training-data/game.hpp"

namespace grandee::data {

// Game numbers must ascend.
std::string encode_games(std::span<const Game> games);
// Replays every move, so that what comes back is legal play. Takes any bytes: what can't be decoded
// is an error.
Result<std::vector<Game>> decode_games(Bytes payload);

}  // namespace grandee::data
