// Simultaneous perturbation stochastic approximation (J. C. Spall, 1992; the gain sequences as in
// his "Implementation of the simultaneous perturbation algorithm", 1998), with the terms in which
// chess engines are tuned since Stockfish's test framework: a parameter's c_end and r_end are its
// perturbation and its learning rate at the end of the course. Nothing here plays games.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grandee::spsa {

struct Parameter {
  std::string name;
  double start = 0;
  double min = 0;
  double max = 0;
  double c_end = 1;      // ± so much is tried in the last pair; at least 0.5, as values are whole
  double r_end = 0.002;  // learning rate of the last pair
};

struct Gains {
  double alpha = 0.602;  // how fast the steps shrink
  double gamma = 0.101;  // how fast the perturbations shrink
  double stability =
      0.1;  // Spall's A as a share of all pairs: how long the first steps are held back
};

struct Plan {
  std::vector<Parameter> parameters;
  Gains gains;
  std::uint64_t iterations = 1;
  std::uint64_t pairs = 1;  // of games in each iteration
  std::uint64_t seed = 1;
};

// What one iteration compares, as the engine takes it; within the ranges.
struct Probe {
  std::vector<std::int64_t> plus;
  std::vector<std::int64_t> minus;
};

class Course {
 public:
  explicit Course(Plan plan);
  // Goes on from a stored state.
  Course(Plan plan, std::uint64_t iteration, std::vector<double> values);

  const Plan& plan() const { return plan_; }
  // Iterations done.
  std::uint64_t iteration() const { return iteration_; }
  bool finished() const { return iteration_ == plan_.iterations; }
  const std::vector<double>& values() const { return values_; }

  // The next iteration's. It depends on plan, iteration and values only.
  Probe probe() const;
  // Takes the next iteration's result: games that "plus" won less those it lost.
  void learn(std::int64_t net_wins);

  // Of a parameter at the n-th pair of the course, from 1.
  double perturbation(const Parameter& parameter, std::uint64_t pair) const;  // c_k
  double step(const Parameter& parameter, std::uint64_t pair) const;          // a_k / c_k

 private:
  std::uint64_t total_pairs() const { return plan_.iterations * plan_.pairs; }
  std::uint64_t next_pair() const { return iteration_ * plan_.pairs + 1; }
  // +1 or −1 for each parameter, of the next iteration.
  std::vector<int> directions() const;

  Plan plan_;
  std::uint64_t iteration_ = 0;
  std::vector<double> values_;
};

}  // namespace grandee::spsa
