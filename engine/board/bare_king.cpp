#include "board/bare_king.hpp"

#include <array>
#include <memory>
#include <mutex>
#include <vector>

#include "board/attacks.hpp"

namespace grandee {

namespace {

// All squares next to one of the set.
Bitboard neighbours(Bitboard squares) {
  const Bitboard beside = shift_left(squares) | shift_right(squares);
  const Bitboard row = squares | beside;
  return beside | shift_up(row) | shift_down(row);
}

// Retrograde analysis (Ströhlein 1970), for all squares of the bare king at a time: a set holds the
// squares on which it loses, given the other king and the piece.
class Table {
 public:
  explicit Table(PieceType type) : type_(type) {
    for (Square king = 0; king < kSquares; ++king)
      for (Square piece = 0; piece < kSquares; ++piece)
        if (king != piece) set_up(king, piece);
    for (int plies = 1; !fresh_.empty(); plies += 2) {
      step_back_attacker(plies);
      step_back_defender(plies + 1);
    }
    fresh_.shrink_to_fit();
    touched_.shrink_to_fit();
    pairs_ = {};
  }

  int plies(Square king, Square piece, Square bare, bool attacker_moves) const {
    const auto& table = attacker_moves ? won_ : lost_;
    return int{table[index(king, piece) * kSquares + static_cast<std::size_t>(bare)]} - 1;
  }

 private:
  struct Pair {
    Bitboard possible;  // not next to the other king nor on it or the piece
    Bitboard safe;      // may be entered; with the piece's own square if that is not protected
    Bitboard won;       // with the attacker to move
    Bitboard lost;      // with the bare king to move
    Bitboard newly_won;
    Bitboard newly_lost;
  };

  static std::size_t index(Square king, Square piece) {
    return static_cast<std::size_t>(king * kSquares + piece);
  }

  // And the mates.
  void set_up(Square king, Square piece) {
    const Bitboard attacked = attacks(type_, piece, Bitboard::of(king));
    Pair& pair = pairs_[index(king, piece)];
    pair.possible = without(~king_attacks(king), Bitboard::of(king) | Bitboard::of(piece));
    pair.safe = ~(king_attacks(king) | attacked);
    lose(king, piece, without(pair.possible & attacked, neighbours(pair.safe)), 0);
  }

  void lose(Square king, Square piece, Bitboard bare, int plies) {
    const std::size_t at = index(king, piece);
    bare = without(bare, pairs_[at].lost);
    if (bare.none()) return;
    pairs_[at].lost |= bare;
    pairs_[at].newly_lost = bare;
    fresh_.push_back({king, piece});
    note(lost_, at, bare, plies);
  }

  // From the lost positions one move of the attacker back: to where he can make that move.
  void step_back_attacker(int plies) {
    for (const auto& at : fresh_) {
      const Square king = at.first;
      const Square piece = at.second;
      const Bitboard lost = pairs_[index(king, piece)].newly_lost;
      for_each(king_attacks(king), [&](Square from) {
        if (from != piece) reach(from, piece, lost);
      });
      for_each(attacks(type_, piece, Bitboard::of(king)), [&](Square from) {
        if (from != king) reach(king, from, without(lost, between(from, piece)));
      });
    }
    fresh_.clear();
    for (const auto& [king, piece] : touched_) {
      const std::size_t at = index(king, piece);
      note(won_, at, pairs_[at].newly_won, plies);
    }
  }

  void reach(Square king, Square piece, Bitboard bare) {
    Pair& pair = pairs_[index(king, piece)];
    // It can't stand in check with the attacker to move.
    bare = without(bare & pair.safe & pair.possible, pair.won);
    if (bare.none()) return;
    if (pair.newly_won.none()) touched_.push_back({king, piece});
    pair.newly_won |= bare;
    pair.won |= bare;
  }

  // Lost where every move of the bare king leads to where it loses.
  void step_back_defender(int plies) {
    for (const auto& [king, piece] : touched_) {
      Pair& pair = pairs_[index(king, piece)];
      pair.newly_won = {};
      const Bitboard escapes = without(pair.safe, pair.won);
      lose(king, piece, without(pair.possible & neighbours(pair.safe), neighbours(escapes)), plies);
    }
    touched_.clear();
  }

  static void note(std::vector<std::uint8_t>& table, std::size_t at, Bitboard bare, int plies) {
    for_each(bare, [&](Square square) {
      table[at * kSquares + static_cast<std::size_t>(square)] =
          static_cast<std::uint8_t>(plies + 1);
    });
  }

  static constexpr std::size_t kPairs = std::size_t{kSquares} * kSquares;

  PieceType type_;
  std::vector<Pair> pairs_ = std::vector<Pair>(kPairs);
  std::vector<std::pair<Square, Square>> fresh_;    // with newly lost squares
  std::vector<std::pair<Square, Square>> touched_;  // with newly won squares
  std::vector<std::uint8_t> won_ = std::vector<std::uint8_t>(kPairs * kSquares);   // plies + 1
  std::vector<std::uint8_t> lost_ = std::vector<std::uint8_t>(kPairs * kSquares);  // plies + 1
};

const Table& table(PieceType type) {
  struct Slot {
    std::once_flag made;
    std::unique_ptr<Table> table;
  };
  static std::array<Slot, kPieceTypes> slots;
  Slot& slot = slots[static_cast<std::size_t>(type)];
  std::call_once(slot.made, [&] { slot.table = std::make_unique<Table>(type); });
  return *slot.table;
}

}  // namespace

std::optional<int> plies_to_mate(const Position& position) {
  if (position.men() != 3) return std::nullopt;
  const Color attacker =
      position.pieces(Color::White).more_than_one() ? Color::White : Color::Black;
  const Square piece = without(position.pieces(attacker), position.pieces(PieceType::King)).first();
  const PieceType type = type_of(position.piece_on(piece));
  if (type < PieceType::Rook) return std::nullopt;
  return table(type).plies(position.king_square(attacker), piece, position.king_square(~attacker),
                           position.side_to_move() == attacker);
}

void prepare_bare_king_tables() {
  for (const PieceType type :
       {PieceType::Rook, PieceType::Cardinal, PieceType::Marshal, PieceType::Queen})
    table(type);
}

}  // namespace grandee
