// One game of the engine against itself.
#pragma once

#include <functional>
#include <optional>

#include "base/rng.hpp"
#include "search/searcher.hpp"
#include "training-data/game.hpp"

namespace grandee::datagen {

// Scores in centipawns; plies are counted from the start position.
struct PlayRules {
  std::uint64_t nodes = 400;  // a move: no new iteration once so many are searched
  int random_plies_min = 8;
  int random_plies_max = 9;
  int opening_limit = 400;  // openings that the search scores beyond are discarded
  int win_score = 2000;     // adjudicated when both sides say so for win_plies
  int win_plies = 4;
  int draw_score = 10;  // adjudicated when both sides say so for draw_plies
  int draw_plies = 12;
  int draw_from_ply = 100;
  double unadjudicated = 0.1;  // share of games that are played to the end of the rules
  int max_plies = 600;         // a draw
};

// An iteration that was begun below the soft limit is cut at this many times the limit.
inline constexpr std::uint64_t kHardNodeFactor = 20;

// Counts how long both sides have agreed.
class Adjudicator {
 public:
  explicit Adjudicator(const PlayRules& rules) : rules_(rules) {}

  // The result, if the rules decide the game by the score of the move just chosen, which is from
  // White's view; ply is the move's number.
  std::optional<data::GameResult> after(Score white, int ply);

 private:
  PlayRules rules_;
  int winner_ = 0;
  int win_plies_ = 0;
  int draw_plies_ = 0;
};

// Plays random moves from the start position; false if they ended the game.
bool play_random(search::Root& root, Rng& rng, int plies, std::vector<Move>& moves);

// Called before every move with the position; false abandons the game.
using KeepPlaying = std::function<bool(const Position&)>;

// A function of the rules, the random numbers and the size of the searcher's table, which is
// cleared first. nullopt only if it was abandoned.
std::optional<data::Game> play_game(search::Searcher& searcher, const PlayRules& rules, Rng rng,
                                    std::uint64_t number, const KeepPlaying& keep_playing);

}  // namespace grandee::datagen
