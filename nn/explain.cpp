#include "nn/explain.hpp"

#include <algorithm>

#include "nn/features.hpp"

namespace grandee::nn {

namespace {

// Scores sets of inputs that need not be a position.
class Scorer {
 public:
  Scorer(const Network& network, const Kernels& kernels, const Position& position)
      : network_(network), kernels_(kernels), position_(position) {}

  void load(const InputList& inputs) {
    const Color us = position_.side_to_move();
    sum(inputs, us, own_);
    sum(inputs, ~us, other_);
  }
  Score score(int bucket) const {
    const auto width = static_cast<std::size_t>(network_.width);
    return network_.score(bucket,
                          kernels_.forward(own_, other_, network_.bucket_weights(bucket), width));
  }

 private:
  void sum(InputList inputs, Color view, std::int16_t* to) const {
    const ViewTable& table =
        view_table(view, is_mirrored(network_.features, position_.king_square(view)));
    for (Input& input : inputs) input = table[input];
    kernels_.refresh(to, network_.feature_bias.data(), network_.feature_weights.data(),
                     inputs.data(), inputs.size(), static_cast<std::size_t>(network_.width));
  }

  const Network& network_;
  const Kernels& kernels_;
  const Position& position_;
  alignas(kAlignment) std::int16_t own_[kMaxWidth];
  alignas(kAlignment) std::int16_t other_[kMaxWidth];
};

InputList without(const InputList& inputs, const Position& position, Square square) {
  const Piece piece = position.piece_on(square);
  InputList rest;
  for (const Input input : inputs)
    if (input != placement_input(piece, square)) rest.push_back(input);
  const PieceType type = type_of(piece);
  if (has_lost_inputs(type)) {
    const int missing = kInitialCount[index(type)] - position.count(color_of(piece), type);
    rest.push_back(lost_input(piece, missing + 1));
  }
  return rest;
}

}  // namespace

Explanation explain(const Network& network, const Kernels& kernels, const Position& position) {
  const InputList inputs = active_inputs(position);
  Scorer scorer(network, kernels, position);
  scorer.load(inputs);
  Explanation result;
  result.bucket = bucket_of(position.men());
  for (int b = 0; b < kBuckets; ++b) result.buckets[static_cast<std::size_t>(b)] = scorer.score(b);
  result.score = result.buckets[static_cast<std::size_t>(result.bucket)];
  for_each(position.pieces(), [&](Square square) {
    if (type_of(position.piece_on(square)) == PieceType::King) return;
    scorer.load(without(inputs, position, square));
    result.men[static_cast<std::size_t>(square)] = result.score - scorer.score(result.bucket);
  });
  return result;
}

}  // namespace grandee::nn
