#include "tools/spsa/arena.hpp"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <thread>

#include "tools/common/signals.hpp"

namespace grandee::spsa {

namespace {

using namespace std::chrono_literals;
using match::Termination;

constexpr auto kSignalInterval = 100ms;

// An engine that plays by the rules and answers in time never ends a game like this.
bool is_fault(Termination termination) {
  return match::is_engine_failure(termination) || termination == Termination::IllegalMove ||
         termination == Termination::NoMove || termination == Termination::FalseClaim ||
         termination == Termination::TimeForfeit;
}

// An error if the engine did not take an option.
Result<Ok> refusal(match::Engine& engine) {
  const auto remarks = engine.take_remarks();
  if (remarks.empty()) return Ok{};
  return Error{fmt::format("engine {}: {}", engine.config().name, remarks.front())};
}

}  // namespace

// The games of one iteration.
struct Arena::Round {
  std::uint64_t first_pair = 0;
  std::uint64_t games = 0;

  std::mutex mutex;  // of all that follows
  std::condition_variable ended;
  std::uint64_t next = 0;
  std::uint64_t played = 0;
  std::int64_t net_wins = 0;
  std::size_t running = 0;
  std::string error;
};

Result<std::unique_ptr<Arena>> Arena::start(const ArenaConfig& config,
                                            match::OpeningSource openings) {
  std::unique_ptr<Arena> arena(new Arena(config, std::move(openings)));
  if (const auto started = arena->start_engines(); !started) return Error{started.error()};
  return arena;
}

Arena::~Arena() {
  for (Table& table : tables_)
    for (auto* engine : {&table.plus, &table.minus})
      if (*engine) (*engine)->quit();
}

Result<Ok> Arena::start_engines() {
  tables_.resize(config_.games_at_a_time);
  for (Table& table : tables_)
    for (auto* engine : {&table.plus, &table.minus}) {
      auto started = match::Engine::start(config_.engine, config_.patience, interrupt_);
      if (!started) return Error{started.error()};
      *engine = *std::move(started);
      if (const auto refused = refusal(**engine); !refused) return refused;
    }
  offered_ = tables_[0].plus->spin_options();
  return Ok{};
}

Result<Ok> Arena::set_values(match::Engine& engine, const std::vector<Parameter>& parameters,
                             const std::vector<std::int64_t>& values) {
  for (std::size_t i = 0; i < parameters.size(); ++i)
    engine.set_option(parameters[i].name, std::to_string(values[i]));
  return refusal(engine);
}

Result<std::optional<std::int64_t>> Arena::play(const std::vector<Parameter>& parameters,
                                                const Probe& probe, std::uint64_t first_pair,
                                                std::uint64_t pairs) {
  for (Table& table : tables_) {
    const auto plus = set_values(*table.plus, parameters, probe.plus);
    if (!plus) return Error{plus.error()};
    const auto minus = set_values(*table.minus, parameters, probe.minus);
    if (!minus) return Error{minus.error()};
  }
  Round round;
  round.first_pair = first_pair;
  round.games = 2 * pairs;
  round.running = tables_.size();
  std::vector<std::thread> threads;
  for (Table& table : tables_) threads.emplace_back([this, &round, &table] { work(round, table); });
  {
    std::unique_lock lock(round.mutex);
    while (round.running > 0) {
      round.ended.wait_for(lock, kSignalInterval);
      if (tools::stop_requested()) interrupt_.raise();
    }
  }
  for (std::thread& thread : threads) thread.join();
  if (!round.error.empty()) return Error{round.error};
  if (round.played < round.games) return std::optional<std::int64_t>();
  return std::optional(round.net_wins);
}

void Arena::work(Round& round, Table& table) const {
  std::unique_lock lock(round.mutex);
  while (round.next < round.games && round.error.empty() && !interrupt_.raised()) {
    const std::uint64_t number = round.next++;
    const std::uint64_t pair = round.first_pair + number / 2;
    const bool swapped = number % 2 == 1;
    lock.unlock();
    match::Engine& white = swapped ? *table.minus : *table.plus;
    match::Engine& black = swapped ? *table.plus : *table.minus;
    const match::GameRecord record =
        match::play_game(white, black, openings_.opening(pair), config_.referee);
    lock.lock();
    if (record.result == match::GameResult::Unfinished) break;
    if (is_fault(record.termination))
      round.error = fmt::format("engine {}: game {} of pair {}: {}", config_.engine.name,
                                number % 2 + 1, pair + 1, record.detail);
    ++round.played;
    if (record.result == match::GameResult::Draw) continue;
    const bool white_won = record.result == match::GameResult::WhiteWins;
    round.net_wins += white_won != swapped ? 1 : -1;
  }
  --round.running;
  round.ended.notify_one();
}

}  // namespace grandee::spsa
