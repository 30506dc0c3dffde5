// What a training run is told by its config file: a small JSON object. Every key may be left out;
// unknown keys and values out of range are refused.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "base/result.hpp"
#include "nn/arch.hpp"

namespace grandee::train {

struct Config {
  std::string name = "network";  // for the network's summary
  int width = 64;
  bool mirrored = false;      // inputs by the file of the king
  double score_scale = 600;   // centipawns of one logit: target sigmoid(score / scale)
  double result_share = 0.3;  // of the game's result in the target
  double epochs = 10;
  int batch = 16384;
  double learning_rate = 1e-3;
  double final_learning_rate = 1e-5;
  int warmup_batches = 200;
  double weight_decay = 0.01;
  // Weights of a man's squares decay towards what its file and rank have in common, not towards
  // zero.
  bool decay_to_place = false;
  bool clip = true;     // keep weights inside what integers can hold
  bool augment = true;  // show each position as it is or mirrored left–right, by chance
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all processors
  int reports_per_epoch = 4;

  nn::FeatureSet features() const {
    return mirrored ? nn::FeatureSet::Mirrored : nn::FeatureSet::Plain;
  }
};

Result<Config> parse_config(std::string_view text);
Result<Config> load_config(const std::filesystem::path& path);
nlohmann::ordered_json to_json(const Config& config);

// Empty, or the first key in which two configs differ, with both values. Threads don't count.
std::string difference(const Config& a, const Config& b);

}  // namespace grandee::train
