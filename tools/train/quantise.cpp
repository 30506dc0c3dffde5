#include "tools/train/quantise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "nn/kernels.hpp"
#include "tools/train/reference.hpp"
#include "tools/train/sample.hpp"

namespace grandee::train {

namespace {

constexpr double kOutputUnit = double{nn::kQA} * nn::kQA * nn::kQB;

Result<Ok> check_weights(const Layout& layout, const Floats& weights) {
  std::size_t bad = 0;
  std::size_t worst = 0;
  float worst_excess = 0;
  for (std::size_t i = 0; i < layout.offsets() + nn::kBuckets; ++i) {
    // Output biases are 32 bits wide; half of that is far beyond any use.
    const float bound = i < layout.offsets() ? weight_bound(layout, i)
                                             : static_cast<float>(INT32_MAX / 2 / kOutputUnit);
    const float excess = std::abs(weights[i]) / bound;
    if (excess <= 1) continue;
    ++bad;
    // What is not a number is worse than anything.
    if (bad == 1 || !(excess <= worst_excess)) {
      worst = i;
      worst_excess = excess;
    }
  }
  if (bad == 0) return Ok{};
  return Error{
      fmt::format("{} weights can't be held by integers; the worst, {}, is {}, bound ±{:.4f}", bad,
                  describe_place(layout, worst), weights[worst], weight_bound(layout, worst))};
}

template <typename Integer>
Integer scaled(float weight, double unit) {
  return static_cast<Integer>(std::lround(weight * unit));
}

double chance(double logit) {
  return 1 / (1 + std::exp(-logit));
}

// First-layer sums of one view, and the output of two.
class IntegerInference {
 public:
  explicit IntegerInference(const nn::Network& network)
      : network_(network), kernels_(nn::default_kernels()) {}

  std::int64_t output(const Sample& sample) {
    const auto width = static_cast<std::size_t>(network_.width);
    refresh(sample.own, sample.count, own_);
    refresh(sample.other, sample.count, other_);
    const std::int32_t sum =
        kernels_.forward(own_, other_, network_.bucket_weights(sample.bucket), width);
    score_ = network_.score(sample.bucket, sum);
    return std::int64_t{sum} + network_.output_bias[static_cast<std::size_t>(sample.bucket)];
  }
  // Of the last output.
  Score score() const { return score_; }

 private:
  void refresh(const std::uint16_t* rows, int count, std::int16_t* to) {
    kernels_.refresh(to, network_.feature_bias.data(), network_.feature_weights.data(), rows,
                     static_cast<std::size_t>(count), static_cast<std::size_t>(network_.width));
  }

  const nn::Network& network_;
  const nn::Kernels& kernels_;
  alignas(nn::kAlignment) std::int16_t own_[nn::kMaxWidth];
  alignas(nn::kAlignment) std::int16_t other_[nn::kMaxWidth];
  Score score_ = 0;
};

}  // namespace

Result<nn::Network> quantise(const Layout& layout, const Floats& weights, nn::FeatureSet features,
                             int score_scale) {
  if (const auto good = check_weights(layout, weights); !good) return Error{good.error()};
  nn::Network network = nn::make_network(features, static_cast<int>(layout.width()));
  network.scale = score_scale;
  const ConstView view = layout.weights(weights.data());
  for (std::size_t i = 0; i < network.feature_bias.size(); ++i)
    network.feature_bias[i] = scaled<std::int16_t>(view.bias[i], nn::kQA);
  for (std::size_t i = 0; i < network.feature_weights.size(); ++i)
    network.feature_weights[i] = scaled<std::int16_t>(view.rows[i], nn::kQA);
  for (std::size_t i = 0; i < network.output_weights.size(); ++i)
    network.output_weights[i] = scaled<std::int16_t>(view.output[i], nn::kQB);
  for (std::size_t i = 0; i < network.output_bias.size(); ++i)
    network.output_bias[i] = scaled<std::int32_t>(view.offsets[i], kOutputUnit);
  if (const auto good = nn::check_bounds(network); !good) return Error{good.error()};
  return network;
}

Result<nn::Network> export_network(const Checkpoint& c, int score_scale) {
  const Layout layout(c.config.width);
  auto network = quantise(layout, c.weights, c.config.features(), score_scale);
  if (!network) return network;
  network->summary =
      fmt::format("{}: {} records (checksum {:016x}), {} batches, config {}", c.config.name,
                  c.data.train_records, c.data.train_checksum, c.batch, to_json(c.config).dump());
  if (!c.curve.empty())
    network->summary += fmt::format(", training loss {:.6f}, validation loss {:.6f}",
                                    c.curve.back().train_loss, c.curve.back().valid_loss);
  network->summary.resize(std::min(network->summary.size(), nn::kMaxSummary));
  return network;
}

Result<Comparison> compare(const Layout& layout, const Floats& weights, const nn::Network& network,
                           const RecordSource& source, std::uint64_t positions,
                           const Target& target) {
  constexpr std::size_t kPiece = 4096;
  const Kernels& kernels = *usable_kernels().front();
  const ConstView view = layout.weights(weights.data());
  IntegerInference integer(network);
  RecordReader reader(source);
  std::vector<data::Record> records;
  Comparison result;
  result.positions = std::min(positions, source.records);
  for (std::uint64_t at = 0; at < result.positions; at += records.size()) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, result.positions - at));
    if (const auto read = reader.read(at, count, records); !read) return Error{read.error()};
    for (const data::Record& record : records) {
      Sample sample;
      if (!make_sample(record, network.features, false, target, sample))
        return Error{
            fmt::format("'{}': a record near {} is no position", source.path.string(), at)};
      const double logit = kernels.output(view, sample, layout.width());
      const double whole = static_cast<double>(integer.output(sample)) / kOutputUnit;
      const double float_error = chance(logit) - sample.target;
      const double integer_error = chance(whole) - sample.target;
      const double difference = std::abs(logit * network.scale - integer.score());
      result.float_loss += float_error * float_error;
      result.integer_loss += integer_error * integer_error;
      result.mean_difference += difference;
      result.max_difference = std::max(result.max_difference, difference);
    }
  }
  const auto n = static_cast<double>(result.positions);
  result.float_loss /= n;
  result.integer_loss /= n;
  result.mean_difference /= n;
  return result;
}

std::string describe(const Comparison& c) {
  return fmt::format(
      "{} positions: loss {:.6f} in floats, {:.6f} in integers ({:+.3f} %), scores differ by "
      "{:.2f} "
      "centipawns in the mean, {:.1f} at most",
      c.positions, c.float_loss, c.integer_loss, 100 * c.loss_change(), c.mean_difference,
      c.max_difference);
}

}  // namespace grandee::train
