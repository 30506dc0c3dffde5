// How a game ends, without a clock: mate, stalemate and the draw rules.
#pragma once

#include <span>
#include <string_view>

#include "board/position.hpp"

namespace grandee {

// No mate exists, even with help (enumerated exhaustively on 10×10): K v K, one knight, or any
// number of bishops all on one colour. Everything else is sufficient.
bool insufficient_material(const Position& position);

// 100 plies without capture or pawn move. A mate on the 100th ply stands: ask that first.
inline constexpr int kFiftyMovePlies = 100;

// How often the position stood among the earlier ones (keys, oldest first, without this one).
int count_repetitions(const Position& position, std::span<const Key> earlier);

enum class Outcome { Ongoing, Checkmate, Stalemate, InsufficientMaterial, FiftyMoves, Threefold };

// In the order of the rules: mate or stalemate, insufficient material, fifty moves, threefold.
// With Checkmate the side to move has lost; all others that end are draws.
Outcome game_outcome(const Position& position, std::span<const Key> earlier);
// "checkmate", "threefold repetition" …
std::string_view describe(Outcome outcome);

}  // namespace grandee
