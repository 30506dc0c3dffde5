// Positions and scores in words, for people.
#pragma once

#include <string>
#include <vector>

#include "board/notation.hpp"
#include "board/score.hpp"
#include "protocol/game.hpp"

namespace grandee::protocol {

std::string_view color_name(Color color);  // "White", "Black"
// "+0.85", "-1.20"; "0.00"
std::string format_pawns(Score score);

// The board drawn, FEN, key, the squares of men that give check, and how the game stands if it is
// over. Several lines, the last without line end.
std::string describe_position(const Game& game, Letters letters);
// "White is better (+4.85)", "Black mates in 3", by the result to be expected and in pawns of the
// protocols' unit. The score is the search's, from the side to move.
std::string describe_score(const Position& position, Score score);
// "12... Nc7 13. Qxd8+"
std::string describe_line(const Position& position, const std::vector<Move>& moves,
                          Letters letters);

}  // namespace grandee::protocol
