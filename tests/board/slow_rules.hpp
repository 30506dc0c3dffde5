// The rules of Grand Chess once more, as plainly and slowly as they read: a board of letters, moves
// tried one by one, checks found by looking in every direction. It shares no code with the engine
// and is the oracle that the engine's board is compared with.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace grandee::test {

struct SlowMove {
  int from_file = 0, from_rank = 0;  // from 0
  int to_file = 0, to_rank = 0;
  char promotion = '\0';  // q c a r b n, or none

  std::string uci() const;
};

class SlowBoard {
 public:
  // A well-formed FEN with six fields in the letters A and C.
  explicit SlowBoard(std::string_view fen);

  std::vector<SlowMove> legal_moves() const;
  // The legal moves in UCI form, sorted.
  std::vector<std::string> uci_moves() const;
  bool in_check() const { return king_attacked(white_to_move_); }
  SlowBoard after(const SlowMove& move) const;
  // The ep square is written only when a legal en-passant capture exists.
  std::string fen() const;

 private:
  using Moves = std::vector<SlowMove>;

  char at(int file, int rank) const {
    return squares_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)];
  }
  char& at(int file, int rank) {
    return squares_[static_cast<std::size_t>(rank)][static_cast<std::size_t>(file)];
  }
  bool is_own(int file, int rank, bool white) const;
  bool attacks(int file, int rank, int to_file, int to_rank) const;
  bool king_attacked(bool white) const;
  bool is_en_passant(const SlowMove& move) const;
  int count(char piece) const;
  void add_pawn_move(const SlowMove& move, Moves& moves) const;
  void add_pawn_moves(int file, int rank, Moves& moves) const;
  void add_piece_moves(int file, int rank, Moves& moves) const;

  std::array<std::array<char, 10>, 10> squares_{};  // [rank][file], '.' is empty
  bool white_to_move_ = true;
  int ep_file_ = -1, ep_rank_ = -1;
  int clock_ = 0;
  int number_ = 1;
};

}  // namespace grandee::test
