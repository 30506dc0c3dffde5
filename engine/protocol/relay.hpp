// Stands between the search and the protocol's listener: tells the lag meter of its time and the
// node clock of its nodes, and holds back the answer of a weaker level, which would otherwise come
// at once whatever the clock.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "protocol/lag.hpp"
#include "protocol/node_clock.hpp"
#include "search/listener.hpp"

namespace grandee::protocol {

class Relay : public search::Listener {
 public:
  // Before a search: to whom to pass on what it tells, the least time until its result, and whom to
  // tell of its time and of its nodes (null: nobody). All must outlive the search.
  void prepare(search::Listener& listener, std::chrono::milliseconds pause, LagMeter& lag,
               NodeClock* clock);
  // The pause counts from now.
  void restart();
  // Ends a pause, or the one to come.
  void interrupt();

  void on_line(const search::Line& line, const search::Statistics& statistics) override;
  void on_current_move(int depth, Move move, int number) override;
  void on_result(const search::SearchResult& result) override;

 private:
  using Clock = std::chrono::steady_clock;

  search::Listener* listener_ = nullptr;
  LagMeter* lag_ = nullptr;
  NodeClock* node_clock_ = nullptr;
  std::chrono::milliseconds pause_{};
  std::mutex mutex_;
  std::condition_variable changed_;
  Clock::time_point begin_;
  bool interrupted_ = false;
};

}  // namespace grandee::protocol
