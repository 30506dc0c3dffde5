#include "nn/evaluate.hpp"

#include "nn/endgame.hpp"

namespace grandee::nn {

namespace {

constexpr int kDrawnEndingDivisor = 8;

}  // namespace

Evaluator::Evaluator(std::shared_ptr<const Network> network) {
  piece_squares_.reserve(kMaxPly + 8);
  set_network(std::move(network));
}

void Evaluator::set_network(std::shared_ptr<const Network> network) {
  if (network == network_) return;
  network_ = std::move(network);
  if (network_)
    accumulators_.emplace(network_, default_kernels());
  else
    accumulators_.reset();
}

void Evaluator::reset(const Position& root) {
  if (accumulators_) return accumulators_->reset(root);
  piece_squares_.assign(1, bootstrap::piece_square_sum(root));
}

void Evaluator::push(const Position& after, const Delta& delta) {
  if (accumulators_) return accumulators_->push(after, delta);
  Tapered sum = piece_squares_.back();
  sum -= bootstrap::piece_square(delta.moved.piece, delta.moved.square);
  sum += bootstrap::piece_square(delta.added.piece, delta.added.square);
  if (delta.is_capture())
    sum -= bootstrap::piece_square(delta.captured.piece, delta.captured.square);
  piece_squares_.push_back(sum);
}

void Evaluator::push_null() {
  if (accumulators_) return accumulators_->push_null();
  piece_squares_.push_back(piece_squares_.back());
}

void Evaluator::pop() {
  if (accumulators_) return accumulators_->pop();
  piece_squares_.pop_back();
}

Score Evaluator::evaluate(const Position& position) {
  if (const Score known = known_win(position); known != 0) return known;
  const Score score = accumulators_ ? accumulators_->evaluate(position)
                                    : bootstrap::evaluate(position, piece_squares_.back());
  return is_drawn_as_a_rule(position) ? score / kDrawnEndingDivisor : score;
}

}  // namespace grandee::nn
