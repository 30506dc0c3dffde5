// Moves in the order in which they should be searched, generated in stages so that a cut-off saves
// the work: table move, good captures and promotions, quiets by history, losing captures.
#pragma once

#include <array>
#include <cstddef>

#include "board/movegen.hpp"
#include "board/score.hpp"
#include "search/history.hpp"
#include "search/stack.hpp"

namespace grandee::search {

class MovePicker {
 public:
  // All moves of a node of the main search, or all evasions when in check.
  MovePicker(const Frame& frame, Histories& histories, Move tt_move);
  // Captures and promotions only, those whose exchange wins at least the threshold (ProbCut), or
  // all but the clearly losing (quiescence, threshold 0).
  MovePicker(const Frame& frame, Histories& histories, Move tt_move, Score threshold);

  // The next move, Move::none() at the end.
  Move next();
  // No further quiets, as they were judged to be late.
  void skip_quiets() { skip_quiets_ = true; }

 private:
  enum class Stage {
    TtMove,
    MakeTactical,
    GoodTactical,
    MakeQuiets,
    Quiets,
    BadTactical,
    TtEvasion,
    MakeEvasions,
    Evasions,
    TtTactical,
    MakeTacticalOnly,
    TacticalOnly,
    End
  };

  void score_tactical();
  void score_quiets(std::size_t from);
  void score_evasions();
  int tactical_score(Move m) const;
  // Brings the best of the rest to the front; none() when there is none.
  Move select();

  const Frame& frame_;
  const Position& position_;
  Histories& histories_;
  Move tt_move_;
  Stage stage_;
  Score threshold_ = 0;
  bool skip_quiets_ = false;
  MoveList moves_;
  std::array<int, kMaxMoves> scores_;
  std::size_t current_ = 0;
  MoveList bad_;
  std::size_t bad_current_ = 0;
};

}  // namespace grandee::search
