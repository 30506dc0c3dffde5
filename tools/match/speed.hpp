// How fast engines search: the same positions, engine after engine, in one run, as only such
// figures compare on machines that are never quite idle.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/match/book.hpp"
#include "tools/match/engine.hpp"

namespace grandee::match {

struct SpeedPlan {
  std::vector<EngineConfig> engines;
  std::vector<Opening> positions;
  int runs = 1;
  Patience patience;
};

struct Speed {
  std::uint64_t nodes = 0;
  double seconds = 0;    // by the clock
  double processor = 0;  // seconds of processor time of all its threads; 0 where it can't be told
  // Geometric mean over the positions of the seconds that a search took.
  double mean_seconds = 0;
};

// Each position as a new game. An error names the engine that failed; `progress` is told of each
// position that all engines have searched.
Result<std::vector<Speed>> measure_speed(const SpeedPlan& plan,
                                         const std::function<void(std::size_t)>& progress);

// The same figures without ratios.
nlohmann::ordered_json speeds_json(const std::vector<EngineConfig>& engines,
                                   const std::vector<Speed>& speeds);
// A table; ratios are to the first engine.
std::string format_speeds(const std::vector<EngineConfig>& engines,
                          const std::vector<Speed>& speeds);

}  // namespace grandee::match
