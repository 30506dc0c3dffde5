// grandee-train: trains a network from expanded records.
#include <fmt/format.h>

#include "base/standard_streams.hpp"
#include "tools/common/atomic_file.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/messages.hpp"
#include "tools/common/named_files.hpp"
#include "tools/common/signals.hpp"
#include "tools/train/gradient_check.hpp"
#include "tools/train/quantise.hpp"
#include "tools/train/run.hpp"
#include "tools/train/sample.hpp"

namespace {

using namespace grandee;
namespace train = grandee::train;

constexpr int kExitFailed = 1;

int fail(const std::string& message) {
  tools::say(fmt::format("grandee-train: {}", message));
  return kExitFailed;
}

int run(const train::RunOptions& options) {
  tools::install_signal_handlers();
  const auto end = train::run_training(options);
  if (!end) return fail(end.error());
  if (*end == train::RunEnd::Finished) return 0;
  tools::say("stopped; the same command with --resume goes on");
  return tools::signal_exit_code();
}

struct ExportOptions {
  std::filesystem::path checkpoint;
  std::filesystem::path out;
  int scale = 0;
};

int export_checkpoint(const ExportOptions& options) {
  const auto checkpoint = train::load_checkpoint(options.checkpoint);
  if (!checkpoint) return fail(checkpoint.error());
  const int scale = options.scale != 0
                        ? options.scale
                        : static_cast<int>(std::lround(checkpoint->config.score_scale));
  if (const auto outputs = tools::check_outputs({{"--out", options.out.string()}},
                                                {{"--checkpoint", options.checkpoint.string()}});
      !outputs)
    return fail(outputs.error());
  auto network = train::export_network(*checkpoint, scale);
  if (!network) return fail(network.error());
  const auto written = tools::write_atomically(options.out, nn::serialise(*network));
  return written ? 0 : fail(written.error());
}

struct CompareOptions {
  std::filesystem::path checkpoint;
  std::filesystem::path network;
  std::filesystem::path valid;
  std::uint64_t positions = 1'000'000;
};

int compare(const CompareOptions& options) {
  const auto checkpoint = train::load_checkpoint(options.checkpoint);
  if (!checkpoint) return fail(checkpoint.error());
  const auto network = nn::load_network(options.network);
  if (!network) return fail(network.error());
  const train::Config& config = checkpoint->config;
  if ((*network)->width != config.width || (*network)->features != config.features())
    return fail(
        fmt::format("the checkpoint is {} wide with {} inputs, the network {} with {}",
                    config.width, config.mirrored ? "mirrored" : "plain", (*network)->width,
                    (*network)->features == nn::FeatureSet::Mirrored ? "mirrored" : "plain"));
  const auto source = train::open_source(options.valid);
  if (!source) return fail(source.error());
  const auto comparison =
      train::compare(train::Layout(config.width), checkpoint->weights, **network, *source,
                     options.positions, train::Target{config.score_scale, config.result_share});
  if (!comparison) return fail(comparison.error());
  const auto shown = tools::print(train::describe(*comparison) + "\n");
  return shown ? 0 : fail(shown.error());
}

int check_gradients(int width, std::uint64_t seed) {
  bool passed = true;
  for (const auto& check : train::check_gradients(width, seed)) {
    const auto shown = tools::print(fmt::format(
        "{:8} {} parameters, worst difference {:.2e} of the largest gradient, loss off by "
        "{:.2e}: {}\n",
        check.kernels, check.parameters, check.worst, check.loss_error,
        check.passed() ? "good" : "WRONG"));
    if (!shown) return fail(shown.error());
    passed = passed && check.passed();
  }
  return passed ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  CLI::App app{"Trains a network from expanded records (grandee-data expand).", "grandee-train"};
  app.require_subcommand(0, 1);

  train::RunOptions options;
  app.add_option("--data", options.data, "training records");
  app.add_option("--valid", options.valid, "validation records, of other games");
  app.add_option("--config", options.config, "JSON file with the shape and the schedule");
  app.add_option("--out", options.out, "folder for checkpoint, curves and network");
  app.add_flag("--resume", options.resume, "go on from the folder's checkpoint, if there is one");
  app.add_option("--kernel", options.kernels, "auto, plain, avx2 or avx512")->capture_default_str();
  app.add_option("--checkpoint-seconds", options.checkpoint_seconds,
                 "at most so long between checkpoints")
      ->capture_default_str();
  app.add_flag("--quiet", options.quiet, "no progress");

  ExportOptions exporting;
  CLI::App* exporter = app.add_subcommand("export", "writes the network of a checkpoint");
  exporter->add_option("--checkpoint", exporting.checkpoint)->required();
  exporter->add_option("--out", exporting.out, "network file")->required();
  exporter->add_option("--scale", exporting.scale, "centipawns of one logit [config's score_scale]")
      ->check(CLI::Range(nn::kMinScale, nn::kMaxScale));

  CompareOptions comparing;
  CLI::App* comparer =
      app.add_subcommand("compare", "float weights against integer inference, on records");
  comparer->add_option("--checkpoint", comparing.checkpoint)->required();
  comparer->add_option("--net", comparing.network)->required();
  comparer->add_option("--valid", comparing.valid)->required();
  comparer->add_option("--positions", comparing.positions)->capture_default_str();

  int width = 64;
  std::uint64_t seed = 1;
  CLI::App* checker =
      app.add_subcommand("check-gradients", "kernels against differences in double precision");
  checker->add_option("--width", width)
      ->check(CLI::IsMember({64, 128, 256}))
      ->capture_default_str();
  checker->add_option("--seed", seed)->capture_default_str();

  if (const auto code = tools::read_command_line(app, tools::words_of(argc, argv), kExitFailed))
    return *code;
  if (*exporter) return export_checkpoint(exporting);
  if (*comparer) return compare(comparing);
  if (*checker) return check_gradients(width, seed);
  for (const char* name : {"--data", "--valid", "--config", "--out"})
    if (app.count(name) == 0) return fail(fmt::format("{} is missing, see --help", name));
  return run(options);
}
