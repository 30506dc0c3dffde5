// One game between two engines, refereed by our own rules.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "board/position.hpp"
#include "tools/match/adjudication.hpp"
#include "tools/match/engine.hpp"

namespace grandee::match {

enum class GameResult { Unfinished, WhiteWins, BlackWins, Draw };
// "1-0", "0-1", "1/2-1/2", "*".
std::string_view to_string(GameResult result);
std::optional<GameResult> parse_result(std::string_view text);
GameResult lost_by(Color side);

enum class Termination {
  Checkmate,
  Stalemate,
  InsufficientMaterial,
  FiftyMoves,
  Threefold,
  Resignation,
  DrawAdjudication,
  WinAdjudication,
  MoveLimit,
  TimeForfeit,
  IllegalMove,
  NoMove,
  FalseClaim,
  Stall,
  Crash,
  Disconnect,
  Aborted,
};
// "checkmate", "time forfeit", "stalled connection" …; also the PGN tag.
std::string_view name_of(Termination termination);
std::optional<Termination> parse_termination(std::string_view name);
// Has the engine to be started anew?
bool is_engine_failure(Termination termination);

// Faults that don't decide a game.
struct Faults {
  int illegal_pv = 0;  // searches with an illegal move in a principal variation or as ponder move
  int missing_score = 0;  // moves without a score
  int node_overrun = 0;   // searches with more nodes than allowed (1 % and 100 nodes are granted)
  int other = 0;          // refused options, false draw claims …

  bool any() const { return illegal_pv + missing_score + node_overrun + other > 0; }
  Faults& operator+=(const Faults& more);
};

struct PlayedMove {
  Move move;
  bool book = false;  // of the opening, not of an engine
  std::optional<EngineScore> score;
  int depth = 0;
  std::uint64_t nodes = 0;
  Duration time{};
};

struct Opening {
  Position start;
  std::vector<Move> moves;  // played before the engines are asked
  std::string id;           // "book.epd:17"; empty without a book
};

struct GameRecord {
  Opening opening;
  std::vector<PlayedMove> moves;  // those of the opening included
  GameResult result = GameResult::Unfinished;
  Termination termination = Termination::Aborted;
  std::string detail;  // "Black's move f3f9 is illegal"
  std::array<Faults, 2> faults{};
  std::vector<std::string> remarks;  // what was noticed, in words
  std::string error_output;          // of an engine that failed
};

struct Referee {
  Adjudication adjudication;
  Duration margin{};  // granted beyond the clock
};

// Plays the game to its end. Both engines are made ready first. The loser of a game that ends by a
// failure is the engine that failed; an aborted game has no result.
GameRecord play_game(Engine& white, Engine& black, const Opening& opening, const Referee& referee);

}  // namespace grandee::match
