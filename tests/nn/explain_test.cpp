#include "nn/explain.hpp"

#include <gtest/gtest.h>

#include "board/notation.hpp"
#include "nn/accumulator.hpp"
#include "random_network.hpp"

namespace grandee::nn {
namespace {

TEST(Explain, AgreesWithTheEvaluation) {
  const Network network = random_network(FeatureSet::Mirrored, 64, 71);
  random_plies(300, 72, [&](const Position&, Move, const Position& position, const Delta&) {
    const Explanation why = explain(network, default_kernels(), position);
    EXPECT_EQ(why.score, evaluate_once(network, default_kernels(), position));
    EXPECT_EQ(why.score, why.buckets[static_cast<std::size_t>(why.bucket)]);
    EXPECT_EQ(why.bucket, (position.men() - 1) / 5);
    for (Square s = 0; s < kSquares; ++s) {
      const PieceType type = type_of(position.piece_on(s));
      const bool valued = type != PieceType::None && type != PieceType::King;
      EXPECT_EQ(why.men[static_cast<std::size_t>(s)].has_value(), valued);
    }
  });
}

// 15 men and 14: both in bucket 2, so the man's value is the difference of two evaluations.
TEST(Explain, ValueOfAManIsWhatItsRemovalCosts) {
  const Network network = random_network(FeatureSet::Plain, 128, 73);
  const Position with = *parse_fen("4k5/10/2pppp4/3r6/10/10/10/2PPPP4/10/R3KN2R1 w - - 0 1");
  const Position without_knight =
      *parse_fen("4k5/10/2pppp4/3r6/10/10/10/2PPPP4/10/R3K3R1 w - - 0 1");
  const Position without_pawn = *parse_fen("4k5/10/2pppp4/3r6/10/10/10/3PPP4/10/R3KN2R1 w - - 0 1");
  ASSERT_EQ(bucket_of(with.men()), bucket_of(without_pawn.men()));
  const Explanation why = explain(network, default_kernels(), with);
  const auto value = [&](Square s) { return *why.men[static_cast<std::size_t>(s)]; };
  const auto lost = [&](const Position& rest) {
    return why.score - evaluate_once(network, default_kernels(), rest);
  };
  EXPECT_EQ(value(make_square(5, 0)), lost(without_knight));
  EXPECT_EQ(value(make_square(2, 2)), lost(without_pawn));
}

}  // namespace
}  // namespace grandee::nn
