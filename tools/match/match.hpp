// A match or tournament from its plan to its report.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/match/book.hpp"
#include "tools/match/engine.hpp"
#include "tools/match/game.hpp"
#include "tools/match/schedule.hpp"
#include "tools/match/sprt.hpp"

namespace grandee::match {

struct MatchConfig {
  std::vector<EngineConfig> engines;  // at least two, with different names
  Tournament tournament = Tournament::RoundRobin;
  std::size_t games = 2;  // of each pairing
  int concurrency = 1;    // games at a time
  std::vector<int> cpus;  // the n-th game at a time runs on the n-th of them; empty: on all
  OpeningChoice openings;
  std::optional<std::uint64_t> seed;  // without: a random one, or that of the resumed match
  Referee referee;
  Patience patience;
  std::optional<Sprt> sprt;  // only of two engines
  bool recover = false;      // an engine that failed is started again
  bool resume = false;
  std::string event = "grandee-match";
  std::string pgn;   // a path; empty: none
  std::string json;  // a path, "-" for standard output; empty: none
};

enum class MatchStatus { Done, AcceptedH1, AcceptedH0, Stopped, EngineFailure, Failed };

struct MatchOutcome {
  MatchStatus status = MatchStatus::Done;
  std::string message;  // of a failure
};
// For scripts: 0 done or H1, 1 H0, 2 wrong input or output, 3 an engine failed, 128 + the signal's
// number if stopped.
int exit_code(const MatchOutcome& outcome);
std::string_view name_of(MatchStatus status);

// Plays all games that are not played yet, unless the test is decided, an engine fails or a signal
// asks to stop. Tells progress on standard error and the report on standard output (on standard
// error if the JSON goes there). Signals must be handled (tools/common/signals.hpp).
MatchOutcome run_match(const MatchConfig& config);

}  // namespace grandee::match
