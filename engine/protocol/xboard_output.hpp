// The lines that XBoard wants, without line end. Ranks are 0–9.
#pragma once

#include <string>

#include "board/endings.hpp"
#include "protocol/options.hpp"
#include "protocol/wdl.hpp"
#include "search/listener.hpp"

namespace grandee::protocol {

std::string format_xboard_move(Move move);
// As UCI's cp; 100000 + N for a mate in N moves, −100000 − N for being mated in N. The score is the
// search's, the model that of the root.
int xboard_score(Score score, const WdlModel& model);
// "9 156 1084 48000 b1c3 b8c6": depth, score, centiseconds, nodes, line; "!" behind it for a lower
// bound of the score, "?" for an upper one.
std::string format_thinking(const search::Line& line, const search::Statistics& statistics,
                            const WdlModel& model);
// "feature option=\"MultiPV -spin 1 1 256\""
std::string format_option_feature(const Option& option);
// "0-1 {Black mates}", "1/2-1/2 {Stalemate}"; for an outcome that ends the game.
std::string format_result(Outcome outcome, Color side_to_move);

}  // namespace grandee::protocol
