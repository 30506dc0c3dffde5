// Balanced openings: random lines of sensible moves whose end a search finds level.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "board/position.hpp"
#include "search/searcher.hpp"

namespace grandee::openings {

struct MakerSettings {
  std::uint64_t seed = 1;
  int min_plies = 6;
  int max_plies = 10;
  std::uint64_t nodes = 10000;  // of the search that decides
  int max_score = 80;           // centipawns, either way
};

struct Candidate {
  Position position;
  Score score = 0;  // from the side to move
};

// A function of the settings and the number alone. Moves that lose material at once are never
// played; lines that end in check, or that the search finds unbalanced, are nothing.
class Maker {
 public:
  explicit Maker(const MakerSettings& settings);
  std::optional<Candidate> make(std::uint64_t number);

 private:
  std::optional<Score> level_score(const search::Root& root, std::uint64_t nodes, int limit);

  MakerSettings settings_;
  search::Searcher searcher_;
};

// "… w - - hmvc 2; fmvn 5;"
std::string to_epd(const Position& position);

}  // namespace grandee::openings
