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
// "White is better (+0.85)", "Black mates in 3"; the score is the side to move's.
std::string describe_score(Score score, Color side_to_move);
// "12... Nc7 13. Qxd8+"
std::string describe_line(const Position& position, const std::vector<Move>& moves,
                          Letters letters);

}  // namespace grandee::protocol
