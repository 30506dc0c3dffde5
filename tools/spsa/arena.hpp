// Where the two sides of an iteration meet: one engine program, started twice for each game at a
// time, with the options of either side.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/result.hpp"
#include "tools/match/book.hpp"
#include "tools/match/engine.hpp"
#include "tools/match/game.hpp"
#include "tools/spsa/course.hpp"

namespace grandee::spsa {

struct ArenaConfig {
  match::EngineConfig engine;
  match::Patience patience;
  match::Referee referee;
  std::size_t games_at_a_time = 1;
};

class Arena {
 public:
  // Starts the engines. The calling thread must live as long as the arena.
  static Result<std::unique_ptr<Arena>> start(const ArenaConfig& config,
                                              match::OpeningSource openings);
  ~Arena();

  const std::vector<match::SpinOption>& offered() const { return offered_; }

  // Plays the pairs of games with these numbers, each from its opening with either colour. Returns
  // the games won by "plus" less those lost; nothing if a signal asked to stop. An engine that
  // refuses a value, fails or breaks the rules is an error that names it and the game.
  Result<std::optional<std::int64_t>> play(const std::vector<Parameter>& parameters,
                                           const Probe& probe, std::uint64_t first_pair,
                                           std::uint64_t pairs);

 private:
  struct Table {
    std::unique_ptr<match::Engine> plus;
    std::unique_ptr<match::Engine> minus;
  };
  struct Round;

  Arena(const ArenaConfig& config, match::OpeningSource openings)
      : config_(config), openings_(std::move(openings)) {}
  Result<Ok> start_engines();
  static Result<Ok> set_values(match::Engine& engine, const std::vector<Parameter>& parameters,
                               const std::vector<std::int64_t>& values);
  void work(Round& round, Table& table) const;

  ArenaConfig config_;
  match::OpeningSource openings_;
  tools::Interrupt interrupt_;
  std::vector<Table> tables_;
  std::vector<match::SpinOption> offered_;
};

}  // namespace grandee::spsa
