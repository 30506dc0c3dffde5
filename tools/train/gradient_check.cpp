#include "tools/train/gradient_check.hpp"

#include <algorithm>
#include <cmath>

#include "base/rng.hpp"
#include "board/movegen.hpp"
#include "tools/train/parameters.hpp"
#include "tools/train/reference.hpp"
#include "tools/train/sample.hpp"

namespace grandee::train {

namespace {

constexpr std::size_t kSamples = 64;
constexpr std::size_t kParameters = 400;
constexpr double kStep = 1e-5;
constexpr double kTolerance = 2e-4;

std::vector<Sample> random_samples(std::uint64_t seed) {
  Rng rng = Rng::stream(seed, 1);
  const Target target{400, 0.3};
  std::vector<Sample> samples;
  Position position;
  while (samples.size() < kSamples) {
    MoveList moves;
    generate_legal(position, moves);
    if (moves.empty()) {
      position = Position();
      continue;
    }
    position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    if (rng.below(4) != 0) continue;
    data::Labels labels;
    labels.score = static_cast<int>(rng.below(1201)) - 600;
    labels.result = static_cast<data::GameResult>(rng.below(3));
    Sample sample;
    if (make_sample(data::pack(position, labels), nn::FeatureSet::Plain, rng.below(2) == 0, target,
                    sample))
      samples.push_back(sample);
  }
  return samples;
}

double reference_loss(const Layout& layout, const std::vector<double>& run,
                      const std::vector<Sample>& samples) {
  const RealView<double> view{run.data(), run.data() + layout.rows(), run.data() + layout.output(),
                              run.data() + layout.offsets()};
  double loss = 0;
  std::vector<double> sums(2 * layout.width());
  for (const Sample& sample : samples) {
    sums_of(view, sample, layout.width(), sums.data());
    const double error =
        sigmoid(output_of(view, sample, layout.width(), sums.data())) - double{sample.target};
    loss += error * error;
  }
  return loss / static_cast<double>(samples.size());
}

// Places in the run that matter: weights of inputs that are on, and all other kinds.
std::vector<std::size_t> chosen_places(const Layout& layout, const Floats& gradient,
                                       std::uint64_t seed) {
  Rng rng = Rng::stream(seed, 2);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < nn::kBuckets; ++i) places.push_back(layout.offsets() + i);
  for (std::size_t i = 0; i < 40; ++i)
    places.push_back(rng.below(static_cast<std::uint32_t>(layout.width())));
  while (places.size() < kParameters) {
    const std::size_t place = rng.below(static_cast<std::uint32_t>(layout.offsets()));
    if (gradient[place] != 0) places.push_back(place);
  }
  return places;
}

}  // namespace

bool GradientCheck::passed() const {
  return worst < kTolerance && loss_error < kTolerance;
}

std::vector<GradientCheck> check_gradients(int width, std::uint64_t seed) {
  const Layout layout(width);
  const Floats weights = initial_parameters(layout, seed);
  const std::vector<Sample> samples = random_samples(seed);
  std::vector<double> run(weights.begin(), weights.end());
  const double loss = reference_loss(layout, run, samples);

  std::vector<GradientCheck> checks;
  std::vector<Floats> gradients;
  for (const Kernels* kernels : usable_kernels()) {
    Floats& gradient = gradients.emplace_back(layout.size(), 0.f);
    const double sum = kernels->gradients(
        layout.weights(weights.data()), layout.gradients(gradient.data()), samples.data(),
        samples.size(), 1.f / static_cast<float>(samples.size()), layout.width());
    GradientCheck check;
    check.kernels = kernels->name;
    check.loss_error = std::abs(sum / static_cast<double>(samples.size()) - loss) / loss;
    checks.push_back(check);
  }

  double size = 0;
  for (const float g : gradients.front()) size = std::max(size, double{std::abs(g)});
  for (const std::size_t place : chosen_places(layout, gradients.front(), seed)) {
    const double before = run[place];
    run[place] = before + kStep;
    const double above = reference_loss(layout, run, samples);
    run[place] = before - kStep;
    const double below = reference_loss(layout, run, samples);
    run[place] = before;
    const double expected = (above - below) / (2 * kStep);
    for (std::size_t k = 0; k < checks.size(); ++k) {
      ++checks[k].parameters;
      checks[k].worst =
          std::max(checks[k].worst, std::abs(double{gradients[k][place]} - expected) / size);
    }
  }
  return checks;
}

}  // namespace grandee::train
