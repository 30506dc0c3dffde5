// Where games start: a book of openings, random moves, or the start position.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/match/game.hpp"

namespace grandee::match {

struct Book {
  std::vector<Opening> openings;
  std::uint64_t hash = 0;  // of the file's content
};

// Positions (EPD or FEN, one a line; blank lines and lines that start with '#' are passed over) or
// PGN games, of which at most max_plies are taken (0: all). An opening must leave a legal move.
Result<Book> load_book(const std::filesystem::path& path, int max_plies = 0);

// Random legal moves from the start position, by seed and number; the game is not over after them.
Opening random_opening(int plies, std::uint64_t seed, std::uint64_t number);

struct OpeningChoice {
  std::string book;  // a path; empty: none
  bool shuffle = false;
  int first = 1;         // the number of the first opening to use, in file order, from 1
  int max_plies = 0;     // of PGN openings
  int random_plies = 0;  // without a book
};

// The opening of each pair of games.
class OpeningSource {
 public:
  static Result<OpeningSource> create(const OpeningChoice& choice, std::uint64_t seed);

  // By the number of the pair, from 0; a book starts again when it is used up.
  Opening opening(std::size_t pair) const;
  // How many pairs have an opening of their own.
  std::size_t distinct() const;
  std::uint64_t book_hash() const { return book_.hash; }

 private:
  OpeningChoice choice_;
  std::uint64_t seed_ = 0;
  Book book_;
  std::vector<std::uint32_t> order_;
};

}  // namespace grandee::match
