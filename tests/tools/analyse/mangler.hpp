// Games of self-play written down as badly as people and programs do.
#pragma once

#include <string>
#include <vector>

#include "base/rng.hpp"
#include "board/notation.hpp"

namespace grandee::test {

struct PlainGame {
  Position start;
  std::vector<Move> moves;
};

// The first games of the samples, some of them from the middle on.
std::vector<PlainGame> sample_games(std::size_t count);

// What may be wrong with a text; each game gets its own selection.
class Mangler {
 public:
  explicit Mangler(std::uint64_t seed) : rng_(seed) {}

  // With tags, in random letters and ranks, with missing and superfluous disambiguation, promotion
  // forms, missing marks, comments, variations, strange line ends.
  std::string write(const PlainGame& game);
  // The same, but with something in it that no reading can make good.
  std::string write_broken(const PlainGame& game);
  // Did the text that was written last lack disambiguation?
  bool dropped_disambiguation() const { return bare_ > 0; }

 private:
  bool chance(int percent) { return rng_.below(100) < static_cast<std::uint32_t>(percent); }
  void choose_faults();
  std::string word(const Position& position, Move move);
  std::string promotion(Move move);
  std::string noise(const Position& position);
  std::string join(const PlainGame& game, const std::vector<std::string>& words);
  std::vector<std::string> words(const PlainGame& game);

  Rng rng_;
  SanStyle style_;
  bool marks_ = true;   // x, + and #
  int bare_ = 0;        // percent of moves without their disambiguation
  bool noisy_ = false;  // comments, variations, glyphs
  std::string line_end_ = "\n";
};

}  // namespace grandee::test
