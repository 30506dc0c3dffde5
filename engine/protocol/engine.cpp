#include "protocol/engine.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "board/bare_king.hpp"
#include "board/movegen.hpp"
#include "search/searcher.hpp"
#include "search/time_manager.hpp"
#include "search/tunables.hpp"

namespace grandee::protocol {

namespace {

// For options that tell the engine nothing it has to act on.
Result<Ok> accept(bool) {
  return Ok{};
}

}  // namespace

Engine::Engine() : rng_(std::random_device{}()) {
  add_options();
  add_strength_options();
  add_tuning_options();
}

void Engine::add_options() {
  // Hosts look for the variant here before they start a game; there is but one.
  options_.add_combo("UCI_Variant", "grand", {"grand"},
                     [](const std::string&) -> Result<Ok> { return Ok{}; });
  options_.add_spin("Threads", 1, 1, search::kMaxThreads, [this](std::int64_t threads) {
    return pool_.set_threads(static_cast<int>(threads));
  });
  options_.add_spin("Hash", static_cast<std::int64_t>(search::kDefaultHashMiB), 1,
                    static_cast<std::int64_t>(search::kMaxHashMiB), [this](std::int64_t mebibytes) {
                      return pool_.set_hash(static_cast<std::size_t>(mebibytes));
                    });
  options_.add_button("Clear Hash", [this]() -> Result<Ok> {
    pool_.clear_hash();
    return Ok{};
  });
  // Announces that pondering is understood. Whether to ponder is the host's decision with every
  // search, so the value has nothing to change.
  options_.add_check("Ponder", false, accept);
  options_.add_spin("MultiPV", 1, 1, 256, [this](std::int64_t lines) -> Result<Ok> {
    settings_.multi_pv = static_cast<int>(lines);
    return Ok{};
  });
  options_.add_spin("Move Overhead", settings_.move_overhead, 0, 5000,
                    [this](std::int64_t milliseconds) -> Result<Ok> {
                      settings_.move_overhead = static_cast<int>(milliseconds);
                      return Ok{};
                    });
  options_.add_check("UCI_ShowWDL", false, [this](bool show) -> Result<Ok> {
    settings_.show_wdl = show;
    return Ok{};
  });
  // Analysis and play are the same to this engine: it has no contempt and no book to switch off.
  options_.add_check("UCI_AnalyseMode", false, accept);
  options_.add_combo("PieceLetters", "AC", {"AC", "MC", "AM"},
                     [this](const std::string& name) -> Result<Ok> {
                       const auto letters = parse_letters(name);
                       if (!letters) return Error{letters.error()};
                       settings_.letters = *letters;
                       return Ok{};
                     });
  options_.add_string("EvalFile", kInternalNetwork, [this](const std::string& file) -> Result<Ok> {
    auto evaluation = load_evaluation(file);
    if (!evaluation) return Error{evaluation.error() + "; the earlier one stays in use"};
    evaluation_ = *std::move(evaluation);
    pool_.set_network(evaluation_.network);
    return Ok{};
  });
}

void Engine::add_strength_options() {
  options_.add_check("UCI_LimitStrength", false, [this](bool limit) -> Result<Ok> {
    settings_.limit_strength = limit;
    return Ok{};
  });
  options_.add_spin("UCI_Elo", settings_.elo, kLowestElo, kHighestElo,
                    [this](std::int64_t elo) -> Result<Ok> {
                      settings_.elo = static_cast<int>(elo);
                      return Ok{};
                    });
  options_.add_spin("Skill Level", kFullSkill, 0, kFullSkill,
                    [this](std::int64_t skill) -> Result<Ok> {
                      settings_.skill = static_cast<int>(skill);
                      return Ok{};
                    });
  options_.add_spin("nodestime", 0, 0, search::kMostNodesPerSecond / 1000,
                    [this](std::int64_t rate) -> Result<Ok> {
                      settings_.node_time = rate;
                      node_clock_.reset();
                      return Ok{};
                    });
}

// None but in a tuning build. Values hold from the next search on; what was learned stays until a
// new game.
void Engine::add_tuning_options() {
#if defined(GRANDEE_TUNE)
  for (const search::Tunable& t : search::tunables())
    options_.add_spin(t.name, *t.value, t.low, t.high, [&t](std::int64_t value) -> Result<Ok> {
      *t.value = static_cast<int>(value);
      return Ok{};
    });
  for (const search::Feature& f : search::features())
    options_.add_check("Use" + std::string(f.name + 1), *f.on, [&f](bool on) -> Result<Ok> {
      *f.on = on;
      return Ok{};
    });
#endif
}

std::optional<Level> Engine::level() const {
  if (settings_.limit_strength) return level_of_elo(settings_.elo);
  if (settings_.skill < kFullSkill) return level_of_elo(elo_of_skill(settings_.skill));
  return std::nullopt;
}

void Engine::set_game(Game game) {
  finish();
  game_ = std::move(game);
}

void Engine::new_game() {
  finish();
  pool_.clear();
  lag_.reset();
  node_clock_.reset();
  prepare_bare_king_tables();
}

void Engine::apply_node_time(search::Limits& limits, Color side) {
  if (settings_.node_time > 0) node_clock_.apply(limits, side, settings_.node_time);
  if (limits.nodes_per_second == 0) return;
  limits.move_overhead = 0;
  if (!limits.move_time) return;
  const auto nodes = static_cast<std::uint64_t>(*limits.move_time) *
                     static_cast<std::uint64_t>(limits.nodes_per_second) / 1000;
  limits.nodes = std::clamp<std::uint64_t>(nodes, 1, limits.nodes.value_or(nodes + 1));
  limits.move_time.reset();
}

std::chrono::milliseconds Engine::pause(const search::Limits& limits, Color side) {
  constexpr std::int64_t kLongest = 10'000;
  const auto bounds = search::TimeManager::bounds(limits, side);
  if (!bounds || limits.nodes_per_second > 0) return {};
  MoveList moves;
  generate_legal(game_.position(), moves);
  // A quarter to three quarters; less where there is little to choose.
  const std::int64_t share = 25 + rng_.below(51);
  const auto choices = static_cast<std::int64_t>(std::min<std::size_t>(moves.size(), 20));
  return std::chrono::milliseconds(
      std::min(bounds->soft_ms * share * choices / (100 * 20), kLongest));
}

void Engine::go(search::Limits limits, search::Listener& listener, bool in_full) {
  finish();
  const Color side = game_.position().side_to_move();
  limits.multi_pv = settings_.multi_pv;
  limits.move_overhead = settings_.move_overhead;
  apply_node_time(limits, side);
  lag_.apply(limits, side, game_.plies());
  std::chrono::milliseconds wait{};
  if (const auto weaker = level(); weaker && !limits.infinite && !in_full) {
    limits.nodes = std::min(weaker->nodes, limits.nodes.value_or(weaker->nodes));
    limits.overlooked = weaker->overlooked;
    limits.seed = rng_.next();
    wait = pause(limits, side);
  }
  if (limits.overlooked != overlooked_) pool_.clear();
  overlooked_ = limits.overlooked;
  relay_.prepare(listener, wait, lag_, settings_.node_time > 0 ? &node_clock_ : nullptr);
  infinite_ = limits.infinite;
  pondering_ = limits.ponder;
  pool_.start({game_.position(), game_.earlier_keys()}, std::move(limits), relay_);
}

void Engine::stop() {
  relay_.interrupt();
  pool_.stop();
}

void Engine::finish() {
  stop();
  pool_.wait();
}

void Engine::ponder_hit() {
  pondering_ = false;
  relay_.restart();
  pool_.ponder_hit();
}

}  // namespace grandee::protocol
