// Legal moves. Two stages partition them: tactical (captures and promotions) and quiet.
#pragma once

#include <cstdint>

#include "base/static_vector.hpp"
#include "board/position.hpp"

namespace grandee {

// No position comes near: with the most moves each man can have, a side makes at most 10 pawns · 21
// + K 8 + Q 35 + C 26 + A 25 + 2 · (R 18 + B 17 + N 8) = 390.
inline constexpr int kMaxMoves = 512;
using MoveList = StaticVector<Move, kMaxMoves>;

// Appends to the list, in an order that may change between versions.
void generate_legal(const Position& position, MoveList& list);
void generate_tactical(const Position& position, MoveList& list);
void generate_quiets(const Position& position, MoveList& list);

// The number of legal moves, without listing them.
std::uint64_t count_legal(const Position& position);
bool has_legal_move(const Position& position);

}  // namespace grandee
