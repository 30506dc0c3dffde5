// A quantised network and its file.
//
// The file, little-endian, no padding:
//   8 bytes   "GrandeeN"
//   uint32    version (1), feature set (1 plain, 2 mirrored), inputs, width, buckets, kQA, kQB,
//             scale, length of the summary
//   bytes     summary: UTF-8, how the network was trained
//   int16     feature bias [width], feature weights [inputs][width],
//             output weights [buckets][2 · width], the side to move's half first
//   int32     output bias [buckets], in units of 1 / (kQA² · kQB)
//   uint64    XXH3 of all bytes before
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "board/score.hpp"
#include "nn/aligned.hpp"
#include "nn/arch.hpp"

namespace grandee::nn {

inline constexpr std::uint32_t kNetworkVersion = 1;
inline constexpr std::size_t kMaxSummary = 4096;
// Centipawns for one unit (logit) of the network's output.
inline constexpr int kMinScale = 10;
inline constexpr int kMaxScale = 5000;

struct Network {
  FeatureSet features = FeatureSet::Plain;
  int width = 0;
  int scale = 400;
  std::string summary;
  AlignedVector<std::int16_t> feature_bias;
  AlignedVector<std::int16_t> feature_weights;
  AlignedVector<std::int16_t> output_weights;
  std::array<std::int32_t, kBuckets> output_bias{};
  std::uint64_t checksum = 0;  // of the file; 0 before it was serialised

  const std::int16_t* bucket_weights(int bucket) const {
    return output_weights.data() + static_cast<std::size_t>(bucket * 2 * width);
  }
  // The score of a forward pass, from the side to move.
  Score score(int bucket, std::int32_t sum) const;
};

// A network of that shape with all weights zero.
Network make_network(FeatureSet features, int width);

// Could integer inference overflow with these weights? The error names the first weight or bucket
// that is out of bounds, and the bound.
Result<Ok> check_bounds(const Network& network);

// The bytes of the file; sets the checksum.
std::string serialise(Network& network);

// Refuses anything that isn't whole, of this version, of a known shape and free of overflow. The
// error starts with the name and tells what was expected and found.
Result<std::shared_ptr<const Network>> parse_network(std::string_view bytes, std::string_view name);
Result<std::shared_ptr<const Network>> load_network(const std::filesystem::path& path);

// The network compiled into the program; null if there is none.
std::shared_ptr<const Network> default_network();

}  // namespace grandee::nn
