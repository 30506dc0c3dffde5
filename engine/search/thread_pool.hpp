// The search as the outside sees it: a pool of threads over one transposition table.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "base/result.hpp"
#include "nn/network.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"
#include "search/tt.hpp"

namespace grandee::search {

inline constexpr int kMaxThreads = 1024;
inline constexpr std::size_t kDefaultHashMiB = 16;
inline constexpr std::size_t kMaxHashMiB = std::size_t{1} << 25;

class ThreadPool {
 public:
  // One thread and a small table. Where the system gives not even these it throws what the standard
  // library does (std::system_error, std::bad_alloc): there is no engine without.
  ThreadPool();
  ~ThreadPool();  // stops a running search
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  // All setters wait for a running search to end (they stop it first). On an error the earlier
  // threads or table stay. A new table is empty.
  Result<Ok> set_threads(int threads);
  Result<Ok> set_hash(std::size_t mebibytes);
  int threads() const;
  std::size_t hash_mib() const;
  // Evaluates with this network from now on; null: with the bootstrap. At first it is the built-in
  // one. Forgets everything learned: it is all made of the old evaluation's scores.
  void set_network(std::shared_ptr<const nn::Network> network);
  const std::shared_ptr<const nn::Network>& network() const;
  // Forgets everything learned: table and histories.
  void clear();
  void clear_hash();
  // What the table knows, entry by entry, and the way back: of two entries for a position the
  // deeper one stays. Both stop a running search first.
  void visit_hash(const std::function<void(Key, const TtData&)>& visitor);
  void add_to_hash(Key key, const TtData& data);

  // Starts a search and returns at once; a running one is stopped first and its on_result comes
  // before. The listener must outlive the search. on_result comes exactly once: with `infinite` or
  // `ponder` not before stop() (or ponder_hit()).
  void start(Root root, Limits limits, Listener& listener);
  void stop();        // asks; does not wait
  void ponder_hit();  // the pondered move was played: the clock of the limits counts from now
  void wait();        // until the search has delivered its result
  bool searching() const;
  // Of the running search, or else of the last one.
  Statistics statistics() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace grandee::search
