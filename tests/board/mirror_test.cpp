// The rules don't know White from Black, nor left from right.
#include <gtest/gtest.h>

#include <algorithm>

#include "board/endings.hpp"
#include "board/notation.hpp"
#include "board/perft.hpp"
#include "tests/common/positions.hpp"

namespace grandee::test {
namespace {

// The legal moves with both squares mapped, in UCI form, sorted.
template <typename MapSquare>
std::vector<std::string> mapped_moves(const Position& position, MapSquare&& square) {
  MoveList moves;
  generate_legal(position, moves);
  std::vector<std::string> names;
  for (const Move m : moves) {
    const PieceType promotion = m.is_promotion() ? m.promotion() : PieceType::Pawn;
    names.push_back(to_uci(Move(square(m.from()), square(m.to()), promotion)));
  }
  std::sort(names.begin(), names.end());
  return names;
}

template <typename Flip, typename MapSquare>
void compare(const Position& position, Flip&& flip, MapSquare&& square) {
  const Position mirrored = flip(position);
  const std::string fen = to_fen(position);
  ASSERT_EQ(uci_moves(mirrored), mapped_moves(position, square)) << fen;
  ASSERT_EQ(perft(mirrored, 2), perft(position, 2)) << fen;
  ASSERT_EQ(game_outcome(mirrored, {}), game_outcome(position, {})) << fen;
  ASSERT_EQ(to_fen(flip(mirrored)), fen);
}

template <typename Flip, typename MapSquare>
void compare_many(std::uint64_t seed, Flip&& flip, MapSquare&& square) {
  play_random_games(seed, 1500, [&](const Position& position, const MoveList&, Move) {
    if (!testing::Test::HasFatalFailure()) compare(position, flip, square);
  });
  Rng rng(seed);
  for (int i = 0; i < 1500 && !testing::Test::HasFatalFailure(); ++i)
    compare(random_setup(rng), flip, square);
}

TEST(Mirror, ColoursSwappedWithRanks) {
  compare_many(11, flip_colors, flip_rank);
}

TEST(Mirror, FilesSwapped) {
  compare_many(12, flip_files, flip_file);
}

TEST(Mirror, DeeperFromTheStart) {
  const Position start;
  EXPECT_EQ(perft(flip_colors(start), 4), perft(start, 4));
  EXPECT_EQ(perft(flip_files(start), 4), perft(start, 4));
  EXPECT_EQ(to_fen(flip_files(start)),
            "r8r/1nbackqbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBACKQBN1/R8R w - - 0 1");
  EXPECT_EQ(to_fen(flip_colors(start)),
            "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R b - - 0 1");
}

}  // namespace
}  // namespace grandee::test
