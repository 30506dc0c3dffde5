// What game results say about strength: Elo, normalized Elo, likelihood of superiority, on pairs of
// games (pentanomial) as fastchess and Fishtest count them. Nothing here is ever NaN: a figure that
// the data leave open is infinite.
#pragma once

#include <array>
#include <cstdint>

namespace grandee::match {

// Pairs of games from one opening with colours swapped, by the first engine's points in the pair:
// 0, ½, 1, 1½, 2.
using Pentanomial = std::array<std::uint64_t, 5>;
// Single games by the first engine's points: loss, draw, win.
using Trinomial = std::array<std::uint64_t, 3>;

// A value with the half-width of its 95 % interval.
struct Estimate {
  double value = 0;
  double error = 0;
};

struct Statistics {
  std::uint64_t samples = 0;  // pairs, or games of a trinomial
  double score = 0.5;         // mean points per game, 0–1
  double variance = 0;        // of the score of one sample
  Estimate elo;               // logistic; ±infinity at a score of 0 or 1
  Estimate nelo;              // normalized: the mean in standard deviations of one game
  double los = 0.5;           // likelihood of superiority, 0–1
  double draw_ratio = 0;      // share of pairs with one point, or of drawn games
};

// No sample: 0 ± infinity. No variance (all draws, all wins): the interval has no width.
Statistics analyse(const Pentanomial& pairs);
Statistics analyse(const Trinomial& games);

// (1½ + 2) / (0 + ½); infinite without a lost pair, 1 if there is neither.
double pairs_ratio(const Pentanomial& pairs);

std::uint64_t total(const Pentanomial& pairs);
std::uint64_t total(const Trinomial& games);

// Expected points per game at an Elo difference, and back; ±infinity at 0 and 1.
double score_from_elo(double elo);
double elo_from_score(double score);

}  // namespace grandee::match
