// From float weights to the integers of inference, and how far apart the two are.
#pragma once

#include "base/result.hpp"
#include "nn/network.hpp"
#include "tools/train/checkpoint.hpp"
#include "tools/train/kernels.hpp"
#include "tools/train/record_stream.hpp"
#include "tools/train/sample.hpp"

namespace grandee::train {

// Refuses weights that integers can't hold, or that could overflow in inference: it names the worst
// one and counts them. Nothing is clipped here.
Result<nn::Network> quantise(const Layout& layout, const Floats& weights, nn::FeatureSet features,
                             int score_scale);

// The checkpoint's network, with a summary of how it was trained.
Result<nn::Network> export_network(const Checkpoint& checkpoint, int score_scale);

struct Comparison {
  std::uint64_t positions = 0;
  double float_loss = 0;
  double integer_loss = 0;
  double mean_difference = 0;  // centipawns
  double max_difference = 0;

  // (integer loss − float loss) / float loss.
  double loss_change() const { return integer_loss / float_loss - 1; }
};

// The same positions through the float weights and through integer inference.
Result<Comparison> compare(const Layout& layout, const Floats& weights, const nn::Network& network,
                           const RecordSource& source, std::uint64_t positions,
                           const Target& target);

std::string describe(const Comparison& comparison);

}  // namespace grandee::train
