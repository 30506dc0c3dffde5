// The search: principal variation search (Marsland, Campbell 1982) with its prunings, steps
// numbered.
#include <algorithm>
#include <array>

#include "board/bare_king.hpp"
#include "board/endings.hpp"
#include "board/movegen.hpp"
#include "board/see.hpp"
#include "search/move_picker.hpp"
#include "search/reductions.hpp"
#include "search/tunables.hpp"
#include "search/worker.hpp"

namespace grandee::search {

namespace {

constexpr Score kDraw = 0;
// The deepest an entry of the table can say.
constexpr int kMaxDepth = kMaxPly - 2;

bool cuts(Bound bound, Score score, Score beta) {
  return score >= beta ? bound == Bound::Lower || bound == Bound::Exact
                       : bound == Bound::Upper || bound == Bound::Exact;
}

// The table's score is a better estimate than the evaluation where its bound says so.
Score sharpen(Score eval, const TtData& entry, Score tt_score) {
  if (!feature::kTtEvaluation) return eval;
  if (entry.bound == Bound::Exact || (entry.bound == Bound::Lower && tt_score > eval) ||
      (entry.bound == Bound::Upper && tt_score < eval))
    return tt_score;
  return eval;
}

}  // namespace

void Worker::make(Frame* frame, Move move) {
  Frame* child = frame + 1;
  const Piece piece = frame->position.moved(move);
  table_.prefetch(frame->position.key_after(move));
  frame->move = move;
  frame->continuation = Histories::continuation_index(piece, move.to());
  child->position = frame->position;
  const Delta delta = child->position.make(move);
  child->reversible = child->position.rule50() == 0 ? 0 : frame->reversible + 1;
  evaluator_.push(child->position, delta);
  keys_.push_back(child->position.key());
  count_node();
}

void Worker::make_null(Frame* frame) {
  Frame* child = frame + 1;
  frame->move = Move::none();
  frame->continuation = Histories::kNoContinuation;
  child->position = frame->position;
  child->position.make_null();
  child->reversible = 0;
  evaluator_.push_null();
  keys_.push_back(child->position.key());
}

void Worker::unmake() {
  keys_.pop_back();
  evaluator_.pop();
}

// One return to a position of the line below the root counts as a draw; positions of the game, the
// root among them, have to stand for the third time.
bool Worker::is_draw(const Frame& frame) const {
  const Position& p = frame.position;
  if (p.rule50() >= kFiftyMovePlies && (!p.in_check() || has_legal_move(p))) return true;
  if (insufficient_material(p)) return true;
  const std::size_t here = keys_.size() - 1;
  const std::size_t reach = std::min(static_cast<std::size_t>(frame.reversible), here);
  int earlier = 0;
  for (std::size_t back = 4; back <= reach; back += 2) {
    if (keys_[here - back] != p.key()) continue;
    if (here - back > root_key_ || ++earlier == 2) return true;
  }
  return false;
}

// A piece against the bare king is known, unless the fifty-move rule might step in before the mate.
// Weaker levels have to find it.
std::optional<Score> Worker::exact_score(const Frame& frame) const {
  if (!feature::kExactEndings || frame.position.men() > control_.known_men ||
      control_.limits.overlooked != 0)
    return std::nullopt;
  const auto plies = plies_to_mate(frame.position);
  if (!plies || frame.position.rule50() + *plies > kFiftyMovePlies) return std::nullopt;
  if (*plies < 0) return kDraw;
  return *plies % 2 == 1 ? mate_in(frame.ply + *plies) : mated_in(frame.ply + *plies);
}

template <Worker::Node N>
Score Worker::search(Frame* frame, Score alpha, Score beta, int depth, bool cut_node) {
  constexpr bool kRoot = N == Node::Root;
  constexpr bool kPv = N != Node::NonPv;
  constexpr Node kChild = kPv ? Node::Pv : Node::NonPv;
  GRANDEE_ASSERT(alpha < beta && (kPv || alpha == beta - 1));

  if (depth <= 0) return quiescence<kChild>(frame, alpha, beta);
  depth = std::min(depth, kMaxDepth);
  const Position& pos = frame->position;
  const Color us = pos.side_to_move();
  const bool in_check = pos.in_check();
  const int ply = frame->ply;
  if constexpr (kPv) {
    frame->pv.clear();
    selective_depth_ = std::max(selective_depth_, ply + 1);
  }

  // Step 1. Limits.
  check_limits();
  if constexpr (!kRoot) {
    if (stopped()) return kDraw;

    // Step 2. Draws, endings that are known exactly, and the end of the stack.
    if (is_draw(*frame)) return kDraw;
    if (const auto exact = exact_score(*frame)) return *exact;
    if (ply >= kMaxPly) return in_check ? kDraw : corrected(raw_evaluation(*frame), pos);

    // Step 3. Mate-distance pruning: a shorter mate is known already.
    if (feature::kMateDistance) {
      alpha = std::max(alpha, mated_in(ply));
      beta = std::min(beta, mate_in(ply + 1));
      if (alpha >= beta) return alpha;
    }
  }

  // Step 4. Transposition table.
  const bool singular_search = static_cast<bool>(frame->excluded);
  TtData entry;
  const bool hit = table_.probe(pos.key(), entry);
  const Score tt_score = hit ? score_from_tt(entry.score, ply) : kNoScore;
  Move tt_move = kRoot ? root_moves_[line_].move : hit ? entry.move() : Move::none();
  if (tt_move && !pos.is_legal(tt_move)) tt_move = Move::none();
  const bool tt_tactical = tt_move && pos.is_tactical(tt_move);
  if (!singular_search) frame->tt_pv = kPv || (hit && entry.pv);
  if (feature::kTtCutoff && !kPv && !singular_search && hit &&
      entry.depth > depth - (tt_score <= alpha ? 1 : 0) && cuts(entry.bound, tt_score, beta) &&
      pos.rule50() < 90) {
    if (feature::kCutoffBonus && tt_move && tt_score >= beta && !tt_tactical)
      update_quiet(*frame, tt_move, std::min(120 * depth, 1000));
    return tt_score;
  }

  // Step 5. Static evaluation, corrected by what the search has learned of such positions.
  Score raw_eval = kNoScore;
  Score eval = kNoScore;
  if (in_check) {
    frame->static_eval = kNoScore;
  } else if (singular_search) {
    eval = frame->static_eval;
  } else {
    raw_eval = hit && entry.eval != kNoScore ? entry.eval : raw_evaluation(*frame);
    eval = frame->static_eval = corrected(raw_eval, pos);
    if (hit) eval = sharpen(eval, entry, tt_score);
  }
  const bool improving = [&] {
    if (!feature::kImproving || in_check) return false;
    if ((frame - 2)->static_eval != kNoScore) return frame->static_eval > (frame - 2)->static_eval;
    if ((frame - 4)->static_eval != kNoScore) return frame->static_eval > (frame - 4)->static_eval;
    return true;
  }();
  (frame + 1)->excluded = Move::none();
  (frame + 2)->cutoffs = 0;

  if (!kPv && !in_check && !singular_search) {
    // Step 6. Razoring: hopeless by the evaluation, only captures could help.
    if (feature::kRazoring && alpha < kKnownWin &&
        eval < alpha - tune::kRazorBase - tune::kRazorFactor * depth * depth) {
      const Score score = quiescence<Node::NonPv>(frame, alpha, beta);
      if (score <= alpha) return score;
    }

    // Step 7. Reverse futility: so far above beta that the opponent won't make it up.
    const Score margin =
        tune::kReverseFutilityMargin * depth - (improving ? tune::kReverseFutilityImproving : 0);
    if (feature::kReverseFutility && depth < tune::kReverseFutilityDepth && eval - margin >= beta &&
        eval < kKnownWin && beta > -kKnownWin)
      return (2 * eval + beta) / 3;

    // Step 8. Null move.
    const Score null_score = null_move(frame, eval, beta, depth, cut_node);
    if (null_score != kNoScore) return null_score;
  }

  // Step 9. Internal iterative reduction: without a move from the table the ordering is poor.
  if (feature::kInternalReduction && !kRoot && (kPv || cut_node) && depth >= 4 && !tt_move &&
      !singular_search)
    --depth;

  // Step 10. ProbCut.
  if (feature::kProbCut && !kPv && !in_check && !singular_search && depth >= 5 &&
      std::abs(beta) < kKnownWin &&
      !(hit && entry.depth >= depth - 3 && tt_score < beta + tune::kProbCutMargin)) {
    const Score score = prob_cut(frame, beta, depth, tt_move);
    if (score != kNoScore) return score;
  }

  // Step 11. The moves.
  MovePicker picker(*frame, histories_, tt_move);
  Score best = -kInfinite;
  Move best_move;
  const Score original_alpha = alpha;
  int move_count = 0;
  bool overlooked = false;
  StaticVector<Move, 64> quiets_tried;
  StaticVector<Move, 32> captures_tried;

  while (const Move move = picker.next()) {
    if (move == frame->excluded) continue;
    if constexpr (kRoot) {
      if (find_root_move(move) == nullptr) continue;
    } else if (overlooks(*frame, move)) {
      overlooked = true;
      continue;
    }
    ++move_count;
    if constexpr (kRoot)
      if (id_ == 0 && listener_ != nullptr && control_.time.elapsed_ms() > 3000)
        listener_->on_current_move(root_depth_, move, move_count + static_cast<int>(line_));

    const Piece piece = pos.moved(move);
    const PieceType captured = type_of(pos.captured(move));
    const bool tactical = captured != PieceType::None || move.is_promotion();
    const bool gives_check = pos.gives_check(move);
    const int history =
        tactical ? int{histories_.of_capture(piece, move, captured)} : quiet_history(*frame, move);
    int reduction = late_move_reduction(depth, move_count);
    if (!improving) reduction += tune::kReductionNotImproving;

    // Step 12. Pruning at low depth, once something that doesn't lose is found.
    if (!kRoot && best > -kMateBound && pos.has_pieces(us)) {
      const int limit = (tune::kLatePruningBase + depth * depth) / (improving ? 1 : 2);
      if (feature::kLateMovePruning && move_count >= limit) picker.skip_quiets();
      const int lmr_depth = std::max(depth - 1 - reduction / 1024, 0);
      if (tactical) {
        if (feature::kCaptureFutility && !gives_check && !move.is_promotion() && lmr_depth < 6 &&
            !in_check) {
          const Score futility = frame->static_eval + tune::kCaptureFutilityBase +
                                 tune::kCaptureFutilityFactor * lmr_depth + see_value(captured) +
                                 history / 40;
          if (futility <= alpha) continue;
        }
        if (feature::kCaptureSeePruning &&
            !see_ge(pos, move, -tune::kSeeCaptureFactor * depth - history / 60))
          continue;
      } else {
        if (feature::kHistoryPruning && lmr_depth < 5 && history < -tune::kHistoryPruning * depth)
          continue;
        if (feature::kFutility && !in_check && !gives_check && lmr_depth < 8 &&
            frame->static_eval + tune::kFutilityBase + tune::kFutilityFactor * lmr_depth +
                    history / 180 <=
                alpha)
          continue;
        if (feature::kQuietSeePruning &&
            !see_ge(pos, move, -tune::kSeeQuietFactor * lmr_depth * lmr_depth))
          continue;
      }
    }

    // Step 13. Singular extension: the table's move is much better than all others; multi-cut where
    // they fail high too.
    int extension = 0;
    if (feature::kSingular && !kRoot && move == tt_move && !singular_search &&
        depth >= tune::kSingularDepth && ply < 2 * root_depth_ && hit && !is_mate_score(tt_score) &&
        entry.depth >= depth - 3 && (entry.bound == Bound::Lower || entry.bound == Bound::Exact)) {
      const Score singular_beta = tt_score - tune::kSingularMargin * depth;
      frame->excluded = move;
      const Score score =
          search<Node::NonPv>(frame, singular_beta - 1, singular_beta, (depth - 1) / 2, cut_node);
      frame->excluded = Move::none();
      if (stopped()) return kDraw;
      if (score < singular_beta) {
        extension = 1;
        if (feature::kDoubleExtension && !kPv &&
            score < singular_beta - tune::kDoubleExtensionMargin && frame->double_extensions <= 8)
          extension = 2;
      } else if (feature::kMultiCut && singular_beta >= beta) {
        return singular_beta;
      } else if (feature::kNegativeExtension) {
        extension = tt_score >= beta ? -2 : cut_node ? -1 : 0;
      }
    } else if (feature::kCheckExtension && in_check && gives_check) {
      // A check that answers a check is forcing on both sides.
      extension = 1;
    }

    const int new_depth = depth - 1 + extension;
    (frame + 1)->double_extensions = frame->double_extensions + (extension == 2 ? 1 : 0);
    frame->history = history;
    const std::uint64_t nodes_before = nodes();
    make(frame, move);
    Frame* child = frame + 1;
    if constexpr (kPv) child->pv.clear();

    // Step 14. Late move reductions.
    Score score = -kInfinite;
    if (feature::kLateMoveReductions && depth >= 2 && move_count > 1 + (kRoot ? 1 : 0)) {
      if (cut_node) reduction += tune::kReductionCutNode;
      if (frame->tt_pv) reduction -= tune::kReductionTtPv;
      if (kPv) reduction -= tune::kReductionPv;
      if (tt_tactical && !tactical) reduction += tune::kReductionTtCapture;
      if (gives_check || in_check) reduction -= tune::kReductionCheck;
      if (child->cutoffs > 3) reduction += tune::kReductionCutoffs;
      if (tactical) reduction -= tune::kReductionTactical;
      reduction -= history * tune::kReductionHistory / 64;
      const int reduced = std::clamp(new_depth - reduction / 1024, 1, new_depth + 1);
      score = -search<Node::NonPv>(child, -alpha - 1, -alpha, reduced, true);
      if (score > alpha && reduced < new_depth) {
        // Look deeper where the reduced search was far better, less deep where it just held.
        int full_depth = new_depth;
        if (feature::kResearchDepth) {
          if (score > best + tune::kDeeperMargin + 2 * new_depth) ++full_depth;
          if (score < best + tune::kShallowerMargin) --full_depth;
        }
        if (full_depth > reduced)
          score = -search<Node::NonPv>(child, -alpha - 1, -alpha, full_depth, !cut_node);
        if (!tactical) {
          const int bonus = score >= beta    ? std::min(130 * depth, 1400)
                            : score <= alpha ? -std::min(110 * depth, 1000)
                                             : 0;
          if (bonus != 0) update_continuation(*frame, piece, move.to(), bonus);
        }
      }
    } else if (!kPv || move_count > 1) {
      score = -search<Node::NonPv>(child, -alpha - 1, -alpha, new_depth, !cut_node);
    }

    // Step 15. Full window for the first move of a PV node and for those that beat it.
    if (kPv && (move_count == 1 || score > alpha))
      score = -search<Node::Pv>(child, -beta, -alpha, new_depth, false);
    unmake();
    if (stopped()) return kDraw;

    if constexpr (kRoot)
      update_root_move(move, score, nodes() - nodes_before, move_count, alpha, beta, *child);

    if (score > best) {
      best = score;
      if (score > alpha) {
        best_move = move;
        if (kPv && !kRoot) {
          frame->pv.clear();
          frame->pv.push_back(move);
          for (const Move m : child->pv) frame->pv.push_back(m);
        }
        if (score >= beta) {
          ++frame->cutoffs;
          break;
        }
        alpha = score;
        if (feature::kAlphaReduction && depth > 3 && depth < 13 && !is_mate_score(score))
          depth -= 1;
      }
    }
    if (move != best_move) {
      if (tactical) {
        if (captures_tried.size() < captures_tried.capacity()) captures_tried.push_back(move);
      } else if (quiets_tried.size() < quiets_tried.capacity()) {
        quiets_tried.push_back(move);
      }
    }
  }

  // Step 16. Mate and stalemate.
  if (move_count == 0) {
    if (singular_search) return alpha;
    if (overlooked) return frame->static_eval;
    return in_check ? mated_in(ply) : kDraw;
  }

  // Step 17. Learn from it.
  if (best_move) {
    reward(*frame, best_move, depth, {quiets_tried.data(), quiets_tried.size()},
           {captures_tried.data(), captures_tried.size()});
  } else if (feature::kFailLowBonus && !kRoot && (frame - 1)->move &&
             (frame - 1)->position.captured((frame - 1)->move) == Piece::None) {
    // Everything failed low: the move that led here was good.
    const Move before = (frame - 1)->move;
    const int bonus = std::min(100 * depth, 900);
    Frame& parent = *(frame - 1);
    histories_.update_quiet(~us, before, bonus / 2);
    update_continuation(parent, parent.position.moved(before), before.to(), bonus);
  }
  if (!singular_search && !(kRoot && line_ > 0)) {
    TtData fresh;
    fresh.move_code = best_move ? best_move.code() : std::uint16_t{0};
    fresh.score = score_to_tt(best, ply);
    fresh.eval = raw_eval;
    fresh.depth = depth;
    fresh.bound = best >= beta ? Bound::Lower : best > original_alpha ? Bound::Exact : Bound::Upper;
    fresh.pv = frame->tt_pv;
    table_.store(pos.key(), fresh);
  }
  const bool quiet_best = !best_move || !pos.is_tactical(best_move);
  if (!in_check && !singular_search && quiet_best && !is_mate_score(best) &&
      !(best >= beta && best <= frame->static_eval) && !(!best_move && best >= frame->static_eval))
    update_correction(*frame, best, depth);
  return best;
}

// Null move (Donninger 1993): if passing holds beta, a move will. Zugzwang is guarded against by
// pieces on the board and, at depth, by a search without null moves.
Score Worker::null_move(Frame* frame, Score eval, Score beta, int depth, bool cut_node) {
  const Position& pos = frame->position;
  if (!feature::kNullMove || !cut_node || depth < 3 || eval < beta ||
      frame->static_eval < beta - tune::kNullMarginFactor * depth + tune::kNullMargin ||
      beta <= -kKnownWin || !(frame - 1)->move || !pos.has_pieces(pos.side_to_move()) ||
      frame->ply < null_moves_from_ply_)
    return kNoScore;
  const int reduction = tune::kNullBase + depth / tune::kNullDepthDivisor +
                        std::min((eval - beta) / tune::kNullEvalDivisor, 3);
  make_null(frame);
  Score score = -search<Node::NonPv>(frame + 1, -beta, -beta + 1, depth - reduction, false);
  unmake();
  if (stopped()) return kDraw;
  if (score < beta) return kNoScore;
  if (score >= kKnownWin) score = beta;
  if (!feature::kNullVerification || null_moves_from_ply_ > 0 ||
      depth < tune::kNullVerificationDepth)
    return score;
  null_moves_from_ply_ = frame->ply + 3 * (depth - reduction) / 4;
  const Score verified = search<Node::NonPv>(frame, beta - 1, beta, depth - reduction, false);
  null_moves_from_ply_ = 0;
  return verified >= beta ? score : kNoScore;
}

// ProbCut (Buro 1995): a capture that beats beta by a margin in a shallow search will do so in the
// full one.
Score Worker::prob_cut(Frame* frame, Score beta, int depth, Move tt_move) {
  const Score goal = beta + tune::kProbCutMargin;
  MovePicker picker(*frame, histories_, tt_move, goal - frame->static_eval);
  while (const Move move = picker.next()) {
    if (overlooks(*frame, move)) continue;
    make(frame, move);
    Score score = -quiescence<Node::NonPv>(frame + 1, -goal, -goal + 1);
    if (score >= goal && depth > 4)
      score = -search<Node::NonPv>(frame + 1, -goal, -goal + 1, depth - 4, false);
    unmake();
    if (stopped()) return kDraw;
    if (score < goal) continue;
    TtData fresh;
    fresh.move_code = move.code();
    fresh.score = score_to_tt(score, frame->ply);
    fresh.eval = kNoScore;
    fresh.depth = depth - 3;
    fresh.bound = Bound::Lower;
    fresh.pv = frame->tt_pv;
    table_.store(frame->position.key(), fresh);
    return is_mate_score(score) ? score : score - tune::kProbCutMargin;
  }
  return kNoScore;
}

// Captures, promotions and evasions until the position is quiet.
template <Worker::Node N>
Score Worker::quiescence(Frame* frame, Score alpha, Score beta) {
  constexpr bool kPv = N != Node::NonPv;
  const Position& pos = frame->position;
  const bool in_check = pos.in_check();
  const int ply = frame->ply;
  if constexpr (kPv) {
    frame->pv.clear();
    selective_depth_ = std::max(selective_depth_, ply + 1);
  }
  check_limits();
  if (stopped() || is_draw(*frame)) return kDraw;
  if (const auto exact = exact_score(*frame)) return *exact;
  if (ply >= kMaxPly) return in_check ? kDraw : corrected(raw_evaluation(*frame), pos);

  TtData entry;
  const bool hit = table_.probe(pos.key(), entry);
  const Score tt_score = hit ? score_from_tt(entry.score, ply) : kNoScore;
  if (feature::kQuiescenceTtCutoff && !kPv && hit && cuts(entry.bound, tt_score, beta))
    return tt_score;
  Move tt_move = hit ? entry.move() : Move::none();
  if (tt_move && !pos.is_legal(tt_move)) tt_move = Move::none();
  const bool tt_pv = kPv || (hit && entry.pv);

  Score raw_eval = kNoScore;
  Score best = -kInfinite;
  Score futility_base = -kInfinite;
  if (!in_check) {
    raw_eval = hit && entry.eval != kNoScore ? entry.eval : raw_evaluation(*frame);
    best = frame->static_eval = corrected(raw_eval, pos);
    if (hit) best = sharpen(best, entry, tt_score);
    if (best >= beta) {
      if (!hit)
        table_.store(pos.key(), {0, score_to_tt(best, ply), raw_eval, 0, Bound::Lower, tt_pv});
      return best;
    }
    alpha = std::max(alpha, best);
    futility_base = frame->static_eval + tune::kQuiescenceFutility;
  } else {
    frame->static_eval = kNoScore;
  }

  MovePicker picker =
      in_check ? MovePicker(*frame, histories_, tt_move)
               : MovePicker(*frame, histories_, tt_move, feature::kQuiescenceSee ? 0 : -kInfinite);
  Move best_move;
  int move_count = 0;
  while (const Move move = picker.next()) {
    if (overlooks(*frame, move)) continue;
    ++move_count;
    if (best > -kMateBound) {
      const bool tactical = pos.is_tactical(move);
      if (in_check && feature::kQuiescenceEvasions) {
        if (!tactical && move_count > 2) picker.skip_quiets();
        if (!tactical && !see_ge(pos, move, 0)) continue;
      } else if (feature::kQuiescenceFutility && !in_check && !move.is_promotion() &&
                 !pos.gives_check(move)) {
        if (move_count > 3 && alpha > -kKnownWin &&
            futility_base + see_value(type_of(pos.captured(move))) <= alpha) {
          best = std::max(best, futility_base + see_value(type_of(pos.captured(move))));
          continue;
        }
        if (futility_base <= alpha && !see_ge(pos, move, 1)) {
          best = std::max(best, futility_base);
          continue;
        }
      }
    }
    make(frame, move);
    if constexpr (kPv) (frame + 1)->pv.clear();
    const Score score = -quiescence<N>(frame + 1, -beta, -alpha);
    unmake();
    if (stopped()) return kDraw;
    if (score <= best) continue;
    best = score;
    if (score <= alpha) continue;
    best_move = move;
    if constexpr (kPv) {
      frame->pv.clear();
      frame->pv.push_back(move);
      for (const Move m : (frame + 1)->pv) frame->pv.push_back(m);
    }
    if (score >= beta) break;
    alpha = score;
  }
  if (in_check && move_count == 0) return mated_in(ply);
  TtData fresh;
  fresh.move_code = best_move ? best_move.code() : std::uint16_t{0};
  fresh.score = score_to_tt(best, ply);
  fresh.eval = raw_eval;
  fresh.bound = best >= beta ? Bound::Lower : Bound::Upper;
  fresh.pv = tt_pv;
  table_.store(pos.key(), fresh);
  return best;
}

template Score Worker::search<Worker::Node::Root>(Frame*, Score, Score, int, bool);

}  // namespace grandee::search
