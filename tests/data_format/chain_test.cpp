#include "training-data/chain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>

#include "board/notation.hpp"
#include "tests/data_format/random_play.hpp"
#include "training-data/game_codec.hpp"

namespace grandee::data {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

// A random game with scores of every size; some start elsewhere than at the start position.
Game random_game(Rng& rng, std::uint64_t number) {
  Game game;
  game.number = number;
  const std::size_t random_plies = rng.below(12);
  const bool own_start = rng.below(3) == 0;
  const std::uint32_t shift = rng.below(16);
  int ply = 0;
  Outcome outcome = Outcome::Ongoing;
  Position last;
  std::vector<Key> earlier;
  test::play_random_game(rng, 300, [&](const Position& position, Move move) {
    if (own_start && ply == 9) {
      game = {};
      game.number = number;
      game.start = position;
      earlier.clear();
    }
    const int score = static_cast<int>(rng.below(65536)) - 32768;
    if (game.opening.size() < random_plies && game.plies.empty())
      game.opening.push_back(move);
    else
      game.plies.push_back({move, static_cast<std::int16_t>(score >> shift)});
    earlier.push_back(position.key());
    last = position;
    last.make(move);
    ++ply;
  });
  outcome = game_outcome(last, earlier);
  game.termination = outcome == Outcome::Ongoing ? Termination::MaxPlies : termination_of(outcome);
  if (outcome == Outcome::Checkmate)
    game.result =
        last.side_to_move() == Color::White ? GameResult::BlackWins : GameResult::WhiteWins;
  return game;
}

std::vector<Game> random_games(Rng& rng, int count, std::uint64_t first = 0) {
  std::vector<Game> games;
  for (int i = 0; i < count; ++i)
    games.push_back(random_game(rng, first + 3 * static_cast<std::uint64_t>(i)));
  return games;
}

void expect_same(const Game& a, const Game& b) {
  EXPECT_EQ(a.number, b.number);
  EXPECT_EQ(to_fen(a.start), to_fen(b.start));
  EXPECT_EQ(a.opening, b.opening);
  EXPECT_EQ(a.plies, b.plies);
  EXPECT_EQ(a.result, b.result);
  EXPECT_EQ(a.termination, b.termination);
}

TEST(GameCodecTest, RoundTripOfRandomGames) {
  Rng rng(11);
  const auto games = random_games(rng, 40);
  const std::string payload = encode_games(games);
  const auto back = decode_games(as_bytes(payload));
  ASSERT_TRUE(back) << back.error();
  ASSERT_EQ(back->size(), games.size());
  for (std::size_t i = 0; i < games.size(); ++i) expect_same((*back)[i], games[i]);
}

TEST(GameCodecTest, NoGamesAndNoPlies) {
  const auto none = decode_games(as_bytes(encode_games({})));
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
  const std::vector<Game> empty_game(1);
  const auto one = decode_games(as_bytes(encode_games(empty_game)));
  ASSERT_TRUE(one);
  expect_same((*one)[0], empty_game[0]);
}

// More than 255 legal moves: the index takes three bytes.
TEST(GameCodecTest, WideIndexes) {
  const auto start =
      parse_fen("3k6/10/1P2P2P2/P2P1P1P1P/10/4Q5/2C3A3/1R4R3/2B1B5/1N1K4N1 w - - 0 1");
  ASSERT_TRUE(start) << start.error();
  MoveList moves;
  generate_legal(*start, moves);
  Game game;
  game.start = *start;
  Move last = moves[0];
  for (const Move m : moves)
    if (m.code() > last.code()) last = m;
  game.plies = {{last, 100}};
  const std::vector<Game> games(1, game);
  const auto back = decode_games(as_bytes(encode_games(games)));
  ASSERT_TRUE(back) << back.error();
  expect_same((*back)[0], game);
}

// No damage to a payload may crash the decoder, and what it gives is legal play.
TEST(GameCodecTest, AnyDamageIsSurvived) {
  Rng rng(12);
  const std::string payload = encode_games(random_games(rng, 3));
  for (int i = 0; i < 3000; ++i) {
    std::string bad = payload;
    if (i % 3 == 0) bad.resize(rng.below(static_cast<std::uint32_t>(bad.size())));
    for (std::uint32_t n = rng.below(3) + 1; n > 0 && !bad.empty(); --n)
      bad[rng.below(static_cast<std::uint32_t>(bad.size()))] = static_cast<char>(rng.next());
    const auto games = decode_games(as_bytes(bad));
    EXPECT_TRUE(games || !games.error().empty());
  }
}

// A few bytes that would unpack to millions of games, or to numbers that wrap around.
TEST(GameCodecTest, ForgedStreamsAreRefused) {
  const auto decode = [](std::string games) {
    std::string payload;
    std::string frames;
    for (const std::string& stream :
         {std::move(games), std::string(), std::string(), std::string(), std::string()}) {
      std::string frame(ZSTD_compressBound(stream.size()), '\0');
      frame.resize(ZSTD_compress(frame.data(), frame.size(), stream.data(), stream.size(), 3));
      put_integer(payload, static_cast<std::uint32_t>(frame.size()));
      frames += frame;
    }
    return decode_games(as_bytes(payload + frames));
  };
  const std::string empty_game = {1, 0, 0, 0, 1, 7};
  std::string many;
  for (int i = 0; i < 1'000'000; ++i) many += empty_game;
  EXPECT_TRUE(decode(empty_game));
  EXPECT_THAT(decode(many).error(), HasSubstr("length of at most 4194304"));
  std::string last_number;
  put_varint(last_number, UINT64_MAX);
  EXPECT_TRUE(decode(last_number + empty_game.substr(1)));
  EXPECT_THAT(decode(last_number + empty_game.substr(1) + empty_game).error(),
              HasSubstr("game 2 of the block: its number"));
}

TEST(GameTest, EndingsAreChecked) {
  Rng rng(13);
  int by_rule = 0;
  for (const Game& game : random_games(rng, 60)) {
    const auto good = check_ending(game);
    EXPECT_TRUE(good) << good.error();
    Game bad = game;
    bad.result = game.result == GameResult::Draw ? GameResult::WhiteWins : GameResult::Draw;
    EXPECT_FALSE(check_ending(bad));
    if (game.termination == Termination::MaxPlies || game.plies.empty()) continue;
    ++by_rule;
    bad = game;
    bad.termination = Termination::MaxPlies;
    EXPECT_FALSE(check_ending(bad));
    bad = game;
    bad.plies.pop_back();
    EXPECT_FALSE(check_ending(bad));
  }
  EXPECT_GT(by_rule, 3);
}

class ChainTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = fs::path(testing::TempDir()) /
            ("chain " + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    header_ = complete_header({{"seed", 5}});
    Rng rng(14);
    blocks_.push_back(header_block(header_));
    for (std::uint64_t b = 0; b < 4; ++b)
      blocks_.push_back(games_block(source_of(header_), random_games(rng, 3, 100 * b)));
  }
  void TearDown() override { fs::remove(path_); }

  std::string all() const {
    std::string bytes;
    for (const auto& b : blocks_) bytes += b;
    return bytes;
  }
  std::size_t offset(std::size_t block) const {
    std::size_t at = 0;
    for (std::size_t i = 0; i < block; ++i) at += blocks_[i].size();
    return at;
  }
  Result<ChainReader> read(const std::string& bytes) const {
    std::ofstream(path_, std::ios::binary) << bytes;
    return ChainReader::open(path_);
  }
  // First numbers of the blocks that can be read.
  static std::vector<std::uint64_t> read_blocks(ChainReader& reader) {
    std::vector<std::uint64_t> firsts;
    while (const auto block = reader.next()) {
      const auto games = reader.games(*block);
      if (!games.empty()) firsts.push_back(games[0].number);
    }
    return firsts;
  }

  fs::path path_;
  HeaderFields header_;
  std::vector<std::string> blocks_;
};

TEST_F(ChainTest, BlocksAndCounts) {
  auto reader = read(all());
  ASSERT_TRUE(reader) << reader.error();
  ASSERT_NE(reader->header(source_of(header_)), nullptr);
  EXPECT_EQ(reader->header(source_of(header_))->at("seed"), 5);
  int blocks = 0;
  while (const auto block = reader->next()) {
    const auto games = reader->games(*block);
    std::uint32_t positions = 0;
    std::uint32_t kept = 0;
    for (const Game& game : games) {
      positions += static_cast<std::uint32_t>(game.plies.size());
      replay(game, [&](const Position& position, const ScoredMove& scored, int ply) {
        kept += KeptFilter().keeps(position, scored, ply) ? 1 : 0;
      });
    }
    EXPECT_EQ(block->counts.games, games.size());
    EXPECT_EQ(block->counts.positions, positions);
    EXPECT_EQ(block->counts.kept, kept);
    EXPECT_LT(kept, positions);
    EXPECT_EQ(block->source, source_of(header_));
    ++blocks;
  }
  EXPECT_EQ(blocks, 4);
  EXPECT_TRUE(reader->bad_blocks().empty());
}

TEST_F(ChainTest, EveryFlippedByteIsNoticedAndCostsOneBlock) {
  const std::string good = all();
  Rng rng(15);
  for (int i = 0; i < 300; ++i) {
    const std::size_t at = rng.below(static_cast<std::uint32_t>(good.size()));
    std::string bad = good;
    bad[at] = static_cast<char>(bad[at] ^ (1 << rng.below(8)));
    auto reader = read(bad);
    ASSERT_TRUE(reader) << reader.error();
    const auto firsts = read_blocks(*reader);
    ASSERT_EQ(reader->bad_blocks().size(), 1u) << "at " << at;
    const BadBlock& found = reader->bad_blocks()[0];
    EXPECT_LE(found.offset, at);
    EXPECT_GT(found.offset + found.bytes, at);
    EXPECT_EQ(firsts.size(), at < blocks_[0].size() ? 4u : 3u);
  }
}

TEST_F(ChainTest, NeighbouringBadBlocksAreCountedEach) {
  std::string bad = all();
  bad[offset(2) + 50] ^= 1;
  bad[offset(3) + 50] ^= 1;
  auto reader = read(bad);
  ASSERT_TRUE(reader);
  EXPECT_THAT(read_blocks(*reader), testing::ElementsAre(0, 300));
  ASSERT_EQ(reader->bad_blocks().size(), 2u);
  EXPECT_EQ(reader->bad_blocks()[0].offset, offset(2));
  EXPECT_EQ(reader->bad_blocks()[1].offset, offset(3));
  EXPECT_THAT(reader->bad_blocks()[0].reason, HasSubstr("checksum"));
}

TEST_F(ChainTest, EveryTruncationLosesOnlyTheLastBlock) {
  const std::string good = all();
  Rng rng(16);
  for (int i = 0; i < 200; ++i) {
    const std::size_t length =
        blocks_[0].size() + rng.below(static_cast<std::uint32_t>(good.size() - blocks_[0].size()));
    auto reader = read(good.substr(0, length));
    ASSERT_TRUE(reader) << reader.error();
    std::size_t whole = 0;
    while (offset(whole + 2) <= length) ++whole;
    EXPECT_EQ(read_blocks(*reader).size(), whole);
    EXPECT_EQ(reader->good_end(), offset(whole + 1));
    EXPECT_EQ(reader->bad_blocks().size(), length == offset(whole + 1) ? 0u : 1u);
  }
}

TEST_F(ChainTest, FilesCanBeStrungTogether) {
  const HeaderFields other = complete_header({{"seed", 6}});
  Rng rng(17);
  const std::string second =
      header_block(other) + games_block(source_of(other), random_games(rng, 2, 900));
  auto reader = read(all() + second);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->headers().size(), 2u);
  std::optional<Block> last;
  while (const auto block = reader->next()) last = block;
  ASSERT_TRUE(last);
  EXPECT_EQ(reader->header(last->source)->at("seed"), 6);
}

TEST_F(ChainTest, WhatIsNoChainFileIsRefused) {
  EXPECT_THAT(read("").error(), HasSubstr("no block of a chain file"));
  EXPECT_THAT(read(std::string(100000, 'x')).error(), HasSubstr("no block of a chain file"));
  EXPECT_THAT(ChainReader::open(path_ / "missing").error(), HasSubstr("can't read"));
  EXPECT_THAT(ChainReader::open(testing::TempDir()).error(), HasSubstr("regular file"));
}

TEST_F(ChainTest, ForeignHeadersAreRefusedWithBothValues) {
  HeaderFields foreign = header_;
  foreign["board"] = "8x8";
  EXPECT_THAT(read(header_block(foreign)).error(),
              HasSubstr("'board' is \"8x8\", expected \"10x10\""));
  foreign = header_;
  foreign["score"]["side"] = "white";
  EXPECT_THAT(read(header_block(foreign)).error(), HasSubstr("'score'"));
  foreign = header_;
  foreign["play"] = std::string(70000, 'x');
  EXPECT_THAT(read(header_block(foreign)).error(), HasSubstr("expected at most 65536"));
  HeaderFields nested;
  for (int i = 0; i < kMaxHeaderDepth; ++i) nested = HeaderFields::array({nested});
  foreign = header_;
  foreign["play"] = nested;
  EXPECT_THAT(read(header_block(foreign)).error(), HasSubstr("nested"));
  foreign["play"] = nested[0];
  EXPECT_TRUE(read(header_block(foreign)));
  foreign = header_;
  foreign.erase("pieces");
  EXPECT_THAT(read(header_block(foreign)).error(), HasSubstr("no 'pieces'"));
}

}  // namespace
}  // namespace grandee::data
