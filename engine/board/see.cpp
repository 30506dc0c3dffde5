#include "board/see.hpp"

namespace grandee {

namespace {

constexpr PieceType kByValue[] = {PieceType::Pawn,  PieceType::Knight,   PieceType::Bishop,
                                  PieceType::Rook,  PieceType::Cardinal, PieceType::Marshal,
                                  PieceType::Queen, PieceType::King};

bool slides_diagonally(PieceType t) {
  return t == PieceType::Pawn || t == PieceType::Bishop || t == PieceType::Cardinal ||
         t == PieceType::Queen;
}
bool slides_straight(PieceType t) {
  return t == PieceType::Rook || t == PieceType::Marshal || t == PieceType::Queen;
}

}  // namespace

bool see_ge(const Position& position, Move move, Score threshold) {
  const Square to = move.to();
  const PieceType mover = type_of(position.moved(move));
  const PieceType arriving = move.is_promotion() ? move.promotion() : mover;

  // balance: what the side that just captured stands above the threshold, if play stops here.
  Score balance = see_value(type_of(position.captured(move))) - threshold;
  if (move.is_promotion()) balance += see_value(arriving) - see_value(PieceType::Pawn);
  if (balance < 0) return false;
  balance -= see_value(arriving);
  if (balance >= 0) return true;

  Color side = position.side_to_move();
  Bitboard occupied = position.pieces() ^ Bitboard::of(move.from());
  if (position.is_en_passant(move)) occupied ^= Bitboard::of(to - pawn_step(side));
  occupied |= Bitboard::of(to);
  const Bitboard diagonal = position.diagonal_sliders();
  const Bitboard straight = position.straight_sliders();
  Bitboard attackers = position.attackers_to(to, occupied);
  bool mover_wins = false;

  for (;;) {
    side = ~side;
    attackers &= occupied;
    const Bitboard own = attackers & position.pieces(side);
    if (own.none()) return side != position.side_to_move();
    PieceType least = PieceType::King;
    Bitboard men;
    for (const PieceType t : kByValue) {
      men = own & position.pieces(t);
      if (men.any()) {
        least = t;
        break;
      }
    }
    // A king may not capture where the other side still attacks.
    if (least == PieceType::King) {
      const bool defended = (attackers & position.pieces(~side)).any();
      mover_wins = (side == position.side_to_move()) != defended;
      break;
    }
    balance = -balance - 1 - see_value(least);
    occupied ^= Bitboard::of(men.first());
    if (balance >= 0) {
      // Even losing the capturer, this side keeps the better of it.
      mover_wins = side == position.side_to_move();
      break;
    }
    if (slides_diagonally(least)) attackers |= bishop_attacks(to, occupied) & diagonal;
    if (slides_straight(least)) attackers |= rook_attacks(to, occupied) & straight;
  }
  return mover_wins;
}

}  // namespace grandee
