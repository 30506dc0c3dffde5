// One long search that a person waits for: it shows where it stands and ends in good order on
// Ctrl-C.
#pragma once

#include "tools/analyse/engine.hpp"
#include "tools/common/progress.hpp"

namespace grandee::analyse {

struct WatchedResult {
  Analysis analysis;
  bool stopped = false;  // by a signal; the analysis is what was found until then
};

// Shows depth, score and line of the search on standard error, with the time that is left where
// the effort tells.
WatchedResult search_watched(Analyst& analyst, const search::Root& root, const Effort& effort,
                             int multi_pv, const Watcher& watcher = nullptr);

}  // namespace grandee::analyse
