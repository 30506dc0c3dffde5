// Endings that a network seldom sees and the material decides: forced wins against a bare king, and
// pieces that draw against each other as a rule (complete three- and four-man tables of 10×10).
#pragma once

#include "board/position.hpp"
#include "board/score.hpp"

namespace grandee::nn {

// For a bare king against a side that mates by force (Q, C, A or R with anything, bishops on both
// colours, bishop and knight): at least kKnownWin, from the side to move, higher the nearer the
// mate. Else 0.
Score known_win(const Position& position);

// A piece each and nothing else that is drawn as a rule, or two knights against a bare king.
bool is_drawn_as_a_rule(const Position& position);

}  // namespace grandee::nn
