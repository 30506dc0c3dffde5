// An engine under the match's control, whatever protocol it speaks.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "board/position.hpp"
#include "tools/common/process.hpp"
#include "tools/match/limits.hpp"

namespace grandee::match {

enum class Protocol { Uci, XBoard };

struct EngineConfig {
  std::string name;
  tools::Command command;
  Protocol protocol = Protocol::Uci;
  std::vector<std::pair<std::string, std::string>> options;  // in the order to be sent
  Limits limits;
  bool restart = false;  // a new process for every game
};

// An option that is a number, as the engine offers it.
struct SpinOption {
  std::string name;
  std::int64_t value = 0;
  std::int64_t min = 0;
  std::int64_t max = 0;
};

// How long an engine may keep silent where no clock of the game decides.
struct Patience {
  Duration startup = std::chrono::seconds(60);  // to answer the first greeting, net load included
  Duration answer = std::chrono::seconds(20);   // between games, and for a move after its flag fell
  Duration silence = std::chrono::seconds(120);  // without a line in a search that has no clock
};

// Above any score in centipawns; scores are cut to it.
inline constexpr int kMateCentipawns = 100000;

// A score as the engine sees it: centipawns, or moves to mate (negative: it is being mated).
struct EngineScore {
  bool mate = false;
  int value = 0;

  // For comparisons with limits in centipawns: a mate is worth almost kMateCentipawns.
  int centipawns() const;
};

// What the engine told about its search.
struct Thinking {
  std::optional<EngineScore> score;
  int depth = 0;
  std::uint64_t nodes = 0;
  std::vector<std::string> lines;  // principal variations, in the protocol's move form
  std::string ponder;              // the expected answer, empty if none was named
};

enum class ReplyKind {
  Move,
  NoMove,  // "bestmove (none)" and the like
  Resign,
  FalseClaim,    // says the game is over in its favour
  Refused,       // calls a legal move of the opponent illegal
  Stalled,       // no answer, but the process lives
  Crashed,       // ended by a signal or with an error code
  Disconnected,  // ended in good order, or closed its output
  Interrupted,   // the match was stopped
};

struct Reply {
  ReplyKind kind = ReplyKind::Move;
  std::string text;  // the move, or what happened
  Duration elapsed{};
  Thinking thinking;
};

// A game so far, as an engine must be told of it.
struct GameState {
  Position start;
  std::vector<Move> moves;
  Position current;
};

struct Clocks {
  const Clock* own = nullptr;  // null: no clock
  const Clock* other = nullptr;
  // The engine's flag falls this long after it should have moved.
  Duration margin{};
};

class Engine {
 public:
  // Starts the process and greets it. On an error the process is gone.
  static Result<std::unique_ptr<Engine>> start(const EngineConfig& config, const Patience& patience,
                                               const tools::Interrupt& interrupt);
  virtual ~Engine() = default;

  // Makes it ready for a new game; a reply if it can't (Stalled, Crashed …).
  virtual std::optional<Reply> new_game(const GameState& game) = 0;
  // Asks for a move in the current position, in which it is the engine's turn.
  virtual Reply think(const GameState& game, const Clocks& clocks) = 0;
  // The move of a reply or of a principal variation, if it is legal.
  virtual Result<Move> read_move(const Position& position, std::string_view text) const = 0;
  // Sets an option between games. What the engine does not offer leaves a remark.
  virtual void set_option(const std::string& name, const std::string& value) = 0;
  // In the engine's order; none of protocols that don't tell ranges.
  virtual std::vector<SpinOption> spin_options() const { return {}; }
  // Asks the engine to end, and sees to it.
  void quit();

  // Has it ended, or is it in a state in which no new game can start?
  bool broken() const { return broken_; }
  const EngineConfig& config() const { return config_; }
  // Remarks since the last call: options it does not have and the like.
  std::vector<std::string> take_remarks() { return std::exchange(remarks_, {}); }
  std::string error_output() { return process_.errors(); }
  long process_id() const { return process_.id(); }
  double processor_seconds() const { return process_.processor_seconds(); }

 protected:
  Engine(const EngineConfig& config, const Patience& patience, tools::Process process,
         const tools::Interrupt& interrupt)
      : config_(config), patience_(patience), process_(std::move(process)), interrupt_(interrupt) {}

  virtual Result<Ok> greet() = 0;

  void send(std::string_view line);
  // Reads lines up to one for which `last` is true; a reply if that doesn't come in time.
  std::optional<Reply> read_until(Duration patience, std::string_view expected,
                                  const std::function<bool(const std::string&)>& last);
  // Reads until `finish` fills the reply at a line and returns true. When the flag falls the engine
  // is told to move at once (`hurry`) and has the patience of an answer left.
  Reply wait_for_reply(const Clocks& clocks, std::string_view hurry,
                       const std::function<bool(const std::string&, Reply&)>& finish);
  void remark(std::string text) { remarks_.push_back(std::move(text)); }

  EngineConfig config_;
  Patience patience_;

 private:
  Reply failure(tools::ReadStatus status, std::string text);
  // How the process ended, after its output did.
  Reply ended();

  tools::Process process_;
  const tools::Interrupt& interrupt_;
  std::vector<std::string> remarks_;
  bool broken_ = false;
};

}  // namespace grandee::match
