// Games as PGN text, with comments, glyphs and variations.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "board/notation.hpp"
#include "board/position.hpp"

namespace grandee::tools {

struct PgnMove;

struct PgnLine {
  std::string comment;  // before the first move
  std::vector<PgnMove> moves;
};

struct PgnMove {
  Move move;
  std::vector<int> glyphs;          // numeric annotation glyphs; "!" is 1, "?" 2, "!!" 3 …
  std::string comment;              // after the move; several are joined by a blank
  std::vector<PgnLine> variations;  // instead of this move, each from the position before it
};

struct PgnGame {
  std::vector<std::pair<std::string, std::string>> tags;  // in their order
  Position start;
  PgnLine line;
  std::string result = "*";
  bool has_result_token = false;  // the move text ends with its result, as it should

  // The value of a tag; null if it is not there.
  const std::string* tag(std::string_view name) const;
};

// Reads the games of a text one after the other.
class PgnReader {
 public:
  explicit PgnReader(std::string_view text) : text_(text) {}

  // Nothing at the end. After an error (which names the line) the next call goes on with the next
  // game. All letter systems and both ways to number the ranks are read: what the moves themselves
  // tell decides.
  std::optional<Result<PgnGame>> next();
  // Where the next game starts: everything before it was read.
  std::size_t offset() const { return position_; }

 private:
  Error error_at(std::size_t position, std::string_view what) const;
  Result<Ok> read_tags(PgnGame& game);
  void skip_blanks();

  std::string_view text_;
  std::size_t position_ = 0;
};

// The game with its tags, lines wrapped at 80 columns, ended by an empty line. Tags are written as
// they stand: FEN and SetUp are the caller's.
std::string format_pgn(const PgnGame& game, SanStyle style = {});

// What engines' hosts write behind a move: "+1.46/10 0.047s", "-M5/20", from the mover's view.
struct PgnScore {
  bool mate = false;
  int value = 0;  // centipawns or moves
  int depth = 0;
};
std::optional<PgnScore> parse_score_comment(std::string_view comment);

}  // namespace grandee::tools
