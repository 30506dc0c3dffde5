// The evaluation as the search sees it. One Evaluator per search thread; it follows the line that is
// being searched.
#pragma once

#include "board/position.hpp"
#include "board/score.hpp"

namespace grandee::nn {

class Evaluator {
 public:
  // Starts a line at this position.
  void reset(const Position& root);
  // After every make() or make_null() of the line, and when it is taken back.
  void push(const Position& after, const Delta& delta);
  void push_null();
  void pop();

  // Centipawns from the side to move, |score| ≤ kMaxEval. The position is the last one pushed.
  Score evaluate(const Position& position);
};

}  // namespace grandee::nn
