#include "tools/match/match.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <condition_variable>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <random>
#include <set>
#include <thread>

#include "tools/common/messages.hpp"
#include "tools/common/progress.hpp"
#include "tools/common/signals.hpp"
#include "tools/match/game_pgn.hpp"
#include "tools/match/journal.hpp"
#include "tools/match/plan.hpp"
#include "tools/match/results.hpp"
#include "tools/match/schedule.hpp"

namespace grandee::match {

namespace {

using namespace std::chrono_literals;

// How often the main thread looks for a signal; the others sleep until something happens.
constexpr auto kSignalInterval = 100ms;
// With --recover: starts in a row that may fail before the match gives up.
constexpr int kStartAttempts = 3;
constexpr std::size_t kRemarksTold = 100;

std::vector<std::string> names_of(const MatchConfig& config) {
  std::vector<std::string> names;
  for (const EngineConfig& engine : config.engines) names.push_back(engine.name);
  return names;
}

class Match {
 public:
  Match(const MatchConfig& config, std::uint64_t seed, OpeningSource openings)
      : config_(config),
        seed_(seed),
        openings_(std::move(openings)),
        schedule_(config.engines.size(), config.tournament, config.games),
        results_(names_of(config), schedule_),
        progress_(stderr, schedule_.total()) {}

  Result<Ok> open_journal() {
    if (config_.pgn.empty()) return Ok{};
    const auto plan = plan_json(config_, seed_, openings_.book_hash());
    auto journal = config_.resume && Journal::stored_plan(config_.pgn)
                       ? Journal::resume(config_.pgn, plan, names_of(config_), results_)
                       : Journal::create(config_.pgn, plan);
    if (!journal) return Error{journal.error()};
    journal_.emplace(*std::move(journal));
    if (results_.played() > 0)
      std::fputs(fmt::format("Resumed after {} games\n", results_.played()).c_str(), stderr);
    progress_.set_done_before(results_.played());
    return Ok{};
  }

  MatchOutcome run() {
    for (const std::string& warning : warnings(config_, schedule_, openings_.distinct()))
      std::fputs(fmt::format("Warning: {}\n", warning).c_str(), stderr);
    check_sprt();
    const std::size_t left = schedule_.total() - results_.played();
    const auto slots = std::min(static_cast<std::size_t>(config_.concurrency), left);
    running_ = slots;
    std::vector<std::thread> threads;
    for (std::size_t slot = 0; slot < slots; ++slot)
      threads.emplace_back([this, slot] { work(slot); });
    wait_for_end();
    for (std::thread& thread : threads) thread.join();
    progress_.end_line();
    return conclude();
  }

 private:
  using Engines = std::vector<std::unique_ptr<Engine>>;

  void wait_for_end() {
    std::unique_lock lock(mutex_);
    while (running_ > 0) {
      ended_.wait_for(lock, kSignalInterval);
      if (tools::stop_requested()) interrupt_.raise();
    }
  }

  // One game at a time until there is none left.
  void work(std::size_t slot) {
    Engines engines(config_.engines.size());
    while (const auto game = next_game())
      if (!play(*game, slot, engines)) break;
    for (auto& engine : engines) stop(engine);
    const std::lock_guard lock(mutex_);
    --running_;
    ended_.notify_one();
  }

  std::optional<PlannedGame> next_game() {
    const std::lock_guard lock(mutex_);
    if (closed_ || tools::stop_requested()) return std::nullopt;
    while (next_ < schedule_.total() && results_.has(next_)) ++next_;
    if (next_ == schedule_.total()) return std::nullopt;
    return schedule_.game(next_++);
  }

  // False if the thread has nothing more to do.
  bool play(const PlannedGame& game, std::size_t slot, Engines& engines) {
    const std::size_t white = schedule_.white(game);
    const std::size_t black = schedule_.black(game);
    for (std::size_t i = 0; i < engines.size(); ++i)
      if (i != white && i != black) stop(engines[i]);
    for (const std::size_t i : {white, black})
      if (!engines[i] && !start(i, slot, engines[i])) return false;
    const GameRecord record =
        play_game(*engines[white], *engines[black], openings_.opening(game.pair), config_.referee);
    bool failed = false;
    for (const std::size_t i : {white, black}) {
      failed |= engines[i]->broken();
      if (engines[i]->broken() || engines[i]->config().restart) stop(engines[i]);
    }
    if (record.result == GameResult::Unfinished) return false;
    finish(game, record);
    if (failed && !config_.recover)
      close(MatchStatus::EngineFailure, fmt::format("game {}: {}", game.number + 1, record.detail));
    return true;
  }

  bool start(std::size_t index, std::size_t slot, std::unique_ptr<Engine>& engine) {
    EngineConfig config = config_.engines[index];
    if (!config_.cpus.empty()) config.command.cpus = {config_.cpus[slot % config_.cpus.size()]};
    std::string why;
    for (int attempt = 0; attempt < (config_.recover ? kStartAttempts : 1); ++attempt) {
      if (interrupt_.raised()) return false;
      auto started = Engine::start(config, config_.patience, interrupt_);
      if (started) {
        engine = *std::move(started);
        return true;
      }
      why = started.error();
    }
    if (!interrupt_.raised()) {
      close(MatchStatus::EngineFailure, why);
      interrupt_.raise();
    }
    return false;
  }

  static void stop(std::unique_ptr<Engine>& engine) {
    if (engine) engine->quit();
    engine.reset();
  }

  void finish(const PlannedGame& game, const GameRecord& record) {
    const std::lock_guard lock(mutex_);
    // A test that is decided stops the games that still run, also those that end just then.
    if (status_ == MatchStatus::AcceptedH0 || status_ == MatchStatus::AcceptedH1) return;
    if (const auto written = write(game, record); !written) {
      close_locked(MatchStatus::Failed, written.error());
      interrupt_.raise();
      return;
    }
    results_.add(finished(record, game.number));
    for (const std::string& remark : record.remarks) tell(game, remark);
    if (is_engine_failure(record.termination)) tell(game, record.detail);
    if (progress_.due() || results_.played() == schedule_.total())
      progress_.show(results_.played(), results_.short_report(config_.sprt));
    check_sprt();
  }

  Result<Ok> write(const PlannedGame& game, const GameRecord& record) {
    GameHeader header;
    if (!record.error_output.empty() && journal_) {
      auto file = journal_->keep_error_output(game.number, record.error_output);
      if (!file) return Error{file.error()};
      header.error_file = *std::move(file);
    } else if (!record.error_output.empty()) {
      std::fputs(fmt::format("Game {}, the engine's last words:\n{}\n", game.number + 1,
                             record.error_output)
                     .c_str(),
                 stderr);
    }
    if (!journal_) return Ok{};
    header.event = config_.event;
    header.date = fmt::format("{:%Y.%m.%d}", fmt::localtime(std::time(nullptr)));
    header.number = game.number;
    header.round = fmt::format("{}.{}", game.pair + 1, game.swapped ? 2 : 1);
    header.engines = {&config_.engines[schedule_.white(game)],
                      &config_.engines[schedule_.black(game)]};
    return journal_->append(tools::format_pgn(to_pgn(record, header)));
  }

  // Each remark is told once, whatever the move or game.
  void tell(const PlannedGame& game, const std::string& text) {
    if (told_.size() == kRemarksTold || !told_.insert(text).second) return;
    progress_.end_line();
    std::fputs(fmt::format("Game {}: {}\n", game.number + 1, text).c_str(), stderr);
    if (told_.size() == kRemarksTold) std::fputs("Further remarks are only counted\n", stderr);
  }

  void check_sprt() {
    if (!config_.sprt) return;
    const Verdict verdict = config_.sprt->verdict(results_.pairing(0).pairs);
    if (verdict == Verdict::Undecided) return;
    close_locked(verdict == Verdict::H1 ? MatchStatus::AcceptedH1 : MatchStatus::AcceptedH0, "");
    interrupt_.raise();
  }

  void close(MatchStatus status, std::string message) {
    const std::lock_guard lock(mutex_);
    close_locked(status, std::move(message));
  }
  void close_locked(MatchStatus status, std::string message) {
    if (closed_) return;
    closed_ = true;
    status_ = status;
    message_ = std::move(message);
  }

  MatchOutcome conclude() {
    MatchOutcome outcome{status_, message_};
    if (!closed_ && results_.played() < schedule_.total()) outcome.status = MatchStatus::Stopped;
    const std::string report = results_.report(conditions(config_, seed_), config_.sprt);
    if (config_.json == "-")
      tools::say(std::string_view(report).substr(0, report.find_last_not_of('\n') + 1));
    else if (const auto shown = tools::print(report); !shown)
      return {MatchStatus::Failed, shown.error()};
    if (!config_.json.empty()) {
      nlohmann::ordered_json json = results_.json(config_.sprt);
      json["seed"] = seed_;
      json["conditions"] = conditions(config_, seed_);
      json["status"] = name_of(outcome.status);
      json["exit_code"] = exit_code(outcome);
      if (!outcome.message.empty()) json["message"] = outcome.message;
      if (const auto written = tools::deliver(config_.json, json.dump(2) + "\n"); !written)
        return {MatchStatus::Failed, written.error()};
    }
    return outcome;
  }

  const MatchConfig& config_;
  std::uint64_t seed_;
  OpeningSource openings_;
  Schedule schedule_;
  tools::Interrupt interrupt_;
  std::optional<Journal> journal_;

  std::mutex mutex_;  // of all that follows
  std::condition_variable ended_;
  std::size_t running_ = 0;
  std::size_t next_ = 0;
  Results results_;
  tools::Progress progress_;
  std::set<std::string> told_;
  bool closed_ = false;  // no further game is started
  MatchStatus status_ = MatchStatus::Done;
  std::string message_;
};

}  // namespace

int exit_code(const MatchOutcome& outcome) {
  switch (outcome.status) {
    case MatchStatus::Done:
    case MatchStatus::AcceptedH1: return 0;
    case MatchStatus::AcceptedH0: return 1;
    case MatchStatus::Failed: return 2;
    case MatchStatus::EngineFailure: return 3;
    case MatchStatus::Stopped: return std::max(tools::signal_exit_code(), 128);
  }
  return 2;
}

std::string_view name_of(MatchStatus status) {
  switch (status) {
    case MatchStatus::Done: return "done";
    case MatchStatus::AcceptedH1: return "H1 accepted";
    case MatchStatus::AcceptedH0: return "H0 accepted";
    case MatchStatus::Stopped: return "stopped";
    case MatchStatus::EngineFailure: return "engine failure";
    case MatchStatus::Failed: return "failed";
  }
  return "";
}

MatchOutcome run_match(const MatchConfig& config) {
  std::uint64_t seed = config.seed.value_or(std::random_device{}());
  if (config.resume && !config.seed && !config.pgn.empty())
    if (const auto plan = Journal::stored_plan(config.pgn)) seed = plan->value("seed", seed);
  auto openings = OpeningSource::create(config.openings, seed);
  if (!openings) return {MatchStatus::Failed, openings.error()};
  Match match(config, seed, *std::move(openings));
  if (const auto opened = match.open_journal(); !opened)
    return {MatchStatus::Failed, opened.error()};
  return match.run();
}

}  // namespace grandee::match
