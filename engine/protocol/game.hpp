// A game under way: the start position and the moves played.
#pragma once

#include <vector>

#include "board/endings.hpp"
#include "board/position.hpp"

namespace grandee::protocol {

class Game {
 public:
  explicit Game(const Position& start = Position()) : position_(start) {}

  const Position& position() const { return position_; }
  std::size_t plies() const { return earlier_.size(); }
  // Keys of the earlier positions, oldest first, without the present one.
  std::vector<Key> earlier_keys() const;
  Outcome outcome() const { return game_outcome(position_, earlier_keys()); }

  // A legal move.
  void play(Move move);
  // False if no move was played.
  bool take_back();

 private:
  std::vector<Position> earlier_;
  Position position_;
};

}  // namespace grandee::protocol
