#include "training-data/record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "board/notation.hpp"
#include "tests/data_format/random_play.hpp"
#include "training-data/record_file.hpp"

namespace grandee::data {
namespace {

namespace fs = std::filesystem;

// Without the fields that a record doesn't have.
std::string bare_fen(const Position& position) {
  PositionSetup setup = position.setup();
  setup.ep_square = kNoSquare;
  setup.move_number = 1;
  return to_fen(*Position::from_setup(setup));
}

Position color_flip(const Position& position) {
  PositionSetup flipped;
  const PositionSetup setup = position.setup();
  for (Square s = 0; s < kSquares; ++s) {
    const Piece p = setup.board[static_cast<std::size_t>(s)];
    if (p != Piece::None)
      flipped.board[static_cast<std::size_t>(flip_rank(s))] = make_piece(~color_of(p), type_of(p));
  }
  flipped.side_to_move = ~setup.side_to_move;
  flipped.rule50 = setup.rule50;
  return *Position::from_setup(flipped);
}

TEST(RecordTest, RoundTripOfRandomGames) {
  Rng rng(1);
  int positions = 0;
  for (int game = 0; game < 20; ++game) {
    int ply = 0;
    test::play_random_game(rng, 300, [&](const Position& position, Move) {
      const int score = static_cast<int>(rng.below(65536)) - 32768;
      const auto result = static_cast<GameResult>(rng.below(3));
      const Record record = pack(position, {score, result, ply, 77});
      const auto back = unpack(record);
      ASSERT_TRUE(back) << back.error();
      ASSERT_EQ(bare_fen(*back), bare_fen(position));
      ASSERT_EQ(record.score, score);
      ASSERT_EQ(white_result(record), result);
      ASSERT_EQ(record.ply, ply);
      ASSERT_EQ(record.game, 77u);
      ++ply;
      ++positions;
    });
  }
  EXPECT_GT(positions, 2000);
}

// The same position seen by the other side: the labels of a mover stay, those for White turn.
TEST(RecordTest, ColourFlipTurnsTheWhiteResultOnly) {
  Rng rng(2);
  test::play_random_game(rng, 200, [&](const Position& position, Move) {
    const Position flipped = color_flip(position);
    const Record a = pack(position, {123, GameResult::WhiteWins, 5, 0});
    const Record b = pack(flipped, {123, GameResult::BlackWins, 5, 0});
    ASSERT_EQ(a.result, b.result);
    ASSERT_EQ(a.score, b.score);
    ASSERT_NE(a.side_to_move, b.side_to_move);
    ASSERT_EQ(to_fen(color_flip(*unpack(a))).substr(0, 40), to_fen(*unpack(b)).substr(0, 40));
  });
}

TEST(RecordTest, StartPositionInBytes) {
  const Record record = pack(Position(), {-2, GameResult::WhiteWins, 0, 3});
  EXPECT_EQ(record.occupied_lo, 1ull | 1ull << 9 | 0x1FEull << 10 | 0x3FFull << 20);
  EXPECT_EQ(record.occupied_hi, 0x3FFull << 20 | 0x1FEull << 30 | 1ull << 40 | 1ull << 49);
  // a1 R, j1 R; b2 N, c2 B; …; the last two are the black rooks.
  EXPECT_EQ(record.men[0], 0x33);
  EXPECT_EQ(record.men[1], 0x21);
  EXPECT_EQ(record.men[19], 0xBB);
  EXPECT_EQ(record.result, 2);
}

TEST(RecordTest, NonsenseIsRefused) {
  const Record good = pack(Position(), {});
  const auto error = [&](auto change) {
    Record bad = good;
    change(bad);
    const auto result = unpack(bad);
    return result ? std::string() : result.error();
  };
  EXPECT_THAT(error([](Record& r) { r.occupied_lo |= 1ull << 60; }), testing::HasSubstr("beyond"));
  EXPECT_THAT(error([](Record& r) { r.occupied_lo |= 2; }), testing::HasSubstr("41 men"));
  EXPECT_THAT(error([](Record& r) { r.men[0] = 0x37; }), testing::HasSubstr("kings"));
  EXPECT_THAT(error([](Record& r) { r.side_to_move = 2; }), testing::HasSubstr("side"));
  EXPECT_THAT(error([](Record& r) { r.result = 3; }), testing::HasSubstr("result"));
}

class RecordFileTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = fs::path(testing::TempDir()) /
            testing::UnitTest::GetInstance()->current_test_info()->name();
  }
  void TearDown() override { fs::remove(path_); }

  void write(const RecordFileHeader& header, int records) const {
    std::ofstream out(path_, std::ios::binary);
    out.write(reinterpret_cast<const char*>(&header), sizeof header);
    const Record record = pack(Position(), {});
    for (int i = 0; i < records; ++i)
      out.write(reinterpret_cast<const char*>(&record), sizeof record);
  }
  std::string error(const RecordFileHeader& header, int records) const {
    write(header, records);
    const auto file = RecordFile::open(path_);
    return file ? std::string() : file.error();
  }

  fs::path path_;
};

TEST_F(RecordFileTest, OpensWhatFits) {
  RecordFileHeader header;
  header.records = 3;
  write(header, 3);
  const auto file = RecordFile::open(path_);
  ASSERT_TRUE(file) << file.error();
  ASSERT_EQ(file->records().size(), 3u);
  EXPECT_EQ(file->records()[2], pack(Position(), {}));
  EXPECT_THAT(file->verify().error(), testing::HasSubstr("checksum"));
}

TEST_F(RecordFileTest, RefusesTheRestWithBothNumbers) {
  RecordFileHeader header;
  header.records = 3;
  EXPECT_THAT(error(header, 2), testing::HasSubstr("counts 3 records"));
  header.squares = 64;
  EXPECT_THAT(error(header, 3), testing::HasSubstr("64, expected 100"));
  header = {};
  header.piece_types = 6;
  EXPECT_THAT(error(header, 0), testing::HasSubstr("6, expected 8"));
  header = {};
  header.version = 9;
  EXPECT_THAT(error(header, 0), testing::HasSubstr("version 9, expected 1"));
  header.magic[1] = 'X';
  EXPECT_THAT(error(header, 0), testing::HasSubstr("not a file of expanded records"));
  std::ofstream(path_) << "short";
  EXPECT_THAT(RecordFile::open(path_).error(), testing::HasSubstr("5 bytes"));
  EXPECT_THAT(RecordFile::open(testing::TempDir()).error(), testing::HasSubstr("regular"));
}

}  // namespace
}  // namespace grandee::data
