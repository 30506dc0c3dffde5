// Games as text, for people and scripts, without loss:
//
//   header {"format":"grandee-chain",…}
//   game 17 white checkmate
//   start 10/… w - - 0 1          only if it isn't the start position of the game
//   opening d3d5 d8d6             random moves
//   moves e3e5 34 e8e6 -28        each with its score from the mover
//   end
#pragma once

#include <istream>
#include <string>

#include "training-data/chain.hpp"

namespace grandee::datatool {

std::string to_text(const data::HeaderFields& header);
std::string to_text(const data::Game& game);

// The positions of a game as Fairy-Stockfish's training tools read them (.plain): score and result
// from the side to move.
std::string to_plain(const data::Game& game, const data::KeptFilter* filter);

class TextReader {
 public:
  explicit TextReader(std::istream& in) : in_(in) {}

  enum class Item { Header, Game, End };
  // Errors name the line.
  Result<Item> next();
  const data::HeaderFields& header() const { return header_; }
  const data::Game& game() const { return game_; }

 private:
  bool read_line();
  Error error(const std::string& what) const;
  Result<Item> read_header();
  Result<Item> read_game();
  Result<Ok> read_title();
  Result<Ok> read_moves(std::string_view words, bool scored);

  std::istream& in_;
  std::string line_;
  std::size_t number_ = 0;  // of the line
  Position position_;       // at the end of the moves read so far
  data::HeaderFields header_;
  bool new_header_ = false;  // no game has followed it yet
  data::Game game_;
};

}  // namespace grandee::datatool
