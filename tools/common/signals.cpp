#include "tools/common/signals.hpp"

#include <atomic>
#include <csignal>
#include <cstdlib>

namespace grandee::tools {

namespace {

std::atomic<bool> stop_flag{false};
std::atomic<int> signal_number{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void on_stop_signal(int number) {
  if (signal_number.exchange(number) != 0) std::_Exit(128 + number);
  stop_flag.store(true);
  // Some systems reset the handler when it is called.
  std::signal(number, on_stop_signal);
}

}  // namespace

void install_signal_handlers() {
  std::signal(SIGINT, on_stop_signal);
  std::signal(SIGTERM, on_stop_signal);
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);
#endif
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

bool stop_requested() {
  return stop_flag.load(std::memory_order_relaxed);
}

void request_stop() {
  stop_flag.store(true);
}

int signal_exit_code() {
  const int number = signal_number.load();
  return number == 0 ? 0 : 128 + number;
}

}  // namespace grandee::tools
