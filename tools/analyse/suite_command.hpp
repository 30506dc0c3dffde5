// grandee-analyse suite: how many positions of a test suite are solved, and how fast.
#pragma once

#include <string>

#include "tools/analyse/engine.hpp"

namespace grandee::analyse {

struct SuiteOptions {
  std::string input;
  std::string json_out;
  Effort effort;
  EngineSetup engine;
};

// Solved means that the answer at the end of the search is right; its time and nodes are those from
// which on it stayed so.
int run_suite(const SuiteOptions& options);

}  // namespace grandee::analyse
