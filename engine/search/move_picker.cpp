#include "search/move_picker.hpp"

#include <algorithm>
#include <utility>

#include "board/see.hpp"
#include "search/tunables.hpp"

namespace grandee::search {

MovePicker::MovePicker(const Frame& frame, Histories& histories, Move tt_move)
    : frame_(frame), position_(frame.position), histories_(histories), tt_move_(tt_move) {
  if (position_.in_check())
    stage_ = tt_move_ ? Stage::TtEvasion : Stage::MakeEvasions;
  else
    stage_ = tt_move_ ? Stage::TtMove : Stage::MakeTactical;
}

MovePicker::MovePicker(const Frame& frame, Histories& histories, Move tt_move, Score threshold)
    : frame_(frame),
      position_(frame.position),
      histories_(histories),
      tt_move_(tt_move),
      threshold_(threshold) {
  stage_ =
      tt_move_ && position_.is_tactical(tt_move_) ? Stage::TtTactical : Stage::MakeTacticalOnly;
  if (stage_ == Stage::MakeTacticalOnly) tt_move_ = Move::none();
}

int MovePicker::tactical_score(Move m) const {
  const PieceType captured = type_of(position_.captured(m));
  int score = 8 * see_value(captured) + histories_.of_capture(position_.moved(m), m, captured) / 8;
  if (m.is_promotion()) score += 8 * (see_value(m.promotion()) - see_value(PieceType::Pawn));
  return score;
}

void MovePicker::score_tactical() {
  for (std::size_t i = current_; i < moves_.size(); ++i) scores_[i] = tactical_score(moves_[i]);
}

void MovePicker::score_quiets(std::size_t from) {
  const Color us = position_.side_to_move();
  const auto& row = [this](int back) -> const PieceToHistory& {
    return histories_.continuation[(&frame_ - back)->continuation];
  };
  const PieceToHistory& after1 = row(1);
  const PieceToHistory& after2 = row(2);
  const PieceToHistory& after4 = row(4);
  const PieceToHistory& after6 = row(6);
  const Square king = position_.king_square(~us);
  const Bitboard occupied = position_.pieces();
  const Bitboard straight = rook_attacks(king, occupied);
  const Bitboard diagonal = bishop_attacks(king, occupied);
  const Bitboard leap = knight_attacks(king);
  const Bitboard checks[kPieceTypes] = {
      pawn_attacks(~us, king), leap, diagonal, straight, diagonal | leap, straight | leap,
      straight | diagonal,     {}};
  const Bitboard pawn_threats = pawn_attack_span(~us, position_.pieces(~us, PieceType::Pawn));
  for (std::size_t i = from; i < moves_.size(); ++i) {
    const Move m = moves_[i];
    const Piece piece = position_.moved(m);
    const std::size_t p = static_cast<std::size_t>(index(piece));
    const std::size_t to = static_cast<std::size_t>(m.to());
    int score = 2 * histories_.of_quiet(us, m) + 2 * after1[p][to] + after2[p][to] + after4[p][to] +
                after6[p][to] / 2;
    const PieceType type = type_of(piece);
    if (feature::kCheckOrder && checks[index(type)].has(m.to())) score += tune::kCheckOrderBonus;
    if (feature::kThreatOrder && type != PieceType::Pawn && type != PieceType::King) {
      const int stake = see_value(type) * tune::kThreatOrderFactor;
      if (pawn_threats.has(m.from())) score += stake;
      if (pawn_threats.has(m.to())) score -= stake;
    }
    scores_[i] = score;
  }
}

void MovePicker::score_evasions() {
  constexpr int kCapturesFirst = 1 << 20;
  const Color us = position_.side_to_move();
  const PieceToHistory& after1 = histories_.continuation[(&frame_ - 1)->continuation];
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const Move m = moves_[i];
    if (position_.is_tactical(m)) {
      scores_[i] = kCapturesFirst + tactical_score(m) - see_value(type_of(position_.moved(m)));
    } else {
      const std::size_t p = static_cast<std::size_t>(index(position_.moved(m)));
      scores_[i] = histories_.of_quiet(us, m) + after1[p][static_cast<std::size_t>(m.to())];
    }
  }
}

Move MovePicker::select() {
  while (current_ < moves_.size()) {
    const int* const rest = scores_.data() + current_;
    const int* const end = scores_.data() + moves_.size();
    // Two passes, as compilers make vectors of the first.
    int highest = *rest;
    for (const int* score = rest; score != end; ++score) highest = std::max(highest, *score);
    const auto best = current_ + static_cast<std::size_t>(std::find(rest, end, highest) - rest);
    std::swap(moves_[current_], moves_[best]);
    std::swap(scores_[current_], scores_[best]);
    const Move m = moves_[current_++];
    if (m != tt_move_) return m;
  }
  return Move::none();
}

Move MovePicker::next() {
  switch (stage_) {
    case Stage::TtMove:
    case Stage::TtEvasion:
    case Stage::TtTactical:
      stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
      return tt_move_;

    case Stage::MakeTactical:
      generate_tactical(position_, moves_);
      score_tactical();
      stage_ = Stage::GoodTactical;
      [[fallthrough]];
    case Stage::GoodTactical:
      while (const Move m = select()) {
        // A losing capture may still be tried early when it has a good record.
        const int record = scores_[current_ - 1];
        if (!feature::kSeeOrder || see_ge(position_, m, -record / tune::kSeeOrderDivisor)) return m;
        bad_.push_back(m);
      }
      stage_ = Stage::MakeQuiets;
      [[fallthrough]];
    case Stage::MakeQuiets:
      if (!skip_quiets_) {
        current_ = moves_.size();
        generate_quiets(position_, moves_);
        score_quiets(current_);
      }
      stage_ = Stage::Quiets;
      [[fallthrough]];
    case Stage::Quiets:
      if (!skip_quiets_)
        if (const Move m = select()) return m;
      stage_ = Stage::BadTactical;
      [[fallthrough]];
    case Stage::BadTactical:
      if (bad_current_ < bad_.size()) return bad_[bad_current_++];
      stage_ = Stage::End;
      return Move::none();

    case Stage::MakeEvasions:
      generate_legal(position_, moves_);
      score_evasions();
      stage_ = Stage::Evasions;
      [[fallthrough]];
    case Stage::Evasions:
      while (const Move m = select()) {
        if (skip_quiets_ && !position_.is_tactical(m)) continue;
        return m;
      }
      return Move::none();

    case Stage::MakeTacticalOnly:
      generate_tactical(position_, moves_);
      score_tactical();
      stage_ = Stage::TacticalOnly;
      [[fallthrough]];
    case Stage::TacticalOnly:
      while (const Move m = select())
        if (see_ge(position_, m, threshold_)) return m;
      stage_ = Stage::End;
      return Move::none();

    case Stage::End: break;
  }
  return Move::none();
}

}  // namespace grandee::search
