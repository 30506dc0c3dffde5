// The line being searched, one frame per ply.
#pragma once

#include <array>
#include <cstddef>

#include "base/static_vector.hpp"
#include "board/position.hpp"
#include "board/score.hpp"
#include "search/history.hpp"

namespace grandee::search {

struct Frame {
  Position position;
  int ply = 0;
  // The move being searched from here and the man that makes it; Move::none() for a null move.
  Move move;
  std::size_t continuation = Histories::kNoContinuation;  // row of that move in the histories
  Move excluded;                                          // singular search: not to be searched
  Score static_eval = kNoScore;                           // corrected; kNoScore in check
  int history = 0;                                        // of the move being searched
  int reduction = 0;  // of the move being searched, in 1/1024 ply
  int cutoffs = 0;    // beta cut-offs among the children
  int double_extensions = 0;
  int reversible = 0;  // plies since the last capture, pawn move or null move
  bool tt_pv = false;
  StaticVector<Move, kMaxPly + 2> pv;
};

class Stack {
 public:
  // Frames before the root that stand for "no move", so that no step looks for the edge.
  static constexpr int kBefore = 8;

  Frame& at(int ply) { return frames_[static_cast<std::size_t>(ply + kBefore)]; }
  const Frame& at(int ply) const { return frames_[static_cast<std::size_t>(ply + kBefore)]; }
  void reset() {
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      frames_[i].ply = static_cast<int>(i) - kBefore;
      frames_[i].move = Move::none();
      frames_[i].continuation = Histories::kNoContinuation;
      frames_[i].excluded = Move::none();
      frames_[i].static_eval = kNoScore;
      frames_[i].history = frames_[i].reduction = frames_[i].cutoffs = 0;
      frames_[i].double_extensions = frames_[i].reversible = 0;
      frames_[i].tt_pv = false;
      frames_[i].pv.clear();
    }
  }

 private:
  std::array<Frame, kMaxPly + kBefore + 4> frames_;
};

}  // namespace grandee::search
