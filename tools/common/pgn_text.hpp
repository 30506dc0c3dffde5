// The text of PGN games taken apart without knowing a move: tags, words, comments, variations.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace grandee::tools {

using PgnTags = std::vector<std::pair<std::string, std::string>>;  // in their order

struct RawMove;

struct RawLine {
  std::string comment;  // before the first move
  std::vector<RawMove> moves;
};

struct RawMove {
  std::string_view word;  // as it stands, without "!?"
  std::size_t offset = 0;
  std::vector<int> glyphs;
  std::string comment;
  std::vector<RawLine> variations;
};

// Something amiss that could be read over or, as an error, not.
struct PgnRemark {
  std::size_t offset = 0;
  std::string text;
};

struct RawGame {
  std::size_t offset = 0;  // of its first character
  PgnTags tags;
  RawLine line;
  std::string result = "*";
  bool has_result_token = false;
  std::vector<PgnRemark> remarks;
  std::optional<PgnRemark> error;  // the moves can't be told from the rest; the tags stand
};

// The game that starts at the offset, or nothing where only blanks follow. The offset moves behind
// the game: to the next line with a tag at most, whatever is wrong inside.
std::optional<RawGame> take_raw_game(std::string_view text, std::size_t& offset);

}  // namespace grandee::tools
