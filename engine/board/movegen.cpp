#include "board/movegen.hpp"

namespace grandee {

namespace {

enum class Stage { All, Tactical, Quiet };

// Moves are written four at a time whether there are that many or not: the excess is overwritten by
// the next ones, and a loop without surprises costs less than the extra stores.
class ListSink {
 public:
  explicit ListSink(Move* end) : end_(end) {}
  Move* end() const { return end_; }

  void piece(Square from, Bitboard targets) {
    write(targets, static_cast<std::uint32_t>(from), 1u << 7);
  }
  // Pawns that all went the same way: from = to − step.
  void pawns(Bitboard targets, int step) {
    write(targets, static_cast<std::uint32_t>(-step), 1u + (1u << 7));
  }
  void promotions(Bitboard targets, int step, TypeSet types) {
    for_each(targets, [&](Square to) {
      for (int t = index(PieceType::Queen); t >= index(PieceType::Knight); --t)
        if (has(types, piece_type(t))) *end_++ = Move(to - step, to, piece_type(t));
    });
  }

 private:
  // A move is linear in its target: first + target · stride.
  void write(Bitboard targets, std::uint32_t first, std::uint32_t stride) {
    if (targets.lo != 0) write_half(targets.lo, first, stride);
    if (targets.hi != 0) write_half(targets.hi, first + kHalfSquares * stride, stride);
  }
  void write_half(std::uint64_t half, std::uint32_t first, std::uint32_t stride) {
    Move* const end = end_ + std::popcount(half);
    Move* to = end_;
    half |= ~kHalfMask;  // never empty, however many are written
    do {
      for (int i = 0; i < 4; ++i) {
        *to++ = Move::from_raw(first + static_cast<std::uint32_t>(lowest_bit(half)) * stride);
        half &= half - 1;
      }
    } while (to < end);
    end_ = end;
  }

  Move* end_;
};

class CountSink {
 public:
  void piece(Square, Bitboard targets) { count_ += targets.count(); }
  void pawns(Bitboard targets, int) { count_ += targets.count(); }
  void promotions(Bitboard targets, int, TypeSet types) {
    count_ += targets.count() * std::popcount(types);
  }
  std::uint64_t count() const { return static_cast<std::uint64_t>(count_); }

 private:
  int count_ = 0;
};

template <Color Us, Stage S, typename Sink>
class Generator {
 public:
  Generator(const Position& position, Sink sink)
      : pos_(position),
        occupied_(position.pieces()),
        king_(position.king_square(Us)),
        sink_(sink) {}

  Sink run() {
    king_moves();
    Bitboard allowed = kAllSquares;
    if (pos_.in_check()) {
      if (pos_.checkers().more_than_one()) return sink_;
      allowed = pos_.checkers() | between(king_, pos_.checkers().first());
    }
    const Bitboard targets = allowed & stage_targets();
    const Bitboard free = without(pos_.pieces(Us), pos_.pinned());
    for_each(free & pos_.knight_leapers(),
             [&](Square from) { sink_.piece(from, knight_attacks(from) & targets); });
    for_each(free & pos_.diagonal_sliders(),
             [&](Square from) { sink_.piece(from, bishop_attacks(from, occupied_) & targets); });
    for_each(free & pos_.straight_sliders(),
             [&](Square from) { sink_.piece(from, rook_attacks(from, occupied_) & targets); });
    if (pos_.pinned().any()) pinned_sliders(targets);
    pawn_moves(allowed);
    if constexpr (S != Stage::Quiet)
      if (pos_.ep_square() != kNoSquare) en_passant();
    return sink_;
  }

 private:
  static constexpr Color Them = ~Us;
  static constexpr int kStep = pawn_step(Us);

  Bitboard stage_targets() const {
    if constexpr (S == Stage::Tactical)
      return pos_.pieces(Them);
    else if constexpr (S == Stage::Quiet)
      return ~occupied_;
    else
      return ~pos_.pieces(Us);
  }

  void king_moves() {
    const Bitboard targets = without(king_attacks(king_) & stage_targets(), leaper_danger());
    const Bitboard straight = pos_.pieces(Them) & pos_.straight_sliders();
    const Bitboard diagonal = pos_.pieces(Them) & pos_.diagonal_sliders();
    const Bitboard others = occupied_ ^ Bitboard::of(king_);
    Bitboard safe = targets;
    for_each(targets, [&](Square to) {
      for_each((rook_rays(to) & straight) | (bishop_rays(to) & diagonal), [&](Square sniper) {
        if ((between(to, sniper) & others).none()) safe = without(safe, Bitboard::of(to));
      });
    });
    sink_.piece(king_, safe);
  }

  // What the enemy's knights, pawns and king attack around our king.
  Bitboard leaper_danger() const {
    const Bitboard near = pos_.pieces(Them) & king_zone(king_);
    const Bitboard knights = near & pos_.knight_leapers();
    const Bitboard pawns = near & pos_.pieces(PieceType::Pawn);
    const Bitboard kings = near & pos_.pieces(PieceType::King);
    if ((knights | pawns | kings).none()) return {};
    Bitboard attacked = pawn_attack_span(Them, pawns) | king_attacks(pos_.king_square(Them));
    for_each(knights, [&](Square s) { attacked |= knight_attacks(s); });
    return attacked;
  }

  // They stay on the line of the pin. A pinned knight's leap always leaves it.
  void pinned_sliders(Bitboard targets) {
    for_each(pos_.pinned() & pos_.diagonal_sliders(), [&](Square from) {
      sink_.piece(from, bishop_attacks(from, occupied_) & targets & line_through(king_, from));
    });
    for_each(pos_.pinned() & pos_.straight_sliders(), [&](Square from) {
      sink_.piece(from, rook_attacks(from, occupied_) & targets & line_through(king_, from));
    });
  }

  // A pinned pawn goes only the way that is a line of the king's.
  void pawn_moves(Bitboard allowed) {
    const Bitboard pawns = pos_.pieces(Us, PieceType::Pawn);
    const auto ahead = [&](Bitboard line) {
      return shift_forward<Us>(without(pawns, without(pos_.pinned(), line)));
    };
    const Bitboard empty = ~occupied_;
    const Bitboard single = ahead(file_line(king_)) & empty;
    if constexpr (S != Stage::Tactical) {
      const Bitboard first_step = single & relative_rank_mask(Us, kPawnStartRank + 1);
      sink_.pawns(shift_forward<Us>(first_step) & empty & allowed, 2 * kStep);
    }
    advance<false>(single & allowed, kStep);
    if constexpr (S != Stage::Quiet) {
      const Bitboard targets = pos_.pieces(Them) & allowed;
      const Bitboard left_line =
          Us == Color::White ? antidiagonal_line(king_) : diagonal_line(king_);
      const Bitboard right_line =
          Us == Color::White ? diagonal_line(king_) : antidiagonal_line(king_);
      advance<true>(shift_left(ahead(left_line)) & targets, kStep - 1);
      advance<true>(shift_right(ahead(right_line)) & targets, kStep + 1);
    }
  }

  // Plain arrivals and promotions. On the last rank only a promotion, to what was lost, is
  // possible.
  template <bool Capture>
  void advance(Bitboard targets, int step) {
    if constexpr (Capture || S != Stage::Tactical)
      sink_.pawns(without(targets, relative_rank_mask(Us, kLastRank)), step);
    if constexpr (S != Stage::Quiet) {
      const Bitboard zone = targets & promotion_zone(Us);
      if (zone.any()) sink_.promotions(zone, step, pos_.promotable(Us));
    }
  }

  // Two men leave one rank and a third square is filled: the generic safety test is the clear one.
  void en_passant() {
    const Square to = pos_.ep_square();
    for_each(pos_.pieces(Us, PieceType::Pawn) & pawn_attacks(Them, to), [&](Square from) {
      if (pos_.is_legal(Move(from, to))) sink_.piece(from, Bitboard::of(to));
    });
  }

  const Position& pos_;
  const Bitboard occupied_;
  const Square king_;
  Sink sink_;
};

// Everything in one function, so that what the generator holds stays in registers.
template <Color Us, Stage S, typename Sink>
[[gnu::flatten]] Sink generate(const Position& position, Sink sink) {
  return Generator<Us, S, Sink>(position, sink).run();
}
template <Stage S, typename Sink>
Sink generate(const Position& position, Sink sink) {
  return position.side_to_move() == Color::White ? generate<Color::White, S>(position, sink)
                                                 : generate<Color::Black, S>(position, sink);
}
template <Stage S>
void append(const Position& position, MoveList& list) {
  const Move* const end = generate<S>(position, ListSink(list.end())).end();
  list.resize(static_cast<std::size_t>(end - list.data()));
}

}  // namespace

void generate_legal(const Position& position, MoveList& list) {
  append<Stage::All>(position, list);
}

void generate_tactical(const Position& position, MoveList& list) {
  append<Stage::Tactical>(position, list);
}

void generate_quiets(const Position& position, MoveList& list) {
  append<Stage::Quiet>(position, list);
}

std::uint64_t count_legal(const Position& position) {
  return generate<Stage::All>(position, CountSink()).count();
}

bool has_legal_move(const Position& position) {
  return count_legal(position) != 0;
}

}  // namespace grandee
