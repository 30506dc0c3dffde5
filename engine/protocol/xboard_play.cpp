// The game's side of XBoard: who is to move, what the engine does meanwhile, how games end.
#include <algorithm>
#include <utility>

#include "board/endings.hpp"
#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "protocol/xboard.hpp"
#include "protocol/xboard_output.hpp"

namespace grandee::protocol {

namespace {

// Ends that every host sees for itself, so that to state them can't be taken for a false claim.
// Repetitions and fifty moves are claimed by offering a draw, as the protocol has it, and so is
// insufficient material with many bishops, which not every host knows.
bool is_plain_end(Outcome outcome, const Position& position) {
  constexpr int kFewMen = 3;
  return outcome == Outcome::Checkmate || outcome == Outcome::Stalemate ||
         (outcome == Outcome::InsufficientMaterial && position.men() <= kFewMen);
}

bool can_be_claimed(Outcome outcome, const Position& position) {
  return outcome != Outcome::Ongoing && !is_plain_end(outcome, position);
}

}  // namespace

void XBoard::settle() {
  if (refused_position_ || task_ == Task::Think || task_ == Task::Analyze) return;
  const Position& position = game_.position();
  if (!has_legal_move(position)) {
    announce_end();
    return;
  }
  const auto legal_left = [&] {
    MoveList moves;
    generate_legal(position, moves);
    return excluded_.size() < moves.size();
  };
  if (analyzing_) {
    if (!legal_left()) return;
    abort_search();
    search::Limits limits;
    limits.infinite = true;
    start_search(Task::Analyze, std::move(limits));
  } else if (engine_color_ && engine_to_move()) {
    abort_search();
    if (can_be_claimed(game_.outcome(), position)) console_.write("offer draw");
    search::Limits limits = clock_.limits(position.side_to_move());
    start_search(Task::Think, std::move(limits));
  } else if (engine_color_) {
    announce_end();
    if (pondering_on_ && task_ == Task::None && prediction_ && !end_announced_) ponder();
  }
}

void XBoard::start_search(Task task, search::Limits limits) {
  if (task != Task::Ponder) {
    engine_.set_game(game_);
    limits.search_moves = searched_moves();
  }
  ++search_;
  task_ = task;
  model_ = WdlModel(engine_.game().position());
  search_begin_ = std::chrono::steady_clock::now();
  depth_ = 0;
  best_move_ = current_move_ = Move::none();
  current_number_ = 0;
  engine_.go(std::move(limits), *this, task == Task::Hint);
}

void XBoard::abort_search() {
  if (task_ == Task::None) return;
  engine_.finish();
  // What it has put into the queue is no news any more.
  ++search_;
  task_ = Task::None;
}

std::vector<Move> XBoard::searched_moves() const {
  std::vector<Move> wanted;
  if (excluded_.empty()) return wanted;
  MoveList moves;
  generate_legal(game_.position(), moves);
  for (const Move m : moves)
    if (std::find(excluded_.begin(), excluded_.end(), m) == excluded_.end()) wanted.push_back(m);
  return wanted;
}

void XBoard::ponder() {
  Game expected = game_;
  expected.play(prediction_);
  if (expected.outcome() != Outcome::Ongoing) return;
  if (posting_) hint(prediction_);
  search::Limits limits = clock_.limits(expected.position().side_to_move());
  limits.ponder = true;
  pondered_clock_ = clock_.own();
  engine_.set_game(std::move(expected));
  start_search(Task::Ponder, std::move(limits));
}

bool XBoard::ponder_hit(Move move) {
  // The search was given the clock that the engine kept by itself. If the host's shows less, as
  // after a slow transmission, it must be told the truth.
  const bool clock_holds =
      !clock_.has_clock() || clock_.own() >= pondered_clock_ - pondered_clock_ / 20;
  if (task_ != Task::Ponder || move != prediction_ || !clock_holds) return false;
  play(move);
  task_ = Task::Think;
  search_begin_ = std::chrono::steady_clock::now();
  engine_.ponder_hit();
  return true;
}

void XBoard::finish_thinking(const search::SearchResult& result) {
  using std::chrono::duration_cast;
  using std::chrono::milliseconds;
  if (!result.best) return;
  clock_.moved(
      duration_cast<milliseconds>(std::chrono::steady_clock::now() - search_begin_).count());
  play(result.best);
  prediction_ = result.ponder;
  own_score_ = result.score;
  if (can_be_claimed(game_.outcome(), game_.position())) console_.write("offer draw");
  console_.write("move " + format_xboard_move(result.best));
}

void XBoard::set_game(Game game) {
  game_ = std::move(game);
  refused_position_ = false;
  end_announced_ = false;
  excluded_.clear();
  prediction_ = Move::none();
  own_score_.reset();
}

void XBoard::play(Move move) {
  game_.play(move);
  end_announced_ = false;
  excluded_.clear();
  prediction_ = Move::none();
}

void XBoard::announce_end() {
  const Outcome outcome = game_.outcome();
  if (!engine_color_ || end_announced_ || !is_plain_end(outcome, game_.position())) return;
  end_announced_ = true;
  console_.write(format_result(outcome, game_.position().side_to_move()));
}

void XBoard::hint(Move move) {
  if (move) console_.write("Hint: " + format_xboard_move(move));
}

}  // namespace grandee::protocol
