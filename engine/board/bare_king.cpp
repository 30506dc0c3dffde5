#include "board/bare_king.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "board/attacks.hpp"

namespace grandee {

namespace {

constexpr std::size_t kPairs = std::size_t{kSquares} * kSquares;

// Of the attacker's king and piece.
std::size_t pair_index(Square king, Square piece) {
  return static_cast<std::size_t>(king * kSquares + piece);
}

std::size_t place_index(std::size_t pair, Square bare) {
  return pair * kSquares + static_cast<std::size_t>(bare);
}

// By place; plies to the mate + 1, or 0 where there is none.
struct Table {
  std::vector<std::uint8_t> won = std::vector<std::uint8_t>(kPairs * kSquares);  // attacker to move
  std::vector<std::uint8_t> lost =
      std::vector<std::uint8_t>(kPairs * kSquares);  // bare king to move
};

// All squares next to one of the set.
Bitboard neighbours(Bitboard squares) {
  const Bitboard beside = shift_left(squares) | shift_right(squares);
  const Bitboard row = squares | beside;
  return beside | shift_up(row) | shift_down(row);
}

// Retrograde analysis (Ströhlein 1970), for all squares of the bare king at a time: a set holds the
// squares on which it loses, given the other king and the piece.
class Retrograde {
 public:
  explicit Retrograde(PieceType type) : type_(type) {}

  Table run() {
    for (Square king = 0; king < kSquares; ++king)
      for (Square piece = 0; piece < kSquares; ++piece)
        if (king != piece) set_up(king, piece);
    for (int plies = 1; !fresh_.empty(); plies += 2) {
      step_back_attacker(plies);
      step_back_defender(plies + 1);
    }
    return std::move(table_);
  }

 private:
  struct Pair {
    Bitboard open;  // possible with the attacker to move, and not known to be won
    Bitboard won;
    Bitboard newly_won;
    Bitboard safe;  // may be entered; with the piece's own square if that is not protected
    Bitboard
        unlost;  // possible with the bare king to move and a move to make, not known to be lost
    Bitboard newly_lost;
  };

  // And the mates.
  void set_up(Square king, Square piece) {
    const Bitboard attacked = attacks(type_, piece, Bitboard::of(king));
    const Bitboard possible =
        without(~king_attacks(king), Bitboard::of(king) | Bitboard::of(piece));
    Pair& pair = pairs_[pair_index(king, piece)];
    pair.safe = ~(king_attacks(king) | attacked);
    // It can't stand in check with the attacker to move.
    pair.open = possible & pair.safe;
    pair.unlost = possible & neighbours(pair.safe);
    lose(king, piece, without(possible & attacked, neighbours(pair.safe)), 0);
  }

  void lose(Square king, Square piece, Bitboard bare, int plies) {
    if (bare.none()) return;
    const std::size_t at = pair_index(king, piece);
    pairs_[at].unlost = without(pairs_[at].unlost, bare);
    pairs_[at].newly_lost = bare;
    fresh_.emplace_back(king, piece);
    note(table_.lost, at, bare, plies);
  }

  // From the lost positions one move of the attacker back: to where he can make that move.
  void step_back_attacker(int plies) {
    for (const auto& at : fresh_) {
      const Square king = at.first;
      const Square piece = at.second;
      const Bitboard lost = pairs_[pair_index(king, piece)].newly_lost;
      for_each(king_attacks(king), [&](Square from) {
        if (from != piece) win(from, piece, lost);
      });
      for_each(attacks(type_, piece, Bitboard::of(king)), [&](Square from) {
        if (from != king) win(king, from, without(lost, between(from, piece)));
      });
    }
    fresh_.clear();
    for (const auto& [king, piece] : touched_) {
      const std::size_t at = pair_index(king, piece);
      note(table_.won, at, pairs_[at].newly_won, plies);
    }
  }

  void win(Square king, Square piece, Bitboard bare) {
    Pair& pair = pairs_[pair_index(king, piece)];
    bare &= pair.open;
    if (bare.none()) return;
    if (pair.newly_won.none()) touched_.emplace_back(king, piece);
    pair.open = without(pair.open, bare);
    pair.won |= bare;
    pair.newly_won |= bare;
  }

  // Lost where every move of the bare king leads to where it loses.
  void step_back_defender(int plies) {
    for (const auto& [king, piece] : touched_) {
      Pair& pair = pairs_[pair_index(king, piece)];
      pair.newly_won = {};
      lose(king, piece, without(pair.unlost, neighbours(without(pair.safe, pair.won))), plies);
    }
    touched_.clear();
  }

  static void note(std::vector<std::uint8_t>& plies_at, std::size_t pair, Bitboard bare,
                   int plies) {
    for_each(bare, [&](Square square) {
      plies_at[place_index(pair, square)] = static_cast<std::uint8_t>(plies + 1);
    });
  }

  PieceType type_;
  Table table_;
  std::vector<Pair> pairs_ = std::vector<Pair>(kPairs);
  std::vector<std::pair<Square, Square>> fresh_;    // with newly lost squares
  std::vector<std::pair<Square, Square>> touched_;  // with newly won squares
};

const Table& table(PieceType type) {
  struct Slot {
    std::once_flag made;
    std::unique_ptr<Table> table;
  };
  static std::array<Slot, kPieceTypes> slots;
  Slot& slot = slots[static_cast<std::size_t>(type)];
  std::call_once(slot.made, [&] { slot.table = std::make_unique<Table>(Retrograde(type).run()); });
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
  const bool attacker_moves = position.side_to_move() == attacker;
  const auto& plies_at = attacker_moves ? table(type).won : table(type).lost;
  const std::size_t pair = pair_index(position.king_square(attacker), piece);
  return plies_at[place_index(pair, position.king_square(~attacker))] - 1;
}

void prepare_bare_king_tables() {
  for (const PieceType type :
       {PieceType::Rook, PieceType::Cardinal, PieceType::Marshal, PieceType::Queen})
    table(type);
}

}  // namespace grandee
