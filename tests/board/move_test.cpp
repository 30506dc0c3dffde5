// Moves: their codes, and what the position says of them before they are made.
#include "board/move.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "board/notation.hpp"
#include "tests/common/positions.hpp"

namespace grandee::test {
namespace {

// Positions of games and thrown ones, each with its legal moves.
template <typename Visit>
void visit_positions(std::uint64_t seed, int count, Visit&& visit) {
  play_random_games(seed, count, [&](const Position& position, const MoveList& moves, Move) {
    if (!testing::Test::HasFatalFailure()) visit(position, moves);
  });
  Rng rng(seed);
  for (int i = 0; i < count && !testing::Test::HasFatalFailure(); ++i) {
    const Position position = random_setup(rng);
    MoveList moves;
    generate_legal(position, moves);
    visit(position, moves);
  }
}

std::set<std::uint32_t> as_set(const MoveList& moves) {
  std::set<std::uint32_t> raw;
  for (const Move m : moves) raw.insert(m.raw());
  return raw;
}

TEST(Move, CodeRoundTrips) {
  visit_positions(31, 4000, [](const Position& position, const MoveList& moves) {
    std::set<std::uint16_t> codes;
    for (const Move m : moves) {
      ASSERT_EQ(Move::from_code(m.code()), m) << to_fen(position) << " " << to_uci(m);
      ASSERT_LT(m.code(), 1 << 14);
      ASSERT_TRUE(codes.insert(m.code()).second) << to_uci(m);
      ASSERT_EQ(Move::from_raw(m.raw()), m);
    }
  });
}

// Whatever a damaged file or a table collision may bring.
TEST(Move, AnyCodeIsSafe) {
  visit_positions(32, 40, [](const Position& position, const MoveList& moves) {
    std::set<std::uint32_t> found;
    for (unsigned code = 0; code < 1u << 16; ++code) {
      const Move m = Move::from_code(static_cast<std::uint16_t>(code & 0x3FFF));
      if (position.is_legal(m)) found.insert(m.raw());
      ASSERT_EQ(Move::from_code(static_cast<std::uint16_t>(code)), m);
    }
    ASSERT_EQ(found, as_set(moves)) << to_fen(position);
  });
}

TEST(Move, IsLegalExactlyWhenGenerated) {
  visit_positions(33, 150, [](const Position& position, const MoveList& moves) {
    std::set<std::uint32_t> legal;
    for (Square from = 0; from < 128; ++from)
      for (Square to = 0; to < 128; ++to)
        for (int promotion = 0; promotion < kPieceTypes; ++promotion) {
          const Move m(from, to, piece_type(promotion));
          if (position.is_legal(m)) legal.insert(m.raw());
        }
    ASSERT_EQ(legal, as_set(moves)) << to_fen(position);
    ASSERT_EQ(legal.size(), moves.size()) << to_fen(position);
  });
}

TEST(Move, StagesPartitionTheLegalMoves) {
  visit_positions(34, 4000, [](const Position& position, const MoveList& moves) {
    MoveList tactical;
    MoveList quiet;
    generate_tactical(position, tactical);
    generate_quiets(position, quiet);
    for (const Move m : tactical) ASSERT_TRUE(position.is_tactical(m)) << to_uci(m);
    for (const Move m : quiet) ASSERT_FALSE(position.is_tactical(m)) << to_uci(m);
    ASSERT_EQ(tactical.size() + quiet.size(), moves.size()) << to_fen(position);
    std::set<std::uint32_t> both = as_set(tactical);
    both.merge(as_set(quiet));
    ASSERT_EQ(both, as_set(moves)) << to_fen(position);
    ASSERT_EQ(count_legal(position), moves.size());
    ASSERT_EQ(has_legal_move(position), !moves.empty());
  });
}

TEST(Move, GeneratorsAppend) {
  MoveList moves;
  generate_tactical(Position(), moves);
  generate_quiets(Position(), moves);
  generate_legal(Position(), moves);
  EXPECT_EQ(moves.size(), 130u);
}

TEST(Move, WhatIsSaidBeforeIsTrueAfter) {
  visit_positions(35, 2000, [](const Position& position, const MoveList& moves) {
    for (const Move m : moves) {
      const std::string what = to_fen(position) + " " + to_uci(m);
      Position next = position;
      const Delta delta = next.make(m);
      ASSERT_EQ(position.gives_check(m), next.in_check()) << what;
      // key_after leaves out an en passant that the move makes possible.
      Key expected = next.key();
      if (next.ep_square() != kNoSquare) expected ^= zobrist::ep(next.ep_square());
      ASSERT_EQ(position.key_after(m), expected) << what;
      ASSERT_EQ(delta.captured.piece, position.captured(m)) << what;
      ASSERT_EQ(delta.moved.piece, position.moved(m)) << what;
      ASSERT_EQ(next.piece_on(delta.added.square), delta.added.piece) << what;
      ASSERT_EQ(next.men(), position.men() - (delta.is_capture() ? 1 : 0)) << what;
      ASSERT_TRUE(next.is_consistent()) << what;
    }
  });
}

// The delta alone turns the old board into the new one.
TEST(Move, DeltaTellsAll) {
  visit_positions(36, 1000, [](const Position& position, const MoveList& moves) {
    for (const Move m : moves) {
      Position next = position;
      const Delta delta = next.make(m);
      std::array<Piece, kSquares> board = position.setup().board;
      board[delta.moved.square] = Piece::None;
      if (delta.is_capture()) {
        ASSERT_EQ(board[delta.captured.square], delta.captured.piece);
        board[delta.captured.square] = Piece::None;
      }
      board[delta.added.square] = delta.added.piece;
      ASSERT_EQ(board, next.setup().board) << to_fen(position) << " " << to_uci(m);
    }
  });
}

TEST(Move, NullMovePassesTheTurn) {
  visit_positions(37, 1000, [](const Position& position, const MoveList&) {
    if (position.in_check()) return;
    Position next = position;
    next.make_null();
    ASSERT_EQ(next.side_to_move(), ~position.side_to_move());
    ASSERT_EQ(next.ep_square(), kNoSquare);
    ASSERT_EQ(next.rule50(), position.rule50() + 1);
    ASSERT_TRUE(next.is_consistent()) << to_fen(position);
    const std::string fen = to_fen(next);
    ASSERT_EQ(position_of(fen).key(), next.key()) << fen;
  });
}

TEST(Move, UciText) {
  visit_positions(38, 1500, [](const Position& position, const MoveList& moves) {
    for (const Move m : moves)
      for (const RankBase base : {RankBase::One, RankBase::Zero}) {
        const std::string text = to_uci(m, base);
        const auto read = parse_uci(position, text, base);
        ASSERT_TRUE(read) << to_fen(position) << ": " << read.error();
        ASSERT_EQ(*read, m) << text;
      }
  });
}

TEST(Move, UciTextRefused) {
  const Position start;
  const auto complaint = [&](std::string_view text) {
    const auto move = parse_uci(start, text);
    return move ? "accepted as " + to_uci(*move) : move.error();
  };
  EXPECT_EQ(complaint("d3d5"), "accepted as d3d5");
  EXPECT_EQ(complaint("zzzz"), "move 'zzzz' is not of the form a1a2");
  EXPECT_EQ(complaint(""), "move '' is not of the form a1a2");
  EXPECT_EQ(complaint("d3"), "move 'd3' is not of the form a1a2");
  EXPECT_EQ(complaint("0000"), "move '0000' is not of the form a1a2");
  EXPECT_EQ(complaint("d0d5"), "move 'd0d5' is not of the form a1a2");
  EXPECT_EQ(complaint("d3d6"), "move 'd3d6' is illegal");
  EXPECT_EQ(complaint("a1a10"), "move 'a1a10' is illegal");
  EXPECT_EQ(complaint("d3d5q"), "move 'd3d5q' is illegal");
  EXPECT_EQ(complaint("d3d5k"), "move 'd3d5k': 'k' is not a promotion letter (q c a r b n)");
  EXPECT_EQ(complaint("d3d5qq"), "move 'd3d5qq': 'qq' is not a promotion letter (q c a r b n)");
  EXPECT_EQ(complaint("d3d5m"), "move 'd3d5m': 'm' is not a promotion letter (q c a r b n)");
}

// Field report A04: the tenth rank is one rank, read as far as it goes.
TEST(Move, TenthRank) {
  Position position;
  for (const char* text :
       {"a1a2", "a10b10", "a2a1", "b10a10", "j1j2", "j10i10", "j2j1", "i10j10"}) {
    const auto move = parse_uci(position, text);
    ASSERT_TRUE(move) << move.error();
    position.make(*move);
  }
  EXPECT_EQ(to_fen(position),
            "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R "
            "w - - 8 5");
  const Position open = position_of("r8k/10/10/10/10/10/10/10/10/R8K w - - 0 1");
  EXPECT_EQ(to_uci(*parse_uci(open, "a1a10")), "a1a10");
  const Position black = position_of("r8k/10/10/10/10/10/10/10/10/R8K b - - 0 1");
  EXPECT_EQ(to_uci(*parse_uci(black, "a10a1")), "a10a1");
  EXPECT_FALSE(parse_uci(open, "a10a1"));
  // The letters a, b and c are files and promotions.
  const Position pawns = position_of("9k/ABP7/10/10/10/10/10/10/10/9K w - - 0 1");
  EXPECT_EQ(to_uci(*parse_uci(pawns, "c9c10c")), "c9c10c");
  EXPECT_EQ(to_uci(*parse_uci(pawns, "c9c10b")), "c9c10b");
  EXPECT_FALSE(parse_uci(pawns, "c9c10a"));
}

}  // namespace
}  // namespace grandee::test
