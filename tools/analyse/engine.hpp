// Searches of single positions for all sub-commands: one position in all threads, or many at once,
// one in each.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "nn/network.hpp"
#include "search/thread_pool.hpp"

namespace grandee::analyse {

// What a position is searched with. One of nodes, depth and movetime may be given, or several: the
// first that is reached ends the search.
struct Effort {
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::optional<std::int64_t> movetime_ms;

  bool limited() const { return nodes || depth || movetime_ms; }
  search::Limits limits(int multi_pv = 1) const;
  std::string describe() const;  // "100000 nodes"
};

struct EngineSetup {
  std::shared_ptr<const nn::Network> network = nn::default_network();  // null: bootstrap
  std::size_t hash_mib = 64;                                           // at most
  int threads = 1;

  std::string network_name() const;  // its checksum, "bootstrap"
};

// "": the built-in network; "bootstrap"; else a file.
Result<std::shared_ptr<const nn::Network>> choose_network(const std::string& name);

// The end of a search.
struct Analysis {
  std::vector<search::Line> lines;  // the best first; none where there is no legal move
  Score score = 0;                  // of the best line, from the side to move
  int depth = 0;
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
  int hashfull = 0;

  const std::vector<Move>& pv() const { return lines.front().pv; }
};

// Told while a search runs, from its thread.
using Watcher = std::function<void(const search::Line&, const search::Statistics&)>;

// A pool of threads for one position at a time.
class Analyst {
 public:
  static Result<std::unique_ptr<Analyst>> create(const EngineSetup& setup, std::size_t hash_mib);

  // Waits for the end. Nothing if stop() ended it before its limit; then what was found so far is
  // in `partial`, if that is wanted.
  std::optional<Analysis> search(const search::Root& root, const search::Limits& limits,
                                 const Watcher& watcher = nullptr, Analysis* partial = nullptr);
  // From another thread: ends the search that runs and refuses those that come.
  void stop();
  search::ThreadPool& pool() { return pool_; }

 private:
  Analyst() = default;

  search::ThreadPool pool_;
  std::atomic<bool> stopped_{false};
};

// Many searches, known by their numbers.
struct Tasks {
  std::vector<std::size_t> ids;
  std::function<search::Root(std::size_t id)> root;  // called by several threads at a time
};

// Searches all tasks, one in each thread, every one as if nothing had been searched before: the
// results at a fixed number of nodes depend neither on the threads nor on the order. `done` is
// called for each in turn, never twice at a time; an error of it ends the work. `idle` is called a
// few times a second. False if a signal asked to stop before everything was done.
Result<bool> search_all(const Tasks& tasks, const EngineSetup& setup, const search::Limits& limits,
                        const std::function<Result<Ok>(std::size_t id, const Analysis&)>& done,
                        const std::function<void()>& idle);

}  // namespace grandee::analyse
