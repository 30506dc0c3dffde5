#include "nn/evaluate.hpp"

namespace grandee::nn {

Evaluator::Evaluator() {
  piece_squares_.reserve(kMaxPly + 8);
}

void Evaluator::reset(const Position& root) {
  piece_squares_.assign(1, bootstrap::piece_square_sum(root));
}

void Evaluator::push(const Position&, const Delta& delta) {
  Tapered sum = piece_squares_.back();
  sum -= bootstrap::piece_square(delta.moved.piece, delta.moved.square);
  sum += bootstrap::piece_square(delta.added.piece, delta.added.square);
  if (delta.is_capture())
    sum -= bootstrap::piece_square(delta.captured.piece, delta.captured.square);
  piece_squares_.push_back(sum);
}

void Evaluator::push_null() {
  piece_squares_.push_back(piece_squares_.back());
}

void Evaluator::pop() {
  piece_squares_.pop_back();
}

Score Evaluator::evaluate(const Position& position) {
  return bootstrap::evaluate(position, piece_squares_.back());
}

}  // namespace grandee::nn
