// grandee-analyse batch: scores many positions at a fixed budget.
#pragma once

#include <string>

#include "tools/analyse/engine.hpp"

namespace grandee::analyse {

struct BatchOptions {
  std::string input;
  std::string csv_out;
  std::string json_out;
  std::string epd_out;
  bool restart = false;
  Effort effort;
  EngineSetup engine;
};

// Scores are the side to move's, in the protocols' unit. In EPD acd is the depth, acn the nodes, ce
// the score (a mate in n plies is 32767 − n, with dm for the mover's mates), pv the line in SAN.
int run_batch(const BatchOptions& options);

}  // namespace grandee::analyse
