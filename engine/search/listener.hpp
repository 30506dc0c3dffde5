// What a search tells while it runs. Calls come from the main search thread, one at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "board/move.hpp"
#include "board/score.hpp"

namespace grandee::search {

enum class Bound : std::uint8_t { None, Upper, Lower, Exact };

// One line of the multi-PV list.
struct Line {
  int rank = 1;  // 1 the best
  int depth = 0;
  int selective_depth = 0;
  Score score = 0;  // from the root's side to move, internal centipawns
  Bound bound = Bound::Exact;
  std::vector<Move> pv;  // at least one move unless the root has none
};

struct Statistics {
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
  int hashfull = 0;  // per mille
};

struct SearchResult {
  Move best;    // Move::none() only if the root has no legal move
  Move ponder;  // the second move of the PV, or none
  Score score = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  std::vector<Move> pv;
};

class Listener {
 public:
  virtual ~Listener() = default;
  virtual void on_line(const Line&, const Statistics&) {}
  // The root move being searched and its number from 1; only in long searches.
  virtual void on_current_move(int /*depth*/, Move, int /*number*/) {}
  // The last call of every search, also of one that was stopped.
  virtual void on_result(const SearchResult&) {}
};

}  // namespace grandee::search
