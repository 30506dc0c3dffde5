#include "tests/common/positions.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "board/notation.hpp"

namespace grandee::test {

namespace {

[[noreturn]] void give_up(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(EXIT_FAILURE);
}

constexpr int kLongestGame = 200;

// The start; pawns that may take each other en passant; pawns short of promoting to much that is
// lost.
constexpr std::string_view kStarts[] = {
    kStartFen,
    "r8r/1nbqkcabn1/p1p1p1p1p1/10/1P1P1P1P1P/p1p1p1p1p1/10/1P1P1P1P1P/1NBQKCABN1/R8R w - - 0 1",
    "1n2k1a2r/10/1p3p2p1/P1P1P3P1/10/10/1p1p3p1p/2P2P4/3QK2N2/2B4R2 b - - 0 1",
};

// A game keeps the board full, clears it, or marches its pawns.
enum class Mood : std::uint32_t { Calm, Wild, Pawns };

bool offers_en_passant(const Position& position, Move m) {
  if (type_of(position.moved(m)) != PieceType::Pawn || std::abs(m.to() - m.from()) != 2 * kFiles)
    return false;
  Position next = position;
  next.make(m);
  return next.ep_square() != kNoSquare;
}

// Picks one of the moves that the predicate holds for, if there are any.
template <typename Predicate>
Move pick_if(const MoveList& moves, Rng& rng, Predicate&& wanted) {
  MoveList some;
  for (const Move m : moves)
    if (wanted(m)) some.push_back(m);
  return some.empty() ? Move::none() : some[rng.below(static_cast<std::uint32_t>(some.size()))];
}

Move pick_move(const Position& position, const MoveList& moves, Mood mood, Rng& rng) {
  const auto one_in = [&](std::uint32_t n) { return rng.below(n) == 0; };
  Move move;
  if (!one_in(3)) move = pick_if(moves, rng, [&](Move m) { return offers_en_passant(position, m); });
  if (!move && one_in(2))
    move = pick_if(moves, rng, [&](Move m) { return position.is_en_passant(m); });
  if (!move && one_in(8)) move = pick_if(moves, rng, [](Move m) { return m.is_promotion(); });
  if (!move && one_in(mood == Mood::Wild ? 3 : 20))
    move = pick_if(moves, rng, [&](Move m) { return position.is_tactical(m); });
  if (!move && one_in(mood == Mood::Pawns ? 2 : 4))
    move =
        pick_if(moves, rng, [&](Move m) { return type_of(position.moved(m)) == PieceType::Pawn; });
  return move ? move : moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

template <typename MapSquare, typename MapPiece>
Position transform(const Position& position, Color side, MapSquare&& square, MapPiece&& piece) {
  const PositionSetup from = position.setup();
  PositionSetup to = from;
  to.side_to_move = side;
  if (from.ep_square != kNoSquare) to.ep_square = square(from.ep_square);
  for (Square s = 0; s < kSquares; ++s)
    to.board[static_cast<std::size_t>(square(s))] = piece(from.board[static_cast<std::size_t>(s)]);
  auto mirrored = Position::from_setup(to);
  if (!mirrored) give_up("mirrored position: " + mirrored.error());
  return *mirrored;
}

// Puts men on free squares of a board that is being filled.
class Thrower {
 public:
  Thrower(PositionSetup& setup, Rng& rng) : setup_(setup), rng_(rng) {}

  bool is_free(Square s) const { return at(s) == Piece::None && !kept_free_.has(s); }
  void keep_free(Square s) { kept_free_ |= Bitboard::of(s); }
  void put(Color c, PieceType t, Square s) {
    setup_.board[static_cast<std::size_t>(s)] = make_piece(c, t);
  }
  void throw_man(Color c, PieceType t) {
    const int ranks = t == PieceType::Pawn ? kRanks - 2 : kRanks;
    const auto squares = static_cast<std::uint32_t>(ranks * kFiles);
    Square s = kNoSquare;
    do {
      s = static_cast<Square>(rng_.below(squares)) + (t == PieceType::Pawn ? kFiles : 0);
    } while (!is_free(s));
    put(c, t, s);
  }

  // A pawn of the waiting side that has just stepped twice, beside one that may capture it.
  void throw_en_passant() {
    const Color capturer = setup_.side_to_move;
    const int step = pawn_step(~capturer);
    const int file = static_cast<int>(rng_.below(kFiles));
    const int beside = file == 0 ? 1 : file == 9 ? 8 : file + (rng_.below(2) == 0 ? 1 : -1);
    const int start = capturer == Color::White ? 7 : 2;
    const Square from = make_square(file, start);
    put(~capturer, PieceType::Pawn, from + 2 * step);
    put(capturer, PieceType::Pawn, make_square(beside, rank_of(from + 2 * step)));
    keep_free(from);
    keep_free(from + step);
    setup_.ep_square = from + step;
    // Now and then the king stands where the capture may uncover it.
    if (rng_.below(2) == 0) return;
    const Square king = make_square(static_cast<int>(rng_.below(kFiles)), rank_of(from + 2 * step));
    if (is_free(king)) put(capturer, PieceType::King, king);
  }

  bool has_king(Color c) const {
    return std::count(setup_.board.begin(), setup_.board.end(), make_piece(c, PieceType::King)) > 0;
  }

 private:
  Piece at(Square s) const { return setup_.board[static_cast<std::size_t>(s)]; }

  PositionSetup& setup_;
  Rng& rng_;
  Bitboard kept_free_;
};

}  // namespace

Position position_of(std::string_view fen) {
  auto position = parse_fen(fen);
  if (!position) give_up(std::string(fen) + ": " + position.error());
  return *position;
}

std::vector<std::string> uci_moves(const Position& position) {
  MoveList moves;
  generate_legal(position, moves);
  std::vector<std::string> names;
  for (const Move m : moves) names.push_back(to_uci(m));
  std::sort(names.begin(), names.end());
  return names;
}

void play_random_games(std::uint64_t seed, int positions, const GameVisitor& visit) {
  int seen = 0;
  for (std::uint64_t game = 0; seen < positions; ++game) {
    Rng rng = Rng::stream(seed, game);
    Position position = position_of(kStarts[game % std::size(kStarts)]);
    const auto mood = static_cast<Mood>(rng.below(3));
    for (int ply = 0; seen < positions; ++ply) {
      MoveList moves;
      generate_legal(position, moves);
      const bool over = moves.empty() || position.men() == 2 || ply == kLongestGame;
      const Move move = over ? Move::none() : pick_move(position, moves, mood, rng);
      visit(position, moves, move);
      ++seen;
      if (over) break;
      position.make(move);
    }
  }
}

Position random_setup(Rng& rng) {
  for (;;) {
    PositionSetup setup;
    setup.side_to_move = rng.below(2) == 0 ? Color::White : Color::Black;
    Thrower thrower(setup, rng);
    const bool en_passant = rng.below(2) == 0;
    if (en_passant) thrower.throw_en_passant();
    // The share, in eighths, of each type's men that stand on the board.
    const std::uint32_t share = 1 + rng.below(8);
    for (const Color c : {Color::White, Color::Black}) {
      if (!thrower.has_king(c)) thrower.throw_man(c, PieceType::King);
      const int pawns_there = en_passant ? 1 : 0;
      for (int t = 0; t < index(PieceType::King); ++t) {
        const int most = kInitialCount[t] - (t == index(PieceType::Pawn) ? pawns_there : 0);
        for (int i = 0; i < most; ++i)
          if (rng.below(8) < share) thrower.throw_man(c, piece_type(t));
      }
    }
    setup.rule50 = static_cast<int>(rng.below(90));
    setup.move_number = static_cast<int>(1 + rng.below(200));
    if (auto position = Position::from_setup(setup)) return *position;
  }
}

Position flip_colors(const Position& position) {
  return transform(position, ~position.side_to_move(), flip_rank, [](Piece p) {
    return p == Piece::None ? p : make_piece(~color_of(p), type_of(p));
  });
}

Position flip_files(const Position& position) {
  return transform(position, position.side_to_move(), flip_file, [](Piece p) { return p; });
}

std::vector<std::string> data_lines(const std::string& name) {
  const std::string path = std::string(GRANDEE_TEST_DATA) + "/" + name;
  std::ifstream file(path);
  if (!file) give_up(path + ": can't be read");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

}  // namespace grandee::test
