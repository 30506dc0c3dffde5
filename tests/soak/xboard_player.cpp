#include <fmt/format.h>

#include <string>

#include "protocol/text.hpp"
#include "protocol/xboard_input.hpp"
#include "protocol/xboard_output.hpp"
#include "tests/soak/dialogue.hpp"
#include "tests/soak/player.hpp"

namespace grandee::soak {

namespace {

using protocol::take_word;
using protocol::trimmed;

class XBoardPlayer : public Player {
 public:
  XBoardPlayer(const Plan& plan, Rng& rng, Counts& counts)
      : plan_(plan),
        rng_(rng),
        counts_(counts),
        engine_(plan.engine, [this](const std::string& line) { hear(line); }) {
    engine_.say("xboard\nprotover 2");
    engine_.hear_until("feature done=1", [this] { return greeted_; });
    engine_.say("accepted done\ncores 4");
    sync();
  }

  void play_game() override {
    new_game();
    if (once_in(rng_, 2)) set_some_option();
    engine_.say(some_clock());
    for (const char* word :
         {once_in(rng_, 2) ? "hard" : "easy", once_in(rng_, 2) ? "post" : "nopost"})
      engine_.say(word);
    if (once_in(rng_, 3)) set_up(some_opening(rng_));
    for (std::uint32_t rounds = some(rng_, 30); rounds > 0 && !over(); --rounds) play_round();
    stand_still();
  }

  long measure_memory() override {
    stand_still();
    engine_.say("memory 16\ncores 4\noption MultiPV=1\noption EvalFile=<internal>");
    sync();
    return engine_.resident_kib();
  }

  void quit() override {
    if (once_in(rng_, 2)) {
      new_game();
      quitting_ = true;
      engine_.say(once_in(rng_, 2) ? "analyze" : "go");
      engine_.hear_for(some_time(rng_));
    }
    quitting_ = true;
    engine_.say("quit");
    engine_.expect_end();
  }

 private:
  void hear(const std::string& line) {
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    rest = trimmed(rest);
    if (line == "feature done=1") greeted_ = true;
    if (word == "pong") pong_ = rest;
    if (word == "Illegal" || word == "Error" || word == "tellusererror")
      if (!may_be_refused_) engine_.fail("a good command is refused");
    if (word != "move") return;
    if (!plays_ && !quitting_) engine_.fail("a move that nobody asked for");
    if (!quitting_) ++counts_.answers;
    const auto move = protocol::parse_xboard_move(game_.position(), rest);
    if (!move) engine_.fail("an illegal move");
    game_.play(*move);
    ++moves_;
  }

  void sync() {
    const std::string number = std::to_string(++pings_);
    engine_.say("ping " + number);
    engine_.hear_until("pong", [&] { return pong_ == number; });
  }

  bool over() const { return game_.outcome() != Outcome::Ongoing; }

  // Nothing is on after this; a move may come before.
  void stand_still() {
    engine_.say("exit\nforce");
    sync();
    plays_ = false;
  }

  void new_game() {
    stand_still();
    engine_.say("new\nvariant grand");
    game_ = protocol::Game();
    sync();
  }

  void set_up(protocol::Game game) {
    engine_.say("force");
    for (const Move move : moves_of(game)) {
      engine_.say("usermove " + protocol::format_xboard_move(move));
      game_.play(move);
    }
    sync();
  }

  // Of an opening only the end is known: made anew with moves of its own.
  std::vector<Move> moves_of(const protocol::Game& like) {
    std::vector<Move> moves;
    protocol::Game game;
    while (game.plies() < like.plies() && game.outcome() == Outcome::Ongoing) {
      moves.push_back(some_move(rng_, game.position()));
      game.play(moves.back());
    }
    return moves;
  }

  std::string some_clock() {
    switch (rng_.below(4)) {
      case 0: return "level 0 0:01 0.02";
      case 1: return "level 40 0:02 0";
      case 2: return "st 0.02";
      default: return fmt::format("level 0 0:02 0.01\nsd {}", some(rng_, 8));
    }
  }

  void set_some_option() {
    may_be_refused_ = true;
    switch (rng_.below(7)) {
      case 0: engine_.say(fmt::format("memory {}", some(rng_, 64))); break;
      case 1: engine_.say(fmt::format("cores {}", once_in(rng_, 3) ? some(rng_, 8) : 4)); break;
      case 2: engine_.say(fmt::format("option MultiPV={}", some(rng_, 4))); break;
      case 3:
        engine_.say("option EvalFile=" + (once_in(rng_, 2) ? plan_.network : "<internal>"));
        break;
      case 4: engine_.say("option EvalFile=there is no such file"); break;
      case 5: engine_.say("option Clear Hash"); break;
      default:
        engine_.say(fmt::format("option Skill Level={}", once_in(rng_, 3) ? rng_.below(20) : 20));
    }
    sync();
    may_be_refused_ = false;
  }

  void play_round() {
    switch (rng_.below(10)) {
      case 0: return analyze();
      case 1: return take_back();
      case 2: return break_off();
      case 3: return ask();
      case 4: return set_some_option();
      default: return exchange_moves();
    }
  }

  // The engine moves, at once or after a move of ours.
  void exchange_moves() {
    if (plays_) {
      // Ours: a legal one, perhaps that which it ponders.
      user_move();
    } else {
      plays_ = true;
      engine_.say("go");
    }
    if (over()) return stand_still();
    ++counts_.searches;
    const std::uint64_t before = moves_;
    if (once_in(rng_, 4)) {
      engine_.hear_for(some_time(rng_));
      engine_.say("?");
    }
    if (once_in(rng_, 4)) engine_.say(once_in(rng_, 2) ? "time 100\notim 100" : ".");
    engine_.hear_until("move", [&] { return moves_ > before; });
    if (moves_ != before + 1) engine_.fail("more moves than searches");
    if (once_in(rng_, 3)) engine_.hear_for(some_time(rng_));
  }

  void user_move() {
    const Move move = some_move(rng_, game_.position());
    game_.play(move);
    engine_.say("usermove " + protocol::format_xboard_move(move));
  }

  void analyze() {
    stand_still();
    engine_.say("analyze");
    for (std::uint32_t n = some(rng_, 4); n > 0 && !over(); --n) {
      engine_.hear_for(some_time(rng_));
      switch (rng_.below(4)) {
        case 0: engine_.say("."); break;
        case 1: engine_.say("hint"); break;
        case 2: sync(); break;
        default: user_move();
      }
    }
    stand_still();
  }

  void take_back() {
    stand_still();
    const int plies = once_in(rng_, 2) ? 1 : 2;
    if (game_.plies() < 2) return;
    engine_.say(plies == 1 ? "undo" : "remove");
    for (int i = 0; i < plies; ++i) game_.take_back();
    sync();
  }

  // In the middle of its thinking the engine is told something else.
  void break_off() {
    stand_still();
    plays_ = true;
    ++counts_.searches;
    const std::uint64_t before = counts_.answers;
    engine_.say("go");
    engine_.hear_for(some_time(rng_));
    if (once_in(rng_, 2)) engine_.say("draw");
    engine_.say(once_in(rng_, 2) ? "result * {enough}" : "force");
    stand_still();
    // A move that came before is right, none is as well.
    if (counts_.answers == before) --counts_.searches;
  }

  void ask() {
    for (const char* word : {"hint", "bk", "draw", "."})
      if (once_in(rng_, 2)) engine_.say(word);
    sync();
  }

  const Plan& plan_;
  Rng& rng_;
  Counts& counts_;
  bool greeted_ = false;
  bool may_be_refused_ = false;
  bool quitting_ = false;
  bool plays_ = false;  // the engine has a side
  std::uint64_t pings_ = 0;
  std::string pong_;
  std::uint64_t moves_ = 0;  // of the engine
  protocol::Game game_;
  Dialogue engine_;  // last: it hears from its start on
};

}  // namespace

std::unique_ptr<Player> make_xboard_player(const Plan& plan, Rng& rng, Counts& counts) {
  return std::make_unique<XBoardPlayer>(plan, rng, counts);
}

}  // namespace grandee::soak
