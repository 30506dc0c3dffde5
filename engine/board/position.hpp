// A position of Grand Chess, always a legal one: what FEN holds, plus keys, counts, checkers and
// pins. Plain data: copy it and make a move on the copy.
#pragma once

#include <array>
#include <cstdint>

#include "base/result.hpp"
#include "board/attacks.hpp"
#include "board/bitboard.hpp"
#include "board/delta.hpp"
#include "board/move.hpp"
#include "board/zobrist.hpp"

namespace grandee {

// Raw material for a position; Position::from_setup checks it.
struct PositionSetup {
  std::array<Piece, kSquares> board;
  Color side_to_move = Color::White;
  // Square passed over by a double step. Must be geometrically possible; it is dropped when no
  // legal capture exists.
  Square ep_square = kNoSquare;
  int rule50 = 0;       // plies since the last capture or pawn move, 0–9999
  int move_number = 1;  // 1–9999

  PositionSetup() { board.fill(Piece::None); }
};

inline constexpr int kMaxCounter = 9999;

// A set of piece types, bit t for type t.
using TypeSet = std::uint8_t;
constexpr bool has(TypeSet set, PieceType t) {
  return (set >> index(t) & 1) != 0;
}

class Position {
 public:
  // The start position.
  Position();

  // Refuses what cannot be a position: kings, too many men of a type, pawns on the first or last
  // rank, the side not to move in check, an impossible en-passant square, counters out of range.
  static Result<Position> from_setup(const PositionSetup& setup);
  PositionSetup setup() const;

  Color side_to_move() const { return side_; }
  // Square of a legal en-passant capture, else kNoSquare.
  Square ep_square() const { return ep_; }
  // Plies since the last capture or pawn move.
  int rule50() const { return rule50_; }
  int move_number() const { return move_number_; }

  Bitboard pieces() const { return by_color_[0] | by_color_[1]; }
  Bitboard pieces(Color c) const { return by_color_[at(c)]; }
  Bitboard pieces(PieceType t) const { return by_type_[at(t)]; }
  Bitboard pieces(Color c, PieceType t) const { return by_color_[at(c)] & by_type_[at(t)]; }
  // Rook, marshal and queen; bishop, cardinal and queen; knight, cardinal and marshal.
  Bitboard straight_sliders() const {
    return pieces(PieceType::Rook) | pieces(PieceType::Marshal) | pieces(PieceType::Queen);
  }
  Bitboard diagonal_sliders() const {
    return pieces(PieceType::Bishop) | pieces(PieceType::Cardinal) | pieces(PieceType::Queen);
  }
  Bitboard knight_leapers() const {
    return pieces(PieceType::Knight) | pieces(PieceType::Cardinal) | pieces(PieceType::Marshal);
  }
  Piece piece_on(Square s) const { return board_[detail::at(s)]; }
  Square king_square(Color c) const { return king_[at(c)]; }

  int count(Color c, PieceType t) const { return pieces(c, t).count(); }
  int men() const { return pieces().count(); }
  // Men other than king and pawns.
  bool has_pieces(Color c) const {
    return without(pieces(c), pieces(PieceType::Pawn) | pieces(PieceType::King)).any();
  }
  // The rule of promotion: types of which the side has fewer than at the start.
  TypeSet promotable(Color c) const;

  // Placement, side to move, legal en passant.
  Key key() const { return key_; }
  // Parts for correction histories: pawns; knights and bishops; everything but pawns by colour.
  Key pawn_key() const { return part_keys_[kPawns]; }
  Key minor_key() const { return part_keys_[kWhiteMinor] ^ part_keys_[kBlackMinor]; }
  Key non_pawn_key(Color c) const {
    return c == Color::White ? part_keys_[kWhiteMinor] ^ part_keys_[kWhiteMajor]
                             : part_keys_[kBlackMinor] ^ part_keys_[kBlackMajor];
  }

  // Enemy men that give check to the side to move, and its own men that are pinned to its king.
  Bitboard checkers() const { return checkers_; }
  Bitboard pinned() const { return pinned_; }
  bool in_check() const { return checkers_.any(); }

  // All men of both sides that attack a square, given the occupied squares.
  Bitboard attackers_to(Square s, Bitboard occupied) const;
  // Does a man of that side attack the square?
  bool attacked(Square s, Color by, Bitboard occupied) const;

  // The man a move takes, Piece::None if none; en passant included.
  Piece captured(Move m) const {
    return is_en_passant(m) ? make_piece(~side_, PieceType::Pawn) : piece_on(m.to());
  }
  Piece moved(Move m) const { return piece_on(m.from()); }
  bool is_en_passant(Move m) const {
    return m.to() == ep_ && type_of(piece_on(m.from())) == PieceType::Pawn;
  }
  // A capture or a promotion.
  bool is_tactical(Move m) const { return m.is_promotion() || captured(m) != Piece::None; }
  // For any move whatever, e.g. from a table: may the side to move play it?
  bool is_legal(Move m) const;
  // For a legal move: does it attack the enemy king?
  bool gives_check(Move m) const;

  // Plays a legal move.
  Delta make(Move m);
  // Passes the turn; not in check.
  void make_null();
  // The key after a legal move, but for an en passant it makes possible. For prefetching.
  Key key_after(Move m) const;

  // Recomputes everything that is kept up to date and compares; for debug builds and tests.
  bool is_consistent() const;

 private:
  static constexpr std::size_t at(Color c) { return static_cast<std::size_t>(index(c)); }
  static constexpr std::size_t at(PieceType t) { return static_cast<std::size_t>(index(t)); }

  // Every man belongs to one part, so that a move toggles the keys without a branch.
  enum Part : std::uint8_t { kPawns, kWhiteMinor, kBlackMinor, kWhiteMajor, kBlackMajor, kParts };
  static constexpr Part part_of(Piece p);

  explicit Position(const PositionSetup& setup);
  // Puts a man into the sets and keys, or takes it out.
  void toggle(Piece p, Square s);
  void update_checks();
  // Would a capture onto the square passed over by the pawn that just stepped twice be legal?
  bool ep_is_legal(Square passed, Color capturer) const;
  bool ep_capture_is_safe(Square from, Square passed, Color capturer) const;
  bool pawn_move_is_possible(Move m) const;

  std::array<Bitboard, kPieceTypes> by_type_;
  std::array<Bitboard, 2> by_color_;
  Bitboard checkers_;
  Bitboard pinned_;
  Key key_ = 0;
  std::array<Key, kParts> part_keys_{};
  std::array<Piece, kSquares> board_;
  std::array<std::uint8_t, 2> king_{};
  std::uint8_t ep_ = kNoSquare;
  Color side_ = Color::White;
  std::uint16_t rule50_ = 0;
  std::uint16_t move_number_ = 1;
};

}  // namespace grandee
