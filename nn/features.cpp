#include "nn/features.hpp"

namespace grandee::nn {

namespace {

int missing(const Position& position, Piece piece) {
  return kInitialCount[index(type_of(piece))] - position.count(color_of(piece), type_of(piece));
}

}  // namespace

void add_lost_inputs(const PieceCounts& counts, InputList& inputs) {
  for (const Color side : {Color::White, Color::Black})
    for (int t = index(PieceType::Knight); t <= index(PieceType::Queen); ++t) {
      const Piece piece = make_piece(side, piece_type(t));
      const int lost = kInitialCount[t] - counts[static_cast<std::size_t>(index(piece))];
      for (int n = 1; n <= lost; ++n) inputs.push_back(lost_input(piece, n));
    }
}

InputList active_inputs(const Position& position) {
  InputList inputs;
  PieceCounts counts{};
  for_each(position.pieces(), [&](Square square) {
    const Piece piece = position.piece_on(square);
    inputs.push_back(placement_input(piece, square));
    ++counts[static_cast<std::size_t>(index(piece))];
  });
  add_lost_inputs(counts, inputs);
  return inputs;
}

Toggles toggles_of(const Position& after, const Delta& delta) {
  Toggles toggles;
  toggles.off[toggles.off_count++] = placement_input(delta.moved.piece, delta.moved.square);
  toggles.on[toggles.on_count++] = placement_input(delta.added.piece, delta.added.square);
  if (delta.is_capture()) {
    const Piece victim = delta.captured.piece;
    toggles.off[toggles.off_count++] = placement_input(victim, delta.captured.square);
    if (has_lost_inputs(type_of(victim)))
      toggles.on[toggles.on_count++] = lost_input(victim, missing(after, victim));
  }
  if (delta.added.piece != delta.moved.piece)
    toggles.off[toggles.off_count++] =
        lost_input(delta.added.piece, missing(after, delta.added.piece) + 1);
  return toggles;
}

}  // namespace grandee::nn
