#include "bench/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include "bench/positions.hpp"
#include "board/notation.hpp"
#include "board/score.hpp"

namespace grandee::bench {

namespace {

struct ResultKeeper : search::Listener {
  search::SearchResult result;
  void on_result(const search::SearchResult& r) override { result = r; }
};

std::int64_t per_second(std::uint64_t nodes, std::int64_t milliseconds) {
  return static_cast<std::int64_t>(nodes) * 1000 / std::max<std::int64_t>(milliseconds, 1);
}

// Reads the next number of the text into the value, which stays when there is none.
template <typename Number>
Result<Ok> take_number(std::string_view& text, std::string_view name, Number most, Number& value) {
  const std::size_t start = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(start);
  if (text.empty()) return Ok{};
  const std::size_t length = std::min(text.find_first_of(" \t"), text.size());
  const char* end = text.data() + length;
  Number read = 0;
  const auto [stop, error] = std::from_chars(text.data(), end, read);
  if (error != std::errc() || stop != end || read < 1 || read > most)
    return Error{fmt::format("bench: {} '{:.40}' is not an integer from 1 to {}", name,
                             text.substr(0, length), most)};
  value = read;
  text.remove_prefix(length);
  return Ok{};
}

}  // namespace

Result<Settings> parse_settings(std::string_view arguments) {
  Settings settings;
  if (auto done = take_number(arguments, "depth", kMaxPly, settings.depth); !done)
    return Error{done.error()};
  if (auto done = take_number(arguments, "hash", search::kMaxHashMiB, settings.hash_mib); !done)
    return Error{done.error()};
  if (arguments.find_first_not_of(" \t") != std::string_view::npos)
    return Error{"bench: expected at most a depth and a hash size"};
  return settings;
}

Result<Totals> run(const Settings& settings, std::stop_token token,
                   const std::function<void(std::string_view)>& report) {
  search::ThreadPool pool;
  if (auto done = pool.set_hash(settings.hash_mib); !done) return Error{done.error()};
  search::Limits limits;
  limits.depth = settings.depth;
  Totals totals;
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < std::size(kPositions) && !totals.stopped; ++i) {
    const auto position = parse_fen(kPositions[i]);
    if (!position) return Error{"bench position: " + position.error()};
    pool.clear();
    ResultKeeper keeper;
    pool.start({*position, {}}, limits, keeper);
    {
      const std::stop_callback stop(token, [&] { pool.stop(); });
      pool.wait();
    }
    totals.nodes += keeper.result.nodes;
    totals.stopped = token.stop_requested();
    report(fmt::format("{:2}/{} {:>10} nodes  {:8} {}", i + 1, std::size(kPositions),
                       keeper.result.nodes, to_uci(keeper.result.best), kPositions[i]));
  }
  totals.milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(
                            std::chrono::steady_clock::now() - start)
                            .count();
  return totals;
}

std::string describe(const Totals& totals) {
  return fmt::format("{} nodes {} nps", totals.nodes,
                     per_second(totals.nodes, totals.milliseconds));
}

}  // namespace grandee::bench
