#include "protocol/relay.hpp"

namespace grandee::protocol {

void Relay::prepare(search::Listener& listener, std::chrono::milliseconds pause, LagMeter& lag,
                    NodeClock* clock) {
  const std::lock_guard lock(mutex_);
  listener_ = &listener;
  lag_ = &lag;
  node_clock_ = clock;
  pause_ = pause;
  begin_ = Clock::now();
  interrupted_ = false;
}

void Relay::restart() {
  const std::lock_guard lock(mutex_);
  begin_ = Clock::now();
}

void Relay::interrupt() {
  {
    const std::lock_guard lock(mutex_);
    interrupted_ = true;
  }
  changed_.notify_all();
}

void Relay::on_line(const search::Line& line, const search::Statistics& statistics) {
  listener_->on_line(line, statistics);
}

void Relay::on_current_move(int depth, Move move, int number) {
  listener_->on_current_move(depth, move, number);
}

void Relay::on_result(const search::SearchResult& result) {
  if (node_clock_ != nullptr) node_clock_->spend(result.nodes);
  {
    std::unique_lock lock(mutex_);
    if (result.best) changed_.wait_until(lock, begin_ + pause_, [this] { return interrupted_; });
    lag_->answered(
        std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin_).count());
  }
  listener_->on_result(result);
}

}  // namespace grandee::protocol
