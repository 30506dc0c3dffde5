// The evaluation as the search sees it. One Evaluator per search thread; it follows the line that
// is being searched.
#pragma once

#include <vector>

#include "board/position.hpp"
#include "board/score.hpp"
#include "nn/bootstrap.hpp"

namespace grandee::nn {

class Evaluator {
 public:
  Evaluator();

  // Starts a line at this position.
  void reset(const Position& root);
  // After every make() or make_null() of the line, and when it is taken back.
  void push(const Position& after, const Delta& delta);
  void push_null();
  void pop();

  // Centipawns from the side to move, |score| ≤ kMaxEval. The position is the last one pushed.
  Score evaluate(const Position& position);

 private:
  std::vector<Tapered> piece_squares_;  // one per ply of the line
};

}  // namespace grandee::nn
