// grandee-openings: makes a book of balanced openings.
#include <fmt/format.h>

#include <thread>

#include "base/standard_streams.hpp"
#include "tools/common/command_line.hpp"
#include "tools/common/messages.hpp"
#include "tools/common/progress.hpp"
#include "tools/common/signals.hpp"
#include "tools/openings/book_file.hpp"
#include "tools/openings/maker.hpp"

namespace {

using namespace grandee;
using namespace grandee::openings;

constexpr int kUsageError = 2;
// Candidates each thread tries between two looks at signals and the disk.
constexpr std::uint64_t kBatch = 64;

struct Arguments {
  MakerSettings maker;
  std::string out;
  std::size_t count = 20000;
  int threads = 1;
};

int fail(const std::string& message) {
  tools::say(fmt::format("grandee-openings: {}", message));
  return kUsageError;
}

std::string check(const Arguments& a) {
  const MakerSettings& m = a.maker;
  if (a.count < 1) return "--count must be at least 1";
  if (a.threads < 1 || a.threads > 1024) return "--threads must be within 1–1024";
  if (m.min_plies < 0 || m.max_plies < m.min_plies || m.max_plies > 100)
    return "--min-plies and --max-plies must be an interval within 0–100";
  if (m.nodes < 1 || m.max_score < 0) return "--nodes and --max-score must be positive";
  return "";
}

// Candidates of one batch, in the order of their numbers.
std::vector<std::optional<Candidate>> try_batch(std::vector<std::unique_ptr<Maker>>& makers,
                                                std::uint64_t first) {
  std::vector<std::optional<Candidate>> found(makers.size() * kBatch);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < makers.size(); ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = t; i < found.size(); i += makers.size())
        found[i] = makers[t]->make(first + i);
    });
  for (std::thread& thread : threads) thread.join();
  return found;
}

int make_book(const Arguments& a) {
  const MakerSettings& m = a.maker;
  auto file = BookFile::open(a.out, fmt::format("seed {} plies {}-{} nodes {} score {}", m.seed,
                                                m.min_plies, m.max_plies, m.nodes, m.max_score));
  if (!file) return fail(file.error());
  tools::install_signal_handlers();
  std::vector<std::unique_ptr<Maker>> makers;
  for (int t = 0; t < a.threads; ++t) makers.push_back(std::make_unique<Maker>(m));
  tools::Progress progress(stderr, a.count);
  progress.set_done_before(file->size());
  std::uint64_t next = file->next();
  while (file->size() < a.count && !tools::stop_requested()) {
    const auto found = try_batch(makers, next);
    for (std::size_t i = 0; i < found.size(); ++i)
      if (found[i]) file->add(next + i, *found[i]);
    next += found.size();
    if (const auto synced = file->sync(); !synced) return fail(synced.error());
    if (progress.due())
      progress.show(file->size(), fmt::format("{} openings of {} lines", file->size(), next));
  }
  progress.end_line();
  if (file->size() < a.count) {
    tools::say("Stopped; the same command goes on.");
    return tools::signal_exit_code();
  }
  if (const auto finished = file->finish(a.count); !finished) return fail(finished.error());
  const auto told =
      tools::print(fmt::format("{}: {} openings of {} lines\n", a.out, a.count, next));
  return told ? 0 : fail(told.error());
}

}  // namespace

int main(int argc, char** argv) {
  occupy_standard_streams();
  Arguments a;
  CLI::App app(
      "Makes balanced openings: random lines of moves that lose nothing at once, kept where a "
      "search finds\nthe end level, each position once. The same settings make the same book.",
      "grandee-openings");
  app.add_option("--out", a.out, "The book, as EPD")->required();
  app.add_option("--count", a.count, "Openings (20000)");
  app.add_option("--seed", a.maker.seed, "Of the lines (1)");
  app.add_option("--min-plies", a.maker.min_plies, "Shortest line (6)");
  app.add_option("--max-plies", a.maker.max_plies, "Longest line (10)");
  app.add_option("--nodes", a.maker.nodes, "Nodes of the search that decides (10000)");
  app.add_option("--max-score", a.maker.max_score, "Centipawns it may find, either way (80)");
  app.add_option("--threads", a.threads, "Searches at a time (1); the book is the same");
  if (const auto code = tools::read_command_line(app, tools::words_of(argc, argv), kUsageError))
    return *code;
  if (const std::string wrong = check(a); !wrong.empty()) return fail(wrong);
  return make_book(a);
}
