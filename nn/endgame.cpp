#include "nn/endgame.hpp"

#include <algorithm>
#include <cstdlib>

#include "board/attacks.hpp"

namespace grandee::nn {

namespace {

constexpr int from_centre(int i) {
  return i < 5 ? 4 - i : i - 5;
}

int steps(Square a, Square b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

// To the nearer corner of the bishop's colour, in steps of a rook's walk: bishop and knight mate
// nowhere else by force.
int to_corner(Square s, bool dark) {
  const int along = file_of(s) + rank_of(s);
  const int across = file_of(s) + (kRanks - 1 - rank_of(s));
  constexpr int kSpan = kFiles + kRanks - 2;
  return dark ? std::min(along, kSpan - along) : std::min(across, kSpan - across);
}

bool has_major(const Position& p, Color c) {
  return (p.pieces(c) & (p.straight_sliders() | p.pieces(PieceType::Cardinal))).any();
}

}  // namespace

Score known_win(const Position& p) {
  const bool white_bare = !p.pieces(Color::White).more_than_one();
  if (!white_bare && p.pieces(Color::Black).more_than_one()) return 0;
  const Color strong = white_bare ? Color::Black : Color::White;
  const Bitboard bishops = p.pieces(strong, PieceType::Bishop);
  const Bitboard dark = bishops & kDarkSquares;
  const bool pair = dark.any() && without(bishops, kDarkSquares).any();
  const bool major = has_major(p, strong);
  if (!major && !pair && (bishops.none() || p.count(strong, PieceType::Knight) == 0)) return 0;

  const Square king = p.king_square(strong);
  const Square bare = p.king_square(~strong);
  int score = 20 * (18 - 2 * steps(king, bare));
  if (major || pair) {
    score += 30 * (from_centre(file_of(bare)) + from_centre(rank_of(bare)));
  } else {
    score += 40 * (18 - to_corner(bare, dark.any()));
    score += 6 * std::max(from_centre(file_of(bare)), from_centre(rank_of(bare)));
  }
  // The fewer squares left to the king, the better.
  score -= 4 * without(king_attacks(bare), p.pieces(~strong)).count();
  constexpr int kValue[kPieceTypes] = {100, 200, 250, 400, 700, 800, 900, 0};
  for (int t = 0; t < kPieceTypes; ++t) score += kValue[t] * p.count(strong, piece_type(t));
  const Score win = kKnownWin + std::min(score, 10000);
  return p.side_to_move() == strong ? win : -win;
}

bool is_drawn_as_a_rule(const Position& p) {
  if (p.men() != 4 || p.pieces(PieceType::Pawn).any()) return false;
  const Bitboard others = without(p.pieces(), p.pieces(PieceType::King));
  if (others == p.pieces(PieceType::Knight)) return true;
  const Bitboard white = others & p.pieces(Color::White);
  if (white.none() || white == others) return false;
  const PieceType a = type_of(p.piece_on(white.first()));
  const PieceType b = type_of(p.piece_on(without(others, white).first()));
  const auto pair = [&](PieceType x, PieceType y) {
    return (a == x && b == y) || (a == y && b == x);
  };
  using enum PieceType;
  return a == b || pair(Marshal, Rook) || pair(Cardinal, Rook) || pair(Cardinal, Bishop) ||
         pair(Rook, Bishop) || pair(Rook, Knight) || pair(Queen, Marshal) ||
         pair(Queen, Cardinal) || pair(Marshal, Cardinal) || pair(Bishop, Knight);
}

}  // namespace grandee::nn
