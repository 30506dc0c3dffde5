// The evaluation as the search sees it. One Evaluator per search thread; it follows the line that
// is being searched.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "board/position.hpp"
#include "board/score.hpp"
#include "nn/accumulator.hpp"
#include "nn/bootstrap.hpp"
#include "nn/network.hpp"

namespace grandee::nn {

class Evaluator {
 public:
  // Without a network (null) it is the bootstrap evaluation.
  explicit Evaluator(std::shared_ptr<const Network> network);

  // Another network, or none (null); a new line has to be started then. Nothing if it is the same.
  void set_network(std::shared_ptr<const Network> network);
  const std::shared_ptr<const Network>& network() const { return network_; }

  // Starts a line at this position.
  void reset(const Position& root);
  // After every make() or make_null() of the line, and when it is taken back.
  void push(const Position& after, const Delta& delta);
  void push_null();
  void pop();

  // Centipawns from the side to move, |score| ≤ kMaxEval, or beyond kKnownWin for a forced win
  // against a bare king. The position is the last one pushed.
  Score evaluate(const Position& position);

 private:
  std::shared_ptr<const Network> network_;
  std::optional<AccumulatorStack> accumulators_;  // with a network
  std::vector<Tapered> piece_squares_;            // without: one per ply of the line
};

}  // namespace grandee::nn
