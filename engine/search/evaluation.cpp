// Static evaluation as the search uses it, its corrections, and the updates of the histories.
#include <algorithm>
#include <cstdlib>

#include "search/tunables.hpp"
#include "search/worker.hpp"

namespace grandee::search {

namespace {

constexpr std::size_t slot(Key key) {
  return static_cast<std::size_t>(key % kCorrectionSlots);
}
constexpr std::size_t at(Color c) {
  return static_cast<std::size_t>(index(c));
}

// Corrections are kept in 1/kCorrectionScale centipawn.
constexpr int kCorrectionScale = 128;

// Plies of the fifty-move counter that count towards fading.
constexpr int kFadeLimit = 100;

int history_bonus(int depth) {
  return std::min(tune::kHistoryBonus * depth - 80, tune::kHistoryBonusMax);
}
int history_malus(int depth) {
  return std::min(tune::kHistoryMalus * depth - 60, tune::kHistoryMalusMax);
}

}  // namespace

Score Worker::raw_evaluation(const Frame& frame) {
  return evaluator_.evaluate(frame.position);
}

int Worker::correction(const Position& p) const {
  const std::size_t us = at(p.side_to_move());
  const int sum =
      tune::kPawnCorrectionWeight * histories_.pawn_correction[us][slot(p.pawn_key())] +
      tune::kMinorCorrectionWeight * histories_.minor_correction[us][slot(p.minor_key())] +
      tune::kNonPawnCorrectionWeight *
          (histories_.non_pawn_correction[us][0][slot(p.non_pawn_key(Color::White))] +
           histories_.non_pawn_correction[us][1][slot(p.non_pawn_key(Color::Black))]);
  return sum / (kCorrectionScale * 2);
}

Score Worker::corrected(Score raw, const Position& position) const {
  if (std::abs(raw) >= kKnownWin) return raw;
  // The nearer the fifty-move draw, the less an advantage is worth.
  const int spent = feature::kFiftyMoveFading ? std::min(position.rule50(), kFadeLimit) : 0;
  const Score faded = raw * (220 - spent) / 220;
  return std::clamp(faded + correction(position), -kMaxEval, kMaxEval);
}

void Worker::update_correction(const Frame& frame, Score best, int depth) {
  // A forced win is no error of the evaluation that other positions share.
  if (std::abs(best) >= kKnownWin || std::abs(frame.static_eval) >= kKnownWin) return;
  const Position& p = frame.position;
  const std::size_t us = at(p.side_to_move());
  const int bonus = std::clamp((best - frame.static_eval) * depth / 6, -kCorrectionBound / 4,
                               kCorrectionBound / 4);
  if (feature::kPawnCorrection) histories_.pawn_correction[us][slot(p.pawn_key())].update(bonus);
  if (feature::kMinorCorrection) histories_.minor_correction[us][slot(p.minor_key())].update(bonus);
  if (feature::kNonPawnCorrection) {
    histories_.non_pawn_correction[us][0][slot(p.non_pawn_key(Color::White))].update(bonus);
    histories_.non_pawn_correction[us][1][slot(p.non_pawn_key(Color::Black))].update(bonus);
  }
}

int Worker::quiet_history(const Frame& frame, Move move) const {
  const Position& p = frame.position;
  const std::size_t piece = static_cast<std::size_t>(index(p.moved(move)));
  const std::size_t to = static_cast<std::size_t>(move.to());
  const Frame* f = &frame;
  return histories_.main[at(p.side_to_move())][static_cast<std::size_t>(move.from())][to] +
         histories_.continuation[(f - 1)->continuation][piece][to] +
         histories_.continuation[(f - 2)->continuation][piece][to];
}

void Worker::update_continuation(Frame& frame, Piece piece, Square to, int bonus) {
  if (!feature::kContinuationHistory) return;
  struct Weight {
    int back, eighths;
  };
  constexpr Weight kWeights[] = {{1, 8}, {2, 7}, {4, 4}, {6, 3}};
  Frame* f = &frame;
  for (const Weight& w : kWeights) {
    const std::size_t row = (f - w.back)->continuation;
    if (row == Histories::kNoContinuation) continue;
    histories_
        .continuation[row][static_cast<std::size_t>(index(piece))][static_cast<std::size_t>(to)]
        .update(bonus * w.eighths / 8);
  }
}

void Worker::update_quiet(Frame& frame, Move move, int bonus) {
  const Position& p = frame.position;
  histories_.update_quiet(p.side_to_move(), move, bonus);
  update_continuation(frame, p.moved(move), move.to(), bonus);
}

void Worker::reward(Frame& frame, Move best, int depth, std::span<const Move> quiets,
                    std::span<const Move> captures) {
  const Position& p = frame.position;
  const int bonus = history_bonus(depth);
  const int malus = history_malus(depth);
  if (p.is_tactical(best)) {
    histories_.update_capture(p.moved(best), best, type_of(p.captured(best)), bonus);
  } else {
    update_quiet(frame, best, bonus);
    for (const Move m : quiets)
      if (m != best) update_quiet(frame, m, -malus);
  }
  for (const Move m : captures)
    if (m != best) histories_.update_capture(p.moved(m), m, type_of(p.captured(m)), -malus);
}

}  // namespace grandee::search
