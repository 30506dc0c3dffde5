// Threads that do their shares of one job after the other.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace grandee::train {

class Team {
 public:
  explicit Team(int threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return static_cast<int>(threads_.size()) + 1; }
  // Calls job(0) … job(size() − 1), each on a thread of its own (0 on the caller's), and returns
  // when all are done.
  void run(const std::function<void(int)>& job);

 private:
  void loop(int id);

  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<void(int)>* job_ = nullptr;
  std::uint64_t round_ = 0;
  int busy_ = 0;
  bool quit_ = false;
  std::vector<std::thread> threads_;
};

// The share of `part` out of `parts` in `count` things, ends on multiples of `grain`.
struct Share {
  std::size_t begin;
  std::size_t end;
};
constexpr Share share_of(std::size_t count, int part, int parts, std::size_t grain = 1) {
  const std::size_t grains = (count + grain - 1) / grain;
  const auto cut = [&](int n) {
    const std::size_t at = grains * static_cast<std::size_t>(n) / static_cast<std::size_t>(parts);
    return at * grain < count ? at * grain : count;
  };
  return {cut(part), cut(part + 1)};
}

}  // namespace grandee::train
