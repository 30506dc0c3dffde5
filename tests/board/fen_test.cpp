// Reading and writing FENs, in all letter systems, and refusing what is no position.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "board/notation.hpp"
#include "tests/common/positions.hpp"

namespace grandee::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kStartBoard = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R";

// What the reader says, "accepted" if nothing.
std::string complaint(std::string_view fen) {
  const auto position = parse_fen(fen);
  return position ? "accepted" : position.error();
}

TEST(Fen, StartPosition) {
  const Position start;
  EXPECT_EQ(to_fen(start), kStartFen);
  EXPECT_EQ(start.men(), 40);
  EXPECT_EQ(start.side_to_move(), Color::White);
  EXPECT_EQ(start.piece_on(make_square(5, 1)), make_piece(Color::White, PieceType::Marshal));
  EXPECT_EQ(start.piece_on(make_square(6, 8)), make_piece(Color::Black, PieceType::Cardinal));
  EXPECT_EQ(start.king_square(Color::White), make_square(4, 1));
  EXPECT_EQ(start.king_square(Color::Black), make_square(4, 8));
}

TEST(Fen, RoundTripsOverRandomGamesInAllLetters) {
  const auto round_trip = [](const Position& position) {
    for (const Letters letters : {Letters::AC, Letters::MC, Letters::AM}) {
      const std::string fen = to_fen(position, letters);
      // Without an M on the board a cardinal C of MC reads as the marshal of AC: nothing can tell.
      const std::string board = fen.substr(0, fen.find(' '));
      if (detect_letters(board) != letters) continue;
      const auto read = parse_fen(fen);
      ASSERT_TRUE(read) << fen << ": " << read.error();
      ASSERT_EQ(to_fen(*read), to_fen(position)) << fen;
      ASSERT_EQ(read->key(), position.key()) << fen;
      ASSERT_TRUE(read->is_consistent()) << fen;
    }
  };
  play_random_games(21, 8000, [&](const Position& position, const MoveList&, Move) {
    if (!testing::Test::HasFatalFailure()) round_trip(position);
  });
  Rng rng(22);
  for (int i = 0; i < 2000 && !HasFatalFailure(); ++i) round_trip(random_setup(rng));
}

TEST(Fen, LetterSystems) {
  const std::string mc =
      "r8r/1nbqkmcbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMCBN1/R8R w - - 0 1";
  const std::string am =
      "r8r/1nbqkmabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKMABN1/R8R w - - 0 1";
  EXPECT_EQ(to_fen(position_of(mc)), kStartFen);
  EXPECT_EQ(to_fen(position_of(am)), kStartFen);
  EXPECT_EQ(to_fen(Position(), Letters::MC), mc);
  EXPECT_EQ(to_fen(Position(), Letters::AM), am);
  // One M on either side decides for the whole board.
  EXPECT_EQ(to_fen(position_of("k8m/10/10/10/10/10/10/10/C9/K9 w - - 0 1")),
            "k8c/10/10/10/10/10/10/10/A9/K9 w - - 0 1");
  // A and M together leave C without a meaning.
  EXPECT_THAT(complaint("k8m/10/10/10/A9/10/10/10/C9/K9 w - - 0 1"),
              HasSubstr("unknown piece character 'C'"));
  EXPECT_EQ(parse_letters("mc").has_value(), true);
  EXPECT_EQ(*parse_letters("am"), Letters::AM);
  EXPECT_THAT(parse_letters("CM").error(), HasSubstr("'CM'"));
}

// Field report A16.
TEST(Fen, MissingTrailingFields) {
  for (const char* fields : {"", " w", " w -", " w - -", " w - - 0", " w - - 0 1"})
    EXPECT_EQ(to_fen(position_of(kStartBoard + fields)), kStartFen) << fields;
  EXPECT_EQ(to_fen(position_of(kStartBoard + " b -")), kStartBoard + " b - - 0 1");
  EXPECT_EQ(to_fen(position_of(kStartBoard + " w - - 3")), kStartBoard + " w - - 3 1");
}

// Field report A20.
TEST(Fen, BlanksDoNotMatter) {
  EXPECT_EQ(to_fen(position_of("  \t" + kStartBoard + "   w \t -  - 4\t7 \r\n")),
            kStartBoard + " w - - 4 7");
}

TEST(Fen, Counters) {
  EXPECT_EQ(position_of(kStartBoard + " w - - 100 9999").rule50(), 100);
  EXPECT_EQ(position_of(kStartBoard + " w - - 9999 9999").move_number(), 9999);
  // Writers that count from 0 mean the first move.
  EXPECT_EQ(position_of(kStartBoard + " w - - 0 0").move_number(), 1);
  EXPECT_THAT(complaint(kStartBoard + " w - - 10000 1"), HasSubstr("outside 0–9999"));
  EXPECT_THAT(complaint(kStartBoard + " w - - 0 99999999999999999999"),
              HasSubstr("outside 0–9999"));
}

TEST(Fen, EnPassantSquareOnlyWhereACaptureIsLegal) {
  const std::string real =
      "r8r/1nbqkcabn1/ppp2ppppp/3p6/4pP4/10/10/PPPPP1PPPP/1NBQKCABN1/R8R w - e7 0 3";
  EXPECT_EQ(to_fen(position_of(real)), real);
  // No white pawn is near; or the only one is pinned on its file.
  EXPECT_EQ(to_fen(position_of("r8r/1nbqkcabn1/pppp1ppppp/10/4p5/10/10/PPPPPPPPPP/1NBQKCABN1/R8R "
                               "w - e7 0 2")),
            "r8r/1nbqkcabn1/pppp1ppppp/10/4p5/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 2");
  EXPECT_EQ(position_of("k4r4/10/10/10/4pP4/10/10/10/10/5K4 w - e7 0 1").ep_square(), kNoSquare);
  EXPECT_NE(position_of("k3r5/10/10/10/4pP4/10/10/10/10/5K4 w - e7 0 1").ep_square(), kNoSquare);
}

TEST(Fen, EveryFenOfTheInvalidListIsRefused) {
  int refused = 0;
  for (const std::string& line : data_lines("invalid_fens.tsv")) {
    const std::string fen = line.substr(0, line.find('\t'));
    const auto position = parse_fen(fen);
    EXPECT_FALSE(position) << fen << " read as " << to_fen(*position);
    if (position) continue;
    EXPECT_THAT(position.error(), StartsWith("FEN column ")) << fen;
    ++refused;
  }
  EXPECT_EQ(refused, 22);
}

// What is wrong, where (the column, from 1), what was expected.
TEST(Fen, ErrorsNameTheColumn) {
  const std::string s = kStartBoard;
  EXPECT_EQ(complaint(""), "FEN column 1: the FEN is empty");
  EXPECT_EQ(complaint("   \t"), "FEN column 1: the FEN is empty");
  EXPECT_EQ(complaint(s + " x"), "FEN column 65: side to move 'x' is not w or b");
  EXPECT_EQ(complaint(s + " w KQkq - 0 1"),
            "FEN column 67: castling 'KQkq' is not '-' (there is no castling in Grand Chess)");
  EXPECT_EQ(complaint(s + " w - e11 0 1"),
            "FEN column 69: en passant square 'e11' is not a square or '-'");
  EXPECT_EQ(complaint(s + " w - - x 1"),
            "FEN column 71: halfmove clock 'x' is not a non-negative integer");
  EXPECT_EQ(complaint(s + " w - - 0 1 2"), "FEN column 75: expected 6 fields, found 7");
  EXPECT_EQ(complaint("10/10/10/10/10/10/10/10/10 w"), "FEN column 1: expected 10 ranks, found 9");
  EXPECT_EQ(complaint("k9/10/1x8/10/10/10/10/10/10/K9 w"),
            "FEN column 8: rank 8: unknown piece character 'x'");
  EXPECT_EQ(complaint("k9/10/10/10/10/10/10/10/10/K8 w"),
            "FEN column 28: rank 1 has 9 squares, expected 10");
}

TEST(Fen, EmptySquaresAreOneNumber) {
  for (const char* rank : {"55", "91", "010", "1111111111", "19", "11", "100", "0", "99"})
    EXPECT_THAT(complaint(std::string("k9/10/") + rank + "/10/10/10/10/10/10/K9 w - - 0 1"),
                HasSubstr("rank 8"))
        << rank;
}

// Field reports A17 and A18: sizes of all kinds, none may write outside the board.
TEST(Fen, WrongSizes) {
  EXPECT_THAT(complaint("8/8/8/8/8/8/8/8 w - - 0 1"), HasSubstr("expected 10 ranks, found 8"));
  EXPECT_THAT(complaint("10/" + kStartBoard), HasSubstr("expected 10 ranks, found 11"));
  EXPECT_THAT(complaint(std::string(60, '/')), HasSubstr("expected 10 ranks, found 61"));
  EXPECT_THAT(complaint("k9/10/" + std::string(40, 'P') + "/10/10/10/10/10/10/K9 w"),
              HasSubstr("rank 8 has 40 squares"));
  EXPECT_THAT(complaint(std::string(100'000, 'P')), HasSubstr("expected 10 ranks, found 1"));
  EXPECT_THAT(complaint(std::string(100'000, '9')), HasSubstr("expected 10 ranks, found 1"));
  EXPECT_THAT(complaint("k9//10/10/10/10/10/10/10/K9 w"), HasSubstr("rank 9 has 0 squares"));
}

// Field reports A19 and A21.
TEST(Fen, ImpossibleMen) {
  EXPECT_THAT(complaint("10/10/10/10/10/10/10/10/10/10 w"), HasSubstr("white has 0 kings"));
  EXPECT_THAT(complaint("k9/10/10/10/10/10/10/10/10/KK8 w"), HasSubstr("white has 2 kings"));
  EXPECT_THAT(complaint("k9/Q9/10/10/10/10/10/10/10/K9 w"), HasSubstr("not to move is in check"));
  EXPECT_THAT(complaint("k9/10/10/10/10/10/10/10/10/KP8 w"), HasSubstr("white pawn on b1"));
  EXPECT_THAT(complaint("kp8/10/10/10/10/10/10/10/10/K9 w"), HasSubstr("black pawn on b10"));
  EXPECT_THAT(complaint("kn8/nn8/10/Q1Q1Q1Q1Q1/10/1Q1Q1Q1Q1Q/10/Q1Q1Q1Q1Q1/10/K9 w"),
              HasSubstr("white has 15 of Q, at most 1 possible"));
  EXPECT_THAT(complaint("k9/pppppppppp/p9/10/10/10/10/10/10/K9 w"), HasSubstr("black has 11 of P"));
}

TEST(Fen, ImpossibleEnPassantSquares) {
  const auto with = [](const char* rank7, const char* ep) {
    return std::string("4k5/10/10/") + rank7 + "/3Pp5/10/10/10/10/4K5 w - " + ep + " 0 1";
  };
  EXPECT_EQ(complaint(with("10", "e7")), "accepted");
  EXPECT_THAT(complaint(with("10", "e6")), HasSubstr("must be on rank 7"));
  EXPECT_THAT(complaint(with("10", "e4")), HasSubstr("must be on rank 7"));
  EXPECT_THAT(complaint(with("10", "f7")), HasSubstr("no black pawn on f6"));
  EXPECT_THAT(complaint(with("4n5", "e7")), HasSubstr("is occupied"));
  EXPECT_THAT(complaint("4k5/10/4n5/10/3Pp5/10/10/10/10/4K5 w - e7 0 1"), HasSubstr("e8"));
  EXPECT_THAT(complaint("4k5/10/10/10/10/10/3pP5/10/10/4K5 b - e7 0 1"),
              HasSubstr("must be on rank 4"));
}

TEST(Fen, NoiseNeverBreaksTheReader) {
  Rng rng(23);
  const std::string letters = "rnbqkcamPRNBQKCAM0123456789/ -wb~\t";
  for (int i = 0; i < 20000; ++i) {
    std::string fen(kStartFen);
    for (std::uint32_t changes = 1 + rng.below(4); changes > 0; --changes) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(fen.size()));
      const char c = letters[rng.below(static_cast<std::uint32_t>(letters.size()))];
      if (rng.below(3) == 0)
        fen.erase(at, 1 + rng.below(5));
      else if (rng.below(2) == 0)
        fen.insert(at, 1, c);
      else
        fen[at] = c;
      if (fen.empty()) break;
    }
    const auto position = parse_fen(fen);
    if (position) {
      ASSERT_TRUE(position->is_consistent()) << fen;
    } else {
      ASSERT_THAT(position.error(), StartsWith("FEN column ")) << fen;
    }
  }
}

TEST(DrawBoard, ShowsRanksFilesAndMen) {
  const std::string board = draw_board(Position());
  EXPECT_THAT(board, HasSubstr(" 10 | r |   |   |   |   |   |   |   |   | r |\n"));
  EXPECT_THAT(board, HasSubstr("  9 |   | n | b | q | k | c | a | b | n |   |\n"));
  EXPECT_THAT(board, HasSubstr("  1 | R |   |   |   |   |   |   |   |   | R |\n"));
  EXPECT_THAT(board, HasSubstr("      a   b   c   d   e   f   g   h   i   j\n"));
  EXPECT_THAT(draw_board(Position(), Letters::MC),
              HasSubstr("  2 |   | N | B | Q | K | M | C | B | N |   |\n"));
}

}  // namespace
}  // namespace grandee::test
