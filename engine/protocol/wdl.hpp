// Win, draw and loss chances from a score and the men on the board, and the scores that people and
// other programs are shown: 100 of these are a chance of one half to win. This is the only place
// where scores of the search become those of the protocols.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "board/position.hpp"
#include "board/score.hpp"

namespace grandee::protocol {

struct Wdl {
  int win = 0;  // per mille; the three make 1000
  int draw = 0;
  int loss = 0;

  // The result to be expected, 0–1: chance to win and half that to draw.
  double expected() const { return (win + 0.5 * draw) / 1000; }
};

// At one number of men: win = 1 / (1 + e^(draws − slope · score)), loss the same with −score. This
// is the form that Stockfish publishes, with a = draws / slope and b = 1 / slope, known as ordered
// logit or proportional odds (McCullagh 1980); draws > 0, and slope > 0 per internal centipawn.
struct WdlCurve {
  double slope;
  double draws;

  double win(double score) const { return 1 / (1 + std::exp(draws - slope * score)); }
  double loss(double score) const { return win(-score); }
};

// Slope (per 1000 centipawns) and draws as polynomials in men / 40, the constant first; with fewer
// men than `least_men` as with these.
struct WdlParameters {
  static constexpr std::size_t kTerms = 4;
  using Polynomial = std::array<double, kTerms>;
  Polynomial slope;
  Polynomial draws;
  int least_men;

  double argument(int men) const { return std::max(men, least_men) / 40.0; }
  WdlCurve at(int men) const;
};

// Those of the built-in network.
extern const WdlParameters kWdlParameters;

// The model at a position's men.
class WdlModel {
 public:
  explicit WdlModel(int men) : curve_(kWdlParameters.at(men)) {}
  explicit WdlModel(const Position& position) : WdlModel(position.men()) {}

  // From the side of the score. Monotone; a mate is certain.
  Wdl chances(Score score) const;
  // In the protocols' unit. Mates and known wins are no evaluations: they stay as they are, and
  // nothing else reaches them.
  Score shown(Score score) const;

 private:
  WdlCurve curve_;
};

}  // namespace grandee::protocol
