#include "nn/bootstrap.hpp"

#include <algorithm>
#include <array>

#include "base/multi_array.hpp"
#include "board/attacks.hpp"

namespace grandee::nn::bootstrap {

namespace {

// Fitted on 10×10 self-play of a prototype; the order of PieceType.
constexpr Tapered kMaterial[kPieceTypes] = {{121, 156}, {286, 263}, {395, 321},  {500, 500},
                                            {877, 712}, {977, 972}, {1048, 982}, {0, 0}};
// What remains of the middlegame: 40 with all pieces on the board.
constexpr int kPhase[kPieceTypes] = {0, 1, 1, 2, 4, 4, 4, 0};
constexpr int kFullPhase = 40;

constexpr Tapered kMobility[kPieceTypes] = {{0, 0}, {6, 6}, {5, 6}, {3, 6},
                                            {4, 5}, {3, 4}, {2, 4}, {0, 0}};
// About the mean, so that material stays what it is.
constexpr int kUsualMobility[kPieceTypes] = {0, 5, 7, 8, 13, 14, 17, 0};

// Danger of one attack on the king's ring, by type.
constexpr int kDanger[kPieceTypes] = {0, 14, 12, 18, 30, 34, 30, 0};
constexpr int kDangerDivisor = 220;
constexpr int kMaxDanger = 500;

constexpr Tapered kBishopPair{35, 50};
constexpr Tapered kDoubled{-12, -22};
constexpr Tapered kIsolated{-12, -14};
constexpr Tapered kShield{16, 0};
constexpr Tapered kThreatByPawn{45, 40};
constexpr int kTempo = 18;
// By relative rank, in percent of what the pawn may become.
constexpr int kPassed[kRanks] = {0, 0, 1, 2, 4, 8, 14, 20, 26, 0};

constexpr int centre(int i) {
  return std::min(i, 9 - i);
}

constexpr Tapered place(PieceType type, int file, int rank) {
  const int middle = centre(file) + centre(rank) - 4;
  switch (type) {
    case PieceType::Pawn: {
      const int advance = rank - kPawnStartRank;
      return {advance * 5 + (centre(file) >= 3 ? 6 : 0) * std::min(advance, 3), advance * 9};
    }
    case PieceType::Knight: return {middle * 9, middle * 7};
    case PieceType::Bishop: return {middle * 4, middle * 4};
    case PieceType::Rook: return {centre(file) * 2, rank >= 6 ? 10 : 0};
    case PieceType::Cardinal: return {middle * 5, middle * 7};
    case PieceType::Marshal: return {middle * 3, middle * 5};
    case PieceType::Queen: return {middle * 2, middle * 6};
    case PieceType::King: return {-std::max(rank - 1, 0) * 28 - centre(file) * 6, middle * 14};
    case PieceType::None: break;
  }
  return {};
}

constexpr auto kPieceSquare = [] {
  MultiArray<Tapered, kPieceTypes, kSquares> table{};
  for (int t = 0; t < kPieceTypes; ++t)
    for (Square s = 0; s < kSquares; ++s)
      table[static_cast<std::size_t>(t)][static_cast<std::size_t>(s)] =
          kMaterial[t] + place(piece_type(t), file_of(s), rank_of(s));
  return table;
}();

Bitboard fill_forward(Color c, Bitboard b) {
  for (int i = 0; i < kRanks; ++i) b |= shift_forward(c, b);
  return b;
}
Bitboard fill_files(Bitboard b) {
  return fill_forward(Color::White, b) | fill_forward(Color::Black, b);
}

// The best type a pawn of that side may become, in centipawns.
int promotion_value(const Position& position, Color c) {
  const TypeSet types = position.promotable(c);
  int best = 0;
  for (int t = 0; t < kPieceTypes; ++t)
    if (has(types, piece_type(t))) best = std::max(best, kMaterial[t].eg);
  return best;
}

Tapered pawns(const Position& position, Color us) {
  const Bitboard own = position.pieces(us, PieceType::Pawn);
  const Bitboard theirs = position.pieces(~us, PieceType::Pawn);
  const Bitboard files = fill_files(own);
  const Bitboard behind = own & fill_forward(us, shift_forward(us, own));
  const Bitboard isolated = without(own, shift_left(files) | shift_right(files));
  Tapered score = kDoubled * behind.count() + kIsolated * isolated.count();

  const Bitboard their_front = fill_forward(~us, shift_forward(~us, theirs));
  const Bitboard stopped = their_front | shift_left(their_front) | shift_right(their_front);
  const Bitboard passed = without(own, stopped);
  if (passed.none()) return score;
  const int goal = promotion_value(position, us) + 100;
  for_each(passed, [&](Square s) {
    const int value = goal * kPassed[relative_rank(us, s)] / 100;
    const bool blocked = position.piece_on(s + pawn_step(us)) != Piece::None;
    score += Tapered{value / 2, blocked ? value / 2 : value};
  });
  return score;
}

Tapered pieces(const Position& position, Color us) {
  const Color them = ~us;
  const Bitboard occupied = position.pieces();
  const Bitboard own = position.pieces(us);
  const Bitboard pawn_control = pawn_attack_span(them, position.pieces(them, PieceType::Pawn));
  const Square king = position.king_square(them);
  const Bitboard ring =
      king_attacks(king) | Bitboard::of(king) | shift_forward(them, king_attacks(king));
  const Bitboard reachable = without(~own, pawn_control);
  Tapered score;
  int danger = 0;
  int attackers = 0;
  for (int t = index(PieceType::Knight); t <= index(PieceType::Queen); ++t) {
    for_each(position.pieces(us, piece_type(t)), [&](Square s) {
      const Bitboard reached = attacks(piece_type(t), s, occupied);
      score += kMobility[t] * ((reached & reachable).count() - kUsualMobility[t]);
      if (const int hits = (reached & ring).count(); hits > 0) {
        ++attackers;
        danger += kDanger[t] * hits;
      }
    });
  }
  if (attackers > 1) score.mg += std::min(danger * danger / kDangerDivisor, kMaxDanger);
  if (position.count(us, PieceType::Bishop) >= 2) score += kBishopPair;

  const Bitboard big = without(position.pieces(them),
                               position.pieces(PieceType::Pawn) | position.pieces(PieceType::King));
  score +=
      kThreatByPawn * (pawn_attack_span(us, position.pieces(us, PieceType::Pawn)) & big).count();

  const Square own_king = position.king_square(us);
  const Bitboard front = shift_forward(us, king_attacks(own_king) | Bitboard::of(own_king));
  score += kShield * std::min((front & position.pieces(us, PieceType::Pawn)).count(), 4);
  return score;
}

}  // namespace

Tapered piece_square(Piece piece, Square square) {
  const Color c = color_of(piece);
  const Tapered value = kPieceSquare[static_cast<std::size_t>(index(type_of(piece)))]
                                    [static_cast<std::size_t>(relative_square(c, square))];
  return c == Color::White ? value : Tapered{} - value;
}

Tapered piece_square_sum(const Position& position) {
  Tapered sum;
  for_each(position.pieces(), [&](Square s) { sum += piece_square(position.piece_on(s), s); });
  return sum;
}

Score evaluate(const Position& position, Tapered piece_squares) {
  const Color us = position.side_to_move();
  Tapered score = piece_squares;
  score += pieces(position, Color::White) - pieces(position, Color::Black);
  score += pawns(position, Color::White) - pawns(position, Color::Black);
  int phase = 0;
  for (int t = 0; t < kPieceTypes; ++t)
    phase += kPhase[t] * (position.count(Color::White, piece_type(t)) +
                          position.count(Color::Black, piece_type(t)));
  phase = std::min(phase, kFullPhase);
  int value = (score.mg * phase + score.eg * (kFullPhase - phase)) / kFullPhase;
  value = us == Color::White ? value : -value;
  return std::clamp(value + kTempo, -kMaxEval, kMaxEval);
}

}  // namespace grandee::nn::bootstrap
