#include "tools/train/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/rng.hpp"

namespace grandee::train {

Floats initial_parameters(const Layout& layout, std::uint64_t seed) {
  // About 36 inputs are on: sums start with a deviation of about 0.6, so that both ends of the
  // activation are met.
  constexpr float kFeatureRange = 0.17f;
  constexpr float kOutputRange = 0.1f;
  Rng rng = Rng::stream(seed, 0x696E6974);
  const auto uniform = [&](float range) { return range * static_cast<float>(2 * rng.unit() - 1); };
  Floats run(layout.size(), 0.f);
  for (std::size_t i = layout.rows(); i < layout.output(); ++i) run[i] = uniform(kFeatureRange);
  for (std::size_t i = layout.output(); i < layout.offsets(); ++i) run[i] = uniform(kOutputRange);
  return run;
}

float weight_bound(const Layout& layout, std::size_t place) {
  if (place < layout.output()) return float{nn::kMaxFeatureWeight} / nn::kQA;
  if (place < layout.offsets()) return float{nn::kMaxOutputWeight} / nn::kQB;
  return std::numeric_limits<float>::infinity();
}

void pull_to_place(const Layout& layout, float* run, int piece, float share, float bound) {
  const std::size_t width = layout.width();
  float* const rows = run + layout.rows() +
                      static_cast<std::size_t>(piece) * static_cast<std::size_t>(kSquares) * width;
  std::vector<float> means((1 + kFiles + kRanks) * width, 0.f);
  float* const all = means.data();
  float* const files = all + width;
  float* const ranks = files + kFiles * width;
  for (Square s = 0; s < kSquares; ++s) {
    const float* const row = rows + static_cast<std::size_t>(s) * width;
    float* const file = files + static_cast<std::size_t>(file_of(s)) * width;
    float* const rank = ranks + static_cast<std::size_t>(rank_of(s)) * width;
    for (std::size_t i = 0; i < width; ++i) {
      all[i] += row[i] / kSquares;
      file[i] += row[i] / kRanks;
      rank[i] += row[i] / kFiles;
    }
  }
  for (Square s = 0; s < kSquares; ++s) {
    float* const row = rows + static_cast<std::size_t>(s) * width;
    const float* const file = files + static_cast<std::size_t>(file_of(s)) * width;
    const float* const rank = ranks + static_cast<std::size_t>(rank_of(s)) * width;
    for (std::size_t i = 0; i < width; ++i)
      row[i] = std::clamp(row[i] + share * (file[i] + rank[i] - all[i] - row[i]), -bound, bound);
  }
}

std::string describe_place(const Layout& layout, std::size_t place) {
  const std::size_t width = layout.width();
  if (place < layout.rows()) return fmt::format("feature bias of neuron {}", place);
  if (place < layout.output()) {
    const std::size_t at = place - layout.rows();
    return fmt::format("feature weight of input {}, neuron {}", at / width, at % width);
  }
  if (place < layout.offsets()) {
    const std::size_t at = place - layout.output();
    return fmt::format("output weight of bucket {}, neuron {}", at / (2 * width), at % (2 * width));
  }
  return fmt::format("output bias of bucket {}", place - layout.offsets());
}

}  // namespace grandee::train
