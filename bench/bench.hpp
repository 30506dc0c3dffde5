// The bench: a fixed set of positions searched to a fixed depth. Its node count is the signature of
// what the search does; it changes only when the search does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "search/thread_pool.hpp"

namespace grandee::bench {

struct Settings {
  int depth = 12;
  std::size_t hash_mib = search::kDefaultHashMiB;
};

// Reads "[depth] [hash]".
Result<Settings> parse_settings(std::string_view arguments);

struct Totals {
  std::uint64_t nodes = 0;
  std::int64_t milliseconds = 0;
  bool stopped = false;  // before the last position was done
};

// One thread, nothing remembered from one position to the next. The report gets a line for each
// position. An error when the table cannot be had.
Result<Totals> run(const Settings& settings, std::stop_token token,
                   const std::function<void(std::string_view)>& report);

// "N nodes M nps"
std::string describe(const Totals& totals);

}  // namespace grandee::bench
