#include "tools/common/chain_file.hpp"

#include <gmock/gmock.h>

#include "base/rng.hpp"
#include "board/movegen.hpp"
#include "tests/tools/run_program.hpp"

namespace grandee::tools {
namespace {

namespace fs = std::filesystem;
using data::Game;
using data::HeaderFields;
using test::read_file;
using test::write_file;
using testing::HasSubstr;

Game some_game(std::uint64_t number) {
  Rng rng(number);
  Game game;
  game.number = number;
  Position position;
  for (int ply = 0; ply < 30; ++ply) {
    MoveList moves;
    generate_legal(position, moves);
    if (moves.empty()) break;
    const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    game.plies.push_back({move, static_cast<std::int16_t>(rng.below(200))});
    position.make(move);
  }
  return game;
}

class ChainFileTest : public test::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    path_ = folder_ / "x.gcd";
    reference_ = write(folder_ / "reference.gcd", 0, 150);
  }

  // Writes games of a new or resumed file and gives its bytes.
  std::string write(const fs::path& path, std::uint64_t from, std::uint64_t to) {
    auto file = fs::exists(path) ? ChainFile::resume(path, {&header_, 1})
                                 : ChainFile::create(path, header_);
    EXPECT_TRUE(file) << file.error();
    if (!file) return "";
    for (std::uint64_t i = from; i < to; ++i) EXPECT_TRUE(file->add(some_game(i)));
    EXPECT_TRUE(file->flush());
    EXPECT_EQ(file->bytes(), fs::file_size(path));
    return read_file(path);
  }
  // Continues as a program would: after the last game that is there.
  std::string resume_to(std::uint64_t to) {
    std::uint64_t next = 0;
    {
      const auto file = ChainFile::resume(path_, {&header_, 1});
      EXPECT_TRUE(file) << file.error();
      if (file && file->last_number()) next = *file->last_number() + 1;
    }
    return write(path_, next, to);
  }

  HeaderFields header_ = data::complete_header({{"seed", 1}, {"play", {{"nodes", 400}}}});
  fs::path path_;
  std::string reference_;
};

TEST_F(ChainFileTest, InterruptionsLeaveNoTrace) {
  write(path_, 0, 0);
  for (const std::uint64_t to : {1, 63, 64, 65, 130}) resume_to(to);
  EXPECT_EQ(resume_to(150), reference_);
}

TEST_F(ChainFileTest, AnyCutIsMended) {
  Rng rng(5);
  const std::size_t header = data::header_block(header_).size();
  for (int i = 0; i < 20; ++i) {
    const std::size_t length =
        header + rng.below(static_cast<std::uint32_t>(reference_.size() - header));
    write_file(path_, reference_.substr(0, length) + std::string(rng.below(50), '\x89'));
    EXPECT_EQ(resume_to(150), reference_) << "cut at " << length;
  }
}

TEST_F(ChainFileTest, BadBlocksBeforeTheEndStay) {
  std::string bad = reference_;
  const std::size_t header = data::header_block(header_).size();
  bad[header + 100] ^= 1;
  write_file(path_, bad);
  const auto file = ChainFile::resume(path_, {&header_, 1});
  ASSERT_TRUE(file);
  ASSERT_EQ(file->bad_blocks().size(), 1u);
  EXPECT_EQ(file->bad_blocks()[0].offset, header);
  EXPECT_EQ(file->tally().games, 150u - kGamesPerBlock);
  EXPECT_EQ(file->last_number(), 149u);
}

TEST_F(ChainFileTest, OtherRunsAreRefused) {
  write(path_, 0, 3);
  header_["play"]["nodes"] = 500;
  const auto file = ChainFile::resume(path_, {&header_, 1});
  ASSERT_FALSE(file);
  EXPECT_THAT(file.error(), HasSubstr("play.nodes 400, this run has 500"));
}

TEST_F(ChainFileTest, OneWriterAtATime) {
  write(path_, 0, 3);
  const auto first = ChainFile::resume(path_, {&header_, 1});
  ASSERT_TRUE(first);
  const auto second = ChainFile::resume(path_, {&header_, 1});
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error(), HasSubstr("another process"));
}

TEST_F(ChainFileTest, SeveralHeaders) {
  const HeaderFields other = data::complete_header({{"seed", 2}});
  {
    auto file = ChainFile::create(path_, header_);
    ASSERT_TRUE(file->add(some_game(1)));
    ASSERT_TRUE(file->set_header(header_));
    ASSERT_TRUE(file->add(some_game(2)));
    ASSERT_TRUE(file->set_header(other));
    ASSERT_TRUE(file->add(some_game(1)));
    ASSERT_TRUE(file->flush());
  }
  auto reader = data::ChainReader::open(path_);
  ASSERT_TRUE(reader);
  const auto first = reader->next();
  const auto second = reader->next();
  ASSERT_TRUE(first && second);
  EXPECT_FALSE(reader->next());
  EXPECT_EQ(first->counts.games, 2u);
  EXPECT_EQ(reader->header(second->source)->at("seed"), 2);
}

// A full disk is a failing write: here /dev/full can't be used, a limit on the file's size can.
TEST_F(ChainFileTest, AFailedWriteLeavesWholeBlocks) {
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{6000, 6000};
    setrlimit(RLIMIT_FSIZE, &limit);
    auto file = ChainFile::create(path_, header_);
    for (std::uint64_t i = 0; i < 1000; ++i)
      if (const auto added = file->add(some_game(i)); !added)
        _exit(added.error().find("File too large") != std::string::npos ? 42 : 1);
    _exit(2);
  }
  EXPECT_EQ(finish(child).code, 42);
  auto reader = data::ChainReader::open(path_);
  ASSERT_TRUE(reader) << reader.error();
  while (reader->next()) {
  }
  EXPECT_TRUE(reader->bad_blocks().empty());
  EXPECT_EQ(resume_to(150), reference_);
}

}  // namespace
}  // namespace grandee::tools
