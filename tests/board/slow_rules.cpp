#include "slow_rules.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <sstream>

namespace grandee::test {

namespace {

bool inside(int file, int rank) {
  return file >= 0 && file < 10 && rank >= 0 && rank < 10;
}
bool is_white(char piece) {
  return std::isupper(static_cast<unsigned char>(piece)) != 0;
}
char kind(char piece) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(piece)));
}
char of_color(char letter, bool white) {
  const auto c = static_cast<unsigned char>(letter);
  return static_cast<char>(white ? std::toupper(c) : std::tolower(c));
}
std::string name(int file, int rank) {
  return static_cast<char>('a' + file) + std::to_string(rank + 1);
}
bool in(char letter, const char* letters) {
  return std::string_view(letters).find(letter) != std::string_view::npos;
}

}  // namespace

std::string SlowMove::uci() const {
  std::string text = name(from_file, from_rank) + name(to_file, to_rank);
  if (promotion != '\0') text += promotion;
  return text;
}

SlowBoard::SlowBoard(std::string_view fen) {
  std::istringstream fields{std::string(fen)};
  std::string men, side, castling, ep;
  fields >> men >> side >> castling >> ep >> clock_ >> number_;
  white_to_move_ = side == "w";
  for (auto& rank : squares_) rank.fill('.');
  int file = 0;
  int rank = 9;
  for (std::size_t i = 0; i < men.size(); ++i) {
    if (men[i] == '/') {
      --rank;
      file = 0;
    } else if (men.compare(i, 2, "10") == 0) {
      file += 10;
      ++i;
    } else if (men[i] >= '1' && men[i] <= '9') {
      file += men[i] - '0';
    } else {
      at(file++, rank) = men[i];
    }
  }
  if (ep != "-") {
    ep_file_ = ep[0] - 'a';
    ep_rank_ = std::atoi(ep.c_str() + 1) - 1;
  }
}

bool SlowBoard::is_own(int file, int rank, bool white) const {
  return at(file, rank) != '.' && is_white(at(file, rank)) == white;
}

// Does the man on the first square attack the second, whatever stands there?
bool SlowBoard::attacks(int file, int rank, int to_file, int to_rank) const {
  const char piece = at(file, rank);
  const int df = to_file - file;
  const int dr = to_rank - rank;
  if (df == 0 && dr == 0) return false;
  const char k = kind(piece);
  if (k == 'P') return std::abs(df) == 1 && dr == (is_white(piece) ? 1 : -1);
  if (k == 'K') return std::abs(df) <= 1 && std::abs(dr) <= 1;
  if (in(k, "NAC") && std::abs(df * dr) == 2) return true;
  const bool straight = (df == 0 || dr == 0) && in(k, "RCQ");
  const bool diagonal = std::abs(df) == std::abs(dr) && in(k, "BAQ");
  if (!straight && !diagonal) return false;
  const int length = std::max(std::abs(df), std::abs(dr));
  for (int i = 1; i < length; ++i)
    if (at(file + df / length * i, rank + dr / length * i) != '.') return false;
  return true;
}

bool SlowBoard::king_attacked(bool white) const {
  for (int kr = 0; kr < 10; ++kr)
    for (int kf = 0; kf < 10; ++kf)
      if (at(kf, kr) == of_color('K', white))
        for (int r = 0; r < 10; ++r)
          for (int f = 0; f < 10; ++f)
            if (is_own(f, r, !white) && attacks(f, r, kf, kr)) return true;
  return false;
}

int SlowBoard::count(char piece) const {
  int n = 0;
  for (const auto& rank : squares_)
    n += static_cast<int>(std::count(rank.begin(), rank.end(), piece));
  return n;
}

// With each promotion that the lost men allow, and without one short of the last rank.
void SlowBoard::add_pawn_move(const SlowMove& move, Moves& moves) const {
  const int own_rank = white_to_move_ ? move.to_rank + 1 : 10 - move.to_rank;
  if (own_rank < 10) moves.push_back(move);
  if (own_rank < 8) return;
  for (const char letter : {'Q', 'C', 'A', 'R', 'B', 'N'}) {
    const int at_start = in(letter, "RBN") ? 2 : 1;
    if (count(of_color(letter, white_to_move_)) >= at_start) continue;
    SlowMove promoting = move;
    promoting.promotion = of_color(letter, false);
    moves.push_back(promoting);
  }
}

void SlowBoard::add_pawn_moves(int file, int rank, Moves& moves) const {
  const int ahead = white_to_move_ ? 1 : -1;
  const int start = white_to_move_ ? 2 : 7;
  if (at(file, rank + ahead) == '.') {
    add_pawn_move({file, rank, file, rank + ahead}, moves);
    if (rank == start && at(file, rank + 2 * ahead) == '.')
      add_pawn_move({file, rank, file, rank + 2 * ahead}, moves);
  }
  for (const int to : {file - 1, file + 1}) {
    if (!inside(to, rank + ahead)) continue;
    const bool passed = to == ep_file_ && rank + ahead == ep_rank_;
    if (passed || is_own(to, rank + ahead, !white_to_move_))
      add_pawn_move({file, rank, to, rank + ahead}, moves);
  }
}

void SlowBoard::add_piece_moves(int file, int rank, Moves& moves) const {
  for (int r = 0; r < 10; ++r)
    for (int f = 0; f < 10; ++f)
      if (!is_own(f, r, white_to_move_) && attacks(file, rank, f, r))
        moves.push_back({file, rank, f, r});
}

bool SlowBoard::is_en_passant(const SlowMove& move) const {
  return kind(at(move.from_file, move.from_rank)) == 'P' && move.from_file != move.to_file &&
         at(move.to_file, move.to_rank) == '.';
}

std::vector<SlowMove> SlowBoard::legal_moves() const {
  Moves tried;
  for (int r = 0; r < 10; ++r)
    for (int f = 0; f < 10; ++f)
      if (is_own(f, r, white_to_move_)) {
        if (kind(at(f, r)) == 'P')
          add_pawn_moves(f, r, tried);
        else
          add_piece_moves(f, r, tried);
      }
  Moves legal;
  for (const SlowMove& m : tried)
    if (!after(m).king_attacked(white_to_move_)) legal.push_back(m);
  return legal;
}

std::vector<std::string> SlowBoard::uci_moves() const {
  std::vector<std::string> names;
  for (const SlowMove& m : legal_moves()) names.push_back(m.uci());
  std::sort(names.begin(), names.end());
  return names;
}

SlowBoard SlowBoard::after(const SlowMove& move) const {
  SlowBoard next = *this;
  const char piece = at(move.from_file, move.from_rank);
  const bool pawn = kind(piece) == 'P';
  const bool capture = at(move.to_file, move.to_rank) != '.';
  if (is_en_passant(move)) next.at(move.to_file, move.from_rank) = '.';
  next.at(move.from_file, move.from_rank) = '.';
  next.at(move.to_file, move.to_rank) =
      move.promotion == '\0' ? piece : of_color(move.promotion, white_to_move_);
  next.ep_file_ = next.ep_rank_ = -1;
  if (pawn && std::abs(move.to_rank - move.from_rank) == 2) {
    next.ep_file_ = move.from_file;
    next.ep_rank_ = (move.from_rank + move.to_rank) / 2;
  }
  next.clock_ = pawn || capture ? 0 : clock_ + 1;
  next.number_ = number_ + (white_to_move_ ? 0 : 1);
  next.white_to_move_ = !white_to_move_;
  return next;
}

std::string SlowBoard::fen() const {
  std::string text;
  for (int r = 9; r >= 0; --r) {
    for (int f = 0; f < 10;) {
      int empty = 0;
      while (f + empty < 10 && at(f + empty, r) == '.') ++empty;
      text += empty > 0 ? std::to_string(empty) : std::string(1, at(f, r));
      f += std::max(empty, 1);
    }
    text += r > 0 ? "/" : "";
  }
  const Moves legal = legal_moves();
  const bool ep =
      std::any_of(legal.begin(), legal.end(), [&](const SlowMove& m) { return is_en_passant(m); });
  text += white_to_move_ ? " w - " : " b - ";
  text += ep ? name(ep_file_, ep_rank_) : "-";
  return text + " " + std::to_string(clock_) + " " + std::to_string(number_);
}

}  // namespace grandee::test
