// A training run in a folder: checkpoint.bin, curve.csv, curve.svg and network.nnue, each of them
// always whole.
#pragma once

#include <filesystem>
#include <string>

#include "tools/train/config.hpp"

namespace grandee::train {

struct RunOptions {
  std::filesystem::path data;
  std::filesystem::path valid;
  std::filesystem::path config;
  std::filesystem::path out;
  bool resume = false;
  std::string kernels = "auto";
  // Seconds between checkpoints; one is also written with every report and at the end.
  double checkpoint_seconds = 60;
  bool quiet = false;
};

enum class RunEnd { Finished, Stopped };

// Runs to the end or until a stop is requested (tools/common/signals.hpp).
Result<RunEnd> run_training(const RunOptions& options);

}  // namespace grandee::train
