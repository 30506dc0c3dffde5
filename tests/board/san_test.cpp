// SAN: written with the least that tells moves apart, read with anything that does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "board/endings.hpp"
#include "board/notation.hpp"
#include "tests/common/positions.hpp"

namespace grandee::test {
namespace {

using testing::HasSubstr;

std::string san(std::string_view fen, std::string_view uci, SanStyle style = {}) {
  const Position position = position_of(fen);
  const auto move = parse_uci(position, uci);
  return move ? to_san(position, *move, style) : move.error();
}

// The UCI form of what was read, or what the reader says.
std::string read(const Position& position, std::string_view text, SanStyle style = {}) {
  const auto move = parse_san(position, text, style);
  return move ? to_uci(*move) : move.error();
}
std::string read(std::string_view fen, std::string_view text, SanStyle style = {}) {
  return read(position_of(fen), text, style);
}

TEST(San, RoundTripsInAllStyles) {
  const auto round_trip = [](const Position& position, const MoveList& moves) {
    for (const Letters letters : {Letters::AC, Letters::MC, Letters::AM})
      for (const RankBase ranks : {RankBase::One, RankBase::Zero}) {
        const SanStyle style{letters, ranks};
        for (const Move m : moves) {
          const std::string text = to_san(position, m, style);
          const auto move = parse_san(position, text, style);
          ASSERT_TRUE(move) << to_fen(position) << ": " << move.error();
          ASSERT_EQ(*move, m) << to_fen(position) << " " << text;
        }
      }
  };
  int n = 0;
  play_random_games(41, 8000, [&](const Position& position, const MoveList& moves, Move) {
    if (n++ % 40 == 0 && !testing::Test::HasFatalFailure()) round_trip(position, moves);
  });
  Rng rng(42);
  for (int i = 0; i < 150 && !HasFatalFailure(); ++i) {
    const Position position = random_setup(rng);
    MoveList moves;
    generate_legal(position, moves);
    round_trip(position, moves);
  }
}

// Nothing shorter may do: with the disambiguation cut away another move fits as well.
TEST(San, DisambiguationIsNeeded) {
  int seen = 0;
  play_random_games(43, 4000, [&](const Position& position, const MoveList& moves, Move) {
    if (position.rule50() % 8 != 0 || testing::Test::HasFatalFailure()) return;
    for (const Move m : moves) {
      const PieceType type = type_of(position.moved(m));
      if (type == PieceType::Pawn) continue;
      const std::string text = to_san(position, m);
      const std::size_t target = text.rfind(square_name(m.to()));
      const std::size_t length = target - 1 - (text[target - 1] == 'x' ? 1 : 0);
      if (length == 0) continue;
      ++seen;
      const std::string bare = text.substr(0, 1) + text.substr(1 + length);
      ASSERT_THAT(read(position, bare), HasSubstr("ambiguous")) << to_fen(position) << " " << text;
      // File and rank together only where neither is enough.
      if (text[1] >= 'a' && length > 1) {
        ASSERT_THAT(read(position, text.substr(0, 2) + text.substr(1 + length)),
                    HasSubstr("ambiguous"));
        ASSERT_THAT(read(position, text.substr(0, 1) + text.substr(2)), HasSubstr("ambiguous"));
      }
    }
  });
  EXPECT_GT(seen, 200);
}

// Field report A12: the rook on rank 10, not the one on rank 1 to "0d9".
TEST(San, TwoDigitRanks) {
  const std::string fen = "R9/10/3k6/10/10/10/10/5K4/10/R9 w - - 0 1";
  EXPECT_EQ(read(fen, "R10a5"), "a10a5");
  EXPECT_EQ(read(fen, "R1a5"), "a1a5");
  EXPECT_EQ(san(fen, "a10a5"), "R10a5");
  Position position = position_of(fen);
  for (const auto& [text, uci] : {std::pair{"R10a5", "a10a5"}, {"Kd7", "d8d7"}, {"R1a4", "a1a4"}}) {
    const auto move = parse_san(position, text);
    ASSERT_TRUE(move) << move.error();
    EXPECT_EQ(to_uci(*move), uci);
    EXPECT_EQ(to_san(position, *move), text);
    position.make(*move);
  }
  EXPECT_EQ(san("3k6/10/10/10/10/10/10/R9/4K5/R9 w - - 0 1", "a3a10"), "Ra10+");
  EXPECT_EQ(read("R9/10/5k4/R9/10/10/10/10/4K5/10 w - - 0 1", "R10a9"), "a10a9");
  EXPECT_EQ(read("R8R/10/5k4/10/10/10/10/10/4K5/10 w - - 0 1", "Raf10"), "a10f10");
}

// Field report A13: more than needed is read, the least is written.
TEST(San, MoreThanNeeded) {
  const Position start;
  for (const char* text : {"Nb2a4", "Nba4", "N2a4", "Na4", "Nb2-a4", "Na4!?", "b2a4"})
    EXPECT_EQ(read(start, text), "b2a4") << text;
  EXPECT_EQ(to_san(start, *parse_uci(start, "b2a4")), "Na4");
  // The other knight is pinned: no need to tell them apart.
  const std::string pinned = "4r4k/10/10/10/10/10/10/4N5/10/N3K5 w - - 0 1";
  EXPECT_EQ(san(pinned, "a1c2"), "Nc2");
  EXPECT_EQ(read(pinned, "Nac2"), "a1c2");
}

TEST(San, Disambiguation) {
  const std::string file = "k9/10/10/10/10/10/10/N5N3/10/4K5 w - - 0 1";
  EXPECT_EQ(san("k9/10/10/10/10/10/10/N3N5/10/4K5 w - - 0 1", "a3c4"), "Nac4");
  EXPECT_EQ(san(file, "a3c4"), "Nc4");
  EXPECT_EQ(san("k9/10/10/10/N9/10/N9/10/10/4K5 w - - 0 1", "a6c5"), "N6c5");
  // Three men of a type can't be; two on one file and rank need no more than one of them.
  EXPECT_EQ(san("10/10/3k6/10/10/R8R/10/10/4K5/10 w - - 0 1", "j5e5"), "Rje5");
  EXPECT_THAT(read("10/10/3k6/10/10/R8R/10/10/4K5/10 w - - 0 1", "Re5"),
              HasSubstr("move 'Re5' is ambiguous: a5e5 j5e5"));
}

TEST(San, PawnMoves) {
  const std::string fen = "9k/10/10/4p5/3P1P4/10/10/10/10/4K5 w - - 0 1";
  EXPECT_EQ(san(fen, "d6e7"), "dxe7");
  EXPECT_EQ(san(fen, "f6f7"), "f7");
  EXPECT_EQ(read(fen, "dxe7"), "d6e7");
  EXPECT_EQ(read(fen, "de7"), "d6e7");
  EXPECT_EQ(read(fen, "f6xe7"), "f6e7");
  EXPECT_EQ(read(fen, "e7"), "move 'e7' is illegal");
  // En passant is written like any capture.
  EXPECT_EQ(san("9k/10/10/10/3Pp5/10/10/10/10/4K5 w - e7 0 1", "d6e7"), "dxe7");
}

TEST(San, Promotions) {
  const std::string fen = "9k/10/10/1P8/10/10/10/10/10/4K5 w - - 0 1";
  EXPECT_EQ(san(fen, "b7b8"), "b8");
  EXPECT_EQ(san(fen, "b7b8c"), "b8=C");
  for (const char* text : {"b8=Q", "b8/Q", "b8(Q)", "b8Q", "b8=q", "b7b8q", "b8=Q+", "b7-b8=Q"})
    EXPECT_EQ(read(fen, text), "b7b8q") << text;
  EXPECT_EQ(read(fen, "b8"), "b7b8");
  EXPECT_EQ(read(fen, "b8b"), "b7b8b");
  EXPECT_EQ(read(fen, "b8=K"), "unknown promotion in move 'b8=K'");
  EXPECT_EQ(read(fen, "b8=X"), "unknown promotion in move 'b8=X'");
  const std::string last = "9k/1P8/10/10/10/10/10/10/10/4K5 w - - 0 1";
  EXPECT_EQ(read(last, "b10"), "move 'b10' is illegal");
  EXPECT_EQ(san(last, "b9b10a"), "b10=A");
  EXPECT_EQ(read(last, "b10=A"), "b9b10a");
  // The queen is not lost.
  EXPECT_EQ(read("9k/1P8/10/10/10/10/10/10/10/1Q2K5 w - - 0 1", "b10=Q"),
            "move 'b10=Q' is illegal");
}

TEST(San, LetterSystems) {
  const std::string fen = "9k/10/10/1P8/10/10/10/10/C2A6/4K5 w - - 0 1";
  const SanStyle mc{Letters::MC, RankBase::One};
  const SanStyle am{Letters::AM, RankBase::One};
  EXPECT_EQ(san(fen, "a2a3"), "Ca3");
  EXPECT_EQ(san(fen, "a2a3", mc), "Ma3");
  EXPECT_EQ(san(fen, "a2a3", am), "Ma3");
  EXPECT_EQ(san(fen, "d2e3"), "Ae3");
  EXPECT_EQ(san(fen, "d2e3", mc), "Ce3");
  EXPECT_EQ(read(fen, "Ce3", mc), "d2e3");
  EXPECT_EQ(read(fen, "Ce3", am), "unknown piece letter in move 'Ce3'");
  EXPECT_EQ(read("9k/10/10/1P8/10/10/10/10/10/4K5 w - - 0 1", "b8=C", mc), "b7b8a");
  EXPECT_EQ(read("9k/10/10/1P8/10/10/10/10/10/4K5 w - - 0 1", "b8=M", mc), "b7b8c");
}

TEST(San, RanksFromZero) {
  const SanStyle zero{Letters::AC, RankBase::Zero};
  EXPECT_EQ(read(Position(), "d4", zero), "d3d5");
  EXPECT_EQ(read(Position(), "Na3", zero), "b2a4");
  const std::string fen = "R9/10/3k6/10/10/10/10/5K4/10/R9 w - - 0 1";
  EXPECT_EQ(san(fen, "a10a5", zero), "R9a4");
  EXPECT_EQ(read(fen, "R9a4", zero), "a10a5");
  EXPECT_EQ(read("9k/1P8/10/10/10/10/10/10/10/4K5 w - - 0 1", "b9=Q", zero), "b9b10q");
}

TEST(San, ChecksAndMates) {
  EXPECT_EQ(san("k9/10/1K8/10/10/10/10/10/10/7R2 w - - 0 1", "h1h10"), "Rh10#");
  EXPECT_EQ(san("k9/10/4K5/10/10/10/10/10/10/7R2 w - - 0 1", "h1h10"), "Rh10+");
  EXPECT_EQ(san("k9/10/4K5/10/10/10/10/10/10/7R2 w - - 0 1", "h1g1"), "Rg1");
}

TEST(San, RefusedTextIsNamed) {
  const Position start;
  EXPECT_EQ(read(start, ""), "move '' names no square");
  EXPECT_EQ(read(start, "O-O"), "unknown piece letter in move 'O-O'");
  EXPECT_EQ(read(start, "Xa4"), "unknown piece letter in move 'Xa4'");
  EXPECT_EQ(read(start, "N"), "move 'N' names no square");
  EXPECT_EQ(read(start, "Na11"), "move 'Na11' has no valid target square");
  EXPECT_EQ(read(start, "Na0"), "move 'Na0' has no valid target square");
  EXPECT_EQ(read(start, "Nzza4"), "move 'Nzza4' has no valid origin");
  EXPECT_EQ(read(start, "Na5"), "move 'Na5' is illegal");
  EXPECT_EQ(read(start, "d6"), "move 'd6' is illegal");
  EXPECT_EQ(read(start, "\n\r"), "move '  ' names no square");
  EXPECT_THAT(read(start, std::string(5000, 'N') + "a4"), HasSubstr("'NNNN"));
  EXPECT_LT(read(start, std::string(5000, 'N') + "a4").size(), 200u);
}

TEST(San, NoiseNeverBreaksTheReader) {
  Rng rng(44);
  const std::string letters = "abcdefghijNBRQKCAMx-=+#0123456789()/ ";
  play_random_games(45, 300, [&](const Position& position, const MoveList& moves, Move) {
    for (int i = 0; i < 50; ++i) {
      std::string text;
      for (std::uint32_t n = rng.below(9); n > 0; --n)
        text += letters[rng.below(static_cast<std::uint32_t>(letters.size()))];
      const auto move = parse_san(position, text);
      if (!move) continue;
      ASSERT_TRUE(std::find(moves.begin(), moves.end(), *move) != moves.end()) << text;
    }
  });
}

// Two games as cutechess wrote them: every move text is read and, written again, the same.
TEST(San, GamesOfAReferee) {
  std::string text;
  for (const std::string& line : data_lines("cutechess-grand-2games.pgn"))
    text += line[0] == '[' ? "" : line + "\n";
  for (std::size_t open = 0; (open = text.find('{')) != std::string::npos;)
    text.erase(open, text.find('}', open) - open + 1);
  std::istringstream words(text);
  Position position;
  int games = 0;
  int plies = 0;
  for (std::string word; words >> word;) {
    if (word == "1-0" || word == "0-1" || word == "1/2-1/2") {
      ++games;
      position = Position();
    } else if (word.back() != '.') {
      const auto move = parse_san(position, word);
      ASSERT_TRUE(move) << to_fen(position) << ": " << move.error();
      EXPECT_EQ(to_san(position, *move), word) << to_fen(position);
      position.make(*move);
      ++plies;
      if (word.back() == '#') {
        EXPECT_EQ(game_outcome(position, {}), Outcome::Checkmate) << to_fen(position);
      }
    }
  }
  EXPECT_EQ(games, 2);
  EXPECT_EQ(plies, 126 + 90);
}

}  // namespace
}  // namespace grandee::test
