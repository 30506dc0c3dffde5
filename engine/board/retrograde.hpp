// Retrograde analysis (Ströhlein 1970) of men against a bare king, for all squares of the bare king
// at a time: a set holds those on which it loses, given where the men stand.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "board/bitboard.hpp"

namespace grandee {

// Plies to the mate, by where the attacker's men stand and the square of the bare king.
class MateTable {
 public:
  explicit MateTable(std::size_t placements)
      : won_(placements * kSquares), lost_(placements * kSquares) {}

  // −1 if there is none.
  int plies(std::size_t placement, Square bare, bool attacker_moves) const {
    return (attacker_moves ? won_ : lost_)[at(placement, bare)] - 1;
  }
  void set(std::size_t placement, Bitboard bare, int plies) {
    auto& table = plies % 2 != 0 ? won_ : lost_;
    for_each(bare, [&](Square square) {
      table[at(placement, square)] = static_cast<std::uint8_t>(plies + 1);
    });
  }

 private:
  static std::size_t at(std::size_t placement, Square bare) {
    return placement * kSquares + static_cast<std::size_t>(bare);
  }

  std::vector<std::uint8_t> won_;   // attacker to move; plies + 1
  std::vector<std::uint8_t> lost_;  // bare king to move; plies + 1
};

// All squares next to one of the set.
inline Bitboard neighbours(Bitboard squares) {
  const Bitboard row = squares | shift_left(squares) | shift_right(squares);
  return shift_left(squares) | shift_right(squares) | shift_up(row) | shift_down(row);
}

// Men tells where the attacker's men can stand and how they move, by numbers of placements:
//   std::size_t placements()
//   each(f): f(placement, possible, safe) with the squares where the bare king may stand (not taken,
//     not next to the king), and those it may enter (an unprotected man's square is one of them)
//   each_before(placement, lost, f): f(earlier, squares) for each placement from which one move
//     leads to this one, with the squares of `lost` that don't stand in the move's way
template <typename Men>
class Retrograde {
 public:
  explicit Retrograde(Men men)
      : men_(std::move(men)), table_(men_.placements()), states_(men_.placements()) {}

  // Cut short, and the table of no use, once `cancelled` is set.
  MateTable run(const std::atomic<bool>& cancelled) {
    men_.each([this](std::size_t placement, Bitboard possible, Bitboard safe) {
      State& state = states_[placement];
      state.safe = safe;
      // It can't stand in check with the attacker to move.
      state.open = possible & safe;
      state.unlost = possible & neighbours(safe);
      lose(placement, without(possible, safe | neighbours(safe)), 0);
    });
    for (int plies = 1; !fresh_.empty() && !cancelled; plies += 2) {
      step_back_attacker(plies);
      step_back_defender(plies + 1);
    }
    return std::move(table_);
  }

 private:
  struct State {
    Bitboard open;  // possible with the attacker to move, and not known to be won
    Bitboard won;
    Bitboard newly_won;
    Bitboard safe;
    // Possible with the bare king to move and a move to make, not known to be lost.
    Bitboard unlost;
    Bitboard newly_lost;
  };

  void lose(std::size_t placement, Bitboard bare, int plies) {
    if (bare.none()) return;
    State& state = states_[placement];
    state.unlost = without(state.unlost, bare);
    state.newly_lost = bare;
    fresh_.push_back(placement);
    table_.set(placement, bare, plies);
  }

  void win(std::size_t placement, Bitboard bare) {
    State& state = states_[placement];
    bare &= state.open;
    if (bare.none()) return;
    if (state.newly_won.none()) touched_.push_back(placement);
    state.open = without(state.open, bare);
    state.won |= bare;
    state.newly_won |= bare;
  }

  // From the lost positions one move of the attacker back: to where he can make that move.
  void step_back_attacker(int plies) {
    for (const std::size_t placement : fresh_)
      men_.each_before(placement, states_[placement].newly_lost,
                       [this](std::size_t earlier, Bitboard bare) { win(earlier, bare); });
    fresh_.clear();
    for (const std::size_t placement : touched_)
      table_.set(placement, states_[placement].newly_won, plies);
  }

  // Lost where every move of the bare king leads to where it loses.
  void step_back_defender(int plies) {
    for (const std::size_t placement : touched_) {
      State& state = states_[placement];
      state.newly_won = {};
      lose(placement, without(state.unlost, neighbours(without(state.safe, state.won))), plies);
    }
    touched_.clear();
  }

  Men men_;
  MateTable table_;
  std::vector<State> states_;
  std::vector<std::size_t> fresh_;    // placements with newly lost squares
  std::vector<std::size_t> touched_;  // with newly won squares
};

}  // namespace grandee
