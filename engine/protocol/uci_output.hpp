// The lines that UCI wants, without line end.
#pragma once

#include <string>

#include "protocol/options.hpp"
#include "protocol/wdl.hpp"
#include "search/listener.hpp"

namespace grandee::protocol {

// "cp 35", "mate 3", "mate -2"; "mate 0" for the side that is mated. The score is the search's, the
// model that of the root.
std::string format_score(Score score, const WdlModel& model);
// "info depth …". A line without moves, of a root where the game is over, has depth and score only.
std::string format_info(const search::Line& line, const search::Statistics& statistics,
                        const WdlModel& model, bool wdl);
std::string format_current_move(int depth, Move move, int number);
// "bestmove a3a4 ponder b8b7"; "bestmove (none)" where there is no legal move.
std::string format_best_move(const search::SearchResult& result);
// "option name Hash type spin default 16 min 1 max 1024"
std::string format_option(const Option& option);

}  // namespace grandee::protocol
