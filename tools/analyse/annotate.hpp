// An analysed game as PGN and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tools/analyse/judge.hpp"
#include "tools/analyse/replay.hpp"
#include "tools/common/pgn.hpp"

namespace grandee::analyse {

// What is to be said in words on arriving at a station: a phase that begins, what the rules say.
std::string remark_at(const GameReplay& replay, std::size_t station);

// Tags that every reader of the game needs, and each move's [%eval] (White's view), clock, glyph,
// the better line where it was a fault, and in words what phase begins and what the rules say.
// What stood in the game stays, but for an older [%eval].
tools::PgnGame annotate(const tools::PgnGame& game, const GameReplay& replay,
                        const GameAnalysis& analysis, std::size_t line_plies,
                        const std::string& annotator);

// What was read: tags, moves (UCI, ranks 1–10), SAN, what comments said of scores and clocks,
// facts, phases.
nlohmann::ordered_json game_json(const tools::PgnGame& game, const GameReplay& replay);
// Replaces "eval" by the analysis' and adds a list "analysis", one entry a move, and the accuracy.
void add_analysis(nlohmann::ordered_json& json, const GameReplay& replay,
                  const GameAnalysis& analysis);
// A game that can't be read.
nlohmann::ordered_json broken_game_json(const tools::PgnTags& tags, const std::string& error);

}  // namespace grandee::analyse
