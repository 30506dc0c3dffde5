// From an expanded record to what the network sees of it.
#pragma once

#include <array>

#include "nn/arch.hpp"
#include "tools/train/kernels_table.hpp"
#include "training-data/record.hpp"

namespace grandee::train {

static_assert(kSampleInputs == nn::kMaxActive);

// What the network learns to say about a position: share · result + (1 − share) · sigmoid(score /
// scale).
struct Target {
  double score_scale;
  double result_share;

  float operator()(const data::Record& record) const;
};

// False if the record can't be a position of the game. With `flip` the position is seen mirrored
// left–right, which the rules can't tell from the original.
bool make_sample(const data::Record& record, nn::FeatureSet features, bool flip,
                 const Target& target, Sample& sample);

}  // namespace grandee::train
