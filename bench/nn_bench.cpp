// Speed of inference by width and kernels: what a node of the search pays. The counter
// "times_scalar" is the speed against the plain loops, measured in the same run.
#include <benchmark/benchmark.h>

#include <ctime>
#include <vector>

#include "base/rng.hpp"
#include "board/movegen.hpp"
#include "nn/accumulator.hpp"

namespace {

using namespace grandee;

std::shared_ptr<const nn::Network> random_network(int width) {
  Rng rng(1);
  const auto weight = [&](int bound) {
    return static_cast<std::int16_t>(
        static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * bound + 1))) - bound);
  };
  nn::Network network = nn::make_network(nn::FeatureSet::Plain, width);
  for (auto& w : network.feature_bias) w = weight(100);
  for (auto& w : network.feature_weights) w = weight(60);
  for (auto& w : network.output_weights) w = weight(60);
  return std::make_shared<const nn::Network>(std::move(network));
}

// A position and a move of it, from random games: a quarter or so are captures, as in a search.
struct Step {
  Position before;
  Position after;
  Delta delta;
};

const std::vector<Step>& steps() {
  static const std::vector<Step> all = [] {
    std::vector<Step> made;
    Rng rng(2);
    Position position;
    while (made.size() < 512) {
      MoveList moves;
      generate_legal(position, moves);
      if (moves.empty()) {
        position = Position();
        continue;
      }
      Step step;
      step.before = position;
      step.delta = position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      step.after = position;
      made.push_back(step);
    }
    return made;
  }();
  return all;
}

// The stack follows one line through the games; every ply is evaluated.
class Line {
 public:
  Line(std::shared_ptr<const nn::Network> network, const nn::Kernels& kernels)
      : stack_(std::move(network), kernels) {}

  // Update of both perspectives and forward pass of one ply.
  Score next() {
    const Step& step = steps()[at_];
    if (length_ == 0) stack_.reset(step.before);
    stack_.push(step.after, step.delta);
    const Score score = stack_.evaluate(step.after);
    at_ = (at_ + 1) % steps().size();
    const bool goes_on = at_ != 0 && steps()[at_].before.key() == step.after.key();
    length_ = goes_on && length_ < 200 ? length_ + 1 : 0;
    return score;
  }

 private:
  nn::AccumulatorStack stack_;
  std::size_t at_ = 0;
  int length_ = 0;
};

// Processor time, so that other programs on the machine don't count.
template <typename Work>
double clocks_per_call(Work&& work) {
  constexpr int kCalls = 50'000;
  for (int i = 0; i < kCalls / 10; ++i) benchmark::DoNotOptimize(work());
  const std::clock_t start = std::clock();
  for (int i = 0; i < kCalls; ++i) benchmark::DoNotOptimize(work());
  return static_cast<double>(std::clock() - start) / kCalls;
}

template <typename MakeWork>
void measure(benchmark::State& state, const nn::Kernels& kernels, MakeWork&& make_work) {
  auto scalar = make_work(nn::kScalarKernels);
  auto work = make_work(kernels);
  const double ratio = clocks_per_call(scalar) / clocks_per_call(work);
  for (auto _ : state) benchmark::DoNotOptimize(work());
  state.counters["times_scalar"] = ratio;
}

void update_and_forward(benchmark::State& state, const nn::Kernels& kernels, int width) {
  const auto network = random_network(width);
  measure(state, kernels, [&](const nn::Kernels& k) {
    return [line = std::make_shared<Line>(network, k)] { return line->next(); };
  });
}

void forward(benchmark::State& state, const nn::Kernels& kernels, int width) {
  const auto network = random_network(width);
  measure(state, kernels, [&](const nn::Kernels& k) {
    auto stack = std::make_shared<nn::AccumulatorStack>(network, k);
    return [stack, start = Position()] { return stack->evaluate(start); };
  });
}

void refresh(benchmark::State& state, const nn::Kernels& kernels, int width) {
  const auto network = random_network(width);
  measure(state, kernels, [&](const nn::Kernels& k) {
    return [network, &k, i = std::size_t{0}]() mutable {
      i = (i + 1) % steps().size();
      return nn::evaluate_once(*network, k, steps()[i].after);
    };
  });
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  struct Kind {
    const char* name;
    void (*run)(benchmark::State&, const nn::Kernels&, int);
  };
  for (const Kind& kind : {Kind{"update+forward", update_and_forward}, Kind{"forward", forward},
                           Kind{"refresh+forward", refresh}})
    for (const int width : nn::kWidths)
      for (const nn::Kernels* kernels : nn::usable_kernels())
        benchmark::RegisterBenchmark(
            (std::string(kind.name) + "/" + std::to_string(width) + "/" + kernels->name).c_str(),
            [=](benchmark::State& state) { kind.run(state, *kernels, width); });
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
