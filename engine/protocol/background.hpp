// A long command beside the protocol's loop (perft, bench), so that input is served meanwhile.
#pragma once

#include <functional>
#include <stop_token>
#include <thread>

namespace grandee::protocol {

class Background {
 public:
  // The work ends early when its token is asked to stop, as it is by the destructor. One piece of
  // work at a time: an earlier one is waited for.
  void start(std::function<void(std::stop_token)> work) {
    wait();
    thread_ = std::jthread(std::move(work));
  }
  // Asks; does not wait.
  void stop() { thread_.request_stop(); }
  void wait() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::jthread thread_;
};

}  // namespace grandee::protocol
