// grandee-data as it is run, on random games.

#include <gmock/gmock.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/rng.hpp"
#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "tests/tools/run_program.hpp"
#include "training-data/chain.hpp"
#include "training-data/record_file.hpp"

namespace grandee::datatool {
namespace {

namespace fs = std::filesystem;
using data::Game;
using data::GameResult;
using data::HeaderFields;
using data::Termination;
using test::Finished;
using test::read_file;
using test::write_file;
using testing::HasSubstr;

constexpr std::size_t kBlock = 64;

// Random moves from the position for so many plies; a draw by their number.
Game random_game(std::uint64_t number, int plies, const Position& start = Position()) {
  Rng rng = Rng::stream(77, number);
  Game game;
  game.number = number;
  game.start = start;
  Position position = start;
  std::vector<Key> earlier;
  for (int ply = 0; ply < plies; ++ply) {
    if (game_outcome(position, earlier) != Outcome::Ongoing) break;
    MoveList moves;
    generate_legal(position, moves);
    const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
    if (ply < 8)
      game.opening.push_back(move);
    else
      game.plies.push_back(
          {move, static_cast<std::int16_t>(static_cast<int>(rng.below(8000)) - 4000)});
    earlier.push_back(position.key());
    position.make(move);
  }
  const Outcome outcome = game_outcome(position, earlier);
  game.termination =
      outcome == Outcome::Ongoing ? Termination::MaxPlies : data::termination_of(outcome);
  if (outcome == Outcome::Checkmate)
    game.result =
        position.side_to_move() == Color::White ? GameResult::BlackWins : GameResult::WhiteWins;
  return game;
}

HeaderFields header_of(std::uint64_t seed, int thread = 0, int threads = 1) {
  return data::complete_header(
      {{"seed", seed}, {"shard", 0}, {"thread", thread}, {"threads", threads}});
}

std::string chain(const HeaderFields& header, const std::vector<Game>& games) {
  std::string bytes = data::header_block(header);
  for (std::size_t i = 0; i < games.size(); i += kBlock)
    bytes += data::games_block(data::source_of(header),
                               std::span(games).subspan(i, std::min(kBlock, games.size() - i)));
  return bytes;
}

class DataTest : public test::ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    for (std::uint64_t i = 0; i < 200; ++i) games_.push_back(random_game(i, 90));
    write_file(folder_ / "x ż.gcd", chain(header_of(1), games_));
  }
  Finished data(const std::vector<std::string>& words) const {
    std::vector<std::string> command = {"grandee-data"};
    command.insert(command.end(), words.begin(), words.end());
    return run(command);
  }
  static nlohmann::json json(const Finished& done) {
    return nlohmann::json::parse(done.out, nullptr, false);
  }
  std::uint64_t positions() const {
    std::uint64_t sum = 0;
    for (const Game& game : games_) sum += game.plies.size();
    return sum;
  }

  std::vector<Game> games_;
};

TEST_F(DataTest, InfoAndVerifyAgreeOnGoodFiles) {
  for (const char* command : {"info", "verify"}) {
    const Finished done = data({command, "x ż.gcd", "--json", "-"});
    EXPECT_EQ(done.code, 0) << done.err;
    const auto found = json(done);
    EXPECT_EQ(found["games"], 200);
    EXPECT_EQ(found["positions"], positions());
    EXPECT_GT(found["kept"], positions() / 10);
    EXPECT_LT(found["kept"], positions());
    EXPECT_EQ(found["bytes"], fs::file_size(folder_ / "x ż.gcd"));
    EXPECT_EQ(found["bad_blocks"], 0);
    EXPECT_EQ(found["files"][0]["headers"][0]["seed"], 1);
  }
}

TEST_F(DataTest, DamageIsCountedAndNamed) {
  std::string bytes = read_file(folder_ / "x ż.gcd");
  const std::size_t first = data::header_block(header_of(1)).size();
  bytes[first + 60] ^= 4;
  bytes.resize(bytes.size() - 10);
  write_file(folder_ / "bad.gcd", bytes);
  for (const char* command : {"info", "verify"}) {
    const Finished done = data({command, "bad.gcd", "--json", "-"});
    EXPECT_EQ(done.code, 2);
    const auto found = json(done);
    EXPECT_EQ(found["bad_blocks"], 2);
    EXPECT_EQ(found["games"], 2 * kBlock);
    EXPECT_EQ(found["files"][0]["bad"][0]["offset"], first);
    EXPECT_THAT(done.err, HasSubstr("offset " + std::to_string(first)));
  }
}

// One byte in a hundred wrong: no block survives, and every command says so and lives.
TEST_F(DataTest, RuinedFilesAreRefused) {
  std::string bytes = read_file(folder_ / "x ż.gcd");
  for (std::size_t i = 0; i < bytes.size(); i += 100) bytes[i] ^= 85;
  write_file(folder_ / "bad.gcd", bytes);
  const std::vector<std::vector<std::string>> commands = {
      {"info", "bad.gcd"},
      {"verify", "bad.gcd"},
      {"expand", "bad.gcd", "--out", "y"},
      {"merge", "bad.gcd", "--out", "y"},
      {"rescore", "bad.gcd", "--out", "y"},
      {"convert", "bad.gcd", "--to", "text", "--out", "y"},
      {"stats", "bad.gcd", "--out", "y"},
      {"wdl", "bad.gcd", "--svg", "y"}};
  for (const auto& command : commands) {
    const Finished done = data(command);
    EXPECT_EQ(done.code, 1) << command[0];
    EXPECT_THAT(done.err, HasSubstr("no block of a chain file")) << command[0];
    EXPECT_FALSE(fs::exists(folder_ / "y")) << command[0];
  }
}

TEST_F(DataTest, VerifyFindsGamesThatDontEndAsTheySay) {
  games_[70].result = GameResult::WhiteWins;
  write_file(folder_ / "y.gcd", chain(header_of(1), games_));
  const Finished done = data({"verify", "y.gcd", "--json", "-"});
  EXPECT_EQ(done.code, 2);
  EXPECT_EQ(json(done)["bad_blocks"], 1);
  EXPECT_THAT(done.err, HasSubstr("game 70"));
}

TEST_F(DataTest, ForeignDataIsRefused) {
  HeaderFields foreign = header_of(1);
  foreign["pieces"] = "PNBRQK";
  write_file(folder_ / "y.gcd", chain(foreign, games_));
  const Finished done = data({"info", "y.gcd"});
  EXPECT_EQ(done.code, 1);
  EXPECT_THAT(done.err, HasSubstr("\"PNBRQK\", expected \"PNBRACQK\""));
}

// --- expand --------------------------------------------------------------------------------------

class ExpandTest : public DataTest {
 protected:
  struct Parts {
    std::vector<data::Record> train, valid;
  };
  Parts expand(std::vector<std::string> more) const {
    more.insert(more.begin(), {"expand", "--out", "y.rec"});
    const Finished done = data(more);
    EXPECT_EQ(done.code, 0) << done.err;
    return {records("y.rec"), records("y.valid.rec")};
  }
  std::vector<data::Record> records(const std::string& name) const {
    const auto file = data::RecordFile::open(folder_ / name);
    EXPECT_TRUE(file) << file.error();
    if (!file) return {};
    EXPECT_TRUE(file->verify());
    return {file->records().begin(), file->records().end()};
  }
  static std::string placement(const data::Record& record) {
    return std::string(reinterpret_cast<const char*>(&record), 36) +
           static_cast<char>(record.side_to_move);
  }
};

TEST_F(ExpandTest, FiltersSplitsByGameAndDropsDoubles) {
  const Parts parts = expand({"x ż.gcd", "--valid-share", "0.2"});
  std::set<std::uint32_t> train_games;
  std::set<std::uint32_t> valid_games;
  std::set<std::string> seen;
  for (const auto* part : {&parts.train, &parts.valid}) {
    for (const data::Record& record : *part) {
      EXPECT_TRUE(seen.insert(placement(record)).second);
      EXPECT_GE(record.ply, 12);
      EXPECT_LE(std::abs(record.score), 3000);
      EXPECT_EQ(record.reserved, 0);
      const auto position = data::unpack(record);
      ASSERT_TRUE(position) << position.error();
      EXPECT_FALSE(position->in_check());
      (part == &parts.train ? train_games : valid_games).insert(record.game);
    }
  }
  for (const std::uint32_t game : valid_games) EXPECT_EQ(train_games.count(game), 0u);
  EXPECT_GT(valid_games.size(), 20u);
  EXPECT_LT(valid_games.size(), 70u);
  EXPECT_GT(seen.size(), positions() / 5);
  // Shuffled: neighbours are not of the same game.
  std::size_t same = 0;
  for (std::size_t i = 1; i < parts.train.size(); ++i)
    same += parts.train[i].game == parts.train[i - 1].game ? 1 : 0;
  EXPECT_LT(same, parts.train.size() / 20);
}

// Every kept position is there, with the labels of its ply.
TEST_F(ExpandTest, LabelsAreThoseOfTheGames) {
  const Parts parts = expand({"x ż.gcd", "--valid-share", "0"});
  EXPECT_TRUE(parts.valid.empty());
  std::map<std::string, data::Record> by_placement;
  for (const data::Record& record : parts.train) by_placement[placement(record)] = record;
  std::uint32_t number = 0;
  std::set<std::string> seen;
  for (const Game& game : games_) {
    data::replay(game, [&](const Position& position, const data::ScoredMove& scored, int ply) {
      if (!data::KeptFilter().keeps(position, scored, ply)) return;
      const data::Record expected = data::pack(position, {scored.score, game.result, ply, number});
      if (!seen.insert(placement(expected)).second) return;
      EXPECT_EQ(by_placement[placement(expected)], expected);
    });
    ++number;
  }
  EXPECT_EQ(seen.size(), parts.train.size());
}

TEST_F(ExpandTest, TheSameFileTwiceAddsNothing) {
  const auto once = expand({"x ż.gcd", "--valid-share", "0.1"});
  const auto twice = expand({"x ż.gcd", "x ż.gcd", "--valid-share", "0.1"});
  EXPECT_EQ(once.train.size(), twice.train.size());
  EXPECT_EQ(once.valid.size(), twice.valid.size());
}

// With little memory the records go through many buckets: the same ones come out.
TEST_F(ExpandTest, MemoryDoesNotChangeWhatIsKept) {
  for (std::uint64_t i = 200; i < 1800; ++i) games_.push_back(random_game(i, 90));
  write_file(folder_ / "big.gcd", chain(header_of(1), games_));
  const auto sorted = [&](const char* memory) {
    auto train = expand({"big.gcd", "--memory", memory}).train;
    std::sort(train.begin(), train.end(),
              [](const auto& a, const auto& b) { return std::memcmp(&a, &b, sizeof a) < 0; });
    return train;
  };
  const auto small = sorted("16");
  EXPECT_GT(small.size(), 10000u);
  EXPECT_EQ(small, sorted("4096"));
}

TEST_F(ExpandTest, BadBlocksAreLeftOut) {
  std::string bytes = read_file(folder_ / "x ż.gcd");
  bytes[bytes.size() / 2] ^= 4;
  write_file(folder_ / "bad.gcd", bytes);
  const Finished done = data({"expand", "bad.gcd", "--out", "y.rec", "--json", "-"});
  EXPECT_EQ(done.code, 2);
  EXPECT_THAT(done.err, HasSubstr("bad block at offset"));
  EXPECT_LT(json(done)["games"], 200);
  EXPECT_FALSE(records("y.rec").empty());
  for (const auto& entry : fs::directory_iterator(folder_))
    EXPECT_NE(entry.path().extension(), ".tmp");
}

// --- merge ---------------------------------------------------------------------------------------

TEST_F(DataTest, MergeDoesNotDependOnThreadsAndOrder) {
  std::vector<Game> even, odd;
  for (const Game& game : games_) (game.number % 2 == 0 ? even : odd).push_back(game);
  write_file(folder_ / "0.gcd", chain(header_of(1, 0, 2), even));
  write_file(folder_ / "1.gcd", chain(header_of(1, 1, 2), odd));
  write_file(folder_ / "other.gcd", chain(header_of(2), games_));
  ASSERT_EQ(data({"merge", "x ż.gcd", "other.gcd", "--out", "a"}).code, 0);
  ASSERT_EQ(data({"merge", "1.gcd", "other.gcd", "0.gcd", "x ż.gcd", "--out", "b"}).code, 0);
  EXPECT_EQ(read_file(folder_ / "a"), read_file(folder_ / "b"));
  const auto found = json(data({"verify", "b", "--json", "-"}));
  EXPECT_EQ(found["games"], 400);
  EXPECT_EQ(found["bad_blocks"], 0);
  EXPECT_EQ(found["files"][0]["headers"].size(), 2u);
  // What is merged already stays as it is.
  ASSERT_EQ(data({"merge", "b", "--out", "c"}).code, 0);
  EXPECT_EQ(read_file(folder_ / "b"), read_file(folder_ / "c"));
}

// --- convert -------------------------------------------------------------------------------------

TEST_F(DataTest, TextAndBackIsTheSameFile) {
  games_.push_back(
      random_game(300, 30, *parse_fen("1k8/10/5P4/10/10/10/10/10/2BQKCAB2/R8R w - - 3 40")));
  write_file(folder_ / "y.gcd", chain(header_of(1), games_) + chain(header_of(2), games_));
  ASSERT_EQ(data({"convert", "y.gcd", "--to", "text", "--out", "y.txt"}).code, 0);
  const Finished done = data({"convert", "y.txt", "--to", "chain", "--out", "z.gcd"});
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(read_file(folder_ / "y.gcd"), read_file(folder_ / "z.gcd"));
}

TEST_F(DataTest, WhatIsReadIsNotWrittenOver) {
  const std::string before = read_file(folder_ / "x ż.gcd");
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"convert", "x ż.gcd", "--to", "text", "--out", "./x ż.gcd"},
           {"expand", "x ż.gcd", "--out", "x ż.gcd"},
           {"expand", "x ż.gcd", "--out", "y.rec", "--valid", "y.rec"},
           {"expand", "x ż.gcd", "--out", "y.rec", "--json", "no folder/y.json"}}) {
    const Finished done = data(words);
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.err, HasSubstr("--")) << testing::PrintToString(words);
  }
  EXPECT_EQ(read_file(folder_ / "x ż.gcd"), before);
  EXPECT_FALSE(fs::exists(folder_ / "y.rec"));
}

TEST_F(DataTest, AFullStandardOutputIsAnError) {
  const auto full = [] { dup2(open("/dev/full", O_WRONLY), STDOUT_FILENO); };
  for (const std::vector<std::string>& more : {std::vector<std::string>{"--json", "-"}, {}}) {
    std::vector<std::string> words = {"grandee-data", "info", "x ż.gcd"};
    words.insert(words.end(), more.begin(), more.end());
    const Finished done = finish(start(words, full));
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.err, HasSubstr("standard output"));
  }
}

TEST_F(DataTest, MistakesOnTheCommandLineAreFailures) {
  EXPECT_EQ(data({"info"}).code, 1);
  EXPECT_EQ(data({"info", "x ż.gcd", "--unknown"}).code, 1);
  EXPECT_EQ(data({"--help"}).code, 0);
}

TEST_F(DataTest, DamagedTextIsRefusedByLineAndLeavesNoFile) {
  ASSERT_EQ(data({"convert", "x ż.gcd", "--to", "text", "--out", "y.txt"}).code, 0);
  std::vector<std::string> lines;
  std::istringstream text(read_file(folder_ / "y.txt"));
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  const std::vector<std::pair<std::string, std::string>> damages = {
      {"moves d3d5 x", "line 500"},
      {"moves j9j1 5", "illegal"},
      {"game 9 nobody checkmate", "500"},
      {"start 9/9 w", "500"},
      {"rubbish", "line 500"},
      {"header {\"format\":1}", "line 500"}};
  for (const auto& [damage, expected] : damages) {
    auto bad = lines;
    bad[499] = damage;
    std::string all;
    for (const auto& line : bad) all += line + "\n";
    write_file(folder_ / "bad.txt", all);
    const Finished done = data({"convert", "bad.txt", "--to", "chain", "--out", "z.gcd"});
    EXPECT_EQ(done.code, 1) << damage;
    EXPECT_THAT(done.err, HasSubstr("line 500")) << damage;
    EXPECT_THAT(done.err, HasSubstr(expected)) << damage;
    EXPECT_FALSE(fs::exists(folder_ / "z.gcd"));
  }
  // Moves before the position they start from.
  auto swapped = lines;
  std::swap(swapped[498], swapped[499]);
  std::string all;
  for (const auto& line : swapped) all += line + "\n";
  write_file(folder_ / "bad.txt", all);
  EXPECT_EQ(data({"convert", "bad.txt", "--to", "chain", "--out", "z.gcd"}).code, 1);
  write_file(folder_ / "bad.txt", read_file(folder_ / "y.txt").substr(0, 3000));
  EXPECT_EQ(data({"convert", "bad.txt", "--to", "chain", "--out", "z.gcd"}).code, 1);
  EXPECT_FALSE(fs::exists(folder_ / "z.gcd"));
}

struct PlainEntry {
  std::string fen, move, score, ply, result;
};

std::vector<PlainEntry> parse_plain(const std::string& text) {
  std::vector<PlainEntry> entries;
  std::istringstream in(text);
  PlainEntry entry;
  for (std::string word; in >> word;) {
    std::string rest;
    if (word == "e") {
      entries.push_back(entry);
      continue;
    }
    in >> std::ws;
    std::getline(in, rest);
    (word == "fen"     ? entry.fen
     : word == "move"  ? entry.move
     : word == "score" ? entry.score
     : word == "ply"   ? entry.ply
                       : entry.result) = rest;
  }
  return entries;
}

TEST_F(DataTest, PlainHoldsLegalMovesAndSaneCounters) {
  ASSERT_EQ(data({"convert", "x ż.gcd", "--to", "plain", "--out", "y"}).code, 0);
  const auto entries = parse_plain(read_file(folder_ / "y"));
  EXPECT_EQ(entries.size(), positions());
  for (const PlainEntry& entry : entries) {
    const auto position = parse_fen(entry.fen);
    ASSERT_TRUE(position) << position.error();
    EXPECT_TRUE(parse_uci(*position, entry.move));
    EXPECT_LE(position->rule50(), 100);
    EXPECT_EQ(2 * (position->move_number() - 1) + index(position->side_to_move()),
              std::stoi(entry.ply));
  }
  ASSERT_EQ(data({"convert", "x ż.gcd", "--to", "plain", "--kept", "--out", "z"}).code, 0);
  EXPECT_EQ(parse_plain(read_file(folder_ / "z")).size(),
            json(data({"info", "x ż.gcd", "--json", "-"}))["kept"]);
}

Position flip(const Position& position) {
  PositionSetup flipped;
  const PositionSetup setup = position.setup();
  for (Square s = 0; s < kSquares; ++s)
    if (const Piece p = setup.board[static_cast<std::size_t>(s)]; p != Piece::None)
      flipped.board[static_cast<std::size_t>(flip_rank(s))] = make_piece(~color_of(p), type_of(p));
  flipped.side_to_move = ~setup.side_to_move;
  if (setup.ep_square != kNoSquare) flipped.ep_square = flip_rank(setup.ep_square);
  return *Position::from_setup(flipped);
}

// The mirror of a game has the same labels for the side to move, and the other result for White.
TEST_F(DataTest, ColourFlipKeepsTheMoversLabels) {
  std::vector<Game> flipped = games_;
  for (Game& game : flipped) {
    const auto turn = [](Move m) {
      return m.is_promotion() ? Move(flip_rank(m.from()), flip_rank(m.to()), m.promotion())
                              : Move(flip_rank(m.from()), flip_rank(m.to()));
    };
    game.start = flip(game.start);
    for (Move& m : game.opening) m = turn(m);
    for (auto& scored : game.plies) scored.move = turn(scored.move);
    game.result = static_cast<GameResult>(2 - static_cast<int>(game.result));
  }
  write_file(folder_ / "f.gcd", chain(header_of(1), flipped));
  ASSERT_EQ(data({"verify", "f.gcd"}).code, 0);
  ASSERT_EQ(data({"convert", "x ż.gcd", "--to", "plain", "--out", "a"}).code, 0);
  ASSERT_EQ(data({"convert", "f.gcd", "--to", "plain", "--out", "b"}).code, 0);
  const auto a = parse_plain(read_file(folder_ / "a"));
  const auto b = parse_plain(read_file(folder_ / "b"));
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].score, b[i].score);
    EXPECT_EQ(a[i].result, b[i].result);
    EXPECT_EQ(flip(*parse_fen(a[i].fen)).key(), parse_fen(b[i].fen)->key());
  }
}

// --- rescore and stats ---------------------------------------------------------------------------

TEST_F(DataTest, RescoreChangesScoresOnlyAndResumes) {
  games_.resize(70);
  for (Game& game : games_) game.plies.resize(std::min<std::size_t>(game.plies.size(), 5));
  for (Game& game : games_) {
    game.termination = Termination::MaxPlies;
    game.result = GameResult::Draw;
  }
  write_file(folder_ / "y.gcd", chain(header_of(1), games_));
  const auto rescore = [&](const std::string& out, const std::vector<std::string>& more) {
    std::vector<std::string> words = {"rescore", "y.gcd", "--out",  out,
                                      "--nodes", "10",    "--hash", "256"};
    words.insert(words.end(), more.begin(), more.end());
    return data(words);
  };
  const Finished done = rescore("a.gcd", {"--threads", "2", "--json", "-"});
  ASSERT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(json(done)["games"], 70);
  const std::string whole = read_file(folder_ / "a.gcd");
  auto reader = data::ChainReader::open(folder_ / "a.gcd");
  ASSERT_TRUE(reader);
  std::vector<Game> after;
  while (const auto block = reader->next())
    for (Game& game : reader->games(*block)) after.push_back(std::move(game));
  ASSERT_EQ(after.size(), games_.size());
  bool changed = false;
  for (std::size_t i = 0; i < after.size(); ++i) {
    ASSERT_EQ(after[i].plies.size(), games_[i].plies.size());
    for (std::size_t j = 0; j < after[i].plies.size(); ++j) {
      EXPECT_EQ(after[i].plies[j].move, games_[i].plies[j].move);
      changed |= after[i].plies[j].score != games_[i].plies[j].score;
    }
  }
  EXPECT_TRUE(changed);
  EXPECT_EQ(reader->headers().begin()->second["rescored"]["nodes"], 10);
  EXPECT_EQ(reader->headers().begin()->second["seed"], 1);

  const pid_t child = start({"grandee-data", "rescore", "x ż.gcd", "--out", "c.gcd", "--nodes",
                             "10000000", "--threads", "1"});
  while (!fs::exists(folder_ / "c.gcd")) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  kill(child, SIGTERM);
  const Finished stopped = finish(child);
  EXPECT_EQ(stopped.code, 143);
  EXPECT_THAT(stopped.err, HasSubstr("with --resume goes on"));

  EXPECT_EQ(rescore("a.gcd", {}).code, 1);
  write_file(folder_ / "b.gcd", whole.substr(0, whole.size() * 3 / 4));
  ASSERT_EQ(rescore("b.gcd", {"--threads", "1", "--resume"}).code, 0);
  EXPECT_EQ(read_file(folder_ / "b.gcd"), whole);
}

TEST_F(DataTest, StatisticsCountEveryPosition) {
  ASSERT_EQ(data({"stats", "x ż.gcd", "--out", "s"}).code, 0);
  const auto total = [&](const char* name) {
    std::istringstream in(read_file(folder_ / "s" / name));
    std::string line;
    std::getline(in, line);
    std::uint64_t sum = 0;
    while (std::getline(in, line)) sum += std::stoull(line.substr(line.rfind(',') + 1));
    return sum;
  };
  EXPECT_EQ(total("score.csv"), positions());
  EXPECT_EQ(total("men.csv"), positions());
  EXPECT_EQ(total("game-length.csv"), 200u);
  EXPECT_EQ(total("kept-score.csv"), json(data({"info", "x ż.gcd", "--json", "-"}))["kept"]);
  EXPECT_THAT(read_file(folder_ / "s" / "score.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(read_file(folder_ / "s" / "results.csv"), HasSubstr("too many plies,0,"));
}

// Random moves whose scores know the result, more or less.
std::vector<Game> games_with_results(std::uint64_t count) {
  std::vector<Game> games;
  for (std::uint64_t i = 0; i < count; ++i) {
    Game game = random_game(i, 60);
    Rng rng = Rng::stream(78, i);
    game.result = static_cast<GameResult>(rng.below(3));
    game.termination = game.result == GameResult::Draw ? Termination::DrawAdjudication
                                                       : Termination::WinAdjudication;
    int white = 300 * (static_cast<int>(game.result) - 1);
    if (game.start.side_to_move() == Color::Black || game.opening.size() % 2 == 1) white = -white;
    for (data::ScoredMove& scored : game.plies) {
      scored.score = static_cast<std::int16_t>(white + static_cast<int>(rng.below(1200)) - 600);
      white = -white;
    }
    games.push_back(std::move(game));
  }
  return games;
}

TEST_F(DataTest, WdlFitsSomeGamesAndChecksOnOthers) {
  HeaderFields header = header_of(1);
  header["network"] = "a";
  write_file(folder_ / "a.gcd", chain(header, games_with_results(600)));
  const Finished done =
      data({"wdl", "a.gcd", "--max-score", "1000", "--svg", "w.svg", "--json", "-"});
  ASSERT_EQ(done.code, 0) << done.err;
  const auto found = json(done);
  EXPECT_EQ(found["games"]["fitted"].get<int>() + found["games"]["held_out"].get<int>(), 600);
  EXPECT_NEAR(found["games"]["fitted"].get<int>(), 300, 60);
  EXPECT_EQ(found["networks"], (nlohmann::json{"a"}));
  EXPECT_THAT(found["constants"].get<std::string>(), HasSubstr("kWdlParameters = {"));
  const auto& error = found["fitted"]["mean_absolute_error"]["by_score"];
  EXPECT_LT(error["expected"].get<double>(), 0.1);
  EXPECT_GT(found["built_in"]["mean_absolute_error"]["by_score"]["draw"].get<double>(),
            2 * error["draw"].get<double>());
  EXPECT_THAT(read_file(folder_ / "w.svg"), HasSubstr("</svg>"));
  EXPECT_EQ(data({"wdl", "a.gcd", "--max-score", "1000", "--json", "-"}).out, done.out);
  EXPECT_THAT(data({"wdl", "a.gcd", "--max-score", "1000"}).out,
              HasSubstr(found["constants"].get<std::string>()));
}

TEST_F(DataTest, WdlSaysWhatItCannotUse) {
  HeaderFields header = header_of(1);
  header["network"] = "a";
  write_file(folder_ / "a.gcd", chain(header, games_with_results(100)));
  header["network"] = "b";
  write_file(folder_ / "b.gcd", chain(header, games_with_results(100)));
  const Finished mixed = data({"wdl", "a.gcd", "b.gcd", "--svg", "w.svg"});
  EXPECT_EQ(mixed.code, 1);
  EXPECT_THAT(mixed.err, HasSubstr("different networks (a, b)"));
  EXPECT_EQ(data({"wdl", "a.gcd", "--held-out", "0"}).code, 1);
  EXPECT_EQ(data({"wdl", "a.gcd", "--held-out", "1"}).code, 1);
  // The games of the fixture are all drawn.
  const Finished drawn = data({"wdl", "x ż.gcd", "--svg", "w.svg"});
  EXPECT_EQ(drawn.code, 1);
  EXPECT_THAT(drawn.err, HasSubstr("don't tell what the model asks"));
  EXPECT_FALSE(fs::exists(folder_ / "w.svg"));
}

}  // namespace
}  // namespace grandee::datatool
