// The engine as every protocol uses it: a game, options, a search. It knows no protocol's text but
// the names of the options. All calls come from one thread, the protocol's.
#pragma once

#include "board/notation.hpp"
#include "protocol/evaluation.hpp"
#include "protocol/game.hpp"
#include "protocol/options.hpp"
#include "search/thread_pool.hpp"

namespace grandee::protocol {

// Option values that matter outside the search.
struct Settings {
  int multi_pv = 1;
  int move_overhead = 10;  // milliseconds
  bool show_wdl = false;
  Letters letters = Letters::AC;  // of displayed boards and FENs; moves are always AC
};

class Engine {
 public:
  Engine();
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
  // delivered. MultiPV and Move Overhead of the limits are set from the options.
  void go(search::Limits limits, search::Listener& listener);
  void stop() { pool_.stop(); }
  // Stops and waits until the result is delivered; nothing when idle.
  void finish();
  void wait() { pool_.wait(); }
  void ponder_hit();
  bool searching() const { return pool_.searching(); }
  // Would the running search go on for ever without stop() or ponder_hit()?
  bool endless() const { return searching() && (infinite_ || pondering_); }

  // What the search evaluates with, by the option EvalFile.
  const Evaluation& evaluation() const { return evaluation_; }

 private:
  void add_options();

  Options options_;
  Settings settings_;
  Evaluation evaluation_ = built_in_evaluation();
  Game game_;
  search::ThreadPool pool_;
  bool infinite_ = false;  // of the search that runs
  bool pondering_ = false;
};

}  // namespace grandee::protocol
