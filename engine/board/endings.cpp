#include "board/endings.hpp"

#include <algorithm>

#include "board/movegen.hpp"

namespace grandee {

bool insufficient_material(const Position& position) {
  const Bitboard kings = position.pieces(PieceType::King);
  const Bitboard others = without(position.pieces(), kings);
  const Bitboard bishops = position.pieces(PieceType::Bishop);
  if (others.none()) return true;
  if (others == bishops)
    return (bishops & kDarkSquares).none() || without(bishops, kDarkSquares).none();
  return others == position.pieces(PieceType::Knight) && !others.more_than_one();
}

int count_repetitions(const Position& position, std::span<const Key> earlier) {
  // Only positions since the last irreversible move, with the same side to move.
  const std::size_t reach = std::min(earlier.size(), static_cast<std::size_t>(position.rule50()));
  int count = 0;
  for (std::size_t back = 2; back <= reach; back += 2)
    if (earlier[earlier.size() - back] == position.key()) ++count;
  return count;
}

Outcome game_outcome(const Position& position, std::span<const Key> earlier) {
  if (!has_legal_move(position))
    return position.in_check() ? Outcome::Checkmate : Outcome::Stalemate;
  if (insufficient_material(position)) return Outcome::InsufficientMaterial;
  if (position.rule50() >= kFiftyMovePlies) return Outcome::FiftyMoves;
  if (count_repetitions(position, earlier) >= 2) return Outcome::Threefold;
  return Outcome::Ongoing;
}

std::string_view describe(Outcome outcome) {
  switch (outcome) {
    case Outcome::Ongoing: return "ongoing";
    case Outcome::Checkmate: return "checkmate";
    case Outcome::Stalemate: return "stalemate";
    case Outcome::InsufficientMaterial: return "insufficient material";
    case Outcome::FiftyMoves: return "fifty-move rule";
    case Outcome::Threefold: return "threefold repetition";
  }
  return "";
}

}  // namespace grandee
