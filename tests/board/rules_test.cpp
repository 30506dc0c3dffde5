// The rules, by name, on positions small enough to see the answer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "board/endings.hpp"
#include "board/notation.hpp"
#include "tests/common/positions.hpp"

namespace grandee::test {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;

std::vector<std::string> moves(std::string_view fen) {
  return uci_moves(position_of(fen));
}
// The moves from one square only.
std::vector<std::string> moves_from(const Position& position, std::string_view square) {
  MoveList list;
  generate_legal(position, list);
  std::vector<std::string> names;
  for (const Move m : list)
    if (square_name(m.from()) == square) names.push_back(to_uci(m));
  std::sort(names.begin(), names.end());
  return names;
}
std::vector<std::string> moves_from(std::string_view fen, std::string_view square) {
  return moves_from(position_of(fen), square);
}
Position after(std::string_view fen, std::initializer_list<std::string_view> line) {
  Position position = position_of(fen);
  for (const auto text : line) {
    const auto move = parse_uci(position, text);
    if (!move) ADD_FAILURE() << to_fen(position) << ": " << move.error();
    if (move) position.make(*move);
  }
  return position;
}
Outcome outcome(std::string_view fen) {
  return game_outcome(position_of(fen), {});
}

// --- Pawns -------------------------------------------------------------------------------------

TEST(Pawn, StepsOnceOrTwiceFromItsThirdRank) {
  EXPECT_THAT(moves_from(Position(), "d3"), ElementsAre("d3d4", "d3d5"));
  EXPECT_THAT(moves_from("k9/10/10/10/10/10/3P6/10/10/K9 w", "d4"), ElementsAre("d4d5"));
  EXPECT_THAT(moves_from("k9/10/10/10/10/10/10/10/3P6/K9 w", "d2"), ElementsAre("d2d3"));
  EXPECT_THAT(moves_from("k9/10/3p6/10/10/10/10/10/10/K9 b", "d8"), ElementsAre("d8d6", "d8d7"));
  EXPECT_THAT(moves_from("k9/3p6/10/10/10/10/10/10/10/K9 b", "d9"), ElementsAre("d9d8"));
}

TEST(Pawn, IsBlocked) {
  EXPECT_THAT(moves_from("k9/10/10/10/10/10/3n6/3P6/10/K9 w", "d3"), IsEmpty());
  EXPECT_THAT(moves_from("k9/10/10/10/10/3n6/10/3P6/10/K9 w", "d3"), ElementsAre("d3d4"));
}

TEST(Pawn, CapturesDiagonallyForward) {
  EXPECT_THAT(moves_from("k9/10/10/10/2bnr5/2qPc5/2a1p5/10/10/K9 w", "d5"),
              ElementsAre("d5c6", "d5e6"));
  // No wrap from file a to file j.
  EXPECT_THAT(moves_from("k9/10/10/10/9n/P8r/9n/10/10/K9 w", "a5"), ElementsAre("a5a6"));
}

// --- Promotion ---------------------------------------------------------------------------------

TEST(Promotion, ZoneIsTheLastThreeRanks) {
  EXPECT_THAT(moves_from("k9/10/10/10/5P4/10/10/10/10/K9 w", "f6"), ElementsAre("f6f7"));
  EXPECT_THAT(moves_from("k9/10/10/5P4/10/10/10/10/10/K9 w", "f7"),
              ElementsAre("f7f8", "f7f8a", "f7f8b", "f7f8c", "f7f8n", "f7f8q", "f7f8r"));
  EXPECT_THAT(moves_from("k9/10/5P4/10/10/10/10/10/10/K9 w", "f8"),
              ElementsAre("f8f9", "f8f9a", "f8f9b", "f8f9c", "f8f9n", "f8f9q", "f8f9r"));
  EXPECT_THAT(moves_from("k9/10/10/10/10/10/5p4/10/10/K9 b", "f4"),
              ElementsAre("f4f3", "f4f3a", "f4f3b", "f4f3c", "f4f3n", "f4f3q", "f4f3r"));
}

// Field report A07: on the tenth rank a pawn can't stay a pawn.
TEST(Promotion, MustOnTheTenthRank) {
  EXPECT_THAT(moves("10/P9/10/10/10/10/10/10/2k7/K9 w - - 0 1"),
              ElementsAre("a1a2", "a9a10a", "a9a10b", "a9a10c", "a9a10n", "a9a10q", "a9a10r"));
  EXPECT_THAT(moves_from("k9/10/10/10/10/10/10/10/5p4/K9 b", "f2"),
              ElementsAre("f2f1a", "f2f1b", "f2f1c", "f2f1n", "f2f1q", "f2f1r"));
}

TEST(Promotion, ByCaptureToo) {
  EXPECT_THAT(moves_from("1k8/10/4n5/5P4/10/10/10/10/10/K2QCARRBB w", "f7"),
              ElementsAre("f7e8", "f7e8n", "f7f8", "f7f8n"));
  EXPECT_THAT(moves_from("1k2n5/5P4/10/10/10/10/10/10/10/K2QCARRBB w", "f9"),
              ElementsAre("f9e10n", "f9f10n"));
}

TEST(Promotion, StandingInTheZoneIsNoPromotion) {
  // The pawn on f8 came there as a pawn: its next chance is its next move.
  const Position position = after("k9/10/10/5P4/10/10/10/10/10/K9 w", {"f7f8", "a10a9"});
  EXPECT_EQ(position.piece_on(make_square(5, 7)), make_piece(Color::White, PieceType::Pawn));
  EXPECT_THAT(moves_from(position, "f8"), Contains("f8f9q"));
}

// Field report A06.
TEST(Promotion, OnlyToWhatIsLost) {
  EXPECT_THAT(moves_from("1k8/10/5P4/10/10/10/10/10/2BQKCAB2/R8R w - - 0 1", "f8"),
              ElementsAre("f8f9", "f8f9n"));
  // One of two knights is enough to be missing.
  EXPECT_THAT(moves_from("1k8/10/5P4/10/10/10/10/10/1NBQKCAB2/R8R w - - 0 1", "f8"),
              ElementsAre("f8f9", "f8f9n"));
  EXPECT_THAT(moves_from("1k8/10/5P4/10/10/10/10/10/1NBQKCABN1/R8R w - - 0 1", "f8"),
              ElementsAre("f8f9"));
  // What the other side has lost doesn't matter.
  EXPECT_THAT(moves_from("1k8/10/5P4/10/10/10/10/10/1NB1KCABN1/R8R w - - 0 1", "f8"),
              ElementsAre("f8f9", "f8f9q"));
}

TEST(Promotion, UsesUpTheLastOne) {
  const std::string fen = "1k8/10/1P3P4/10/10/10/10/10/1NBQKCAB2/R8R w - - 0 1";
  const Position position = after(fen, {"f8f9n", "b10c10"});
  EXPECT_THAT(moves_from(fen, "b8"), ElementsAre("b8b9", "b8b9n"));
  EXPECT_THAT(moves_from(position, "b8"), Not(Contains("b8b9n")));
  EXPECT_EQ(position.promotable(Color::White), 0);
}

TEST(Promotion, CaptureByTheOpponentUnlocksAType) {
  const std::string fen = "1k1q6/10/5P4/10/10/10/10/10/1NBQKCABN1/R8R b - - 0 1";
  EXPECT_THAT(moves_from(after(fen, {"b10c10"}), "f8"), ElementsAre("f8f9"));
  EXPECT_THAT(moves_from(after(fen, {"d10d2", "e2d2", "b10c10"}), "f8"),
              ElementsAre("f8f9", "f8f9q"));
}

TEST(Promotion, PromotedManCountsAsItsType) {
  // The promoted marshal is taken: the marshal is free again, nothing else is.
  const Position position =
      after("1k1r6/6P3/10/10/10/10/10/10/1NBQK1ABN1/R8R w - - 0 1", {"g9g10c", "d10g10"});
  EXPECT_TRUE(has(position.promotable(Color::White), PieceType::Marshal));
  EXPECT_FALSE(has(position.promotable(Color::White), PieceType::Queen));
}

TEST(Promotion, NeverMoreThanAtTheStart) {
  play_random_games(51, 8000, [](const Position& position, const MoveList&, Move) {
    for (const Color c : {Color::White, Color::Black})
      for (int t = 0; t < kPieceTypes; ++t)
        ASSERT_LE(position.count(c, piece_type(t)), kInitialCount[t]) << to_fen(position);
  });
}

// --- Pawns with nothing to promote to ----------------------------------------------------------

// All of White's pieces are at home.
constexpr std::string_view kStuck = "10/1k1P6/10/10/10/10/10/10/1NBQKCABN1/R8R w - - 0 1";

TEST(StuckPawn, MayNotEnterTheTenthRank) {
  EXPECT_THAT(moves_from(kStuck, "d9"), IsEmpty());
  EXPECT_THAT(moves_from("2n7/1k1P6/10/10/10/10/10/10/1NBQKCABN1/R8R w - - 0 1", "d9"), IsEmpty());
  EXPECT_THAT(moves_from("2n7/1k1P6/10/10/10/10/10/10/1NBQKCABN1/R9 w - - 0 1", "d9"),
              ElementsAre("d9c10r", "d9d10r"));
}

TEST(StuckPawn, GivesCheck) {
  const std::string fen = "1k8/2P7/10/10/10/10/10/10/1NBQKCABN1/R8R b - - 0 1";
  EXPECT_TRUE(position_of(fen).in_check());
  EXPECT_THAT(moves(fen), Contains("b10c9"));
  const Position quiet = position_of("1k8/10/2P7/10/10/10/10/10/1NBQKCABN1/R8R w - - 0 1");
  EXPECT_TRUE(quiet.gives_check(*parse_uci(quiet, "c8c9")));
}

TEST(StuckPawn, RestrainsTheKing) {
  EXPECT_THAT(moves_from("k9/10/2P7/10/10/10/10/10/1NBQKCABN1/R8R b - - 0 1", "a10"),
              Contains("a10b10"));
  EXPECT_THAT(moves_from("k9/2P7/10/10/10/10/10/10/1NBQKCABN1/R8R b - - 0 1", "a10"),
              Not(Contains("a10b10")));
}

TEST(StuckPawn, DefendsPieces) {
  EXPECT_THAT(moves_from("kB8/2P7/10/10/10/10/10/10/1NBQKCA1N1/R8R b - - 0 1", "a10"),
              Not(Contains("a10b10")));
  EXPECT_THAT(moves_from("kB8/3P6/10/10/10/10/10/10/1NBQKCA1N1/1R7R b - - 0 1", "a10"),
              Contains("a10b10"));
}

// Nothing is lost and no piece can move: what is left are the pawns on c9 and d9.
TEST(StuckPawn, AloneMobileIsStalemateOrMate) {
  EXPECT_EQ(outcome("QN3q4/PPPP5b/P1P7/3b6/4RAR3/r3BKB2r/4CNP3/10/10/1a3c3k w - - 0 1"),
            Outcome::Stalemate);
  // A knight on d4 gives check besides.
  EXPECT_EQ(outcome("QN3q4/PPPP5b/P1P7/3b6/4RAR3/r3BKB2r/3nCNP3/10/10/1a3c3k w - - 0 1"),
            Outcome::Checkmate);
  // With the queen lost the same pawns promote.
  EXPECT_THAT(moves("1N3q4/PPPP5b/P1P7/3b6/4RAR3/r3BKB2r/4CNP3/10/10/1a3c3k w - - 0 1"),
              ElementsAre("a9a10q", "c9c10q", "d9d10q"));
}

// --- En passant --------------------------------------------------------------------------------

TEST(EnPassant, OnTheNextPlyOnly) {
  const std::string fen = "k9/10/4p5/10/3P1P4/10/10/10/10/K9 b - - 0 1";
  EXPECT_THAT(uci_moves(after(fen, {"e8e6"})), testing::IsSupersetOf({"d6e7", "f6e7"}));
  const Position later = after(fen, {"e8e6", "a1a2", "a10a9"});
  EXPECT_EQ(later.ep_square(), kNoSquare);
  EXPECT_THAT(moves_from(later, "d6"), ElementsAre("d6d7"));
  // A single step passes nothing over.
  EXPECT_EQ(after(fen, {"e8e7"}).ep_square(), kNoSquare);
}

TEST(EnPassant, TakesThePawnBeside) {
  const Position white = after("k9/10/4p5/10/3P6/10/10/10/10/K9 b - - 3 1", {"e8e6", "d6e7"});
  EXPECT_EQ(to_fen(white), "k9/10/10/4P5/10/10/10/10/10/K9 b - - 0 2");
  const Position black = after("k9/10/10/10/10/10/4p5/3P6/10/K9 w - - 3 1", {"d3d5"});
  EXPECT_EQ(black.ep_square(), kNoSquare);
  const Position taken = after("k9/10/10/10/10/4p5/10/3P6/10/K9 w - - 3 1", {"d3d5", "e5d4"});
  EXPECT_EQ(to_fen(taken), "k9/10/10/10/10/10/3p6/10/10/K9 w - - 0 2");
}

TEST(EnPassant, NeverPromotes) {
  play_random_games(52, 8000, [](const Position& position, const MoveList& list, Move) {
    for (const Move m : list)
      if (position.is_en_passant(m)) {
        ASSERT_FALSE(m.is_promotion()) << to_fen(position);
        ASSERT_EQ(relative_rank(position.side_to_move(), m.to()), 6) << to_fen(position);
      }
  });
}

// Both pawns leave the rank at once and uncover what stands behind.
TEST(EnPassant, MayNotUncoverARank) {
  const auto with = [](const std::string& sniper) {
    return position_of("k9/10/10/10/K2Pp3" + sniper + "1/10/10/10/10/10 w - e7 0 1").ep_square();
  };
  const Square ep = make_square(4, 6);
  EXPECT_EQ(with("q"), kNoSquare);
  EXPECT_EQ(with("r"), kNoSquare);
  EXPECT_EQ(with("c"), kNoSquare);  // the marshal runs like a rook
  EXPECT_EQ(with("a"), ep);
  EXPECT_EQ(with("b"), ep);
  EXPECT_EQ(with("n"), ep);
  // A man between, and the pawns no longer matter.
  EXPECT_NE(position_of("k9/10/10/10/K2Pp1n1q1/10/10/10/10/10 w - e7 0 1").ep_square(), kNoSquare);
  // The same for Black.
  EXPECT_EQ(position_of("K9/10/10/10/10/k2pP3C1/10/10/10/10 b - e4 0 1").ep_square(), kNoSquare);
  EXPECT_NE(position_of("K9/10/10/10/10/k2pP3A1/10/10/10/10 b - e4 0 1").ep_square(), kNoSquare);
}

TEST(EnPassant, MayNotUncoverADiagonal) {
  // The captor is pinned across: e5–d6–c7–b8.
  for (const char sniper : {'q', 'b', 'a'}) {
    const std::string fen =
        std::string("k9/10/1") + sniper + "8/10/3Pp5/4K5/10/10/10/10 w - e7 0 1";
    EXPECT_EQ(position_of(fen).ep_square(), kNoSquare) << fen;
  }
  EXPECT_NE(position_of("k9/10/1c8/10/3Pp5/4K5/10/10/10/10 w - e7 0 1").ep_square(), kNoSquare);
  // Along the pin it may capture: c5–d6–e7–f8.
  EXPECT_EQ(position_of("k9/10/5b4/10/3Pp5/2K7/10/10/10/10 w - e7 0 1").ep_square(),
            make_square(4, 6));
  // The pawn taken stood between king and bishop.
  EXPECT_EQ(position_of("k9/10/6b3/10/3Pp5/10/2K7/10/10/10 w - e7 0 1").ep_square(), kNoSquare);
}

TEST(EnPassant, MayNotUncoverTheCaptorsFile) {
  EXPECT_EQ(position_of("k2c6/10/10/10/3Pp5/10/10/10/10/3K6 w - e7 0 1").ep_square(), kNoSquare);
  EXPECT_NE(position_of("k2a6/10/10/10/3Pp5/10/10/10/10/3K6 w - e7 0 1").ep_square(), kNoSquare);
}

// The double step to b6 gave check; taking the pawn is the only answer.
TEST(EnPassant, MayBeTheOnlyMoveOutOfCheck) {
  const std::string fen = "3r6/10/5R4/q9/PpPk1P4/K1n7/p9/10/2n7/1r5c2 w - b7 0 1";
  EXPECT_EQ(position_of(fen).checkers(), Bitboard::of(make_square(1, 5)));
  EXPECT_THAT(moves(fen), ElementsAre("c6b7"));
}

// Settled against Debian's Fairy-Stockfish: the capture may block a check that was there before.
TEST(EnPassant, MayBlockAnEarlierCheck) {
  // Bishop i9 checks the king on e5; h6xg7 stands between.
  const std::string check = "k9/8b1/10/10/6pP2/4K5/10/10/10/10 w - g7 0 1";
  EXPECT_TRUE(position_of(check).in_check());
  EXPECT_THAT(moves(check), Contains("h6g7"));
}

TEST(EnPassant, PhantomSquareIsNoPartOfThePosition) {
  const std::string board = "r8r/1nbqkcabn1/pppp1ppppp/10/4p5/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - ";
  EXPECT_EQ(position_of(board + "e7 0 2").key(), position_of(board + "- 0 2").key());
  // A real one is.
  const std::string real = "k9/10/10/10/3Pp5/10/10/10/10/K9 w - ";
  EXPECT_NE(position_of(real + "e7 0 2").key(), position_of(real + "- 0 2").key());
}

// --- Pins and checks ---------------------------------------------------------------------------

TEST(Pin, ByCardinalAlongItsDiagonalOnly) {
  // a10 pins on the diagonal a10–d7; the knight on d7 may not leave.
  EXPECT_THAT(moves_from("a8k/10/10/3N6/4K5/10/10/10/10/10 w", "d7"), IsEmpty());
  EXPECT_THAT(moves_from("a8k/10/10/3B6/4K5/10/10/10/10/10 w", "d7"),
              ElementsAre("d7a10", "d7b9", "d7c8"));
  // On a file it pins nothing.
  EXPECT_THAT(moves_from("4a4k/10/10/4N5/4K5/10/10/10/10/10 w", "e7"), testing::SizeIs(8));
}

TEST(Pin, ByMarshalAlongItsLineOnly) {
  EXPECT_THAT(moves_from("4c4k/10/10/4N5/4K5/10/10/10/10/10 w", "e7"), IsEmpty());
  EXPECT_THAT(moves_from("4c4k/10/10/4R5/4K5/10/10/10/10/10 w", "e7"),
              ElementsAre("e7e10", "e7e8", "e7e9"));
  EXPECT_THAT(moves_from("c8k/10/10/3N6/4K5/10/10/10/10/10 w", "d7"), testing::SizeIs(8));
}

TEST(Pin, PinnedManStillAttacks) {
  // The pinned rook on e7 keeps the black king off rank 7.
  EXPECT_THAT(moves_from("4c5/10/7k2/4R5/4K5/10/10/10/10/10 b", "h8"), Not(Contains("h8h7")));
}

TEST(Check, FromTheKnightPartCannotBeBlocked) {
  // The marshal on f7 checks e5 as a knight: move the king or take it, nothing else.
  for (const char* checker : {"5c4", "5a4"}) {
    const std::string fen = std::string("9k/10/10/") + checker + "/10/4K5/10/10/R9/5R4 w - - 0 1";
    EXPECT_TRUE(position_of(fen).in_check()) << fen;
    EXPECT_THAT(moves(fen), Each(testing::AnyOf(StartsWith("e5"), testing::Eq("f1f7")))) << fen;
    EXPECT_THAT(moves(fen), Contains("f1f7")) << fen;
  }
}

TEST(Check, FromTheSliderPartCanBeBlocked) {
  EXPECT_THAT(moves("9k/4c5/10/10/10/4K5/10/10/R9/R9 w - - 0 1"), Not(Contains("a1a3")));
  EXPECT_THAT(moves("9k/4c5/10/R9/10/4K5/10/10/10/R9 w - - 0 1"), Contains("a7e7"));
}

TEST(Check, DoubleCheckMovesTheKing) {
  // Rook on e1 and knight f7 both attack e5.
  EXPECT_THAT(moves("9k/10/10/5n4/10/4K5/10/10/R4R4/4r5 w - - 0 1"), Each(StartsWith("e5")));
}

TEST(Check, KingMayNotStepBackAlongTheLine) {
  EXPECT_THAT(moves_from("9k/4r5/10/10/10/4K5/10/10/10/10 w", "e5"),
              Not(testing::AnyOf(Contains("e5e4"), Contains("e5e6"))));
}

TEST(King, NeverCastles) {
  const auto king = moves_from("r4k3r/10/10/10/10/10/10/10/10/R4K3R w - - 0 1", "f1");
  EXPECT_THAT(king, ElementsAre("f1e1", "f1e2", "f1f2", "f1g1", "f1g2"));
}

// --- The end of the game -----------------------------------------------------------------------

TEST(Ending, MateAndStalemate) {
  EXPECT_EQ(outcome("k6R2/10/1K8/10/10/10/10/10/10/10 b - - 0 1"), Outcome::Checkmate);
  EXPECT_EQ(outcome("k9/2Q7/4K5/10/10/10/10/10/10/10 b - - 0 1"), Outcome::Stalemate);
  EXPECT_EQ(outcome("k9/1Q8/2K7/10/10/10/10/10/10/10 b - - 0 1"), Outcome::Checkmate);
  EXPECT_EQ(game_outcome(Position(), {}), Outcome::Ongoing);
}

TEST(Ending, MateOnTheHundredthPlyStands) {
  const Position mate = after("k9/10/1K8/10/10/10/10/10/10/7R2 w - - 99 90", {"h1h10"});
  EXPECT_EQ(mate.rule50(), 100);
  EXPECT_EQ(game_outcome(mate, {}), Outcome::Checkmate);
  const Position quiet = after("k9/10/1K8/10/10/10/10/10/10/7R2 w - - 99 90", {"h1h9"});
  EXPECT_EQ(game_outcome(quiet, {}), Outcome::FiftyMoves);
  const Position before = after("k9/10/1K8/10/10/10/10/10/10/7R2 w - - 98 90", {"h1h9"});
  EXPECT_EQ(game_outcome(before, {}), Outcome::Ongoing);
}

TEST(Ending, CaptureAndPawnMoveRestartTheClock) {
  const std::string fen = "9k/10/10/4P5/10/10/10/n9/10/R3K5 w - - 99 60";
  EXPECT_EQ(after(fen, {"a1a3"}).rule50(), 0);
  EXPECT_EQ(after(fen, {"e7e8"}).rule50(), 0);
  EXPECT_EQ(after(fen, {"e7e8q"}).rule50(), 0);
  EXPECT_EQ(after(fen, {"a1a2"}).rule50(), 100);
}

TEST(Ending, RootPastTheClockIsStillPlayed) {
  const Position position = position_of("k9/10/1K8/10/10/10/10/10/10/7R2 w - - 140 200");
  EXPECT_FALSE(uci_moves(position).empty());
  EXPECT_EQ(game_outcome(position, {}), Outcome::FiftyMoves);
}

// Exactly: bare kings, one knight, bishops all on one colour.
TEST(Ending, InsufficientMaterialExactly) {
  const auto is_dead = [](const std::string& row1, const std::string& row3 = "10") {
    return insufficient_material(
        position_of("4k5/10/10/10/10/10/10/" + row3 + "/10/" + row1 + " w - - 0 1"));
  };
  EXPECT_TRUE(is_dead("K9"));
  EXPECT_TRUE(is_dead("K2N6"));
  EXPECT_TRUE(is_dead("K2n6"));
  EXPECT_TRUE(is_dead("K1B7"));
  EXPECT_TRUE(is_dead("K1b7"));
  EXPECT_TRUE(is_dead("K1B1B5"));  // promotion can make such a pair
  EXPECT_TRUE(is_dead("K1B1b5"));
  EXPECT_TRUE(is_dead("K1B1B1b1b1"));
  EXPECT_TRUE(is_dead("K1B1b5", "B1b7"));  // a3, c3, c1, e1: all dark

  EXPECT_FALSE(is_dead("K1BB6"));
  EXPECT_FALSE(is_dead("K1Bb6"));
  EXPECT_FALSE(is_dead("K1B1b5", "1B8"));  // b3 is light
  EXPECT_FALSE(is_dead("K1NN6"));
  EXPECT_FALSE(is_dead("K1Nn6"));
  EXPECT_FALSE(is_dead("K1Nb6"));
  EXPECT_FALSE(is_dead("K1NB6"));
  EXPECT_FALSE(is_dead("K9", "P9"));
  EXPECT_FALSE(is_dead("K9", "p9"));
  EXPECT_FALSE(is_dead("K1B7", "P9"));
  for (const char* man : {"R", "A", "C", "Q", "r", "a", "c", "q"})
    EXPECT_FALSE(is_dead(std::string("K2") + man + "6")) << man;
}

// Mate or stalemate first, then material, the clock, repetition.
TEST(Ending, OrderWhenSeveralHold) {
  EXPECT_EQ(outcome("k6R2/10/1K8/10/10/10/10/10/10/10 b - - 120 90"), Outcome::Checkmate);
  EXPECT_EQ(outcome("k9/10/1KN7/10/10/10/10/10/10/10 b - - 120 90"), Outcome::Stalemate);
  EXPECT_EQ(outcome("4k5/10/10/10/10/10/10/10/10/K2N6 w - - 120 90"),
            Outcome::InsufficientMaterial);
  const Position position = position_of("4k5/10/10/10/10/10/10/10/10/K2R6 w - - 100 90");
  const std::vector<Key> earlier(10, position.key());
  EXPECT_EQ(game_outcome(position, earlier), Outcome::FiftyMoves);
  const Position younger = position_of("4k5/10/10/10/10/10/10/10/10/K2R6 w - - 99 90");
  EXPECT_EQ(game_outcome(younger, earlier), Outcome::Threefold);
}

// Plays a line and keeps the keys of the positions before.
class Game {
 public:
  explicit Game(std::string_view fen) : position_(position_of(fen)) {}
  Outcome play(std::initializer_list<std::string_view> line) {
    for (const auto text : line) {
      const auto move = parse_uci(position_, text);
      if (!move) {
        ADD_FAILURE() << move.error();
        break;
      }
      keys_.push_back(position_.key());
      position_.make(*move);
    }
    return game_outcome(position_, keys_);
  }
  const std::vector<Key>& keys() const { return keys_; }
  const Position& position() const { return position_; }

 private:
  Position position_;
  std::vector<Key> keys_;
};

TEST(Repetition, ThirdTimeDraws) {
  Game game(kStartFen);
  EXPECT_EQ(game.play({"b2c4", "b9c7", "c4b2", "c7b9"}), Outcome::Ongoing);
  EXPECT_EQ(count_repetitions(game.position(), game.keys()), 1);
  EXPECT_EQ(game.play({"b2c4", "b9c7", "c4b2"}), Outcome::Ongoing);
  EXPECT_EQ(game.play({"c7b9"}), Outcome::Threefold);
}

TEST(Repetition, SideToMoveIsPartOfThePosition) {
  // The rook reaches the same placement with the other side to move.
  Game game("k9/10/10/10/10/10/10/10/10/K2R6 w - - 0 1");
  EXPECT_EQ(game.play({"d1d2", "a10a9", "d2d3", "a9a10", "d3d1"}), Outcome::Ongoing);
  EXPECT_EQ(count_repetitions(game.position(), game.keys()), 0);
}

TEST(Repetition, EnPassantCountsOnlyWhereLegal) {
  // A phantom: no pawn could capture on d4, so the position after d3d5 stands for the first time.
  Game phantom("k9/10/10/10/10/10/10/3P6/10/K2R6 w - - 0 1");
  EXPECT_EQ(phantom.play({"d3d5", "a10a9", "d1d2", "a9a10", "d2d1", "a10a9", "d1d2", "a9a10"}),
            Outcome::Ongoing);
  EXPECT_EQ(phantom.play({"d2d1"}), Outcome::Threefold);
  // The capture e5d4 was legal the first time: that position differs from the later ones.
  Game legal("k9/10/10/10/10/4p5/10/3P6/10/K2R6 w - - 0 1");
  EXPECT_EQ(legal.play({"d3d5", "a10a9", "d1d2", "a9a10", "d2d1", "a10a9", "d1d2", "a9a10"}),
            Outcome::Ongoing);
  EXPECT_EQ(legal.play({"d2d1"}), Outcome::Ongoing);
  EXPECT_EQ(legal.play({"a10a9", "d1d2", "a9a10", "d2d1"}), Outcome::Threefold);
}

TEST(Repetition, NotAcrossACaptureOrPawnMove) {
  const Position position = position_of("4k5/10/10/10/10/10/10/10/10/K2R6 w - - 3 90");
  const std::vector<Key> earlier(10, position.key());
  EXPECT_EQ(count_repetitions(position, earlier), 1);
}

TEST(Counters, MoveNumberGrowsAfterBlack) {
  EXPECT_EQ(to_fen(after(kStartFen, {"b2c4"})),
            "r8r/1nbqkcabn1/pppppppppp/10/10/10/2N7/PPPPPPPPPP/2BQKCABN1/R8R b - - 1 1");
  EXPECT_EQ(after(kStartFen, {"b2c4", "b9c7"}).move_number(), 2);
  EXPECT_EQ(after(kStartFen, {"b2c4", "b9c7"}).rule50(), 2);
  EXPECT_EQ(after("k9/10/10/10/10/10/10/10/10/K2R6 b - - 5 9999", {"a10a9"}).move_number(), 9999);
}

}  // namespace
}  // namespace grandee::test
