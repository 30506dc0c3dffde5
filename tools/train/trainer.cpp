#include "tools/train/trainer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <numeric>

#include "base/rng.hpp"
#include "tools/train/reference.hpp"

namespace grandee::train {

namespace {

constexpr std::size_t kGrain = 16;  // parameters that are never split between threads

}  // namespace

double learning_rate(const Config& config, std::uint64_t batch, std::uint64_t batches) {
  const auto warmup = static_cast<double>(
      std::min<std::uint64_t>(static_cast<std::uint64_t>(config.warmup_batches), batches / 10));
  const auto at = static_cast<double>(batch);
  if (at < warmup) return config.learning_rate * (at + 1) / warmup;
  const double share = (at - warmup) / std::max(1.0, static_cast<double>(batches) - warmup);
  return config.final_learning_rate + (config.learning_rate - config.final_learning_rate) *
                                          (1 + std::cos(std::numbers::pi * share)) / 2;
}

Plan::Plan(const Config& config, std::uint64_t records) {
  const double per_epoch = static_cast<double>(records) / config.batch;
  batches = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::llround(std::ceil(config.epochs * per_epoch))));
  batches_per_report_ = std::max(1.0, per_epoch / config.reports_per_epoch);
}

bool Plan::report_due(std::uint64_t done) const {
  const auto number = [&](std::uint64_t n) {
    return std::floor(static_cast<double>(n) / batches_per_report_);
  };
  return done == batches || number(done) > number(done - 1);
}

Trainer::Trainer(Checkpoint state, RecordSource train, RecordSource valid, const Kernels& kernels)
    : state_(std::move(state)),
      train_(std::move(train)),
      valid_(std::move(valid)),
      kernels_(kernels),
      layout_(state_.config.width),
      plan_(state_.config, train_.records),
      target_{state_.config.score_scale, state_.config.result_share},
      team_(state_.threads),
      stream_(train_, static_cast<std::size_t>(state_.config.batch), state_.batch),
      gradients_(static_cast<std::size_t>(state_.threads), Floats(layout_.size(), 0.f)) {}

Checkpoint Trainer::fresh(const Config& config, int threads, const DataIdentity& data,
                          const Kernels& kernels) {
  const Layout layout(config.width);
  Checkpoint state;
  state.config = config;
  state.threads = threads;
  state.kernels = kernels.name;
  state.data = data;
  state.weights = initial_parameters(layout, config.seed);
  state.first.assign(layout.size(), 0.f);
  state.second.assign(layout.size(), 0.f);
  return state;
}

double Trainer::running_loss() const {
  if (state_.loss_count > 0) return state_.loss_sum / static_cast<double>(state_.loss_count);
  return state_.curve.empty() ? std::numeric_limits<double>::quiet_NaN()
                              : state_.curve.back().train_loss;
}

bool Trainer::flipped(std::uint64_t record_of_run) const {
  return (Rng::stream(state_.config.seed, record_of_run).next() & 1) != 0;
}

Result<Ok> Trainer::load_samples(const std::vector<data::Record>& records,
                                 std::uint64_t first_record, bool augment) {
  samples_.resize(records.size());
  std::atomic<std::size_t> bad{records.size()};
  team_.run([&](int thread) {
    const Share share = share_of(records.size(), thread, team_.size());
    for (std::size_t i = share.begin; i < share.end; ++i)
      if (!make_sample(records[i], state_.config.features(), augment && flipped(first_record + i),
                       target_, samples_[i]))
        bad = i;
  });
  if (bad == records.size()) return Ok{};
  return Error{fmt::format("record {} of the batch can't be a position of the game", bad.load())};
}

Result<Ok> Trainer::step() {
  const auto records = stream_.next();
  if (!records) return Error{records.error()};
  const std::size_t count = (*records)->size();
  if (const auto loaded = load_samples(**records, state_.batch * count, state_.config.augment);
      !loaded)
    return Error{
        fmt::format("'{}', batch {}: {}", train_.path.string(), state_.batch, loaded.error())};
  std::vector<double> losses(gradients_.size());
  const ConstView weights = layout_.weights(state_.weights.data());
  team_.run([&](int thread) {
    const auto t = static_cast<std::size_t>(thread);
    const Share share = share_of(count, thread, team_.size());
    losses[t] = kernels_.gradients(weights, layout_.gradients(gradients_[t].data()),
                                   samples_.data() + share.begin, share.end - share.begin,
                                   1.f / static_cast<float>(count), layout_.width());
  });
  state_.loss_sum = std::accumulate(losses.begin(), losses.end(), state_.loss_sum);
  state_.loss_count += count;
  optimise();
  ++state_.batch;
  return plan_.report_due(state_.batch) ? report() : Ok{};
}

float Trainer::bound_at(std::size_t place) const {
  return state_.config.clip ? weight_bound(layout_, place) : std::numeric_limits<float>::infinity();
}

void Trainer::optimise() {
  const double rate = learning_rate(state_.config, state_.batch, plan_.batches);
  const auto t = static_cast<double>(state_.batch + 1);
  AdamStep step;
  step.rate = static_cast<float>(rate);
  step.decay = static_cast<float>(rate * state_.config.weight_decay);
  step.correction1 = static_cast<float>(1 / (1 - std::pow(double{kBeta1}, t)));
  step.correction2 = static_cast<float>(1 / (1 - std::pow(double{kBeta2}, t)));
  const std::size_t cuts[] = {
      0, layout_.rows(), layout_.lost_rows(), layout_.output(), layout_.offsets(), layout_.size()};
  constexpr std::size_t kPlacement = 1;
  team_.run([&](int thread) {
    const Share mine = share_of(layout_.size(), thread, team_.size(), kGrain);
    for (std::size_t part = 0; part + 1 < std::size(cuts); ++part) {
      const std::size_t begin = std::max(mine.begin, cuts[part]);
      const std::size_t end = std::min(mine.end, cuts[part + 1]);
      if (begin >= end) continue;
      AdamStep own = step;
      own.bound = bound_at(begin);
      if (part == kPlacement && state_.config.decay_to_place) own.decay = 0;
      std::vector<float*> buffers;
      for (Floats& gradients : gradients_) buffers.push_back(gradients.data() + begin);
      kernels_.adamw(state_.weights.data() + begin, state_.first.data() + begin,
                     state_.second.data() + begin, buffers.data(), buffers.size(), end - begin,
                     own);
    }
  });
  if (!state_.config.decay_to_place) return;
  team_.run([&](int thread) {
    for (int piece = thread; piece < nn::kPlacementInputs / kSquares; piece += team_.size())
      pull_to_place(layout_, state_.weights.data(), piece, step.decay, bound_at(layout_.rows()));
  });
}

Result<double> Trainer::validate() {
  constexpr std::size_t kPiece = 16384;
  RecordReader reader(valid_);
  std::vector<data::Record> records;
  const ConstView weights = layout_.weights(state_.weights.data());
  double sum = 0;
  for (std::uint64_t at = 0; at < valid_.records; at += records.size()) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, valid_.records - at));
    if (const auto read = reader.read(at, count, records); !read) return Error{read.error()};
    if (const auto loaded = load_samples(records, at, false); !loaded)
      return Error{
          fmt::format("'{}', from record {}: {}", valid_.path.string(), at, loaded.error())};
    std::vector<double> losses(gradients_.size(), 0.0);
    team_.run([&](int thread) {
      const Share share = share_of(count, thread, team_.size());
      double own = 0;
      for (std::size_t i = share.begin; i < share.end; ++i) {
        const double error =
            sigmoid(double{kernels_.output(weights, samples_[i], layout_.width())}) -
            double{samples_[i].target};
        own += error * error;
      }
      losses[static_cast<std::size_t>(thread)] = own;
    });
    sum = std::accumulate(losses.begin(), losses.end(), sum);
  }
  return sum / static_cast<double>(valid_.records);
}

Result<Ok> Trainer::report() {
  const auto valid = validate();
  if (!valid) return Error{valid.error()};
  CurvePoint point;
  point.batch = state_.batch;
  point.positions = state_.batch * static_cast<std::uint64_t>(state_.config.batch);
  point.epoch = static_cast<double>(point.positions) / static_cast<double>(train_.records);
  point.learning_rate = learning_rate(state_.config, state_.batch - 1, plan_.batches);
  point.train_loss = running_loss();
  point.valid_loss = *valid;
  state_.curve.push_back(point);
  state_.loss_sum = 0;
  state_.loss_count = 0;
  return Ok{};
}

}  // namespace grandee::train
