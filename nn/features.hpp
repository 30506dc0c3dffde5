// The network's inputs: which of them a position switches on, and which a move toggles.
//
// Inputs are numbered from White's view without mirror: piece · 100 + square, then 9 lost bits for
// White and 9 for Black. kViews maps these numbers to the rows of the first layer as either side
// sees them: own men first, ranks flipped for Black, files flipped where mirrored.
#pragma once

#include <array>
#include <cstdint>

#include "base/multi_array.hpp"
#include "base/static_vector.hpp"
#include "board/position.hpp"
#include "nn/arch.hpp"

namespace grandee::nn {

using Input = std::uint16_t;
using InputList = StaticVector<Input, kMaxActive>;

constexpr Input placement_input(Piece piece, Square square) {
  return static_cast<Input>(index(piece) * kSquares + square);
}

constexpr bool has_lost_inputs(PieceType type) {
  return type != PieceType::Pawn && type != PieceType::King && type != PieceType::None;
}
// The bit that says that so many (1 or 2) men of the type are missing.
constexpr Input lost_input(Piece piece, int missing) {
  constexpr int kOffset[kPieceTypes] = {0, 7, 5, 3, 2, 1, 0, 0};
  return static_cast<Input>(kPlacementInputs + index(color_of(piece)) * kLostInputsPerSide +
                            kOffset[index(type_of(piece))] + missing - 1);
}

constexpr Input view_input(Color view, bool mirrored, int input) {
  if (input >= kPlacementInputs) {
    const int lost = input - kPlacementInputs;
    return static_cast<Input>(view == Color::White
                                  ? input
                                  : kPlacementInputs +
                                        (lost + kLostInputsPerSide) % (2 * kLostInputsPerSide));
  }
  const auto piece = static_cast<Piece>(input / kSquares);
  const Color side = view == Color::White ? color_of(piece) : ~color_of(piece);
  const Square square = relative_square(view, input % kSquares);
  return placement_input(make_piece(side, type_of(piece)), mirrored ? flip_file(square) : square);
}

using ViewTable = std::array<Input, kInputs>;
// By view and mirror.
inline constexpr MultiArray<ViewTable, 2, 2> kViews = [] {
  MultiArray<ViewTable, 2, 2> views{};
  for (const Color view : {Color::White, Color::Black})
    for (const bool mirrored : {false, true})
      for (int i = 0; i < kInputs; ++i)
        views[static_cast<std::size_t>(index(view))][mirrored][static_cast<std::size_t>(i)] =
            view_input(view, mirrored, i);
  return views;
}();

inline const ViewTable& view_table(Color view, bool mirrored) {
  return kViews[static_cast<std::size_t>(index(view))][mirrored];
}

// Does the side with its king there see the board mirrored?
constexpr bool is_mirrored(FeatureSet set, Square king) {
  return set == FeatureSet::Mirrored && file_of(king) >= kFiles / 2;
}

// Men of each piece on the board, by index(Piece).
using PieceCounts = std::array<std::uint8_t, 16>;
// Appends the lost bits that such counts switch on.
void add_lost_inputs(const PieceCounts& counts, InputList& inputs);
// All inputs that the position switches on.
InputList active_inputs(const Position& position);

// What a move toggles: 1 off and 1 on, up to 3 off and 2 on for a promotion that captures a piece.
struct Toggles {
  std::array<Input, 3> off{};
  std::array<Input, 2> on{};
  std::uint8_t off_count = 0;
  std::uint8_t on_count = 0;
};
Toggles toggles_of(const Position& after, const Delta& delta);

}  // namespace grandee::nn
