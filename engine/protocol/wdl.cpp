#include "protocol/wdl.hpp"

#include <cstdlib>

namespace grandee::protocol {

// Fitted by `grandee-data wdl`: training-data/wdl/README.md.
constinit const WdlParameters kWdlParameters = {
    {6.1615, -12.1542, 12.6298, -4.6342}, {2.7587, -8.0566, 8.7215, -3.2186}, 4};

WdlCurve WdlParameters::at(int men) const {
  const double x = argument(men);
  const auto value = [x](const Polynomial& terms) {
    double sum = 0;
    for (std::size_t i = kTerms; i-- > 0;) sum = sum * x + terms[i];
    return sum;
  };
  return {value(slope) / 1000, value(draws)};
}

Wdl WdlModel::chances(Score score) const {
  if (is_mate_score(score)) return score > 0 ? Wdl{1000, 0, 0} : Wdl{0, 0, 1000};
  Wdl wdl;
  wdl.win = static_cast<int>(1000 * curve_.win(score) + 0.5);
  wdl.loss = static_cast<int>(1000 * curve_.loss(score) + 0.5);
  wdl.draw = 1000 - wdl.win - wdl.loss;
  return wdl;
}

Score WdlModel::shown(Score score) const {
  if (std::abs(score) >= kKnownWin) return score;
  const double scaled = std::round(100 * score * curve_.slope / curve_.draws);
  return static_cast<Score>(std::clamp<double>(scaled, -kMaxEval, kMaxEval));
}

}  // namespace grandee::protocol
