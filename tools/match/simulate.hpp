// Simulated matches: how often a sequential test is wrong, and how many games it takes.
#pragma once

#include <cstdint>

#include "tools/match/sprt.hpp"

namespace grandee::match {

// Chances of the five pair results.
using PairChances = std::array<double, 5>;

// Two engines of known strength. Openings favour one colour by +bias or −bias logistic Elo, half of
// them each; a share of the games is drawn.
struct Truth {
  double elo = 0;  // in the units of the test's model
  double draw_rate = 0.07;
  double bias = 60;
};

// The pair results of engines that differ by an Elo in the given model.
PairChances pair_chances(const Truth& truth, EloModel model);

struct SimulationResult {
  double h1_rate = 0;
  double h0_rate = 0;  // the rest ran into the longest length
  double mean_games = 0;
};

// Matches are tested after each pair and end at max_pairs at the latest.
SimulationResult simulate(const Sprt& sprt, const Truth& truth, int matches, int max_pairs,
                          std::uint64_t seed);

}  // namespace grandee::match
