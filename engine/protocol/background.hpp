// A long command beside the protocol's loop (perft, bench), so that input is served meanwhile.
#pragma once

#include <functional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

namespace grandee::protocol {

class Background {
 public:
  ~Background() {
    stop();
    wait();
  }

  // The work ends early when its token is asked to stop, as it is by the destructor. One piece of
  // work at a time: an earlier one is waited for. Where the system gives no thread, so is this one.
  void start(std::function<void(std::stop_token)> work) {
    wait();
    source_ = std::stop_source();
    const auto run = [work = std::move(work), token = source_.get_token()] { work(token); };
    try {
      thread_ = std::thread(run);
    } catch (const std::system_error&) {
      run();
    }
  }
  // Asks; does not wait. Also from within the work.
  void stop() { source_.request_stop(); }
  void wait() {
    if (thread_.joinable()) thread_.join();
  }

 private:
  std::stop_source source_;
  std::thread thread_;
};

}  // namespace grandee::protocol
