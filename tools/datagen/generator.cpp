#include "tools/datagen/generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "board/notation.hpp"
#include "tools/common/messages.hpp"
#include "tools/common/progress.hpp"
#include "tools/common/signals.hpp"

namespace grandee::datagen {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using tools::ChainFile;
using tools::Tally;
using Clock = std::chrono::steady_clock;

namespace {

constexpr auto kPollInterval = 50ms;
// How long the other threads get to write what they have when one is stuck.
constexpr auto kStuckGrace = 10s;

std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 ^ device();
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

fs::path thread_file_name(const fs::path& out, int thread, int threads) {
  if (threads == 1) return out;
  fs::path name = out;
  name.replace_filename(out.stem().string() + fmt::format(".{}", thread) +
                        out.extension().string());
  return name;
}

fs::path Generator::file_name(int thread) const {
  return thread_file_name(options_.out, thread, options_.threads);
}

data::HeaderFields Generator::header(int thread) const {
  const PlayRules& r = options_.rules;
  return data::complete_header(
      {{"engine", {{"name", "Grandee"}, {"version", GRANDEE_VERSION}, {"signature", signature_}}},
       {"network", network_field(options_.evaluation)},
       {"seed", seed_},
       {"shard", options_.shard},
       {"shards", options_.shards},
       {"thread", thread},
       {"threads", options_.threads},
       {"play",
        {{"nodes", r.nodes},
         {"hash_kib", options_.hash_kib},
         {"random_plies", {r.random_plies_min, r.random_plies_max}},
         {"opening_limit", r.opening_limit},
         {"win_score", r.win_score},
         {"win_plies", r.win_plies},
         {"draw_score", r.draw_score},
         {"draw_plies", r.draw_plies},
         {"draw_from_ply", r.draw_from_ply},
         {"unadjudicated", r.unadjudicated},
         {"max_plies", r.max_plies}}}});
}

// Files of the same run with another number of threads hold other shares of the games.
Result<Ok> Generator::check_other_files() const {
  std::vector<fs::path> ours;
  for (int t = 0; t < options_.threads; ++t) ours.push_back(file_name(t).filename());
  const std::string stem = options_.out.stem().string() + ".";
  const std::string extension = options_.out.extension().string();
  const fs::path folder = options_.out.has_parent_path() ? options_.out.parent_path() : ".";
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path name = entry.path().filename();
    const std::string text = name.string();
    std::string number;
    if (text.size() > stem.size() + extension.size() && text.rfind(stem, 0) == 0 &&
        name.extension() == extension)
      number = text.substr(stem.size(), text.size() - stem.size() - extension.size());
    const bool of_a_thread =
        !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
    if (!of_a_thread && name != options_.out.filename()) continue;
    if (std::find(ours.begin(), ours.end(), name) == ours.end())
      return Error{
          fmt::format("'{}' is of a run with another number of threads: use that, or another --out",
                      entry.path().string())};
  }
  if (error) return Error{fmt::format("can't read '{}': {}", folder.string(), error.message())};
  return Ok{};
}

std::optional<std::uint64_t> Generator::seed_of_files() const {
  for (int t = 0; t < options_.threads; ++t) {
    if (!fs::exists(file_name(t))) continue;
    const auto reader = data::ChainReader::open(file_name(t));
    if (!reader || reader->headers().empty()) continue;
    const auto& fields = reader->headers().begin()->second;
    const auto seed = fields.find("seed");
    if (seed != fields.end() && seed->is_number_unsigned()) return seed->get<std::uint64_t>();
  }
  return std::nullopt;
}

Result<Ok> Generator::open_files() {
  for (int t = 0; t < options_.threads; ++t) {
    const fs::path path = file_name(t);
    const bool exists = fs::exists(path);
    if (exists && !options_.resume)
      return Error{
          fmt::format("'{}' exists: use --resume to continue it, or another --out", path.string())};
    const data::HeaderFields fields = header(t);
    auto file = exists ? ChainFile::resume(path, {&fields, 1}) : ChainFile::create(path, fields);
    if (!file) return Error{file.error()};
    for (const data::BadBlock& bad : file->bad_blocks())
      tools::say(fmt::format("'{}': bad block at offset {} ({} bytes): {}", path.string(),
                             bad.offset, bad.bytes, bad.reason));
    workers_.push_back(std::make_unique<Worker>(*std::move(file)));
    note(*workers_.back());
    before_ += workers_.back()->tally;
  }
  return Ok{};
}

Result<std::unique_ptr<Generator>> Generator::create(const Options& options) {
  std::unique_ptr<Generator> generator(new Generator(options));
  if (const auto checked = generator->check_other_files(); !checked) return Error{checked.error()};
  const auto earlier = options.resume ? generator->seed_of_files() : std::nullopt;
  generator->seed_ = options.seed ? *options.seed : earlier ? *earlier : random_seed();
  generator->signature_ = search_signature(options.evaluation);
  if (const auto opened = generator->open_files(); !opened) return Error{opened.error()};
  return generator;
}

void Generator::note(Worker& worker) {
  const std::lock_guard lock(worker.mutex);
  worker.tally = worker.file.tally();
  worker.bytes = worker.file.bytes();
}

void Generator::fail(const std::string& error) {
  const std::lock_guard lock(error_mutex_);
  if (error_.empty()) error_ = error;
  tools::request_stop();
}

bool Generator::enough(const Worker& worker, std::uint64_t number) const {
  const auto threads = static_cast<std::uint64_t>(options_.threads);
  if (options_.games > 0 && number >= options_.games) return true;
  // Each thread has its share, so that what is played doesn't depend on which one is faster.
  const std::uint64_t quota = (options_.positions + threads - 1) / threads;
  return options_.positions > 0 && worker.file.tally().positions >= quota;
}

void Generator::play(Worker& worker, std::uint64_t first) {
  search::Searcher searcher(options_.hash_kib << 10);
  searcher.set_network(options_.evaluation);
  const auto threads = static_cast<std::uint64_t>(options_.threads);
  const auto last = worker.file.last_number();
  for (std::uint64_t number = last ? *last + threads : first;
       !tools::stop_requested() && !enough(worker, number); number += threads) {
    {
      const std::lock_guard lock(worker.mutex);
      worker.number = number;
      worker.begun = Clock::now();
    }
    const auto keep_playing = [&worker](const Position& position) {
      const std::lock_guard lock(worker.mutex);
      worker.position = position;
      return !tools::stop_requested();
    };
    auto game = play_game(searcher, options_.rules, Rng::stream(seed_, options_.shard, number),
                          number, keep_playing);
    if (!game) break;
    if (const auto added = worker.file.add(*std::move(game)); !added) {
      fail(added.error());
      break;
    }
    note(worker);
  }
  if (const auto flushed = worker.file.flush(); !flushed) fail(flushed.error());
  note(worker);
  worker.done = true;
}

bool Generator::all_done() const {
  return std::all_of(workers_.begin(), workers_.end(),
                     [](const auto& w) { return w->done.load(); });
}

// True if a game has run for too long; says which.
bool Generator::watch() {
  if (options_.watchdog_seconds <= 0) return false;
  for (const auto& worker : workers_) {
    if (worker->done) continue;
    const std::lock_guard lock(worker->mutex);
    const double seconds = std::chrono::duration<double>(Clock::now() - worker->begun).count();
    if (seconds < options_.watchdog_seconds) continue;
    fail(fmt::format("game {} of shard {} with seed {} has run for {:.1f} s; it stands at {}",
                     worker->number, options_.shard, seed_, seconds, to_fen(worker->position)));
    return true;
  }
  return false;
}

Tally Generator::total() const {
  Tally sum;
  for (const auto& worker : workers_) {
    const std::lock_guard lock(worker->mutex);
    sum += worker->tally;
  }
  return sum;
}

std::string Generator::progress_text(const Tally& now, double seconds) const {
  const double games = static_cast<double>(std::max<std::uint64_t>(now.games, 1));
  return fmt::format(
      "{} games, {:.0f} positions/s, {:.1f} % kept, W/D/L {:.1f}/{:.1f}/{:.1f} %, {:.0f} plies",
      now.games, static_cast<double>(now.positions - before_.positions) / std::max(seconds, 1e-3),
      100 * share(now.kept, now.positions), 100 * share(now.white_wins, now.games),
      100 * share(now.draws, now.games),
      100 * share(now.games - now.white_wins - now.draws, now.games),
      static_cast<double>(now.plies) / games);
}

Generator::End Generator::run() {
  const auto goal = options_.games > 0 ? options_.games : options_.positions;
  const auto done_of = [&](const Tally& t) { return options_.games > 0 ? t.games : t.positions; };
  tools::Progress progress(stderr, goal);
  progress.set_done_before(done_of(before_));
  for (std::size_t t = 0; t < workers_.size(); ++t) {
    Worker& worker = *workers_[t];
    worker.begun = Clock::now();
    worker.thread = std::thread([this, &worker, t] { play(worker, t); });
  }
  bool stuck = false;
  while (!all_done() && !stuck) {
    std::this_thread::sleep_for(kPollInterval);
    stuck = watch();
    if (!progress.due()) continue;
    const Tally now = total();
    progress.show(done_of(now), progress_text(now, progress.seconds()));
  }
  const auto deadline = Clock::now() + kStuckGrace;
  const auto others_run = [&] {
    return std::count_if(workers_.begin(), workers_.end(),
                         [](const auto& w) { return !w->done.load(); }) > 1;
  };
  while (stuck && others_run() && Clock::now() < deadline)
    std::this_thread::sleep_for(kPollInterval);
  if (!stuck)
    for (const auto& worker : workers_) worker->thread.join();
  seconds_ = progress.seconds();
  const Tally now = total();
  progress.show(done_of(now), progress_text(now, seconds_));
  progress.end_line();
  stopped_ = tools::stop_requested();
  if (stuck) return End::Stuck;
  if (!error_.empty()) return End::Failed;
  return stopped_ ? End::Stopped : End::Complete;
}

nlohmann::ordered_json Generator::summary() const {
  const Tally all = total();
  nlohmann::ordered_json files = nlohmann::ordered_json::array();
  std::uint64_t bytes = 0;
  for (const auto& worker : workers_) {
    files.push_back(worker->file.path().string());
    const std::lock_guard lock(worker->mutex);
    bytes += worker->bytes;
  }
  nlohmann::ordered_json ends;
  for (int i = 0; i < data::kTerminations; ++i)
    ends[std::string(describe(static_cast<data::Termination>(i)))] =
        all.terminations[static_cast<std::size_t>(i)];
  const auto rate = [&](std::uint64_t now, std::uint64_t before) {
    return seconds_ > 0 ? static_cast<double>(now - before) / seconds_ : 0.0;
  };
  return {{"complete", !stopped_},
          {"seed", seed_},
          {"shard", options_.shard},
          {"shards", options_.shards},
          {"threads", options_.threads},
          {"signature", signature_},
          {"network", network_field(options_.evaluation)},
          {"games", all.games},
          {"new_games", all.games - before_.games},
          {"positions", all.positions},
          {"kept", all.kept},
          {"bytes", bytes},
          {"bytes_per_position", share(bytes, all.positions)},
          {"seconds", seconds_},
          {"positions_per_second", rate(all.positions, before_.positions)},
          {"kept_per_second", rate(all.kept, before_.kept)},
          {"white_wins", all.white_wins},
          {"draws", all.draws},
          {"black_wins", all.games - all.white_wins - all.draws},
          {"mean_plies", share(all.plies, all.games)},
          {"terminations", ends},
          {"files", files}};
}

}  // namespace grandee::datagen
