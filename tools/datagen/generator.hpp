// Many games on many threads, each thread with a file of its own.
#pragma once

#include <array>
#include <atomic>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "tools/common/chain_file.hpp"
#include "tools/datagen/evaluation.hpp"
#include "tools/datagen/self_play.hpp"

namespace grandee::datagen {

struct Options {
  std::filesystem::path out;
  std::uint64_t games = 0;      // of the shard; 0: no limit
  std::uint64_t positions = 0;  // of the shard; 0: no limit
  int threads = 1;
  std::optional<std::uint64_t> seed;  // none: random, or that of the files that are resumed
  std::uint32_t shard = 0;
  std::uint32_t shards = 1;
  bool resume = false;
  std::size_t hash_kib = 1024;
  double watchdog_seconds = 600;  // 0: none
  Evaluation evaluation;
  PlayRules rules;
};

// Game i of a shard is played by thread i modulo their number and is a function of seed, shard and
// i alone; so is the file of each thread.
class Generator {
 public:
  enum class End { Complete, Stopped, Failed, Stuck };

  // Creates or resumes the files. Refuses before anything is played what can't work.
  static Result<std::unique_ptr<Generator>> create(const Options& options);

  // Plays until the limits are reached or a stop is requested; shows progress on stderr. After
  // Stuck a thread still runs, and only the end of the process ends it.
  End run();

  // What stands in the files, and what of it this run added.
  nlohmann::ordered_json summary() const;
  const std::string& error() const { return error_; }
  std::uint64_t seed() const { return seed_; }

 private:
  struct Worker {
    explicit Worker(tools::ChainFile chain_file) : file(std::move(chain_file)) {}
    tools::ChainFile file;
    std::thread thread;
    std::atomic<bool> done{false};
    // Guards what follows: what the others see of this worker.
    std::mutex mutex;
    tools::Tally tally;
    std::uint64_t bytes = 0;
    std::uint64_t number = 0;
    Position position;
    std::chrono::steady_clock::time_point begun;
  };

  explicit Generator(const Options& options) : options_(options) {}
  Result<Ok> open_files();
  data::HeaderFields header(int thread) const;
  std::filesystem::path file_name(int thread) const;
  Result<Ok> check_other_files() const;
  std::optional<std::uint64_t> seed_of_files() const;

  void play(Worker& worker, std::uint64_t first);
  bool enough(const Worker& worker, std::uint64_t number) const;
  void note(Worker& worker);
  void fail(const std::string& error);
  bool all_done() const;
  bool watch();
  tools::Tally total() const;
  std::string progress_text(const tools::Tally& now, double seconds) const;

  Options options_;
  std::uint64_t seed_ = 0;
  std::uint64_t signature_ = 0;
  std::vector<std::unique_ptr<Worker>> workers_;
  tools::Tally before_;  // what resumed files held
  double seconds_ = 0;
  bool stopped_ = false;
  std::mutex error_mutex_;
  std::string error_;
};

// "out.gcd" for one thread; "out.0.gcd" … for several.
std::filesystem::path thread_file_name(const std::filesystem::path& out, int thread, int threads);

}  // namespace grandee::datagen
