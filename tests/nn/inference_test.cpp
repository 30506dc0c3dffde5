#include <gtest/gtest.h>

#include <cstdlib>

#include "board/notation.hpp"
#include "nn/accumulator.hpp"
#include "random_network.hpp"

namespace grandee::nn {
namespace {

struct Case {
  FeatureSet features;
  int width;
};

class Inference : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(Shapes, Inference,
                         testing::Values(Case{FeatureSet::Plain, 64}, Case{FeatureSet::Plain, 128},
                                         Case{FeatureSet::Plain, 256},
                                         Case{FeatureSet::Mirrored, 64},
                                         Case{FeatureSet::Mirrored, 256}),
                         [](const auto& info) {
                           return (info.param.features == FeatureSet::Plain ? "Plain"
                                                                            : "Mirrored") +
                                  std::to_string(info.param.width);
                         });

int walk_plies() {
  return std::getenv("GRANDEE_LONG") != nullptr ? 1'000'000 : 100'000;
}

// Walks the game tree as a search does: down random moves and null moves, back up a random way,
// evaluating now and then, so that sums are made over several plies at once. All stacks go along.
class Walker {
 public:
  Walker(std::vector<AccumulatorStack>& stacks, std::uint64_t seed) : stacks_(stacks), rng_(seed) {
    restart();
  }

  void step() {
    if (line_.size() > 1 && rng_.below(5) == 0) return back();
    Position next = line_.back();
    if (!next.in_check() && rng_.below(20) == 0) {
      next.make_null();
      for (AccumulatorStack& stack : stacks_) stack.push_null();
    } else {
      const Move move = random_move(next, rng_);
      if (!move || line_.size() > 200) return restart();
      const Delta delta = next.make(move);
      for (AccumulatorStack& stack : stacks_) stack.push(next, delta);
    }
    line_.push_back(next);
  }

  const Position& top() const { return line_.back(); }
  bool evaluate_now() { return rng_.below(3) != 0; }

 private:
  void restart() {
    // Sometimes in the middle of a game, so that late positions are seen from both kinds of root.
    Position root = line_.empty() || rng_.below(2) == 0 ? Position() : line_.back();
    MoveList moves;
    generate_legal(root, moves);
    if (moves.empty()) root = Position();
    line_ = {root};
    for (AccumulatorStack& stack : stacks_) stack.reset(root);
  }
  void back() {
    for (std::uint32_t n = rng_.below(4) + 1; n > 0 && line_.size() > 1; --n) {
      line_.pop_back();
      for (AccumulatorStack& stack : stacks_) stack.pop();
    }
  }

  std::vector<AccumulatorStack>& stacks_;
  Rng rng_;
  std::vector<Position> line_;
};

std::vector<AccumulatorStack> stacks_of_all_kernels(const std::shared_ptr<const Network>& network) {
  std::vector<AccumulatorStack> stacks;
  for (const Kernels* kernels : usable_kernels()) stacks.emplace_back(network, *kernels);
  return stacks;
}

TEST_P(Inference, IncrementalEqualsRefreshOnAllKernels) {
  const auto network = share(random_network(GetParam().features, GetParam().width, 21));
  std::vector<AccumulatorStack> stacks = stacks_of_all_kernels(network);
  Walker walker(stacks, 22);
  for (int ply = 0; ply < walk_plies(); ++ply) {
    walker.step();
    if (!walker.evaluate_now()) continue;
    const Score expected = evaluate_once(*network, kScalarKernels, walker.top());
    for (std::size_t k = 0; k < stacks.size(); ++k)
      ASSERT_EQ(stacks[k].evaluate(walker.top()), expected)
          << usable_kernels()[k]->name << ", ply " << ply << ": " << to_fen(walker.top());
  }
}

void expect_kernels_agree(const std::shared_ptr<const Network>& network) {
  std::vector<AccumulatorStack> stacks = stacks_of_all_kernels(network);
  random_plies(10'000, 23,
               [&](const Position& before, Move, const Position& after, const Delta& delta) {
                 const Score expected = evaluate_once(*network, kScalarKernels, after);
                 for (std::size_t k = 0; k < stacks.size(); ++k) {
                   const Kernels& kernels = *usable_kernels()[k];
                   ASSERT_EQ(evaluate_once(*network, kernels, after), expected)
                       << kernels.name << " refresh: " << to_fen(after);
                   stacks[k].reset(before);
                   stacks[k].push(after, delta);
                   ASSERT_EQ(stacks[k].evaluate(after), expected)
                       << kernels.name << " update: " << to_fen(after);
                 }
               });
}

TEST_P(Inference, AllKernelsEqualScalar) {
  expect_kernels_agree(share(random_network(GetParam().features, GetParam().width, 24)));
}

TEST_P(Inference, AllKernelsEqualScalarAtTheBounds) {
  Network network = extreme_network(GetParam().features, GetParam().width, 25);
  ASSERT_TRUE(check_bounds(network));
  network.scale = 40;  // keeps the scores inside the bound of evaluations
  expect_kernels_agree(share(std::move(network)));
}

// All activations at the cap and all output weights of one sign: the largest sum of all.
TEST(InferenceBounds, LargestSumIsExactOnAllKernels) {
  Network network = make_network(FeatureSet::Plain, 256);
  for (auto& b : network.feature_bias) b = kMaxFeatureWeight;
  for (auto& w : network.feature_weights) w = kMaxFeatureWeight;
  int left = kMaxOutputSum;
  for (int i = 0; i < 2 * network.width; ++i) {
    const int weight = std::min(left, kMaxOutputWeight);
    left -= weight;
    for (int b = 0; b < kBuckets; ++b)
      network.output_weights[static_cast<std::size_t>(b * 2 * network.width + i)] =
          static_cast<std::int16_t>(weight);
  }
  ASSERT_TRUE(check_bounds(network));
  network.scale = kMinScale;
  const auto expected = static_cast<Score>(std::int64_t{kMaxOutputSum} * kQA * kQA * kMinScale /
                                           (std::int64_t{kQA} * kQA * kQB));
  for (const Kernels* kernels : usable_kernels())
    EXPECT_EQ(evaluate_once(network, *kernels, Position()), expected) << kernels->name;
}

TEST_P(Inference, ColourFlipIsExact) {
  const auto network = share(random_network(GetParam().features, GetParam().width, 26));
  AccumulatorStack stack(network, default_kernels());
  AccumulatorStack flipped_stack(network, default_kernels());
  random_plies(3'000, 27, [&](const Position&, Move, const Position& position, const Delta&) {
    stack.reset(position);
    const Position flipped = color_flipped(position);
    flipped_stack.reset(flipped);
    ASSERT_EQ(stack.evaluate(position), flipped_stack.evaluate(flipped)) << to_fen(position);
  });
}

TEST(InferenceMirror, MirroredInputsScoreAPositionAndItsMirrorAlike) {
  const auto network = share(random_network(FeatureSet::Mirrored, 64, 28));
  int different_sides = 0;
  random_plies(3'000, 29, [&](const Position&, Move, const Position& position, const Delta&) {
    ASSERT_EQ(evaluate_once(*network, default_kernels(), position),
              evaluate_once(*network, default_kernels(), file_flipped(position)))
        << to_fen(position);
    different_sides += (file_of(position.king_square(Color::White)) < 5) !=
                       (file_of(position.king_square(Color::Black)) < 5);
  });
  EXPECT_GT(different_sides, 300);
}

// What a side's view is of: White and Black to move see the start position alike, and the king's
// and the queen's files don't change places.
TEST(InferenceMirror, StartPositionIsWorthTheSameToBothSides) {
  const Network network = random_network(FeatureSet::Plain, 128, 30);
  Position black;
  black.make_null();
  EXPECT_EQ(evaluate_once(network, default_kernels(), Position()),
            evaluate_once(network, default_kernels(), black));
  EXPECT_NE(evaluate_once(network, default_kernels(), Position()),
            evaluate_once(network, default_kernels(), file_flipped(Position())));
}

TEST(KernelChoice, ScalarIsAlwaysThereAndUnknownNamesAreRefused) {
  ASSERT_FALSE(usable_kernels().empty());
  EXPECT_EQ(usable_kernels().back(), &kScalarKernels);
  for (const Kernels* kernels : usable_kernels()) {
    const auto found = find_kernels(kernels->name);
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, kernels);
  }
  const auto unknown = find_kernels("mmx");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().find("'mmx'"), std::string::npos);
  EXPECT_NE(unknown.error().find("scalar"), std::string::npos);
}

}  // namespace
}  // namespace grandee::nn
