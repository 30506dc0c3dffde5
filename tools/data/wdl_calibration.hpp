// How well the chances that the model of engine/protocol/wdl.hpp tells agree with results.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/data/wdl_fit.hpp"

namespace grandee::datatool {

// Shares of lost, drawn and won games (by Ending), and the result in the mean, 0–1.
struct Shares {
  std::array<double, 3> of{};

  double expected() const { return of[2] + of[1] / 2; }
};

// Positions with scores from `from` to below `to`, internal centipawns from the side to move.
struct ScoreBin {
  Score from = 0;
  Score to = 0;
  std::uint64_t positions = 0;
  Shares predicted;  // in the mean over the positions
  Shares observed;
};

// Mean over the positions of |predicted − observed| of their bin, 0–1.
struct Errors {
  double expected = 0;
  std::array<double, 3> of{};  // of the shares by Ending
};

// Positions with so many men, in bins that aren't empty.
struct MenGroup {
  int least = 0;
  int most = 0;
  std::uint64_t positions = 0;
  std::vector<ScoreBin> bins;
};

struct Calibration {
  double log_loss = 0;
  std::vector<ScoreBin> by_score;  // of all positions
  std::vector<MenGroup> by_men;    // groups of five, as the network's outputs
};

Calibration calibrate(const protocol::WdlParameters& parameters, const ResultTable& table);

Errors errors(const std::vector<ScoreBin>& bins);
// Over the bins of all groups.
Errors errors(const std::vector<MenGroup>& groups);

nlohmann::ordered_json to_json(const Calibration& calibration);
// A panel for each group of men: the model's curves, and what was observed as dots.
std::string calibration_svg(const protocol::WdlParameters& parameters,
                            const Calibration& calibration);

}  // namespace grandee::datatool
