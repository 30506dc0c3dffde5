// A finished game as PGN, and back what the statistics need of it.
#pragma once

#include <string>

#include "tools/common/pgn.hpp"
#include "tools/match/game.hpp"
#include "tools/match/results.hpp"

namespace grandee::match {

struct GameHeader {
  std::string event;
  std::string date;  // "2026.11.30"
  std::size_t number = 0;
  std::string round;                             // "12.1": pair and game of the pair, from 1
  std::array<const EngineConfig*, 2> engines{};  // White, Black
  std::string error_file;                        // with the standard error of an engine that failed
};

tools::PgnGame to_pgn(const GameRecord& record, const GameHeader& header);

// An error if a tag that we write is missing or wrong, or the names are others than planned.
Result<FinishedGame> from_pgn(const tools::PgnGame& game, const Schedule& schedule,
                              const std::vector<std::string>& names);

FinishedGame finished(const GameRecord& record, std::size_t number);

}  // namespace grandee::match
