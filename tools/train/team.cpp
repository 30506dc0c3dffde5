#include "tools/train/team.hpp"

namespace grandee::train {

Team::Team(int threads) {
  for (int id = 1; id < threads; ++id) threads_.emplace_back([this, id] { loop(id); });
}

Team::~Team() {
  {
    const std::scoped_lock lock(mutex_);
    quit_ = true;
  }
  changed_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void Team::run(const std::function<void(int)>& job) {
  {
    const std::scoped_lock lock(mutex_);
    job_ = &job;
    busy_ = static_cast<int>(threads_.size());
    ++round_;
  }
  changed_.notify_all();
  job(0);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return busy_ == 0; });
}

void Team::loop(int id) {
  std::uint64_t seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return quit_ || round_ != seen; });
    if (quit_) return;
    seen = round_;
    const auto* job = job_;
    lock.unlock();
    (*job)(id);
    lock.lock();
    if (--busy_ == 0) changed_.notify_all();
  }
}

}  // namespace grandee::train
