// grandee-data: looks after chain files and makes of them what training needs.

#include <fmt/format.h>

#include <map>
#include <thread>

#include "base/standard_streams.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/messages.hpp"
#include "tools/common/signals.hpp"
#include "tools/data/commands.hpp"

namespace grandee::datatool {
namespace {

constexpr int kExitFailed = 1;
constexpr int kExitFaults = 2;

// Runs the command once the line is read; what it gives becomes the exit code.
class Program {
 public:
  Program() {
    app_.require_subcommand(1);
    app_.option_defaults()->always_capture_default();
    app_.footer(
        "Exit code 0: all good; 1: failed, nothing was written; 2: done, but there were bad blocks "
        "(named on stderr, the rest was used).");
    add_info();
    add_expand();
    add_merge();
    add_rescore();
    add_convert();
    add_stats();
    add_wdl();
  }

  int run(int argc, char** argv) {
    if (const auto code = tools::read_command_line(app_, tools::words_of(argc, argv), kExitFailed))
      return *code;
    tools::install_signal_handlers();
    const auto verdict = command_();
    if (!verdict) {
      tools::say(fmt::format("grandee-data: {}", verdict.error()));
      return kExitFailed;
    }
    switch (*verdict) {
      case Verdict::Good: return 0;
      case Verdict::Faults: return kExitFaults;
      case Verdict::Stopped: break;
    }
    tools::say(app_.got_subcommand("rescore")
                   ? "grandee-data: stopped; the same command with --resume goes on"
                   : "grandee-data: stopped");
    return tools::signal_exit_code();
  }

 private:
  template <typename F>
  CLI::App* add(const std::string& name, const std::string& help, F command) {
    CLI::App* sub = app_.add_subcommand(name, help);
    sub->option_defaults()->always_capture_default();
    sub->callback([this, command] { command_ = command; });
    return sub;
  }
  void add_files(CLI::App* sub) {
    sub->add_option("files", files_, "Chain files")->required()->check(CLI::ExistingFile);
  }
  void add_json(CLI::App* sub, JsonTarget& json) {
    sub->add_option("--json", json, "JSON to this file; -: standard output");
  }
  static void add_filter(CLI::App* sub, data::KeptFilter& filter) {
    sub->add_option("--min-ply", filter.min_ply, "First ply that is kept")
        ->check(CLI::Range(0, 100000));
    sub->add_option("--max-score", filter.max_score, "Largest score, ± centipawns, that is kept")
        ->check(CLI::Range(0, 32767));
  }

  void add_info() {
    auto* info_app = add("info", "What files hold, by their blocks' heads",
                         [this] { return info(files_, json_); });
    auto* verify_app = add("verify", "Replay every game and compare with the blocks' heads",
                           [this] { return verify(files_, json_); });
    for (auto* sub : {info_app, verify_app}) {
      add_files(sub);
      add_json(sub, json_);
    }
  }

  void add_expand() {
    auto* sub =
        add("expand", "Make shuffled records for training, split by game, none twice", [this] {
          expand_.files = files_;
          return expand(expand_);
        });
    add_files(sub);
    sub->add_option("--out", expand_.out, "File of records to train with")->required();
    sub->add_option("--valid", expand_.valid,
                    "File of records to validate with; <out>.valid<extension> if not given");
    sub->add_option("--valid-share", expand_.valid_share, "Share of games to validate with")
        ->check(CLI::Range(0.0, 1.0));
    add_filter(sub, expand_.filter);
    sub->add_option("--seed", expand_.seed, "Of the shuffle and the split")
        ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 62));
    sub->add_option("--memory", expand_.memory_mib, "MiB to use at most")
        ->check(CLI::Range(std::size_t{16}, std::size_t{1} << 24));
    add_json(sub, expand_.json);
  }

  void add_merge() {
    auto* sub = add("merge", "One file with the games of all in a fixed order, none twice",
                    [this] { return merge(files_, out_, json_); });
    add_files(sub);
    sub->add_option("--out", out_, "Chain file to write")->required();
    add_json(sub, json_);
  }

  void add_rescore() {
    rescore_.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
    auto* sub = add("rescore", "Score the positions anew with this engine",
                    [this] { return rescore(rescore_); });
    sub->add_option("file", rescore_.file, "Chain file")->required()->check(CLI::ExistingFile);
    sub->add_option("--out", rescore_.out, "Chain file to write")->required();
    sub->add_option("--nodes", rescore_.nodes, "Soft node limit of a position")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
    sub->add_option("--threads", rescore_.threads, "Threads")->check(CLI::Range(1, 4096));
    sub->add_option("--hash", rescore_.hash_kib,
                    "KiB of each thread's table, emptied for every game")
        ->check(CLI::Range(std::size_t{64}, std::size_t{1} << 24));
    sub->add_flag("--resume", rescore_.resume, "Continue a file that is there");
    add_json(sub, rescore_.json);
  }

  void add_convert() {
    static const std::map<std::string, TextForm> kForms = {
        {"text", TextForm::Text}, {"plain", TextForm::Plain}, {"chain", TextForm::Chain}};
    auto* sub =
        add("convert", "Chain file to text and back, or to Fairy-Stockfish's .plain", [this] {
          if (kept_only_) convert_.filter = filter_;
          return convert(convert_);
        });
    sub->add_option("file", convert_.file, "Chain file, or text for --to chain")
        ->required()
        ->check(CLI::ExistingFile);
    sub->add_option("--out", convert_.out, "File to write")->required();
    sub->add_option("--to", convert_.to, "text, plain or chain")
        ->required()
        ->transform(CLI::CheckedTransformer(kForms));
    auto* kept = sub->add_flag("--kept", kept_only_, "plain: only positions that pass the filter");
    sub->add_option("--min-ply", filter_.min_ply, "plain: first ply that is kept")->needs(kept);
    sub->add_option("--max-score", filter_.max_score, "plain: largest score that is kept")
        ->needs(kept);
  }

  void add_stats() {
    auto* sub = add("stats", "Histograms as CSV and SVG", [this] { return stats(files_, out_); });
    add_files(sub);
    sub->add_option("--out", out_, "Folder for them")->required();
  }

  void add_wdl() {
    auto* sub = add("wdl", "Fit the chances of win, draw and loss to games of one network", [this] {
      wdl_.files = files_;
      return wdl(wdl_);
    });
    add_files(sub);
    sub->add_option("--held-out", wdl_.held_out, "Share of games to check with")
        ->check(CLI::Range(0.0, 1.0));
    sub->add_option("--seed", wdl_.seed, "Of the split")
        ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 62));
    sub->add_option("--max-score", wdl_.max_score,
                    "Largest score, ± internal centipawns, that is used")
        ->check(CLI::Range(100, kMaxEval));
    sub->add_option("--svg", wdl_.svg, "Picture of model and held-out games");
    add_json(sub, wdl_.json);
  }

  CLI::App app_{"Looks after chain files (training-data/FORMAT.md).", "grandee-data"};
  std::function<Result<Verdict>()> command_;
  Files files_;
  std::filesystem::path out_;
  JsonTarget json_;
  ExpandOptions expand_;
  RescoreOptions rescore_;
  std::string net_;
  WdlOptions wdl_;
  ConvertOptions convert_;
  data::KeptFilter filter_;
  bool kept_only_ = false;
};

}  // namespace
}  // namespace grandee::datatool

int main(int argc, char** argv) {
  grandee::occupy_standard_streams();
  return grandee::datatool::Program().run(argc, argv);
}
