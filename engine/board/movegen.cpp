#include "board/movegen.hpp"

namespace grandee {

namespace {

enum class Stage { All, Tactical, Quiet };

class ListSink {
 public:
  explicit ListSink(MoveList& list) : list_(list), end_(list.end()) {}
  ~ListSink() { list_.resize(static_cast<std::size_t>(end_ - list_.data())); }
  ListSink(const ListSink&) = delete;
  ListSink& operator=(const ListSink&) = delete;

  void piece(Square from, Bitboard targets) {
    for_each(targets, [&](Square to) { *end_++ = Move(from, to); });
  }
  // Pawns that all went the same way: from = to − step.
  void pawns(Bitboard targets, int step) {
    for_each(targets, [&](Square to) { *end_++ = Move(to - step, to); });
  }
  void promotions(Bitboard targets, int step, TypeSet types) {
    for_each(targets, [&](Square to) {
      for (int t = index(PieceType::Queen); t >= index(PieceType::Knight); --t)
        if (has(types, piece_type(t))) *end_++ = Move(to - step, to, piece_type(t));
    });
  }

 private:
  MoveList& list_;
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
  Generator(const Position& position, Sink& sink)
      : pos_(position),
        sink_(sink),
        occupied_(position.pieces()),
        king_(position.king_square(Us)) {}

  void run() {
    king_moves();
    Bitboard allowed = kAllSquares;
    if (pos_.in_check()) {
      if (pos_.checkers().more_than_one()) return;
      allowed = pos_.checkers() | between(king_, pos_.checkers().first());
    }
    const Bitboard targets = allowed & stage_targets();
    pieces<PieceType::Knight>(targets);
    pieces<PieceType::Bishop>(targets);
    pieces<PieceType::Rook>(targets);
    pieces<PieceType::Cardinal>(targets);
    pieces<PieceType::Marshal>(targets);
    pieces<PieceType::Queen>(targets);
    all_pawns(allowed);
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
    Bitboard safe;
    const Bitboard without_king = occupied_ ^ Bitboard::of(king_);
    for_each(king_attacks(king_) & stage_targets(), [&](Square to) {
      if (!pos_.attacked(to, Them, without_king)) safe |= Bitboard::of(to);
    });
    sink_.piece(king_, safe);
  }

  template <PieceType T>
  void pieces(Bitboard targets) {
    for_each(pos_.pieces(Us, T), [&](Square from) {
      Bitboard reached = attacks<T>(from, occupied_) & targets;
      if (pos_.pinned().has(from)) reached &= line_through(king_, from);
      sink_.piece(from, reached);
    });
  }

  void all_pawns(Bitboard allowed) {
    const Bitboard own = pos_.pieces(Us, PieceType::Pawn);
    pawns(without(own, pos_.pinned()), allowed);
    for_each(own & pos_.pinned(),
             [&](Square from) { pawns(Bitboard::of(from), allowed & line_through(king_, from)); });
    if constexpr (S != Stage::Quiet)
      if (pos_.ep_square() != kNoSquare) en_passant(own);
  }

  void pawns(Bitboard from, Bitboard allowed) {
    const Bitboard empty = ~occupied_;
    const Bitboard single = shift_forward<Us>(from) & empty;
    if constexpr (S != Stage::Tactical) {
      const Bitboard first_step = single & relative_rank_mask(Us, kPawnStartRank + 1);
      sink_.pawns(shift_forward<Us>(first_step) & empty & allowed, 2 * kStep);
    }
    advance<false>(single & allowed, kStep);
    if constexpr (S != Stage::Quiet) {
      const Bitboard targets = pos_.pieces(Them) & allowed;
      const Bitboard ahead = shift_forward<Us>(from);
      advance<true>(shift_left(ahead) & targets, kStep - 1);
      advance<true>(shift_right(ahead) & targets, kStep + 1);
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
  void en_passant(Bitboard own) {
    const Square to = pos_.ep_square();
    for_each(own & pawn_attacks(Them, to), [&](Square from) {
      if (pos_.is_legal(Move(from, to))) sink_.piece(from, Bitboard::of(to));
    });
  }

  const Position& pos_;
  Sink& sink_;
  const Bitboard occupied_;
  const Square king_;
};

template <Stage S, typename Sink>
void generate(const Position& position, Sink& sink) {
  if (position.side_to_move() == Color::White)
    Generator<Color::White, S, Sink>(position, sink).run();
  else
    Generator<Color::Black, S, Sink>(position, sink).run();
}

}  // namespace

void generate_legal(const Position& position, MoveList& list) {
  ListSink sink(list);
  generate<Stage::All>(position, sink);
}

void generate_tactical(const Position& position, MoveList& list) {
  ListSink sink(list);
  generate<Stage::Tactical>(position, sink);
}

void generate_quiets(const Position& position, MoveList& list) {
  ListSink sink(list);
  generate<Stage::Quiet>(position, sink);
}

std::uint64_t count_legal(const Position& position) {
  CountSink sink;
  generate<Stage::All>(position, sink);
  return sink.count();
}

bool has_legal_move(const Position& position) {
  return count_legal(position) != 0;
}

}  // namespace grandee
