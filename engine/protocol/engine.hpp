// The engine as every protocol uses it: a game, options, a search. It knows no protocol's text but
// the names of the options. All calls come from one thread, the protocol's.
#pragma once

#include <optional>

#include "base/rng.hpp"
#include "board/notation.hpp"
#include "protocol/evaluation.hpp"
#include "protocol/game.hpp"
#include "protocol/lag.hpp"
#include "protocol/level.hpp"
#include "protocol/node_clock.hpp"
#include "protocol/options.hpp"
#include "protocol/relay.hpp"
#include "search/thread_pool.hpp"

namespace grandee::protocol {

// Option values that matter outside the search.
struct Settings {
  int multi_pv = 1;
  int move_overhead = 10;  // milliseconds
  bool show_wdl = false;
  std::int64_t node_time = 0;  // nodes a millisecond; 0: the clock is the wall's
  bool limit_strength = false;
  int elo = 1500;  // with limit_strength
  int skill = kFullSkill;
  Letters letters = Letters::AC;  // of displayed boards and FENs; moves are always AC
};

class Engine {
 public:
  Engine();
  ~Engine() { finish(); }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  Options& options() { return options_; }
  const Settings& settings() const { return settings_; }

  const Game& game() const { return game_; }
  // Ends a running search first.
  void set_game(Game game);
  // Ends a running search and forgets everything learned; the position stays.
  void new_game();

  // Searches the game's position; returns at once. A running search ends first, its result
  // delivered. What the options say is added to the limits. An infinite search, or one `in_full`,
  // is of full strength whatever the level.
  void go(search::Limits limits, search::Listener& listener, bool in_full = false);
  void stop();
  // Stops and waits until the result is delivered; nothing when idle.
  void finish();
  void wait() { pool_.wait(); }
  void ponder_hit();
  bool searching() const { return pool_.searching(); }
  search::Statistics statistics() const { return pool_.statistics(); }
  // Would the running search go on for ever without stop() or ponder_hit()?
  bool endless() const { return searching() && (infinite_ || pondering_); }

  // What the search evaluates with, by the option EvalFile.
  const Evaluation& evaluation() const { return evaluation_; }

 private:
  void add_options();
  void add_strength_options();
  void add_tuning_options();
  // The level of play; none is full strength.
  std::optional<Level> level() const;
  void apply_node_time(search::Limits& limits, Color side);
  // How long a weaker player would think: a part of what a strong one takes, now more, now less.
  std::chrono::milliseconds pause(const search::Limits& limits, Color side);

  Options options_;
  Settings settings_;
  Evaluation evaluation_ = built_in_evaluation();
  Game game_;
  LagMeter lag_;
  NodeClock node_clock_;
  Rng rng_;
  Relay relay_;
  search::ThreadPool pool_;
  int overlooked_ = 0;     // of the last search: what it learned is good for its like only
  bool infinite_ = false;  // of the search that runs
  bool pondering_ = false;
};

}  // namespace grandee::protocol
