// The report of analysed games: one HTML file that needs nothing else.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/analyse/judge.hpp"
#include "tools/analyse/replay.hpp"
#include "tools/common/pgn.hpp"

namespace grandee::analyse {

// What the page needs of a game.
nlohmann::ordered_json report_data(const tools::PgnGame& game, const GameReplay& replay,
                                   const GameAnalysis& analysis, std::size_t line_plies);

std::string html_report(const std::vector<nlohmann::ordered_json>& games,
                        const std::string& annotator);

}  // namespace grandee::analyse
