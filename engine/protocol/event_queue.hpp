// Events from several threads for one that waits for them.
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace grandee::protocol {

template <typename Event>
class EventQueue {
 public:
  // From any thread.
  void push(Event event) {
    {
      const std::lock_guard lock(mutex_);
      events_.push_back(std::move(event));
    }
    arrived_.notify_one();
  }
  // The oldest one; waits until there is one.
  Event pop() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return !events_.empty(); });
    Event event = std::move(events_.front());
    events_.pop_front();
    return event;
  }

 private:
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Event> events_;
};

}  // namespace grandee::protocol
