// Positions for tests: from random games, from random setups, from text; and the reference data.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.hpp"
#include "board/movegen.hpp"
#include "board/position.hpp"

namespace grandee::test {

// The position of a FEN that is known to be good; ends the program if it is not.
Position position_of(std::string_view fen);

// The legal moves in UCI form, sorted.
std::vector<std::string> uci_moves(const Position& position);

// Gets each position of a game with its legal moves and the one that is played next (Move::none()
// where the game ends).
using GameVisitor = std::function<void(const Position&, const MoveList&, Move)>;

// Plays seeded random games, richer in captures, promotions, double steps and en passant than
// chance makes them, until the visitor has seen so many positions. They go on past the draw rules.
void play_random_games(std::uint64_t seed, int positions, const GameVisitor& visit);

// Men thrown on the board, few or many, often with an en-passant capture at hand and with sliders
// near the kings; such positions need not be reachable in a game.
Position random_setup(Rng& rng);

// The other side's men in their place with the ranks mirrored, or the board left–right mirrored.
Position flip_colors(const Position& position);
Position flip_files(const Position& position);

// The lines of a file in tests/data; ends the program if it can't be read.
std::vector<std::string> data_lines(const std::string& name);

}  // namespace grandee::test
