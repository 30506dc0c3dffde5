// Ending games early by what both engines say.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "board/types.hpp"
#include "tools/match/engine.hpp"

namespace grandee::match {

// Scores are what the engines print, each in its own unit.

// Drawn once both engines' scores stay within ±score for `moves` full moves, from the game's move
// `from_move` on (as the FEN numbers them).
struct DrawRule {
  int from_move = 40;
  int moves = 8;
  int score = 10;
};

// Lost once the engine's score stays at or below −score for `moves` moves and, if two-sided, the
// other's at or above +score for as many.
struct ResignRule {
  int moves = 4;
  int score = 1000;
  bool two_sided = true;
};

struct Adjudication {
  std::optional<DrawRule> draw;
  std::optional<ResignRule> resign;
  int max_moves = 0;  // full moves played, then a draw; 0: no limit
};

// "movenumber=40,movecount=8,score=10" and "movecount=4,score=1000,twosided=true".
Result<DrawRule> parse_draw_rule(std::string_view text);
Result<ResignRule> parse_resign_rule(std::string_view text);

// Follows the scores of one game.
class Adjudicator {
 public:
  enum class Decision { None, Draw, WhiteWins, BlackWins };

  explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}
  // A move was made by a side, in the game's move of this number, with the engine's score.
  Decision add(Color side, int move_number, const std::optional<EngineScore>& score);

 private:
  Adjudication rules_;
  // How many of the last moves by colour agree with the rule.
  int level_[2] = {0, 0};
  int losing_[2] = {0, 0};
  int winning_[2] = {0, 0};
};

}  // namespace grandee::match
