#include "tools/analyse/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "tools/common/signals.hpp"

namespace grandee::analyse {

search::Limits Effort::limits(int multi_pv) const {
  search::Limits limits;
  limits.nodes = nodes;
  limits.depth = depth;
  limits.move_time = movetime_ms;
  limits.move_overhead = 0;
  limits.multi_pv = multi_pv;
  return limits;
}

std::string Effort::describe() const {
  std::string text;
  const auto add = [&text](std::string part) { text += (text.empty() ? "" : ", ") + part; };
  if (nodes) add(fmt::format("{} nodes", *nodes));
  if (depth) add(fmt::format("depth {}", *depth));
  if (movetime_ms) add(fmt::format("{} ms", *movetime_ms));
  return text;
}

std::string EngineSetup::network_name() const {
  return network ? fmt::format("{:016x}", network->checksum) : "bootstrap";
}

Result<std::shared_ptr<const nn::Network>> choose_network(const std::string& name) {
  if (name.empty()) return nn::default_network();
  if (name == "bootstrap") return std::shared_ptr<const nn::Network>();
  return nn::load_network(name);
}

namespace {

// Keeps the newest line of every rank.
class Keeper : public search::Listener {
 public:
  explicit Keeper(const Watcher& watcher) : watcher_(watcher) {}

  void on_line(const search::Line& line, const search::Statistics& statistics) override {
    const auto rank = static_cast<std::size_t>(line.rank);
    if (found_.lines.size() < rank) found_.lines.resize(rank);
    found_.lines[rank - 1] = line;
    note(statistics);
    if (watcher_) watcher_(line, statistics);
  }
  void on_result(const search::SearchResult& result) override {
    found_.score = result.score;
    found_.depth = result.depth;
    found_.nodes = std::max(found_.nodes, result.nodes);
    if (!result.best) return;
    // The best line of a search that ended amid an iteration may be newer than the last report.
    if (found_.lines.empty()) found_.lines.resize(1);
    search::Line& best = found_.lines.front();
    best.score = result.score;
    best.pv = result.pv;
    if (best.pv.empty()) best.pv = {result.best};
    // The same move may stand further down, from the iteration before.
    const auto again = std::remove_if(
        found_.lines.begin() + 1, found_.lines.end(),
        [&](const search::Line& line) { return line.pv.empty() || line.pv[0] == best.pv[0]; });
    found_.lines.erase(again, found_.lines.end());
    for (std::size_t i = 0; i < found_.lines.size(); ++i)
      found_.lines[i].rank = static_cast<int>(i) + 1;
  }
  Analysis& found() { return found_; }

 private:
  void note(const search::Statistics& s) {
    found_.nodes = s.nodes;
    found_.time_ms = s.time_ms;
    found_.hashfull = s.hashfull;
  }

  const Watcher& watcher_;
  Analysis found_;
};

// Enough for the nodes of one search, and quick to clear before the next.
std::size_t hash_for(const EngineSetup& setup, const search::Limits& limits) {
  if (!limits.nodes) return setup.hash_mib;
  constexpr std::uint64_t kBytesForANode = 32;
  const auto wanted = static_cast<std::size_t>(*limits.nodes * kBytesForANode >> 20);
  return std::clamp<std::size_t>(wanted, 1, setup.hash_mib);
}

}  // namespace

Result<std::unique_ptr<Analyst>> Analyst::create(const EngineSetup& setup, std::size_t hash_mib) {
  std::unique_ptr<Analyst> analyst(new Analyst());
  if (const auto threads = analyst->pool_.set_threads(setup.threads); !threads)
    return Error{threads.error()};
  if (const auto hash = analyst->pool_.set_hash(hash_mib); !hash) return Error{hash.error()};
  analyst->pool_.set_network(setup.network);
  return analyst;
}

std::optional<Analysis> Analyst::search(const search::Root& root, const search::Limits& limits,
                                        const Watcher& watcher, Analysis* partial) {
  Keeper keeper(watcher);
  pool_.start(root, limits, keeper);
  // A stop that came just before the start would be lost.
  if (stopped_) pool_.stop();
  pool_.wait();
  if (!stopped_) return std::move(keeper.found());
  if (partial != nullptr) *partial = std::move(keeper.found());
  return std::nullopt;
}

void Analyst::stop() {
  stopped_ = true;
  pool_.stop();
}

Result<bool> search_all(const Tasks& tasks, const EngineSetup& setup, const search::Limits& limits,
                        const std::function<Result<Ok>(std::size_t id, const Analysis&)>& done,
                        const std::function<void()>& idle) {
  const std::size_t count = tasks.ids.size();
  const std::size_t workers = std::clamp<std::size_t>(static_cast<std::size_t>(setup.threads), 1,
                                                      std::max<std::size_t>(count, 1));
  EngineSetup single = setup;
  single.threads = 1;
  std::vector<std::unique_ptr<Analyst>> analysts;
  for (std::size_t i = 0; i < workers; ++i) {
    auto analyst = Analyst::create(single, hash_for(setup, limits));
    if (!analyst) return Error{analyst.error()};
    analysts.push_back(*std::move(analyst));
  }

  std::atomic<std::size_t> next{0};
  std::mutex mutex;  // of what follows
  std::condition_variable changed;
  std::size_t running = workers;
  std::optional<Error> failure;
  bool stopped = false;
  const auto work = [&](Analyst& analyst) {
    for (std::size_t i = next++; i < count; i = next++) {
      analyst.pool().clear();
      const auto found = analyst.search(tasks.root(tasks.ids[i]), limits);
      const std::scoped_lock lock(mutex);
      stopped |= !found;
      if (stopped || failure) break;
      if (const auto kept = done(tasks.ids[i], *found); !kept) failure = Error{kept.error()};
    }
    const std::scoped_lock lock(mutex);
    --running;
    changed.notify_all();
  };
  std::vector<std::thread> threads;
  for (const auto& analyst : analysts) threads.emplace_back([&] { work(*analyst); });
  {
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, std::chrono::milliseconds(100), [&] { return running == 0; })) {
      if (tools::stop_requested() || failure)
        for (const auto& analyst : analysts) analyst->stop();
      if (idle) idle();
    }
  }
  for (std::thread& thread : threads) thread.join();
  if (failure) return *failure;
  return !stopped;
}

}  // namespace grandee::analyse
