// Win, draw and loss chances from a score.
#pragma once

#include <cmath>

#include "board/score.hpp"

namespace grandee::protocol {

struct Wdl {
  int win = 0;  // per mille; the three make 1000
  int draw = 0;
  int loss = 0;
};

// From the side of the score. The expected result is the logistic of score / 600, the scale on
// which the evaluation is fitted. Few games are drawn: 7 % in a balanced position, and less in
// proportion to p · (1 − p) as it tips over. Monotone; a mate is certain.
inline Wdl win_draw_loss(Score score) {
  if (is_mate_score(score)) return score > 0 ? Wdl{1000, 0, 0} : Wdl{0, 0, 1000};
  constexpr double kScale = 600;
  constexpr double kDrawsInBalance = 0.07;
  const double win_like = 1 / (1 + std::exp(-score / kScale));
  const double loss_like = 1 / (1 + std::exp(score / kScale));
  const double draw = 4 * kDrawsInBalance * win_like * loss_like;
  Wdl wdl;
  wdl.win = static_cast<int>(1000 * (win_like - draw / 2) + 0.5);
  wdl.loss = static_cast<int>(1000 * (loss_like - draw / 2) + 0.5);
  wdl.draw = 1000 - wdl.win - wdl.loss;
  return wdl;
}

}  // namespace grandee::protocol
