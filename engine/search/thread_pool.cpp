#include "search/thread_pool.hpp"

#include <algorithm>
#include <condition_variable>
#include <map>
#include <mutex>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "search/memory.hpp"
#include "search/worker.hpp"

namespace grandee::search {

namespace {

// Left to the rest of the machine when threads are added.
constexpr std::size_t kSpareMemory = std::size_t{64} << 20;

// A thread that runs one job at a time. Its worker is made on the thread itself, so that its memory
// lies near the processor it runs on.
class Runner {
 public:
  explicit Runner(const std::function<std::unique_ptr<Worker>()>& make_worker) {
    thread_ = std::thread([this, make_worker] {
      std::unique_ptr<Worker> made;
      try {
        made = make_worker();
      } catch (const std::bad_alloc&) {
      }
      std::unique_lock lock(mutex_);
      worker_ = std::move(made);
      ready_ = true;
      changed_.notify_all();
      loop(lock);
      lock.unlock();
      worker_.reset();
    });
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ready_; });
  }
  ~Runner() {
    {
      const std::scoped_lock lock(mutex_);
      quit_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  // Null if there was no memory for it.
  Worker* worker() { return worker_.get(); }

  void run(std::function<void(Worker&)> job) {
    wait();
    {
      const std::scoped_lock lock(mutex_);
      job_ = std::move(job);
      busy_ = true;
    }
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !busy_; });
  }
  bool busy() const {
    const std::scoped_lock lock(mutex_);
    return busy_;
  }

 private:
  void loop(std::unique_lock<std::mutex>& lock) {
    for (;;) {
      changed_.wait(lock, [this] { return busy_ || quit_; });
      if (!busy_) return;
      lock.unlock();
      job_(*worker_);
      lock.lock();
      busy_ = false;
      changed_.notify_all();
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::unique_ptr<Worker> worker_;
  std::function<void(Worker&)> job_;
  bool ready_ = false;
  bool busy_ = false;
  bool quit_ = false;
  std::thread thread_;
};

}  // namespace

struct ThreadPool::Impl {
  TranspositionTable table;
  Control control;
  std::vector<std::unique_ptr<Runner>> runners;
  // Wakes the main thread of an infinite or pondering search that has nothing left to do.
  std::mutex hold_mutex;
  std::condition_variable hold_changed;

  std::uint64_t total_nodes() const {
    std::uint64_t sum = 0;
    for (const auto& runner : runners) sum += runner->worker()->nodes();
    return sum;
  }

  // With `infinite` and `ponder` the result may only be told when it is asked for.
  void hold_back() {
    std::unique_lock lock(hold_mutex);
    hold_changed.wait(
        lock, [this] { return control.stop || (!control.limits.infinite && !control.ponder); });
  }
  void signal(std::atomic<bool>& flag, bool value) {
    {
      const std::scoped_lock lock(hold_mutex);
      flag = value;
    }
    hold_changed.notify_all();
  }

  // Votes weighted by how much better than the worst a worker's score is, and by its depth.
  const Worker& best_worker() const {
    const Worker* best = runners[0]->worker();
    if (runners.size() == 1 || best->root_moves().empty() || control.limits.multi_pv > 1 ||
        control.limits.depth || !control.limits.search_moves.empty())
      return *best;
    Score worst = kInfinite;
    for (const auto& runner : runners) worst = std::min(worst, runner->worker()->result().score);
    std::map<std::uint32_t, std::int64_t> votes;
    const auto vote = [&](const SearchResult& r) {
      return std::int64_t{r.score - worst + 14} * std::max(r.depth, 1);
    };
    for (const auto& runner : runners) {
      const SearchResult r = runner->worker()->result();
      votes[r.best.raw()] += vote(r);
    }
    SearchResult chosen = best->result();
    for (const auto& runner : runners) {
      const Worker* worker = runner->worker();
      if (worker->completed_depth() == 0) continue;
      const SearchResult r = worker->result();
      const bool mates = r.score >= kMateBound || chosen.score >= kMateBound;
      const bool wins = mates ? r.score > chosen.score
                              : votes[r.best.raw()] > votes[chosen.best.raw()] ||
                                    (r.best == chosen.best && vote(r) > vote(chosen) &&
                                     r.pv.size() > chosen.pv.size());
      if (!wins) continue;
      best = worker;
      chosen = r;
    }
    return *best;
  }

  void run_main(Worker& main, Listener& listener) {
    control.await_tables(main.root_position());
    for (std::size_t i = 1; i < runners.size(); ++i)
      runners[i]->run([this](Worker& w) { w.think(nullptr, [this] { return total_nodes(); }); });
    main.think(&listener, [this] { return total_nodes(); });
    hold_back();
    control.stop = true;
    for (std::size_t i = 1; i < runners.size(); ++i) runners[i]->wait();
    const Worker& best = best_worker();
    SearchResult result = best.result();
    result.nodes = total_nodes();
    if (&best != &main) {
      Line line;
      line.depth = std::max(result.depth, 1);
      line.selective_depth = std::max(best.root_moves()[0].selective_depth, line.depth);
      line.score = result.score;
      line.pv = result.pv;
      listener.on_line(line, {result.nodes, control.time.elapsed_ms(), table.hashfull()});
    }
    listener.on_result(result);
  }
};

ThreadPool::ThreadPool() : impl_(std::make_unique<Impl>()) {
  if (!impl_->table.resize(kDefaultHashMiB << 20, 1)) throw std::bad_alloc();
  static_cast<void>(set_threads(1));
}

ThreadPool::~ThreadPool() {
  stop();
  wait();
}

Result<Ok> ThreadPool::set_threads(int threads) {
  if (threads < 1 || threads > kMaxThreads)
    return Error{"Threads " + std::to_string(threads) + " is outside 1–" +
                 std::to_string(kMaxThreads)};
  stop();
  wait();
  Impl& i = *impl_;
  const std::size_t wanted = static_cast<std::size_t>(threads);
  while (i.runners.size() > wanted) i.runners.pop_back();
  while (i.runners.size() < wanted) {
    const int id = static_cast<int>(i.runners.size());
    try {
      if (!i.runners.empty() && available_memory() < sizeof(Worker) + kSpareMemory)
        throw std::bad_alloc();
      auto runner = std::make_unique<Runner>(
          [&i, id] { return std::make_unique<Worker>(i.table, i.control, id); });
      if (runner->worker() == nullptr) throw std::bad_alloc();
      i.runners.push_back(std::move(runner));
    } catch (const std::exception&) {
      if (i.runners.empty()) throw;
      return Error{"only " + std::to_string(i.runners.size()) + " of " + std::to_string(threads) +
                   " threads could be started"};
    }
  }
  return Ok{};
}

Result<Ok> ThreadPool::set_hash(std::size_t mebibytes) {
  stop();
  wait();
  return impl_->table.resize(mebibytes << 20, threads());
}

int ThreadPool::threads() const {
  return static_cast<int>(impl_->runners.size());
}
std::size_t ThreadPool::hash_mib() const {
  return impl_->table.bytes() >> 20;
}

void ThreadPool::set_network(std::shared_ptr<const nn::Network> network) {
  clear();
  impl_->control.network = std::move(network);
}

const std::shared_ptr<const nn::Network>& ThreadPool::network() const {
  return impl_->control.network;
}

void ThreadPool::clear() {
  clear_hash();
  for (const auto& runner : impl_->runners) runner->run([](Worker& w) { w.clear(); });
  for (const auto& runner : impl_->runners) runner->wait();
}

void ThreadPool::clear_hash() {
  stop();
  wait();
  impl_->table.clear(threads());
}

void ThreadPool::visit_hash(const std::function<void(Key, const TtData&)>& visitor) {
  stop();
  wait();
  impl_->table.visit(visitor);
}

void ThreadPool::add_to_hash(Key key, const TtData& data) {
  stop();
  wait();
  TtData known;
  if (!impl_->table.probe(key, known) || known.depth < data.depth) impl_->table.store(key, data);
}

void ThreadPool::start(Root root, Limits limits, Listener& listener) {
  stop();
  wait();
  Impl& i = *impl_;
  i.control.stop = false;
  i.control.stop_on_ponder_hit = false;
  i.control.ponder = limits.ponder;
  i.control.time.start(limits, root.position.side_to_move());
  i.control.limits = std::move(limits);
  i.table.new_search();
  for (const auto& runner : i.runners) runner->worker()->prepare(root);
  i.runners[0]->run([&i, &listener](Worker& main) { i.run_main(main, listener); });
}

void ThreadPool::stop() {
  impl_->signal(impl_->control.stop, true);
}

void ThreadPool::ponder_hit() {
  // Order: the clock restarts before anybody may look at it.
  if (!impl_->control.ponder) return;
  impl_->control.time.restart(impl_->total_nodes());
  impl_->signal(impl_->control.ponder, false);
}

void ThreadPool::wait() {
  if (!impl_->runners.empty()) impl_->runners[0]->wait();
}

Statistics ThreadPool::statistics() const {
  return {impl_->total_nodes(), impl_->control.time.elapsed_ms(), impl_->table.hashfull()};
}

bool ThreadPool::searching() const {
  return impl_->runners[0]->busy();
}

}  // namespace grandee::search
