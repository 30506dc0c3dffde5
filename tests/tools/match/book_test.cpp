#include "tools/match/book.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "board/notation.hpp"
#include "stub.hpp"
#include "tools/match/limits.hpp"
#include "tools/match/schedule.hpp"

namespace grandee::match {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

const std::string kBoard = "r8r/1nbqkcabn1/pppppp1pp1/9p/5Pp3/10/10/PPPPP1PPPP/1NBQKCABN1/R8R";

TEST(Book, ReadsPositionsWhateverTheLineEnds) {
  const TestFolder folder;
  const std::string path = folder.write(
      "book.epd",
      "\xef\xbb\xbf" + kBoard + " w - g7\r\n# a remark\r\n" + std::string(kStartFen) +
          "\r\n10/10/5P4/10/10/10/k9/10/10/9K w - - hmvc 3; fmvn 40; id \"a; b\";\r\n\r\n");
  const auto book = load_book(path);
  ASSERT_TRUE(book) << book.error();
  ASSERT_EQ(book->openings.size(), 3u);
  EXPECT_EQ(to_fen(book->openings[0].start), kBoard + " w - g7 0 1");
  EXPECT_EQ(book->openings[0].id, "book.epd:1");
  EXPECT_EQ(book->openings[1].id, "book.epd:3");
  EXPECT_EQ(to_fen(book->openings[2].start), "10/10/5P4/10/10/10/k9/10/10/9K w - - 3 40");
}

TEST(Book, NamesTheFileAndTheLineThatIsWrong) {
  const TestFolder folder;
  const auto error = [&folder](const std::string& name, const std::string& content) {
    const auto book = load_book(folder.write(name, content));
    return book ? "" : book.error();
  };
  EXPECT_THAT(error("book.epd.gz", "\x1f\x8b\x08 rest"), HasSubstr("gzip"));
  EXPECT_THAT(error("book.epd.gz", "\x1f\x8b\x08 rest"), HasSubstr("book.epd.gz"));
  EXPECT_THAT(error("a.epd", std::string("abc\0def", 7)), HasSubstr("not a text file"));
  EXPECT_THAT(error("a.epd", std::string(kStartFen) + "\nrubbish\n"), HasSubstr("a.epd line 2: "));
  EXPECT_THAT(error("a.epd", "k9/10/10/10/10/10/10/10/10/K9 w - -\n"), HasSubstr("game is over"));
  EXPECT_THAT(error("a.epd", "\n\n"), HasSubstr("holds no opening"));
  EXPECT_THAT(error("a.pgn", "[Event \"x\"]\n\n1. d4 zz *\n"),
              HasSubstr("a.pgn game 1: PGN line 3"));
  EXPECT_THAT(load_book(folder.file("none.epd")).error(), HasSubstr("none.epd"));
}

TEST(Book, ReadsOpeningsFromGames) {
  const auto book = load_book(std::string(GRANDEE_TEST_DATA) + "/cutechess-grand-2games.pgn", 8);
  ASSERT_TRUE(book) << book.error();
  ASSERT_EQ(book->openings.size(), 2u);
  for (const Opening& opening : book->openings) EXPECT_EQ(opening.moves.size(), 8u);
  EXPECT_EQ(to_uci(book->openings[0].moves[0]), "d3d5");
}

TEST(Openings, AreShuffledBySeed) {
  const TestFolder folder;
  std::string text;
  for (int i = 1; i <= 50; ++i)
    text += "10/10/5P4/10/10/10/k9/10/10/9K w - - 0 " + std::to_string(i) + "\n";
  const std::string path = folder.write("book.epd", text);
  const auto order = [&path](bool shuffle, std::uint64_t seed, int first = 1) {
    const auto source = OpeningSource::create({path, shuffle, first, 0, 0}, seed);
    EXPECT_TRUE(source) << source.error();
    std::vector<int> numbers;
    for (std::size_t pair = 0; pair < 100; ++pair)
      numbers.push_back(source->opening(pair).start.move_number());
    return numbers;
  };
  std::vector<int> in_file = order(false, 1);
  EXPECT_EQ(in_file[0], 1);
  EXPECT_EQ(in_file[49], 50);
  EXPECT_EQ(in_file[50], 1);
  EXPECT_EQ(order(false, 1, 10)[0], 10);
  const std::vector<int> shuffled = order(true, 1);
  EXPECT_NE(shuffled, in_file);
  EXPECT_EQ(std::set<int>(shuffled.begin(), shuffled.begin() + 50).size(), 50u);
  EXPECT_EQ(shuffled, order(true, 1));
  EXPECT_NE(shuffled, order(true, 2));
  EXPECT_FALSE(OpeningSource::create({path, false, 51, 0, 0}, 1));
}

TEST(Openings, AtRandomDependOnSeedAndNumberAlone) {
  const Opening a = random_opening(8, 1, 7);
  EXPECT_EQ(a.moves.size(), 8u);
  EXPECT_EQ(a.moves, random_opening(8, 1, 7).moves);
  EXPECT_NE(a.moves, random_opening(8, 2, 7).moves);
  EXPECT_NE(a.moves, random_opening(8, 1, 8).moves);
}

TEST(Plan, EveryGameHasItsPlace) {
  for (const std::size_t games : {1u, 2u, 5u, 8u}) {
    const Schedule schedule(4, Tournament::RoundRobin, games);
    EXPECT_EQ(schedule.total(), 6 * games);
    std::map<std::pair<std::size_t, std::size_t>, int> seen;  // pairing, pair
    std::map<std::size_t, int> white;
    for (std::size_t i = 0; i < schedule.total(); ++i) {
      const PlannedGame game = schedule.game(i);
      ++seen[{game.pairing, game.pair}];
      ++white[schedule.white(game)];
      const std::size_t partner = schedule.partner(game);
      if (partner >= schedule.total()) continue;
      const PlannedGame other = schedule.game(partner);
      EXPECT_EQ(other.pairing, game.pairing);
      EXPECT_EQ(other.pair, game.pair);
      EXPECT_EQ(schedule.white(other), schedule.black(game));
      EXPECT_EQ(schedule.partner(other), i);
    }
    EXPECT_EQ(seen.size(), 6 * ((games + 1) / 2));
    for (const auto& [pair, count] : seen) EXPECT_EQ(count, pair.second == games / 2 ? 1 : 2);
  }
}

TEST(TimeControls, AreReadAndWritten) {
  const auto control = parse_time_control("40/1:30.5+0.25");
  ASSERT_TRUE(control) << control.error();
  EXPECT_EQ(control->moves, 40);
  EXPECT_EQ(control->base, 90500ms);
  EXPECT_EQ(control->increment, 250ms);
  EXPECT_EQ(to_string(*control), "40/90.5+0.25");
  for (const char* bad : {"", "x", "0", "1+", "/5", "0/5", "-1", "1+-1", "5/", "1e9", "1+0.1+0.1"})
    EXPECT_FALSE(parse_time_control(bad)) << bad;
}

TEST(TimeControls, ClocksCountMovesAndIncrements) {
  Clock clock(*parse_time_control("3/10+1"));
  EXPECT_EQ(clock.moves_to_go(), 3);
  clock.spend(4s);
  EXPECT_EQ(clock.left(), 7s);
  clock.spend(1s);
  EXPECT_EQ(clock.moves_to_go(), 1);
  clock.spend(8s);  // a second beyond, as the margin may grant
  EXPECT_EQ(clock.left(), 11s);
  EXPECT_EQ(clock.moves_to_go(), 3);
}

}  // namespace
}  // namespace grandee::match
