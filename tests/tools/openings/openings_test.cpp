#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "board/endings.hpp"
#include "board/notation.hpp"
#include "tools/common/epd.hpp"
#include "tools/common/text_file.hpp"
#include "tools/openings/book_file.hpp"
#include "tools/openings/maker.hpp"

namespace grandee::openings {
namespace {

constexpr MakerSettings kQuick{3, 6, 10, 300, 80};

int plies_before(const Position& position) {
  return 2 * (position.move_number() - 1) + (position.side_to_move() == Color::Black ? 1 : 0);
}

std::string read(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

TEST(Maker, LinesAreLevelAndDependOnTheNumberAlone) {
  Maker first(kQuick);
  Maker second(kQuick);
  int found = 0;
  std::set<int> lengths;
  for (std::uint64_t number = 40; number-- > 0;) {
    const auto a = first.make(number);
    if (!a) continue;
    ++found;
    const auto b = second.make(number);
    ASSERT_TRUE(b);
    EXPECT_EQ(a->position.key(), b->position.key());
    EXPECT_EQ(a->score, b->score);
    EXPECT_LE(std::abs(a->score), 80);
    EXPECT_FALSE(a->position.in_check());
    lengths.insert(plies_before(a->position));
  }
  EXPECT_GT(found, 2);
  EXPECT_GE(*lengths.begin(), 6);
  EXPECT_LE(*lengths.rbegin(), 10);
}

TEST(Maker, WritesCountersAsOperations) {
  EXPECT_EQ(to_epd(Position()),
            "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w "
            "- - hmvc 0; fmvn 1;");
}

TEST(BookFile, GoesOnWhereItWas) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("openings_test." + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  const auto target = folder / "book.epd";
  const auto at = [](const char* fen) { return Candidate{*parse_fen(fen), 0}; };
  const Candidate one = at("10/10/5P4/10/10/10/k9/10/10/9K w - - 3 4");
  const Candidate two = at("10/10/5P4/10/10/10/1k8/10/10/9K w - - 0 5");
  {
    auto file = BookFile::open(target, "seed 1");
    ASSERT_TRUE(file) << file.error();
    EXPECT_EQ(file->next(), 0u);
    EXPECT_FALSE(BookFile::open(target, "seed 1")) << "two writers";
    EXPECT_TRUE(file->add(7, one));
    EXPECT_FALSE(file->add(8, at("10/10/5P4/10/10/10/k9/10/10/9K w - - 9 9")));
    EXPECT_TRUE(file->sync());
  }
  std::ofstream(target.string() + ".partial", std::ios::app) << "9 10/10/5P4/10";
  EXPECT_FALSE(BookFile::open(target, "seed 2"));
  auto file = BookFile::open(target, "seed 1");
  ASSERT_TRUE(file) << file.error();
  EXPECT_EQ(file->next(), 8u);
  EXPECT_FALSE(file->add(8, one));
  EXPECT_TRUE(file->add(9, two));
  EXPECT_TRUE(file->finish(2));
  EXPECT_EQ(read(target), to_epd(one.position) + "\n" + to_epd(two.position) + "\n");
  EXPECT_FALSE(std::filesystem::exists(target.string() + ".partial"));
  std::filesystem::remove_all(folder);
}

TEST(Book, HoldsWhatItPromises) {
  const auto text = tools::read_text_file(GRANDEE_BOOK);
  ASSERT_TRUE(text) << text.error();
  std::set<Key> keys;
  for (const std::string_view line : tools::split_lines(*text)) {
    const auto record = tools::parse_epd(line);
    ASSERT_TRUE(record) << line << ": " << record.error();
    const Position& position = record->position;
    EXPECT_TRUE(keys.insert(position.key()).second) << line << " stands twice";
    EXPECT_GE(plies_before(position), 6) << line;
    EXPECT_LE(plies_before(position), 10) << line;
    EXPECT_EQ(game_outcome(position, {}), Outcome::Ongoing) << line;
    EXPECT_EQ(to_epd(position), line);
  }
  EXPECT_GE(keys.size(), 20000u);
}

}  // namespace
}  // namespace grandee::openings
