#include "protocol/engine.hpp"

#include <utility>

namespace grandee::protocol {

namespace {

// For options that tell the engine nothing it has to act on.
Result<Ok> accept(bool) {
  return Ok{};
}

}  // namespace

Engine::Engine() {
  add_options();
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

void Engine::set_game(Game game) {
  finish();
  game_ = std::move(game);
}

void Engine::new_game() {
  finish();
  pool_.clear();
}

void Engine::go(search::Limits limits, search::Listener& listener) {
  finish();
  limits.multi_pv = settings_.multi_pv;
  limits.move_overhead = settings_.move_overhead;
  infinite_ = limits.infinite;
  pondering_ = limits.ponder;
  pool_.start({game_.position(), game_.earlier_keys()}, std::move(limits), listener);
}

void Engine::finish() {
  pool_.stop();
  pool_.wait();
}

void Engine::ponder_hit() {
  pondering_ = false;
  pool_.ponder_hit();
}

}  // namespace grandee::protocol
