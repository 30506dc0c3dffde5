#include "board/bare_king.hpp"

#include <array>
#include <memory>
#include <mutex>

#include "board/attacks.hpp"
#include "board/bishop_knight.hpp"
#include "board/retrograde.hpp"

namespace grandee {

namespace {

// A king and a piece that slides.
class KingAndPiece {
 public:
  explicit KingAndPiece(PieceType type) : type_(type) {}

  static std::size_t placement(Square king, Square piece) {
    return static_cast<std::size_t>(king * kSquares + piece);
  }
  static std::size_t placements() { return std::size_t{kSquares} * kSquares; }

  template <typename F>
  void each(F f) const {
    for (Square king = 0; king < kSquares; ++king)
      for (Square piece = 0; piece < kSquares; ++piece) {
        if (king == piece) continue;
        const Bitboard near = king_attacks(king);
        f(placement(king, piece), without(~near, Bitboard::of(king) | Bitboard::of(piece)),
          ~(near | attacks(type_, piece, Bitboard::of(king))));
      }
  }

  template <typename F>
  void each_before(std::size_t placement_now, Bitboard lost, F f) const {
    const Square king = static_cast<Square>(placement_now / kSquares);
    const Square piece = static_cast<Square>(placement_now % kSquares);
    for_each(king_attacks(king), [&](Square from) {
      if (from != piece) f(placement(from, piece), lost);
    });
    for_each(attacks(type_, piece, Bitboard::of(king)), [&](Square from) {
      if (from != king) f(placement(king, from), without(lost, between(from, piece)));
    });
  }

 private:
  PieceType type_;
};

const MateTable& table(PieceType type) {
  struct Slot {
    std::once_flag made;
    std::unique_ptr<MateTable> table;
  };
  static std::array<Slot, kPieceTypes> slots;
  Slot& slot = slots[static_cast<std::size_t>(type)];
  std::call_once(slot.made, [&] {
    const std::atomic<bool> never = false;
    slot.table = std::make_unique<MateTable>(Retrograde(KingAndPiece(type)).run(never));
  });
  return *slot.table;
}

}  // namespace

std::optional<int> plies_to_mate(const Position& position) {
  if (position.men() == 4) return bishop_knight::plies_to_mate(position);
  if (position.men() != 3) return std::nullopt;
  const Color attacker =
      position.pieces(Color::White).more_than_one() ? Color::White : Color::Black;
  const Square piece = without(position.pieces(attacker), position.pieces(PieceType::King)).first();
  const PieceType type = type_of(position.piece_on(piece));
  if (type < PieceType::Rook) return std::nullopt;
  return table(type).plies(KingAndPiece::placement(position.king_square(attacker), piece),
                           position.king_square(~attacker), position.side_to_move() == attacker);
}

void prepare_bare_king_tables() {
  for (const PieceType type :
       {PieceType::Rook, PieceType::Cardinal, PieceType::Marshal, PieceType::Queen})
    table(type);
}

}  // namespace grandee
