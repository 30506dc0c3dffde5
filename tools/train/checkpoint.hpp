// All there is to a training run at some batch: resumed from it, the run goes on as if it had never
// stopped.
//
// The file, little-endian: 8 bytes "GrandeeC", uint32 version, uint32 length of the JSON, the JSON
// (config, data, batch, curve, …), then float32 weights, first moments, second moments (each of
// Layout::size()), and the XXH3 of all bytes before.
#pragma once

#include <filesystem>
#include <vector>

#include "tools/train/config.hpp"
#include "tools/train/curve.hpp"
#include "tools/train/parameters.hpp"

namespace grandee::train {

struct DataIdentity {
  std::uint64_t train_records = 0;
  std::uint64_t train_checksum = 0;
  std::uint64_t valid_records = 0;
  std::uint64_t valid_checksum = 0;

  friend bool operator==(const DataIdentity&, const DataIdentity&) = default;
};

struct Checkpoint {
  Config config;
  int threads = 1;      // that make the sums: another number rounds them otherwise
  std::string kernels;  // likewise
  DataIdentity data;
  std::uint64_t batch = 0;  // batches done
  double loss_sum = 0;      // since the last point of the curve
  std::uint64_t loss_count = 0;
  std::vector<CurvePoint> curve;
  Floats weights;
  Floats first;
  Floats second;
};

Result<Ok> save_checkpoint(const Checkpoint& checkpoint, const std::filesystem::path& path);
Result<Checkpoint> load_checkpoint(const std::filesystem::path& path);

}  // namespace grandee::train
