#include "tools/analyse/watched_search.hpp"

#include <fmt/format.h>

#include <chrono>
#include <future>
#include <mutex>

#include "protocol/describe.hpp"
#include "tools/analyse/score_text.hpp"
#include "tools/common/signals.hpp"

namespace grandee::analyse {

namespace {

// What is shown, told by the search's thread and read by ours.
struct Latest {
  std::mutex mutex;
  search::Line line;
  std::uint64_t nodes = 0;
};

std::string text_of(const Latest& latest, const Position& position) {
  constexpr std::size_t kMoves = 4;
  std::vector<Move> moves = latest.line.pv;
  if (moves.size() > kMoves) moves.resize(kMoves);
  return fmt::format("depth {}, {}, {}", latest.line.depth,
                     signed_text(shown_white(position, latest.line.score)),
                     protocol::describe_line(position, moves, Letters::AC));
}

}  // namespace

WatchedResult search_watched(Analyst& analyst, const search::Root& root, const Effort& effort,
                             int multi_pv, const Watcher& watcher) {
  Latest latest;
  const Watcher note = [&](const search::Line& line, const search::Statistics& statistics) {
    if (watcher) watcher(line, statistics);
    const std::scoped_lock lock(latest.mutex);
    latest.nodes = statistics.nodes;
    if (line.rank == 1) latest.line = line;
  };
  WatchedResult result;
  auto ended = std::async(std::launch::async, [&] {
    const auto whole = analyst.search(root, effort.limits(multi_pv), note, &result.analysis);
    if (whole) result.analysis = *whole;
    return whole.has_value();
  });
  const auto total = effort.movetime_ms ? static_cast<std::uint64_t>(*effort.movetime_ms)
                                        : effort.nodes.value_or(0);
  tools::Progress progress(stderr, total);
  while (ended.wait_for(std::chrono::milliseconds(50)) != std::future_status::ready) {
    if (tools::stop_requested()) analyst.stop();
    const std::scoped_lock lock(latest.mutex);
    if (!progress.due() || latest.line.pv.empty()) continue;
    const std::uint64_t done =
        effort.movetime_ms ? std::min(total, static_cast<std::uint64_t>(1000 * progress.seconds()))
                           : latest.nodes;
    progress.show(done, text_of(latest, root.position));
  }
  progress.end_line();
  result.stopped = !ended.get();
  return result;
}

}  // namespace grandee::analyse
