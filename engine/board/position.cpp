#include "board/position.hpp"

#include <string>

#include "board/notation.hpp"

namespace grandee {

namespace {

constexpr char kTypeNames[] = "PNBRACQK";

std::string side_name(Color c) {
  return c == Color::White ? "white" : "black";
}

Result<Ok> check_counts(const PositionSetup& setup) {
  int counts[16] = {};
  for (const Piece p : setup.board)
    if (p != Piece::None) ++counts[index(p)];
  for (const Color c : {Color::White, Color::Black}) {
    const int kings = counts[index(make_piece(c, PieceType::King))];
    if (kings != 1) {
      return Error{side_name(c) + " has " + std::to_string(kings) + " kings, expected 1"};
    }
    for (int t = 0; t < kPieceTypes; ++t) {
      const int n = counts[index(make_piece(c, piece_type(t)))];
      if (n > kInitialCount[t]) {
        return Error{side_name(c) + " has " + std::to_string(n) + " of " + kTypeNames[t] +
                     ", at most " + std::to_string(kInitialCount[t]) + " possible"};
      }
    }
  }
  return Ok{};
}

Result<Ok> check_pawns(const PositionSetup& setup) {
  for (Square s = 0; s < kSquares; ++s) {
    const Piece p = setup.board[static_cast<std::size_t>(s)];
    if (type_of(p) == PieceType::Pawn && (rank_of(s) == 0 || rank_of(s) == kLastRank))
      return Error{side_name(color_of(p)) + " pawn on " + square_name(s) + " is impossible"};
  }
  return Ok{};
}

// The square passed over must be empty, with the pawn that stepped in front of it and its square of
// departure, behind, empty.
Result<Ok> check_ep(const PositionSetup& setup) {
  const Square ep = setup.ep_square;
  if (ep == kNoSquare) return Ok{};
  const Color mover = ~setup.side_to_move;
  const std::string name = "en passant square '" + square_name(ep) + "'";
  if (relative_rank(mover, ep) != kPawnStartRank + 1) {
    const int expected = mover == Color::White ? kPawnStartRank + 2 : kRanks - kPawnStartRank - 1;
    return Error{name + " must be on rank " + std::to_string(expected)};
  }
  const auto on = [&](Square s) { return setup.board[static_cast<std::size_t>(s)]; };
  const int step = pawn_step(mover);
  if (on(ep) != Piece::None) return Error{name + " is occupied"};
  if (on(ep + step) != make_piece(mover, PieceType::Pawn))
    return Error{name + ": no " + side_name(mover) + " pawn on " + square_name(ep + step)};
  if (on(ep - step) != Piece::None)
    return Error{name + ": " + square_name(ep - step) + ", where the pawn came from, is occupied"};
  return Ok{};
}

}  // namespace

Position::Position() {
  static const Position start = *parse_fen(kStartFen);
  *this = start;
}

Position::Position(const PositionSetup& setup) {
  board_.fill(Piece::None);
  for (Square s = 0; s < kSquares; ++s) {
    const Piece p = setup.board[static_cast<std::size_t>(s)];
    if (p == Piece::None) continue;
    board_[detail::at(s)] = p;
    toggle(p, s);
    if (type_of(p) == PieceType::King) king_[at(color_of(p))] = static_cast<std::uint8_t>(s);
  }
  side_ = setup.side_to_move;
  if (side_ == Color::Black) key_ ^= zobrist::side();
  rule50_ = static_cast<std::uint16_t>(setup.rule50);
  move_number_ = static_cast<std::uint16_t>(setup.move_number);
  if (setup.ep_square != kNoSquare && ep_is_legal(setup.ep_square, side_)) {
    ep_ = static_cast<std::uint8_t>(setup.ep_square);
    key_ ^= zobrist::ep(ep_);
  }
  update_checks();
}

Result<Position> Position::from_setup(const PositionSetup& setup) {
  if (const auto counts = check_counts(setup); !counts) return Error{counts.error()};
  if (const auto pawns = check_pawns(setup); !pawns) return Error{pawns.error()};
  if (const auto ep = check_ep(setup); !ep) return Error{ep.error()};
  if (setup.rule50 < 0 || setup.rule50 > kMaxCounter)
    return Error{"halfmove clock " + std::to_string(setup.rule50) + " is outside 0–" +
                 std::to_string(kMaxCounter)};
  if (setup.move_number < 1 || setup.move_number > kMaxCounter)
    return Error{"fullmove number " + std::to_string(setup.move_number) + " is outside 1–" +
                 std::to_string(kMaxCounter)};
  const Position position(setup);
  const Color waiting = ~position.side_;
  if (position.attacked(position.king_square(waiting), position.side_, position.pieces()))
    return Error{"the side not to move is in check"};
  return position;
}

PositionSetup Position::setup() const {
  PositionSetup setup;
  setup.board = board_;
  setup.side_to_move = side_;
  setup.ep_square = ep_;
  setup.rule50 = rule50_;
  setup.move_number = move_number_;
  return setup;
}

TypeSet Position::promotable(Color c) const {
  unsigned set = 0;
  for (int t = index(PieceType::Knight); t <= index(PieceType::Queen); ++t)
    if (count(c, piece_type(t)) < kInitialCount[t]) set |= 1u << t;
  return static_cast<TypeSet>(set);
}

constexpr Position::Part Position::part_of(Piece p) {
  constexpr Part kPartOf[16] = {kPawns,      kWhiteMinor, kWhiteMinor, kWhiteMajor,
                                kWhiteMajor, kWhiteMajor, kWhiteMajor, kWhiteMajor,
                                kPawns,      kBlackMinor, kBlackMinor, kBlackMajor,
                                kBlackMajor, kBlackMajor, kBlackMajor, kBlackMajor};
  return kPartOf[index(p)];
}

void Position::toggle(Piece p, Square s) {
  const Bitboard b = Bitboard::of(s);
  const Key k = zobrist::piece(p, s);
  by_type_[at(type_of(p))] ^= b;
  by_color_[at(color_of(p))] ^= b;
  key_ ^= k;
  part_keys_[part_of(p)] ^= k;
}

void Position::update_checks() {
  const Color them = ~side_;
  const Square king = king_square(side_);
  checkers_ = (knight_attacks(king) & pieces(them) & knight_leapers()) |
              (pawn_attacks(side_, king) & pieces(them, PieceType::Pawn));
  pinned_ = {};
  const Bitboard occupied = pieces();
  const Bitboard snipers = pieces(them) & ((rook_rays(king) & straight_sliders()) |
                                           (bishop_rays(king) & diagonal_sliders()));
  for_each(snipers, [&](Square sniper) {
    const Bitboard blockers = between(king, sniper) & occupied;
    if (blockers.none())
      checkers_ |= Bitboard::of(sniper);
    else if (!blockers.more_than_one())
      pinned_ |= blockers & pieces(side_);
  });
}

Bitboard Position::attackers_to(Square s, Bitboard occupied) const {
  return (knight_attacks(s) & knight_leapers()) | (king_attacks(s) & pieces(PieceType::King)) |
         (pawn_attacks(Color::White, s) & pieces(Color::Black, PieceType::Pawn)) |
         (pawn_attacks(Color::Black, s) & pieces(Color::White, PieceType::Pawn)) |
         (rook_attacks(s, occupied) & straight_sliders()) |
         (bishop_attacks(s, occupied) & diagonal_sliders());
}

bool Position::attacked(Square s, Color by, Bitboard occupied) const {
  const Bitboard theirs = pieces(by);
  const Bitboard leapers = (knight_attacks(s) & knight_leapers()) |
                           (king_attacks(s) & pieces(PieceType::King)) |
                           (pawn_attacks(~by, s) & pieces(PieceType::Pawn));
  if ((leapers & theirs).any()) return true;
  const Bitboard straight = theirs & straight_sliders();
  if ((rook_rays(s) & straight).any() && (rook_attacks(s, occupied) & straight).any()) return true;
  const Bitboard diagonal = theirs & diagonal_sliders();
  return (bishop_rays(s) & diagonal).any() && (bishop_attacks(s, occupied) & diagonal).any();
}

bool Position::ep_capture_is_safe(Square from, Square passed, Color capturer) const {
  const Bitboard taken = Bitboard::of(passed - pawn_step(capturer));
  const Bitboard occupied = (pieces() ^ Bitboard::of(from) ^ taken) | Bitboard::of(passed);
  const Bitboard attackers = attackers_to(king_square(capturer), occupied);
  return without(attackers & pieces(~capturer), taken).none();
}

bool Position::ep_is_legal(Square passed, Color capturer) const {
  Bitboard capturers = pawn_attacks(~capturer, passed) & pieces(capturer, PieceType::Pawn);
  while (capturers.any())
    if (ep_capture_is_safe(capturers.pop(), passed, capturer)) return true;
  return false;
}

Delta Position::make(Move m) {
  GRANDEE_ASSERT(!kDebug || is_legal(m));
  const Color us = side_;
  const Square from = m.from();
  const Square to = m.to();
  const Piece piece = piece_on(from);
  const PieceType type = type_of(piece);
  const Piece arriving = m.is_promotion() ? make_piece(us, m.promotion()) : piece;
  const bool ep_capture = type == PieceType::Pawn && to == ep_;
  const Square capture_square = ep_capture ? to - pawn_step(us) : to;
  const Piece victim = piece_on(capture_square);

  Delta delta;
  delta.moved = {piece, static_cast<std::uint8_t>(from)};
  delta.added = {arriving, static_cast<std::uint8_t>(to)};

  if (ep_ != kNoSquare) {
    key_ ^= zobrist::ep(ep_);
    ep_ = kNoSquare;
  }
  ++rule50_;
  if (victim != Piece::None) {
    delta.captured = {victim, static_cast<std::uint8_t>(capture_square)};
    toggle(victim, capture_square);
    board_[detail::at(capture_square)] = Piece::None;
    rule50_ = 0;
  }
  toggle(piece, from);
  toggle(arriving, to);
  board_[detail::at(from)] = Piece::None;
  board_[detail::at(to)] = arriving;

  if (type == PieceType::Pawn) {
    rule50_ = 0;
    const Square passed = from + pawn_step(us);
    if (to == passed + pawn_step(us) && ep_is_legal(passed, ~us)) {
      ep_ = static_cast<std::uint8_t>(passed);
      key_ ^= zobrist::ep(passed);
    }
  } else if (type == PieceType::King) {
    king_[at(us)] = static_cast<std::uint8_t>(to);
  }
  if (us == Color::Black && move_number_ < kMaxCounter) ++move_number_;
  side_ = ~us;
  key_ ^= zobrist::side();
  update_checks();
  GRANDEE_ASSERT(!kDebug || is_consistent());
  return delta;
}

void Position::make_null() {
  GRANDEE_ASSERT(!in_check());
  if (ep_ != kNoSquare) {
    key_ ^= zobrist::ep(ep_);
    ep_ = kNoSquare;
  }
  ++rule50_;
  if (side_ == Color::Black && move_number_ < kMaxCounter) ++move_number_;
  side_ = ~side_;
  key_ ^= zobrist::side();
  update_checks();
}

Key Position::key_after(Move m) const {
  const Piece piece = piece_on(m.from());
  const Piece arriving = m.is_promotion() ? make_piece(side_, m.promotion()) : piece;
  Key k =
      key_ ^ zobrist::side() ^ zobrist::piece(piece, m.from()) ^ zobrist::piece(arriving, m.to());
  if (ep_ != kNoSquare) k ^= zobrist::ep(ep_);
  if (is_en_passant(m)) {
    k ^= zobrist::piece(make_piece(~side_, PieceType::Pawn), m.to() - pawn_step(side_));
  } else if (const Piece victim = piece_on(m.to()); victim != Piece::None) {
    k ^= zobrist::piece(victim, m.to());
  }
  return k;
}

bool Position::pawn_move_is_possible(Move m) const {
  const Color us = side_;
  const Square from = m.from();
  const Square to = m.to();
  const int target_rank = relative_rank(us, to);
  if (m.is_promotion()) {
    if (target_rank < kFirstPromotionRank || !has(promotable(us), m.promotion())) return false;
  } else if (target_rank == kLastRank) {
    return false;
  }
  if (pawn_attacks(us, from).has(to))
    return to == ep_ ? ep_capture_is_safe(from, to, us) : pieces(~us).has(to);
  const int step = pawn_step(us);
  if (piece_on(to) != Piece::None) return false;
  if (to == from + step) return true;
  return to == from + 2 * step && relative_rank(us, from) == kPawnStartRank &&
         piece_on(from + step) == Piece::None;
}

bool Position::is_legal(Move m) const {
  const Color us = side_;
  const Square from = m.from();
  const Square to = m.to();
  if (!is_square(from) || !is_square(to)) return false;
  const Piece piece = piece_on(from);
  if (piece == Piece::None || color_of(piece) != us || pieces(us).has(to)) return false;
  const PieceType type = type_of(piece);
  if (type == PieceType::Pawn) {
    if (!pawn_move_is_possible(m)) return false;
    if (to == ep_) return true;
  } else {
    if (m.is_promotion() || !attacks(type, from, pieces()).has(to)) return false;
    if (type == PieceType::King) return !attacked(to, ~us, pieces() ^ Bitboard::of(from));
  }
  const Square king = king_square(us);
  if (pinned_.has(from) && !line_through(king, from).has(to)) return false;
  if (!in_check()) return true;
  if (checkers_.more_than_one()) return false;
  return checkers_.has(to) || between(king, checkers_.first()).has(to);
}

bool Position::gives_check(Move m) const {
  const Color us = side_;
  const Square king = king_square(~us);
  const Square from = m.from();
  const Square to = m.to();
  Bitboard occupied = (pieces() ^ Bitboard::of(from)) | Bitboard::of(to);
  if (is_en_passant(m)) occupied ^= Bitboard::of(to - pawn_step(us));
  const PieceType type = m.is_promotion() ? m.promotion() : type_of(piece_on(from));
  const Bitboard reached =
      type == PieceType::Pawn ? pawn_attacks(us, to) : attacks(type, to, occupied);
  if (reached.has(king)) return true;
  // Discovered: only where the move opens a line.
  const bool on_line = rook_rays(king).has(from) || bishop_rays(king).has(from);
  if (!on_line && !is_en_passant(m)) return false;
  const Bitboard ours = without(pieces(us), Bitboard::of(from));
  return ((rook_attacks(king, occupied) & straight_sliders() & ours) |
          (bishop_attacks(king, occupied) & diagonal_sliders() & ours))
      .any();
}

bool Position::is_consistent() const {
  PositionSetup fresh = setup();
  const Position other(fresh);
  bool same = other.by_type_ == by_type_ && other.by_color_ == by_color_ &&
              other.board_ == board_ && other.king_ == king_ && other.ep_ == ep_ &&
              other.key_ == key_;
  same = same && other.part_keys_ == part_keys_ && other.checkers_ == checkers_ &&
         other.pinned_ == pinned_;
  return same && !attacked(king_square(~side_), side_, pieces());
}

}  // namespace grandee
