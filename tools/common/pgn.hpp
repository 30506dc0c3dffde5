// Games as PGN text, with comments, glyphs and variations.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "board/notation.hpp"
#include "board/position.hpp"
#include "tools/common/pgn_text.hpp"

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
  PgnTags tags;
  Position start;
  PgnLine line;
  std::string result = "*";       // of the end of the move text, else of the tag
  bool has_result_token = false;  // the move text ends with its result, as it should
  SanStyle style;                 // in which the moves stood
  // What was amiss but could be read over, with its line.
  std::vector<std::string> remarks;
  // Where the text fits several games: which move may mean what. The game then is one of them: that
  // of ranks 1–10 and the letters AC, if there is such a one.
  std::string ambiguity;

  // The value of a tag; null if it is not there.
  const std::string* tag(std::string_view name) const;
};

// How moves are written, where it isn't to be found out.
struct PgnStyle {
  std::optional<Letters> letters;
  std::optional<RankBase> ranks;
};

// Reads the games of a text one after the other. Letter system, numbering of the ranks and missing
// disambiguation are found out by replaying the whole game: what fits to its end is meant. Too much
// disambiguation, "/Q" or "(Q)" for "=Q", a missing "=Q" where the pawn must promote, capture and
// check marks that lack, unknown glyphs and the like are read over. A variation is kept as far as
// its moves are legal.
class PgnReader {
 public:
  explicit PgnReader(std::string_view text, PgnStyle style = {}) : text_(text), style_(style) {}

  // Nothing at the end. After an error (which names line, game and move) the next call goes on with
  // the next game.
  std::optional<Result<PgnGame>> next();
  // Of the game that next() gave, also of a broken one.
  int number() const { return number_; }  // from 1
  std::size_t line() const { return line_of(start_); }
  const PgnTags& tags() const { return tags_; }
  // Where the next game starts: everything before it was read.
  std::size_t offset() const { return position_; }

 private:
  std::size_t line_of(std::size_t offset) const;
  Result<PgnGame> convert(RawGame raw) const;

  std::string_view text_;
  PgnStyle style_;
  std::size_t position_ = 0;
  std::size_t start_ = 0;
  int number_ = 0;
  PgnTags tags_;
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
