// grandee-analyse position, suite, batch and tree as a user runs them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "board/notation.hpp"
#include "tests/tools/run_program.hpp"
#include "tools/analyse/position_command.hpp"
#include "tools/common/epd.hpp"
#include "tools/common/text_file.hpp"
#include "tools/common/writer_lock.hpp"

namespace grandee::analyse {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const std::string kMateIn3 = "k9/10/10/3K6/10/10/10/10/10/6Q3 w - - 0 1";

class Programs : public test::ProgramTest {
 protected:
  void write(const std::string& name, const std::string& text) const {
    test::write_file(folder_ / name, text);
  }
  std::string read(const std::string& name) const { return test::read_file(folder_ / name); }
  json read_json(const std::string& name) const { return json::parse(read(name)); }
  test::Finished analyse(std::vector<std::string> words) const {
    words.insert(words.begin(), "grandee-analyse");
    return run(words);
  }
};

TEST(GivenPosition, FenWholeOrInWordsThenMoves) {
  const auto fen_of = [](const std::vector<std::string>& words) {
    const auto given = parse_given_position(words);
    return given ? to_fen(given->game.position()) : given.error();
  };
  const std::string start(kStartFen);
  EXPECT_EQ(fen_of({"startpos"}), start);
  EXPECT_EQ(fen_of({start}), start);
  const std::string board = start.substr(0, start.find(' '));
  EXPECT_EQ(fen_of({board, "w", "-", "-", "0", "1"}), start);
  EXPECT_EQ(fen_of({board}), start);
  const std::string after = fen_of({"startpos", "moves", "d3d5", "d8d6"});
  EXPECT_THAT(after, HasSubstr(" w - - 0 2"));
  EXPECT_EQ(fen_of({"startpos", "d5", "d6"}), after);
  EXPECT_EQ(fen_of({board, "w", "d5", "d6"}), after);
  EXPECT_EQ(fen_of({start, "moves", "d5", "d8d6"}), after);
  EXPECT_EQ(fen_of({start + " moves d5 d6"}), after);
  EXPECT_THAT(fen_of({"startpos", "d5", "d5"}), HasSubstr("illegal (number 2 of the moves)"));
  EXPECT_THAT(fen_of({"8/8"}), HasSubstr("expected 10 ranks"));
  EXPECT_THAT(fen_of({}), HasSubstr("give startpos or a FEN"));
  // The history counts.
  const auto drawn = parse_given_position(
      {"startpos", "d5", "Na7", "Na4", "Nb9", "Nb2", "Na7", "Na4", "Nb9", "Nb2"});
  ASSERT_TRUE(drawn);
  EXPECT_EQ(drawn->game.outcome(), Outcome::Threefold);
}

TEST_F(Programs, PositionDrawsAndTells) {
  const auto done =
      analyse({"position", kMateIn3, "--nodes", "200000", "--multipv", "2", "--threads", "1",
               "--json", "p.json", "--svg", "p.svg", "--color", "never", "--ascii"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr(" 10  k  .  .  ."));
  EXPECT_THAT(done.out, HasSubstr("  1  .  .  .  .  .  .  Q  .  .  .\n     a  b  c"));
  EXPECT_THAT(done.out, HasSubstr(kMateIn3));
  EXPECT_THAT(done.out, HasSubstr(" 1      +#3  ########################  100  0   0 %  1. Kc8"));
  EXPECT_THAT(done.out, HasSubstr(" nodes in "));
  EXPECT_THAT(done.out, Not(HasSubstr("\x1b")));
  const json result = read_json("p.json");
  EXPECT_EQ(result["best"], "d7c8");
  EXPECT_EQ(result["lines"].size(), 2u);
  EXPECT_EQ(result["lines"][0]["eval"], (json{{"mate", 3}}));
  EXPECT_EQ(result["lines"][0]["wdl"], (json{1000, 0, 0}));
  EXPECT_EQ(result["stopped"], false);
  const std::string svg = read("p.svg");
  EXPECT_THAT(svg, HasSubstr("<title>d7c8</title>"));
  EXPECT_THAT(svg, HasSubstr("href=\"#man-Q\" x=\"640\" y=\"900\""));
  // JSON to standard output stands alone.
  const auto piped = analyse({"position", "startpos", "d5", "--depth", "4", "--json", "-"});
  EXPECT_EQ(json::parse(piped.out)["depth"], 4);
  const auto colored =
      analyse({"position", "startpos", "--depth", "2", "--color", "always", "--letters", "MC"});
  EXPECT_THAT(colored.out, HasSubstr("\x1b[48;5;"));
  EXPECT_THAT(colored.out, HasSubstr("1NBQKMCBN1"));
}

TEST_F(Programs, PositionsWithoutMovesAndWrongOnes) {
  const auto mated = analyse({"position", "1Q8/1K8/10/10/10/10/10/10/10/k9", "b", "--json", "-"});
  EXPECT_EQ(mated.code, 0) << mated.err;
  const auto over = analyse({"position", "k9/1Q8/2K7/10/10/10/10/10/10/10 b", "--json", "-"});
  EXPECT_EQ(over.code, 0);
  EXPECT_EQ(json::parse(over.out)["outcome"], "checkmate");
  EXPECT_EQ(json::parse(over.out)["best"], nullptr);
  EXPECT_EQ(analyse({"position", "9/10 w"}).code, 2);
  EXPECT_EQ(analyse({"position"}).code, 2);
  EXPECT_EQ(analyse({"position", "startpos", "--net", "nowhere.net"}).code, 2);
  EXPECT_EQ(analyse({"position", "startpos", "--depth", "2", "--json", "/nowhere/x.json"}).code, 2);
}

// Not after the search, which may have taken hours; and no typing error costs a file.
TEST_F(Programs, FilesAreLookedAtBeforeTheSearch) {
  write("x.epd", kMateIn3 + "; bm Kc8;\n");
  write("x.pgn", "1. d5 d6 *\n");
  const std::string long_search = "--movetime=1000000";
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"position", "startpos", "--json", "nowhere/x"},
           {"position", "startpos", "--svg", "nowhere/x"},
           {"position", "startpos", "--save-tree", "nowhere/x"},
           {"position", "startpos", "--svg", "x", "--json", "x"},
           {"suite", "x.epd", "--json", "nowhere/x"},
           {"suite", "x.epd", "--json", "x.epd"},
           {"batch", "x.epd", "--csv", "y", "--json", "nowhere/x"},
           {"batch", "x.epd", "--epd", "x.epd"},
           {"game", "x.pgn", "--out", "y", "--html", "nowhere/x"},
           {"game", "x.pgn", "--out", "./x.pgn"},
           {"game", "x.pgn", "--out", "-", "--json", "-"}}) {
    auto command = words;
    command.push_back(long_search);
    const auto refused = analyse(command);
    EXPECT_EQ(refused.code, 2) << testing::PrintToString(words);
    EXPECT_THAT(refused.err, HasSubstr(words[words.size() - 2]));
  }
  EXPECT_EQ(read("x.pgn"), "1. d5 d6 *\n");
}

TEST_F(Programs, ASecondProcessKeepsOffTheFirstOnesJournal) {
  write("x.pgn", "1. d5 d6 *\n");
  const auto lock = tools::WriterLock::take(folder_ / "y.pgn.journal");
  ASSERT_TRUE(lock) << lock.error();
  const auto second = analyse({"game", "x.pgn", "--nodes", "10", "--out", "y.pgn"});
  EXPECT_EQ(second.code, 2);
  EXPECT_THAT(second.err, HasSubstr("'y.pgn.journal' is being written by another process"));
}

TEST_F(Programs, FilesWithoutContentAreMistakes) {
  write("empty", "");
  write("damaged.gcd", test::read_file(GRANDEE_SAMPLES "/boot400.0.gcd").substr(0, 3000));
  EXPECT_THAT(analyse({"game", "empty"}).err, HasSubstr("has no games"));
  EXPECT_THAT(analyse({"game", "--check", "empty"}).err, HasSubstr("has no games"));
  EXPECT_THAT(analyse({"batch", "empty"}).err, HasSubstr("has no positions"));
  EXPECT_THAT(analyse({"mine", "empty", "--out", "x.epd"}).err, HasSubstr("in 0 games"));
  const auto damaged = analyse({"mine", "damaged.gcd", "--out", "x.epd"});
  EXPECT_EQ(damaged.code, 2);
  EXPECT_THAT(damaged.err, HasSubstr("bad block at offset"));
}

TEST_F(Programs, AStoppedSearchTellsWhatItFound) {
  const pid_t child = start({"grandee-analyse", "position", "startpos", "--movetime", "100000",
                             "--threads", "2", "--json", "p.json", "--save-tree", "t.gtree"});
  std::this_thread::sleep_for(std::chrono::seconds(1));
  kill(child, SIGINT);
  const auto ended = finish(child);
  EXPECT_EQ(ended.code, 128 + SIGINT);
  const json result = read_json("p.json");
  EXPECT_EQ(result["stopped"], true);
  EXPECT_GE(result["depth"], 1);
  EXPECT_NE(result["best"], nullptr);
  EXPECT_EQ(analyse({"tree", "t.gtree"}).code, 0);
}

TEST_F(Programs, TreesAreSavedLoadedAndMerged) {
  const auto position = [this](std::vector<std::string> words) {
    words.insert(words.begin(),
                 {"position", "startpos", "--threads", "1", "--multipv", "1", "--json", "p.json"});
    const auto done = analyse(words);
    EXPECT_EQ(done.code, 0) << done.err;
    return read_json("p.json");
  };
  const json first = position({"--depth", "13", "--hash", "16", "--save-tree", "a.gtree"});
  ASSERT_EQ(first["depth"], 13);
  // A table of another size knows it, too: what was seen deeper costs a part of the nodes.
  const double alone = position({"--depth", "10"})["nodes"];
  const json again = position({"--depth", "10", "--hash", "64", "--load-tree", "a.gtree"});
  EXPECT_LT(again["nodes"].get<double>(), 0.7 * alone);
  position({"moves", "d3d5", "--depth", "8", "--save-tree", "b.gtree"});
  const auto merged = analyse({"tree", "a.gtree", "b.gtree", "--out", "c.gtree"});
  EXPECT_EQ(merged.code, 0) << merged.err;
  const auto entries = [this](const std::string& file) {
    const std::string told = analyse({"tree", file}).err;
    return std::stoul(told.substr(told.find("': ") + 3));
  };
  EXPECT_GT(entries("c.gtree"), entries("a.gtree"));
  EXPECT_LE(entries("c.gtree"), entries("a.gtree") + entries("b.gtree"));
  const json both = position({"--depth", "10", "--load-tree", "b.gtree", "--load-tree", "a.gtree"});
  EXPECT_LT(both["nodes"].get<double>(), 0.7 * alone);
  const json whole = position({"--depth", "10", "--load-tree", "c.gtree"});
  EXPECT_LT(whole["nodes"].get<double>(), 0.7 * alone);
}

TEST_F(Programs, DamagedOrForeignTreesAreRefused) {
  ASSERT_EQ(analyse({"position", "startpos", "--depth", "6", "--save-tree", "a.gtree"}).code, 0);
  const std::string good = read("a.gtree");
  const auto refusal = [this](const std::string& bytes) {
    write("bad.gtree", bytes);
    const auto done = analyse({"position", "startpos", "--depth", "2", "--load-tree", "bad.gtree"});
    EXPECT_EQ(done.code, 2);
    return done.err;
  };
  for (std::size_t i = 0; i < good.size(); i += 1 + good.size() / 12) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ 64);
    EXPECT_THAT(refusal(bad), HasSubstr("'bad.gtree'")) << i;
    EXPECT_THAT(refusal(good.substr(0, i)), HasSubstr("'bad.gtree'")) << i;
  }
  EXPECT_THAT(refusal(good + "x"), HasSubstr("damaged"));
  // Of another version, with a checksum that is right: nothing but the version tells.
  EXPECT_THAT(refusal("text"), HasSubstr("no file of a search tree"));
  EXPECT_THAT(analyse({"position", "startpos", "--load-tree", "nowhere"}).err,
              HasSubstr("nowhere"));
}

TEST_F(Programs, SuiteCountsPointsAndTellsByItsExitCode) {
  write("s.epd", "# mates\n" + kMateIn3 + " bm Kc8; dm 3; id \"mate in 3\";\n\n" + kMateIn3 +
                     " am g1g2; id \"avoid\";\n");
  auto done = analyse({"suite", "s.epd", "--movetime", "300", "--json", "s.json"});
  EXPECT_EQ(done.code, 0) << done.err << done.out;
  EXPECT_THAT(done.out, HasSubstr("2 of 2 solved, 3 of 3 points"));
  json result = read_json("s.json");
  ASSERT_EQ(result["positions"].size(), 2u);
  const json& mate = result["positions"][0];
  EXPECT_EQ(mate["id"], "mate in 3");
  EXPECT_EQ(mate["move"], "d7c8");
  EXPECT_EQ(mate["points"], 2);
  EXPECT_EQ(mate["expected"], (json{{"bm", {"d7c8"}}, {"dm", 3}}));
  EXPECT_LE(mate["solved_at"]["nodes"], mate["nodes"]);
  EXPECT_LE(mate["solved_at"]["time_ms"], mate["time_ms"]);
  EXPECT_EQ(result["summary"]["solved"], 2);

  write("points.epd", kMateIn3 + " c0 \"Kc8=10, g1g2=4\";\n" + kMateIn3 + " bm g1g2;\n");
  done = analyse({"suite", "points.epd", "--nodes", "200000", "--json", "s.json"});
  EXPECT_EQ(done.code, 1);
  result = read_json("s.json");
  EXPECT_EQ(result["positions"][0]["points"], 10);
  EXPECT_EQ(result["positions"][1]["solved"], false);
  EXPECT_EQ(result["positions"][1]["solved_at"], nullptr);
  EXPECT_EQ(result["summary"]["points"], 10);
  EXPECT_EQ(result["summary"]["max_points"], 11);

  write("bad.epd", kMateIn3 + " bm Kc9;\n" + kMateIn3 + " id \"nothing asked\";\nrubbish\n");
  done = analyse({"suite", "bad.epd", "--nodes", "10"});
  EXPECT_EQ(done.code, 2);
  EXPECT_THAT(done.err, HasSubstr("line 1: bm: move 'Kc9' is illegal"));
  EXPECT_THAT(done.err, HasSubstr("line 2: neither bm"));
  EXPECT_THAT(done.err, HasSubstr("line 3: "));
}

TEST_F(Programs, BatchWritesAllForms) {
  write("b.epd", kMateIn3 + " id \"a, b\"; foo 1;\n" + std::string(kStartFen) + "\r\n" +
                     "k9/1Q8/2K7/10/10/10/10/10/10/10 b - - hmvc 7;\nbad line\n");
  const auto done = analyse({"batch", "b.epd", "--nodes", "100000", "--csv", "b.csv", "--json",
                             "b.json", "--epd", "out.epd", "--threads", "2"});
  EXPECT_EQ(done.code, 1) << done.err;
  EXPECT_THAT(done.err, HasSubstr("b.epd: line 4: "));
  const json list = read_json("b.json");
  ASSERT_EQ(list.size(), 3u);
  EXPECT_EQ(list[0]["mate"], 3);
  EXPECT_EQ(list[0]["best"], "d7c8");
  EXPECT_EQ(list[1]["nodes"], 100000);
  EXPECT_EQ(list[2]["mate"], 0);
  const std::string csv = read("b.csv");
  const auto lines = tools::split_lines(csv);
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[0], "fen,id,cp,mate,depth,nodes,time_ms,best,pv");
  EXPECT_THAT(std::string(lines[1]), HasSubstr(kMateIn3 + ",\"a, b\",,3,"));
  const std::string epd = read("out.epd");
  const auto records = tools::split_lines(epd);
  ASSERT_EQ(records.size(), 3u);
  const auto first = tools::parse_epd(records[0]);
  ASSERT_TRUE(first) << first.error();
  EXPECT_EQ(to_fen(first->position), kMateIn3);
  EXPECT_EQ(*first->find("id"), "a, b");
  EXPECT_EQ(*first->find("foo"), "1");
  EXPECT_EQ(*first->find("ce"), "32762");
  EXPECT_EQ(*first->find("dm"), "3");
  EXPECT_EQ(first->find("pv")->substr(0, 3), "Kc8");
  const auto last = tools::parse_epd(records[2]);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->position.rule50(), 7);
  EXPECT_EQ(*last->find("ce"), "-32767");
  // What was written is read again.
  EXPECT_EQ(analyse({"batch", "out.epd", "--nodes", "10", "--epd", "again.epd"}).code, 0);
}

TEST_F(Programs, AKilledBatchGoesOn) {
  const std::string book = test::read_file(GRANDEE_OPENINGS);
  std::string epd;
  for (const std::string_view line : tools::split_lines(book)) {
    epd += std::string(line) + "\n";
    if (std::count(epd.begin(), epd.end(), '\n') == 300) break;
  }
  write("b.epd", epd);
  const std::vector<std::string> straight = {"batch", "b.epd", "--nodes",
                                             "10000", "--epd", "a.epd"};
  ASSERT_EQ(analyse(straight).code, 0);
  const std::vector<std::string> command = {"grandee-analyse", "batch", "b.epd", "--nodes",
                                            "10000",           "--epd", "k.epd"};
  const pid_t child = start(command);
  const auto journalled = [this] {
    const std::string text = read("k.epd.journal");
    return std::count(text.begin(), text.end(), '\n');
  };
  while (journalled() < 30) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  kill(child, SIGKILL);
  EXPECT_EQ(finish(child).signal, SIGKILL);
  const auto resumed = run(command);
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr("Going on: "));
  EXPECT_EQ(read("k.epd"), read("a.epd"));
}

}  // namespace
}  // namespace grandee::analyse
