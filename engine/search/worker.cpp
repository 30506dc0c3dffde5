// Iterative deepening with aspiration windows and multiple principal variations.
#include "search/worker.hpp"

#include <algorithm>

#include "board/bare_king.hpp"
#include "board/bishop_knight.hpp"
#include "board/movegen.hpp"
#include "search/tunables.hpp"

namespace grandee::search {

namespace {

constexpr std::uint64_t kCheckInterval = 512;
// Fail-high and fail-low lines of short searches would only be noise.
constexpr std::int64_t kReportBoundsAfterMs = 3000;

bool better(const RootMove& a, const RootMove& b) {
  return a.score != b.score ? a.score > b.score : a.previous_score > b.previous_score;
}

// Lines end where a table of the bare king knows the rest; these are its moves up to the mate.
void append_known_moves(Position position, int known_men, std::vector<Move>& line) {
  for (const Move move : line) position.make(move);
  if (position.men() > known_men) return;
  for (auto plies = plies_to_mate(position); plies.value_or(0) > 0;) {
    MoveList moves;
    generate_legal(position, moves);
    for (const Move move : moves) {
      Position next = position;
      next.make(move);
      if (plies_to_mate(next) != *plies - 1) continue;
      line.push_back(move);
      position = next;
      break;
    }
    plies = *plies - 1;
  }
}

}  // namespace

void Control::await_tables(const Position& root) {
  known_men = 3;
  if (!feature::kExactEndings || limits.overlooked != 0 || !bishop_knight::is_near(root)) return;
  const bool made = bishop_knight::wait([this] { return stop || (!ponder && time.half_spent()); });
  if (made) known_men = 4;
}

Worker::Worker(TranspositionTable& table, Control& control, int id)
    : table_(table), control_(control), id_(id) {
  clear();
}

void Worker::clear() {
  histories_.clear();
}

void Worker::prepare(const Root& root) {
  nodes_.store(0, std::memory_order_relaxed);
  next_check_ = 0;
  line_ = 0;
  root_depth_ = completed_depth_ = selective_depth_ = 0;
  null_moves_from_ply_ = 0;
  best_move_stable_ = 0;
  keys_ = root.earlier;
  keys_.push_back(root.position.key());
  root_key_ = keys_.size() - 1;
  stack_.reset();
  Frame& frame = stack_.at(0);
  frame.position = root.position;
  frame.reversible =
      static_cast<int>(std::min(static_cast<std::size_t>(root.position.rule50()), root_key_));
  evaluator_.set_network(control_.network);
  evaluator_.reset(root.position);

  root_moves_.clear();
  MoveList moves;
  generate_legal(root.position, moves);
  const auto& wanted = control_.limits.search_moves;
  for (const Move m : moves) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), m) == wanted.end()) continue;
    RootMove root_move;
    root_move.move = m;
    root_move.pv = {m};
    root_moves_.push_back(std::move(root_move));
  }
  forget_root_moves();
  // Any order will do for the first iteration, but it must not depend on the generator.
  std::sort(root_moves_.begin(), root_moves_.end(),
            [](const RootMove& a, const RootMove& b) { return a.move.code() < b.move.code(); });
}

void Worker::think(Listener* listener, const std::function<std::uint64_t()>& total_nodes) {
  total_nodes_ = &total_nodes;
  listener_ = listener;
  const Limits& limits = control_.limits;
  if (root_moves_.empty()) return;
  const int depth_limit = std::clamp(limits.depth.value_or(kMaxPly - 2), 1, kMaxPly - 2);
  Move last_best;
  for (root_depth_ = 1; root_depth_ <= depth_limit && !stopped(); ++root_depth_) {
    for (RootMove& m : root_moves_) m.previous_score = m.score;
    search_lines(root_depth_, listener);
    if (stopped()) break;
    completed_depth_ = root_depth_;
    const Move best = root_moves_[0].move;
    best_move_stable_ = best == last_best ? best_move_stable_ + 1 : 0;
    last_best = best;
    if (id_ == 0 && iteration_limit_reached(root_depth_)) break;
  }
  // A search stopped before its first line is complete still has to say something.
  if (completed_depth_ == 0 && root_moves_[0].score == -kInfinite) {
    RootMove& first = root_moves_[0];
    const Frame& frame = stack_.at(0);
    evaluator_.reset(frame.position);
    first.score = frame.position.in_check() ? 0 : corrected(raw_evaluation(frame), frame.position);
    first.bound = Bound::Exact;
  }
  if (listener != nullptr && id_ == 0 && stopped()) report(listener, 1);
}

void Worker::search_lines(int depth, Listener* listener) {
  const std::size_t lines =
      std::min(static_cast<std::size_t>(std::max(control_.limits.multi_pv, 1)), root_moves_.size());
  for (line_ = 0; line_ < lines && !stopped(); ++line_) {
    selective_depth_ = 0;
    aspirate(depth, listener);
    std::stable_sort(root_moves_.begin(),
                     root_moves_.begin() + static_cast<std::ptrdiff_t>(line_) + 1, better);
  }
  line_ = 0;
  if (listener != nullptr && !stopped()) report(listener, lines);
}

void Worker::aspirate(int depth, Listener* listener) {
  const RootMove& expected = root_moves_[line_];
  Score alpha = -kInfinite;
  Score beta = kInfinite;
  Score delta = tune::kAspirationWindow;
  if (feature::kAspiration && depth >= 4 && expected.average_score != -kInfinite &&
      !is_mate_score(expected.average_score)) {
    delta += std::abs(expected.average_score) / 40;
    alpha = std::max(expected.average_score - delta, -kInfinite);
    beta = std::min(expected.average_score + delta, +kInfinite);
  }
  int failed_high = 0;
  for (;;) {
    const int adjusted = std::max(depth - failed_high, 1);
    const Score score = search<Node::Root>(&stack_.at(0), alpha, beta, adjusted, false);
    // Moves that were not searched, or only to a bound, keep their earlier order.
    std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(line_), root_moves_.end(),
                     better);
    if (stopped()) return;
    if (score > alpha && score < beta) return;
    if (listener != nullptr && control_.limits.multi_pv == 1 &&
        control_.time.elapsed_ms() > kReportBoundsAfterMs)
      report(listener, 1);
    if (score <= alpha) {
      beta = (alpha + beta) / 2;
      alpha = std::max(score - delta, -kInfinite);
      failed_high = 0;
    } else {
      beta = std::min(score + delta, +kInfinite);
      failed_high = std::min(failed_high + 1, 3);
    }
    delta += delta / 2;
    if (delta > 1500) {
      alpha = -kInfinite;
      beta = kInfinite;
    }
  }
}

RootMove* Worker::find_root_move(Move move) {
  for (std::size_t i = line_; i < root_moves_.size(); ++i)
    if (root_moves_[i].move == move) return &root_moves_[i];
  return nullptr;
}

void Worker::update_root_move(Move move, Score score, std::uint64_t effort, int move_count,
                              Score alpha, Score beta, const Frame& child) {
  RootMove& root_move = *find_root_move(move);
  root_move.effort += effort;
  if (move_count > 1 && score <= alpha) {
    root_move.score = -kInfinite;
    return;
  }
  root_move.score = score;
  root_move.average_score =
      root_move.average_score == -kInfinite ? score : (root_move.average_score + score) / 2;
  root_move.bound = score >= beta ? Bound::Lower : score <= alpha ? Bound::Upper : Bound::Exact;
  root_move.selective_depth = selective_depth_;
  root_move.pv.assign(1, move);
  root_move.pv.insert(root_move.pv.end(), child.pv.begin(), child.pv.end());
  if (is_mate_score(score)) append_known_moves(stack_.at(0).position, control_.known_men, root_move.pv);
}

Statistics Worker::statistics() const {
  return {(*total_nodes_)(), control_.time.elapsed_ms(), table_.hashfull()};
}

void Worker::report(Listener* listener, std::size_t lines) {
  const Statistics now = statistics();
  for (std::size_t i = 0; i < lines; ++i) {
    const RootMove& m = root_moves_[i];
    if (m.score == -kInfinite && m.previous_score == -kInfinite) continue;
    report_line(*listener, m, static_cast<int>(i) + 1, now);
  }
}

void Worker::report_line(Listener& listener, const RootMove& m, int rank, const Statistics& now) {
  Line line;
  line.rank = rank;
  line.depth = std::max(stopped() ? completed_depth_ : root_depth_, 1);
  line.selective_depth = std::max(m.selective_depth, line.depth);
  line.score = m.score == -kInfinite ? m.previous_score : m.score;
  line.bound = m.score == -kInfinite ? Bound::Exact : m.bound;
  line.pv = m.pv;
  listener.on_line(line, now);
}

bool Worker::iteration_limit_reached(int depth) {
  const Limits& limits = control_.limits;
  const RootMove& best = root_moves_[0];
  if (limits.soft_nodes && (*total_nodes_)() >= *limits.soft_nodes) return true;
  if (limits.mate && is_mate_score(best.score) && best.bound == Bound::Exact &&
      (kMate - std::abs(best.score) + 1) / 2 <= *limits.mate)
    return true;
  if (!control_.time.limited()) return false;
  TimeManager::Iteration iteration;
  iteration.best_move_stable = best_move_stable_;
  iteration.effort =
      static_cast<double>(best.effort) / static_cast<double>(std::max<std::uint64_t>(nodes(), 1));
  iteration.score_drop = std::clamp(best.average_score - best.score, -200, 200);
  // A forced mate that was searched to twice its length won't get shorter.
  const bool settled = is_mate_score(best.score) && depth > 2 * (kMate - std::abs(best.score)) + 4;
  iteration.single_move = (root_moves_.size() == 1 && depth >= 8) || settled;
  if (!control_.time.soft_bound_reached(iteration, (*total_nodes_)())) return false;
  if (!control_.ponder.load(std::memory_order_relaxed)) return true;
  control_.stop_on_ponder_hit.store(true, std::memory_order_relaxed);
  // The hit may have come between the two.
  return !control_.ponder.load(std::memory_order_relaxed);
}

void Worker::check_limits() {
  if (id_ != 0) return;
  const Limits& limits = control_.limits;
  const bool exact = limits.nodes.has_value();
  if (!exact && nodes() < next_check_) return;
  if (exact && (*total_nodes_)() >= *limits.nodes) {
    control_.stop.store(true, std::memory_order_relaxed);
    return;
  }
  if (nodes() < next_check_) return;
  next_check_ = nodes() + kCheckInterval;
  if (control_.ponder.load(std::memory_order_relaxed)) return;
  if (control_.stop_on_ponder_hit.load(std::memory_order_relaxed) ||
      control_.time.hard_bound_reached((*total_nodes_)()))
    control_.stop.store(true, std::memory_order_relaxed);
}

SearchResult Worker::result() const {
  SearchResult result;
  result.nodes = nodes();
  if (root_moves_.empty()) {
    result.score = stack_.at(0).position.in_check() ? mated_in(0) : 0;
    return result;
  }
  const RootMove& best = root_moves_[0];
  result.best = best.move;
  result.pv = best.pv;
  if (best.pv.size() > 1) result.ponder = best.pv[1];
  result.score = best.score == -kInfinite ? best.previous_score : best.score;
  result.depth = completed_depth_;
  return result;
}

Score Worker::static_evaluation(const Position& position) {
  evaluator_.set_network(control_.network);
  evaluator_.reset(position);
  return evaluator_.evaluate(position);
}

}  // namespace grandee::search
