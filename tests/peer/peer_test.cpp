// Legal moves equal to those of Debian's fairy-stockfish, which shares nothing with Grandee.
//   GRANDEE_PEER            the program (default: in PATH or /usr/games)
//   GRANDEE_PEER_POSITIONS  how many positions (default 2,000)
//   GRANDEE_REQUIRE_PEER    a missing program is a failure and not a skipped test
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <sstream>

#include "board/notation.hpp"
#include "tests/common/positions.hpp"
#include "tools/common/process.hpp"

namespace grandee::test {
namespace {

constexpr std::chrono::seconds kHangGuard{60};

std::string variable(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

std::string find_peer() {
  if (const std::string given = variable("GRANDEE_PEER", ""); !given.empty()) return given;
  std::istringstream folders(variable("PATH", "") + ":/usr/games");
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::string path = folder + "/fairy-stockfish";
    if (access(path.c_str(), X_OK) == 0) return path;
  }
  return "";
}

// The one disagreement, settled by the rules: the peer refuses an en-passant capture that blocks a
// check which was there before the double step. No game comes to it.
bool check_is_older_than_double_step(const Position& position) {
  const Square passed = position.ep_square();
  if (passed == kNoSquare || !position.in_check()) return false;
  const Color us = position.side_to_move();
  const Square pawn = passed - pawn_step(us);
  const Square start = passed + pawn_step(us);
  bool older = false;
  for_each(position.checkers(), [&](Square checker) {
    const bool uncovered = between(position.king_square(us), checker).has(start);
    older |= checker != pawn && !uncovered;
  });
  return older;
}

class Peer : public testing::Test {
 protected:
  void SetUp() override {
    const std::string path = find_peer();
    if (path.empty()) {
      ASSERT_EQ(std::getenv("GRANDEE_REQUIRE_PEER"), nullptr)
          << "fairy-stockfish is not installed, but the peer check is required";
      GTEST_SKIP() << "fairy-stockfish is not installed: apt-get install fairy-stockfish";
    }
    auto peer = tools::Process::start({path, {}, "", {}});
    ASSERT_TRUE(peer) << peer.error();
    peer_ = std::move(*peer);
    send("uci");
    ASSERT_TRUE(read_until("uciok")) << path << " does not speak UCI";
    send("setoption name UCI_Variant value grand");
    positions_ = std::atoi(variable("GRANDEE_PEER_POSITIONS", "2000").c_str());
    ASSERT_GT(positions_, 0) << "GRANDEE_PEER_POSITIONS";
  }

  static tools::TimePoint soon() { return std::chrono::steady_clock::now() + kHangGuard; }
  void send(const std::string& line) { peer_->write(line + "\n", soon()); }
  // The next line; false if the peer ended or hangs.
  bool read(std::string& line) { return peer_->read_line(line, soon()) == tools::ReadStatus::Line; }
  bool read_until(const std::string& wanted) {
    for (std::string line; read(line);)
      if (line == wanted) return true;
    return false;
  }

  // "a1a2: 1", one line per legal move, up to "Nodes searched: N".
  std::vector<std::string> peer_moves(const std::string& fen) {
    send("position fen " + fen);
    send("go perft 1");
    std::vector<std::string> names;
    for (std::string line; read(line);) {
      if (line.rfind("Nodes searched", 0) == 0) {
        std::sort(names.begin(), names.end());
        return names;
      }
      const std::size_t colon = line.find(": 1");
      if (colon != std::string::npos && line.rfind("info", 0) != 0)
        names.push_back(line.substr(0, colon));
    }
    return {"the peer stopped answering"};
  }

  void compare(const Position& position) {
    const std::string fen = to_fen(position);
    ASSERT_EQ(uci_moves(position), peer_moves(fen)) << fen;
  }

  std::optional<tools::Process> peer_;
  int positions_ = 0;
};

TEST_F(Peer, SameMovesOverRandomGames) {
  int en_passant = 0;
  int promotions = 0;
  play_random_games(71, positions_, [&](const Position& position, const MoveList& moves, Move) {
    if (HasFatalFailure()) return;
    compare(position);
    en_passant += position.ep_square() != kNoSquare ? 1 : 0;
    promotions += std::any_of(moves.begin(), moves.end(), [](Move m) { return m.is_promotion(); });
  });
  if (HasFatalFailure()) return;
  // The walk meets what it is made for.
  EXPECT_GT(en_passant, positions_ / 50);
  EXPECT_GT(promotions, positions_ / 10);
  std::printf("%d positions of games, %d with en passant, %d with promotions\n", positions_,
              en_passant, promotions);
}

TEST_F(Peer, SameMovesOverRandomSetups) {
  Rng rng(72);
  int en_passant = 0;
  int skipped = 0;
  for (int i = 0; i < positions_ && !HasFatalFailure(); ++i) {
    const Position position = random_setup(rng);
    en_passant += position.ep_square() != kNoSquare ? 1 : 0;
    if (check_is_older_than_double_step(position))
      ++skipped;
    else
      compare(position);
  }
  if (HasFatalFailure()) return;
  EXPECT_LT(skipped, positions_ / 10);
  std::printf("%d setups, %d with en passant, %d skipped (check older than the double step)\n",
              positions_, en_passant, skipped);
}

}  // namespace
}  // namespace grandee::test
