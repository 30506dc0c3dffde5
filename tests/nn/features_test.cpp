#include "nn/features.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "board/notation.hpp"
#include "random_network.hpp"

namespace grandee::nn {
namespace {

std::set<Input> input_set(const Position& position) {
  const InputList inputs = active_inputs(position);
  std::set<Input> set(inputs.begin(), inputs.end());
  EXPECT_EQ(set.size(), inputs.size()) << "an input is listed twice: " << to_fen(position);
  return set;
}

std::set<Input> seen_by(Color view, bool mirrored, const Position& position) {
  std::set<Input> seen;
  for (const Input input : active_inputs(position)) seen.insert(view_table(view, mirrored)[input]);
  return seen;
}

std::set<Input> lost_bits(std::string_view fen) {
  std::set<Input> bits;
  for (const Input input : active_inputs(*parse_fen(fen)))
    if (input >= kPlacementInputs) bits.insert(input);
  return bits;
}

TEST(Features, StartPositionHasItsFortyMen) {
  EXPECT_EQ(active_inputs(Position()).size(), 40u);
  EXPECT_TRUE(lost_bits(kStartFen).empty());
}

TEST(Features, LostBitsSayWhatAPawnMayBecome) {
  // White lacks a rook and both knights, Black the queen and the marshal.
  const auto bits =
      lost_bits("r8r/1nb1k1abn1/pppppppppp/10/10/10/10/PPPPPPPPPP/2BQKCAB2/R9 w - - 0 1");
  const std::set<Input> expected = {
      lost_input(make_piece(Color::White, PieceType::Rook), 1),
      lost_input(make_piece(Color::White, PieceType::Knight), 1),
      lost_input(make_piece(Color::White, PieceType::Knight), 2),
      lost_input(make_piece(Color::Black, PieceType::Queen), 1),
      lost_input(make_piece(Color::Black, PieceType::Marshal), 1),
  };
  EXPECT_EQ(bits, expected);
}

TEST(Features, LostInputsAreEighteenDifferentOnes) {
  std::set<Input> all;
  for (const Color side : {Color::White, Color::Black})
    for (int t = 0; t < kPieceTypes; ++t)
      for (int n = 1; has_lost_inputs(piece_type(t)) && n <= kInitialCount[t]; ++n)
        all.insert(lost_input(make_piece(side, piece_type(t)), n));
  EXPECT_EQ(all.size(), 18u);
  EXPECT_EQ(*all.begin(), kPlacementInputs);
  EXPECT_EQ(*all.rbegin(), kInputs - 1);
}

TEST(Features, EveryViewIsAPermutation) {
  for (const Color view : {Color::White, Color::Black})
    for (const bool mirrored : {false, true}) {
      const ViewTable& table = view_table(view, mirrored);
      std::set<Input> images(table.begin(), table.end());
      EXPECT_EQ(images.size(), static_cast<std::size_t>(kInputs));
      EXPECT_EQ(*images.rbegin(), kInputs - 1);
    }
}

TEST(Features, TogglesAreTheDifferenceOfTheInputs) {
  std::set<std::pair<int, int>> shapes;
  random_plies(
      30'000, 11, [&](const Position& before, Move, const Position& after, const Delta& delta) {
        const Toggles toggles = toggles_of(after, delta);
        shapes.insert({toggles.off_count, toggles.on_count});
        std::set<Input> inputs = input_set(before);
        for (int i = 0; i < toggles.off_count; ++i)
          ASSERT_EQ(inputs.erase(toggles.off[static_cast<std::size_t>(i)]), 1u) << to_fen(before);
        for (int i = 0; i < toggles.on_count; ++i)
          ASSERT_TRUE(inputs.insert(toggles.on[static_cast<std::size_t>(i)]).second)
              << to_fen(before);
        ASSERT_EQ(inputs, input_set(after)) << to_fen(before);
      });
  const std::set<std::pair<int, int>> all = {{1, 1}, {2, 1}, {2, 2}, {3, 1}, {3, 2}};
  EXPECT_EQ(shapes, all);
}

TEST(Features, FlippedPositionLooksTheSameFromTheOtherSide) {
  random_plies(3'000, 12, [&](const Position&, Move, const Position& position, const Delta&) {
    const Position flipped = color_flipped(position);
    for (const bool mirrored : {false, true})
      ASSERT_EQ(seen_by(Color::White, mirrored, position), seen_by(Color::Black, mirrored, flipped))
          << to_fen(position);
  });
}

TEST(Features, MirroredViewOfAPositionIsThePlainViewOfItsMirror) {
  random_plies(3'000, 13, [&](const Position&, Move, const Position& position, const Delta&) {
    const Position mirror = file_flipped(position);
    for (const Color view : {Color::White, Color::Black})
      ASSERT_EQ(seen_by(view, true, position), seen_by(view, false, mirror)) << to_fen(position);
  });
}

}  // namespace
}  // namespace grandee::nn
