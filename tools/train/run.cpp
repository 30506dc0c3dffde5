#include "tools/train/run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <system_error>
#include <thread>

#include "tools/common/atomic_file.hpp"
#include "tools/common/messages.hpp"
#include "tools/common/progress.hpp"
#include "tools/common/signals.hpp"
#include "tools/common/writer_lock.hpp"
#include "tools/train/quantise.hpp"
#include "tools/train/trainer.hpp"

namespace grandee::train {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kComparedPositions = 50'000;

// The state to go on from: the folder's checkpoint where that is asked for, else a fresh one.
class Start {
 public:
  Start(const RunOptions& options, const Config& config, const DataIdentity& data)
      : options_(options), config_(config), data_(data), path_(options.out / "checkpoint.bin") {}

  Result<Checkpoint> state(const Kernels& kernels) const {
    if (!fs::exists(path_)) return Trainer::fresh(config_, wanted_threads(), data_, kernels);
    if (!options_.resume)
      return Error{
          fmt::format("'{}' holds a run already; continue it with --resume or name another "
                      "folder",
                      options_.out.string())};
    auto checkpoint = load_checkpoint(path_);
    if (!checkpoint) return checkpoint;
    const std::string fault = mismatch(*checkpoint, kernels);
    if (!fault.empty())
      return Error{fmt::format("checkpoint '{}' is of another run: {}", path_.string(), fault)};
    return checkpoint;
  }

 private:
  int wanted_threads() const {
    if (config_.threads > 0) return config_.threads;
    return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  }

  std::string mismatch(const Checkpoint& checkpoint, const Kernels& kernels) const {
    const std::string key = difference(checkpoint.config, config_);
    if (!key.empty()) return key;
    if (checkpoint.data != data_)
      return fmt::format(
          "it was made with {} training and {} validation records (checksums "
          "{:016x}, {:016x}), these are {} and {} ({:016x}, {:016x})",
          checkpoint.data.train_records, checkpoint.data.valid_records,
          checkpoint.data.train_checksum, checkpoint.data.valid_checksum, data_.train_records,
          data_.valid_records, data_.train_checksum, data_.valid_checksum);
    if (config_.threads != 0 && config_.threads != checkpoint.threads)
      return fmt::format("it was made with {} threads, the config says {}", checkpoint.threads,
                         config_.threads);
    if (checkpoint.kernels != kernels.name)
      return fmt::format("it was made with --kernel {}, this is {}", checkpoint.kernels,
                         kernels.name);
    return "";
  }

  const RunOptions& options_;
  const Config& config_;
  const DataIdentity& data_;
  fs::path path_;
};

class Run {
 public:
  Run(const RunOptions& options, Checkpoint state, RecordSource train, RecordSource valid,
      const Kernels& kernels)
      : options_(options),
        valid_(valid),
        trainer_(std::move(state), std::move(train), std::move(valid), kernels),
        progress_(stderr, positions(trainer_.plan().batches)) {
    progress_.set_done_before(positions(trainer_.state().batch));
  }

  Result<RunEnd> finish() {
    const std::uint64_t start = trainer_.state().batch;
    if (!options_.quiet) tools::say(fmt::format("{}", opening()));
    while (!trainer_.finished() && !tools::stop_requested()) {
      const std::size_t reports = trainer_.state().curve.size();
      if (const auto step = trainer_.step(); !step) return Error{step.error()};
      if (trainer_.state().curve.size() != reports) {
        if (const auto saved = save_report(); !saved) return Error{saved.error()};
      } else if (Clock::now() >= next_checkpoint_) {
        if (const auto saved = save(); !saved) return Error{saved.error()};
      }
      if (!options_.quiet && progress_.due()) show(start);
    }
    if (const auto saved = save(); !saved) return Error{saved.error()};
    progress_.end_line();
    if (!trainer_.finished()) return RunEnd::Stopped;
    if (const auto compared = compare_export(); !compared) return Error{compared.error()};
    return RunEnd::Finished;
  }

 private:
  std::uint64_t positions(std::uint64_t batches) const {
    return batches * static_cast<std::uint64_t>(trainer_.state().config.batch);
  }

  std::string opening() const {
    const Checkpoint& s = trainer_.state();
    return fmt::format(
        "{}: width {}, {} inputs, {} + {} records, {} batches of {}, {} threads, {} kernels{}",
        s.config.name, s.config.width, s.config.mirrored ? "mirrored" : "plain",
        s.data.train_records, s.data.valid_records, trainer_.plan().batches, s.config.batch,
        s.threads, s.kernels, s.batch == 0 ? "" : fmt::format(", goes on at batch {}", s.batch));
  }

  void show(std::uint64_t start) {
    const Checkpoint& s = trainer_.state();
    const double seconds = std::max(progress_.seconds(), 1e-3);
    const double speed = static_cast<double>(positions(s.batch - start)) / seconds;
    const std::string valid =
        s.curve.empty() ? "" : fmt::format(", valid {:.6f}", s.curve.back().valid_loss);
    progress_.show(positions(s.batch), fmt::format("batch {} of {}, loss {:.6f}{}, {:.2f} M pos/s",
                                                   s.batch, trainer_.plan().batches,
                                                   trainer_.running_loss(), valid, speed / 1e6));
  }

  Result<Ok> save() {
    next_checkpoint_ =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(
                           std::chrono::duration<double>(options_.checkpoint_seconds));
    return save_checkpoint(trainer_.state(), options_.out / "checkpoint.bin");
  }

  // The checkpoint first: whatever becomes of the rest, the work is kept.
  Result<Ok> save_report() {
    if (auto saved = save(); !saved) return saved;
    const Checkpoint& s = trainer_.state();
    const CurvePoint& last = s.curve.back();
    if (!options_.quiet) {
      progress_.end_line();
      tools::say(fmt::format("epoch {:.2f}: training loss {:.6f}, validation loss {:.6f}",
                             last.epoch, last.train_loss, last.valid_loss));
    }
    auto written = tools::write_atomically(options_.out / "curve.csv", curve_csv(s.curve));
    if (written)
      written =
          tools::write_atomically(options_.out / "curve.svg", curve_svg(s.curve, s.config.name));
    if (!written) return written;
    auto network = export_network(s, score_scale());
    if (!network) {
      tools::say(fmt::format("no network is written at batch {}: {}", s.batch, network.error()));
      return Ok{};
    }
    return tools::write_atomically(options_.out / "network.nnue", nn::serialise(*network));
  }

  Result<Ok> compare_export() {
    const Checkpoint& s = trainer_.state();
    const auto network = export_network(s, score_scale());
    if (!network)
      return Error{fmt::format("the last weights can't be exported: {}; they are kept in '{}'",
                               network.error(), (options_.out / "checkpoint.bin").string())};
    const auto comparison =
        compare(Layout(s.config.width), s.weights, *network, valid_, kComparedPositions,
                Target{s.config.score_scale, s.config.result_share});
    if (!comparison) return Error{comparison.error()};
    if (!options_.quiet) tools::say(fmt::format("{}", describe(*comparison)));
    return Ok{};
  }

  int score_scale() const {
    return static_cast<int>(std::lround(trainer_.state().config.score_scale));
  }

  const RunOptions& options_;
  RecordSource valid_;
  Trainer trainer_;
  tools::Progress progress_;
  Clock::time_point next_checkpoint_ = Clock::now();
};

}  // namespace

Result<RunEnd> run_training(const RunOptions& options) {
  const auto kernels = find_kernels(options.kernels);
  if (!kernels) return Error{kernels.error()};
  const auto config = load_config(options.config);
  if (!config) return Error{config.error()};
  auto train = open_source(options.data);
  if (!train) return Error{train.error()};
  auto valid = open_source(options.valid);
  if (!valid) return Error{valid.error()};
  std::error_code error;
  fs::create_directories(options.out, error);
  if (error)
    return Error{
        fmt::format("folder '{}' can't be made: {}", options.out.string(), error.message())};
  const auto lock = tools::WriterLock::take(options.out);
  if (!lock) return Error{lock.error()};
  const DataIdentity data{train->records, train->checksum, valid->records, valid->checksum};
  auto state = Start(options, *config, data).state(**kernels);
  if (!state) return Error{state.error()};
  return Run(options, *std::move(state), *std::move(train), *std::move(valid), **kernels).finish();
}

}  // namespace grandee::train
