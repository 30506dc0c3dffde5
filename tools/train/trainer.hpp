// A training run: batches through the network, one AdamW step after each. The outcome is a function
// of config, data, number of threads and kernels.
#pragma once

#include <memory>
#include <vector>

#include "tools/train/checkpoint.hpp"
#include "tools/train/kernels.hpp"
#include "tools/train/record_stream.hpp"
#include "tools/train/sample.hpp"
#include "tools/train/team.hpp"

namespace grandee::train {

// The learning rate of a batch: linear warm-up, then half a cosine down to the final rate.
double learning_rate(const Config& config, std::uint64_t batch, std::uint64_t batches);

// Batches of the whole run, and after which ones a report is due.
struct Plan {
  std::uint64_t batches;

  Plan(const Config& config, std::uint64_t records);
  // Is a report due after so many batches? Always after the last.
  bool report_due(std::uint64_t done) const;

 private:
  double batches_per_report_;
};

class Trainer {
 public:
  // Starts anew or goes on from a checkpoint; the state must fit config and data.
  Trainer(Checkpoint state, RecordSource train, RecordSource valid, const Kernels& kernels);

  // A state at batch 0.
  static Checkpoint fresh(const Config& config, int threads, const DataIdentity& data,
                          const Kernels& kernels);

  bool finished() const { return state_.batch >= plan_.batches; }
  const Plan& plan() const { return plan_; }
  const Checkpoint& state() const { return state_; }
  // Mean training loss since the last report; right after one, that of the report.
  double running_loss() const;

  // One batch forward, backward, and a step of the optimiser; a report where one is due.
  Result<Ok> step();

  // Mean loss over the validation records with the weights as they are.
  Result<double> validate();

 private:
  Result<Ok> load_samples(const std::vector<data::Record>& records, std::uint64_t first_record,
                          bool augment);
  bool flipped(std::uint64_t record_of_run) const;
  float bound_at(std::size_t place) const;
  void optimise();
  Result<Ok> report();

  Checkpoint state_;
  RecordSource train_;
  RecordSource valid_;
  const Kernels& kernels_;
  Layout layout_;
  Plan plan_;
  Target target_;
  Team team_;
  RecordStream stream_;
  std::vector<Sample> samples_;
  std::vector<Floats> gradients_;  // one buffer per thread
};

}  // namespace grandee::train
