// One search thread's state and its iterative deepening. Workers share a table and a Control and
// nothing else (lazy SMP).
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "nn/evaluate.hpp"
#include "search/history.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"
#include "search/stack.hpp"
#include "search/time_manager.hpp"
#include "search/tt.hpp"

namespace grandee::search {

// What the workers of one search share.
struct Control {
  std::atomic<bool> stop{false};
  // Pondering: clocks don't count yet and the result is held back.
  std::atomic<bool> ponder{false};
  // The main worker would have stopped by its clock, but it ponders.
  std::atomic<bool> stop_on_ponder_hit{false};
  Limits limits;
  TimeManager time;
  // What positions are evaluated with; null: the bootstrap.
  std::shared_ptr<const nn::Network> network = nn::default_network();
  // Endings against a bare king that are known exactly have at most so many men.
  int known_men = 3;

  // Before a search, once its clock runs: where bishop and knight against the bare king is near,
  // waits for its table, for as long as there is no clock but no longer than a part of what the
  // move may take.
  void await_tables(const Position& root);
};

struct RootMove {
  Move move;
  Score score = -kInfinite;           // of this iteration
  Score previous_score = -kInfinite;  // of the last finished iteration
  Score average_score = -kInfinite;
  Bound bound = Bound::None;
  int selective_depth = 0;
  std::uint64_t effort = 0;  // nodes spent below it
  std::vector<Move> pv;
};

class Worker {
 public:
  Worker(TranspositionTable& table, Control& control, int id);

  // Forgets histories.
  void clear();
  // Before think(): position, limits and the root moves.
  void prepare(const Root& root);
  // Iterative deepening until a limit or a stop. Only worker 0 watches limits and reports.
  // total_nodes counts the nodes of all workers.
  void think(Listener* listener, const std::function<std::uint64_t()>& total_nodes);

  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  const Position& root_position() const { return stack_.at(0).position; }
  int completed_depth() const { return completed_depth_; }
  const std::vector<RootMove>& root_moves() const { return root_moves_; }
  // The best line found; best is Move::none() without legal moves.
  SearchResult result() const;
  Score static_evaluation(const Position& position);

 private:
  enum class Node { Root, Pv, NonPv };

  // --- worker.cpp: iterative deepening
  void search_lines(int depth, Listener* listener);
  void aspirate(int depth, Listener* listener);
  void report(Listener* listener, std::size_t lines);
  void report_line(Listener& listener, const RootMove& line, int rank,
                   const Statistics& statistics);
  bool iteration_limit_reached(int depth);
  Statistics statistics() const;
  void check_limits();
  bool stopped() const { return control_.stop.load(std::memory_order_relaxed); }
  // Only this thread writes the counter, so no read-modify-write is needed.
  void count_node() { nodes_.store(nodes() + 1, std::memory_order_relaxed); }

  // --- search.cpp
  template <Node N>
  Score search(Frame* frame, Score alpha, Score beta, int depth, bool cut_node);
  template <Node N>
  Score quiescence(Frame* frame, Score alpha, Score beta);

  void make(Frame* frame, Move move);
  void make_null(Frame* frame);
  void unmake();
  bool is_draw(const Frame& frame) const;
  Score null_move(Frame* frame, Score eval, Score beta, int depth, bool cut_node);
  Score prob_cut(Frame* frame, Score beta, int depth, Move tt_move);
  std::optional<Score> exact_score(const Frame& frame) const;
  void update_root_move(Move move, Score score, std::uint64_t effort, int move_count, Score alpha,
                        Score beta, const Frame& child);
  RootMove* find_root_move(Move move);

  // --- oversight.cpp: weaker play
  // Does the player not see this legal move? Not asked of the root's moves.
  bool overlooks(const Frame& frame, Move move) const {
    return control_.limits.overlooked != 0 && is_overlooked(frame, move);
  }
  bool is_overlooked(const Frame& frame, Move move) const;
  // Takes overlooked moves from the root's; at least one stays.
  void forget_root_moves();

  // --- evaluation.cpp: static evaluation with its corrections, and the histories' updates
  Score raw_evaluation(const Frame& frame);
  int correction(const Position& position) const;
  Score corrected(Score raw, const Position& position) const;
  void update_correction(const Frame& frame, Score best, int depth);
  int quiet_history(const Frame& frame, Move move) const;
  void update_quiet(Frame& frame, Move move, int bonus);
  void update_continuation(Frame& frame, Piece piece, Square to, int bonus);
  void reward(Frame& frame, Move best, int depth, std::span<const Move> quiets,
              std::span<const Move> captures);

  TranspositionTable& table_;
  Control& control_;
  const int id_;

  alignas(64) std::atomic<std::uint64_t> nodes_{0};
  alignas(64) std::uint64_t next_check_ = 0;
  const std::function<std::uint64_t()>* total_nodes_ = nullptr;
  Listener* listener_ = nullptr;

  std::vector<Key> keys_;     // of the game and the line
  std::size_t root_key_ = 0;  // index of the root's key
  std::vector<RootMove> root_moves_;
  std::size_t line_ = 0;  // multi-PV line being searched
  int root_depth_ = 0;
  int completed_depth_ = 0;
  int selective_depth_ = 0;
  int null_moves_from_ply_ = 0;  // null-move verification: not before this ply
  int best_move_stable_ = 0;

  Stack stack_;
  Histories histories_;
  nn::Evaluator evaluator_{nullptr};  // follows control_.network
};

}  // namespace grandee::search
