// Plays with an engine in both protocols as no host should, for as long as wanted; see player.hpp.
//
//   soak --engine build/asan/bin/grandee --seconds 1200 --seed 1
//   soak --engine build/release/bin/grandee --games 1000 --steady --protocol uci
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "tests/soak/player.hpp"

namespace {

using namespace grandee;
using namespace grandee::soak;

struct Arguments {
  Plan plan;
  double seconds = 0;  // 0: no limit
  std::uint64_t games = 0;
  std::uint64_t seed = 1;
  std::uint64_t report = 50;  // games
  bool steady = false;
  std::string protocol = "both";
};

class Soak {
 public:
  explicit Soak(const Arguments& arguments) : arguments_(arguments), rng_(arguments.seed) {}

  int run() {
    std::puts("   games   seconds  searches  memory");
    while (!done()) {
      run_process();
      uci_ = !uci_;
    }
    std::printf("%llu games in %llu processes, %llu searches, each answered by a legal move\n",
                number(games_), number(processes_), number(counts_.searches));
    if (counts_.searches != counts_.answers) {
      std::printf("but %llu answers\n", number(counts_.answers));
      return 1;
    }
    return arguments_.steady ? judge_memory() : 0;
  }

 private:
  static unsigned long long number(std::uint64_t n) { return n; }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  bool done() const {
    return (arguments_.seconds > 0 && seconds() >= arguments_.seconds) ||
           (arguments_.games > 0 && games_ >= arguments_.games);
  }

  void run_process() {
    const bool uci = arguments_.protocol == "both" ? uci_ : arguments_.protocol == "uci";
    const auto player = uci ? make_uci_player(arguments_.plan, rng_, counts_)
                            : make_xboard_player(arguments_.plan, rng_, counts_);
    ++processes_;
    std::uint64_t left = arguments_.steady ? arguments_.games : some(rng_, 40);
    while (left-- > 0 && !done()) {
      player->play_game();
      if (++games_ % arguments_.report == 0) report(player->measure_memory());
    }
    player->quit();
  }

  void report(long kib) {
    memory_.push_back(kib);
    std::printf("%8llu %9.1f %9llu %6ld MiB\n", number(games_), seconds(), number(counts_.searches),
                kib / 1024);
    std::fflush(stdout);
  }

  // What a process takes is taken by the first quarter of its games.
  int judge_memory() const {
    constexpr long kSlack = 8 * 1024;
    const auto quarter = memory_.begin() + static_cast<std::ptrdiff_t>(memory_.size() + 3) / 4;
    if (quarter == memory_.begin() || quarter == memory_.end()) return 0;
    const long early = *std::max_element(memory_.begin(), quarter);
    const long late = *std::max_element(quarter, memory_.end());
    if (late <= early + kSlack) return 0;
    std::printf("memory grows from %ld to %ld KiB\n", early, late);
    return 1;
  }

  const Arguments& arguments_;
  Rng rng_;
  Counts counts_;
  std::uint64_t games_ = 0;
  std::uint64_t processes_ = 0;
  bool uci_ = true;
  std::vector<long> memory_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Plays with an engine as no host should, and checks all its answers.");
  app.add_option("--engine", arguments.plan.engine, "The engine program")->required();
  app.add_option("--net", arguments.plan.network, "A network file to load now and then")
      ->required();
  app.add_option("--seconds", arguments.seconds, "Ends after so long")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--games", arguments.games, "Ends after so many games");
  app.add_option("--seed", arguments.seed, "Of everything that is random")->capture_default_str();
  app.add_option("--report", arguments.report, "Tells the memory after so many games")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_flag("--steady", arguments.steady,
               "One process for all games, whose memory must not grow; needs --games");
  app.add_option("--protocol", arguments.protocol, "uci, xboard or both in turn")
      ->check(CLI::IsMember({"uci", "xboard", "both"}))
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  if (arguments.seconds <= 0 && arguments.games == 0) {
    std::fputs("soak: --seconds or --games must be given\n", stderr);
    return 2;
  }
  // By itself glibc soon takes even megabytes from its heaps and leaves gaps there when threads come
  // and go, some 40 MiB in all: without that the memory is what the engine holds.
  if (arguments.steady) setenv("GLIBC_TUNABLES", "glibc.malloc.mmap_threshold=131072", 1);
  return Soak(arguments).run();
}
