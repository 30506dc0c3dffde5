// The network's shape and its integer scales.
//
//   inputs (1618) -> width, once from each side's view, shared weights
//   -> squared clipped ReLU -> [side to move | other side] -> 1 of 8 output buckets by men
//
// Feature weights and biases are int16 in units of 1/kQA, output weights int16 in units of 1/kQB.
#pragma once

#include <cstddef>
#include <cstdint>

#include "board/types.hpp"

namespace grandee::nn {

inline constexpr int kPlacementInputs = 2 * kPieceTypes * kSquares;
// Which men a side has lost, and may promote to: Q, C, A, R, both R, B, both B, N, both N.
inline constexpr int kLostInputsPerSide = 9;
inline constexpr int kInputs = kPlacementInputs + 2 * kLostInputsPerSide;
inline constexpr int kBuckets = 8;

inline constexpr int kQA = 255;
inline constexpr int kQB = 128;

// Bounds of the weights: 1.98 and 0.99 in their scales, rounded down.
inline constexpr int kMaxFeatureWeight = 504;
inline constexpr int kMaxOutputWeight = 126;

// A lost bit stands for a man that is not on the board, so men and lost bits together are at most
// 40. With the bias the sum of 41 bounded numbers can't leave int16.
inline constexpr int kMaxActive = kMaxMen;
static_assert((kMaxActive + 1) * kMaxFeatureWeight <= INT16_MAX);
// The kernels multiply activation and weight in int16 before they square the activation.
static_assert(kQA * kMaxOutputWeight <= INT16_MAX);
// Every partial sum of a forward pass lies between −kQA² · (sum of the negative output weights) and
// kQA² · (sum of the positive ones), whatever the order; the loader holds both sums to this bound.
inline constexpr int kMaxOutputSum = INT32_MAX / (kQA * kQA);

// Widths the kernels and the loader accept.
inline constexpr int kWidths[] = {64, 128, 256};
inline constexpr int kMaxWidth = 256;

// Mirrored: files are flipped for a side whose king stands on files f to j.
enum class FeatureSet : std::uint32_t { Plain = 1, Mirrored = 2 };

// By the men on the board, kings included: 2–5, 6–10, …, 36–40.
constexpr int bucket_of(int men) {
  return (men - 1) / 5;
}
static_assert(bucket_of(kMaxMen) == kBuckets - 1);

}  // namespace grandee::nn
