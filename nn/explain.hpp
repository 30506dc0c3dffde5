// What a network thinks of a position, taken apart. Plain data for whoever shows it.
#pragma once

#include <array>
#include <optional>

#include "board/position.hpp"
#include "nn/kernels.hpp"
#include "nn/network.hpp"

namespace grandee::nn {

// All scores are centipawns from the side to move.
struct Explanation {
  Score score = 0;
  int bucket = 0;                       // the output in use, by the men on the board
  std::array<Score, kBuckets> buckets;  // what each output says
  // By square: the score less the score without that man (it counts as lost), in the same bucket.
  // None for empty squares and kings.
  std::array<std::optional<Score>, kSquares> men;
};

Explanation explain(const Network& network, const Kernels& kernels, const Position& position);

}  // namespace grandee::nn
