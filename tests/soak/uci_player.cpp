#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <vector>

#include "board/notation.hpp"
#include "protocol/text.hpp"
#include "tests/soak/dialogue.hpp"
#include "tests/soak/player.hpp"

namespace grandee::soak {

namespace {

using protocol::split_words;

class UciPlayer : public Player {
 public:
  UciPlayer(const Plan& plan, Rng& rng, Counts& counts)
      : plan_(plan),
        rng_(rng),
        counts_(counts),
        engine_(plan.engine, [this](const std::string& line) { hear(line); }) {
    engine_.say("uci");
    engine_.hear_until("uciok", [this] { return greeted_; });
    set("Threads", "4");
    sync();
  }

  void play_game() override {
    if (!once_in(rng_, 5)) engine_.say("ucinewgame");
    if (once_in(rng_, 2)) set_some_option();
    protocol::Game game = some_opening(rng_);
    for (std::uint32_t plies = some(rng_, 40); plies > 0 && game.outcome() == Outcome::Ongoing;
         --plies) {
      set_position(game.position());
      search();
      settle();
      game.play(best_ && game.position().is_legal(best_) ? best_
                                                         : some_move(rng_, game.position()));
    }
  }

  long measure_memory() override {
    for (const auto& [name, value] : {std::pair{"Threads", "4"}, {"Hash", "16"}, {"MultiPV", "1"}})
      set(name, value);
    set("EvalFile", "<internal>");
    sync();
    return engine_.resident_kib();
  }

  void quit() override {
    if (once_in(rng_, 2)) {
      go("infinite");
      engine_.hear_for(some_time(rng_));
    }
    engine_.say("quit");
    engine_.expect_end();
    if (!roots_.empty()) engine_.fail("a search is left without a bestmove");
  }

 private:
  void hear(const std::string& line) {
    const auto words = split_words(line);
    if (words.empty()) engine_.fail("an empty line");
    if (words[0] == "uciok") greeted_ = true;
    if (words[0] == "readyok") ++ready_;
    if (words[0] == "info") hear_info(line, words);
    if (words[0] != "bestmove") return;
    if (roots_.empty()) engine_.fail("a bestmove without a go");
    const Position root = roots_.front();
    roots_.pop_front();
    ++counts_.answers;
    best_ = Move::none();
    if (!has_legal_move(root)) return;
    const auto move = parse_uci(root, words.size() > 1 ? words[1] : "");
    if (!move) engine_.fail("an illegal bestmove in " + to_fen(root));
    best_ = *move;
  }

  void hear_info(const std::string& line, const std::vector<std::string_view>& words) {
    if (words.size() > 1 && words[1] == "string") return;
    auto word = std::find(words.begin(), words.end(), "pv");
    if (word == words.end()) return;
    if (roots_.empty()) engine_.fail("a line without a search");
    Position position = roots_.front();
    while (++word != words.end()) {
      const auto move = parse_uci(position, *word);
      if (!move) engine_.fail("an illegal move in the line " + line);
      position.make(*move);
    }
  }

  void set(std::string_view name, std::string_view value) {
    engine_.say(fmt::format("setoption name {} value {}", name, value));
    // The engine ends a search for it.
    endless_ = false;
  }

  void set_some_option() {
    switch (rng_.below(9)) {
      case 0: return set("Threads", std::to_string(once_in(rng_, 3) ? some(rng_, 8) : 4));
      case 1: return set("Hash", std::to_string(some(rng_, 64)));
      case 2: return set("MultiPV", std::to_string(some(rng_, 5)));
      case 3: return set("Ponder", once_in(rng_, 2) ? "true" : "false");
      case 4: return set("EvalFile", once_in(rng_, 2) ? "<internal>" : plan_.network);
      case 5: return set("EvalFile", "there is no such file");
      case 6: return set("UCI_ShowWDL", once_in(rng_, 2) ? "true" : "false");
      case 7: return set("Skill Level", std::to_string(once_in(rng_, 3) ? rng_.below(20) : 20));
      default: return engine_.say("setoption name Clear Hash"), void(endless_ = false);
    }
  }

  void set_position(const Position& position) {
    engine_.say("position fen " + to_fen(position));
    position_ = position;
    endless_ = false;
  }

  void go(const std::string& limits) {
    engine_.say("go " + limits);
    roots_.push_back(position_);
    ++counts_.searches;
    endless_ =
        limits.find("infinite") != std::string::npos || limits.find("ponder") != std::string::npos;
  }

  std::string some_clock() {
    const auto time = [this] { return std::to_string(some(rng_, 1000)); };
    return "wtime " + time() + " btime " + time() + (once_in(rng_, 2) ? " winc 10 binc 10" : "") +
           (once_in(rng_, 3) ? " movestogo " + std::to_string(some(rng_, 40)) : "");
  }

  void search() {
    switch (rng_.below(8)) {
      case 0: return go("movetime " + std::to_string(some(rng_, 40)));
      case 1: return go("nodes " + std::to_string(some(rng_, 20'000)));
      case 2: return go("depth " + std::to_string(some(rng_, 6)));
      case 3: return go(some_clock());
      case 4: return go("mate 2 movetime 40");
      case 5: return go("infinite");
      case 6: {
        go("ponder " + some_clock());
        engine_.hear_for(some_time(rng_));
        if (once_in(rng_, 2)) {
          engine_.say("ponderhit");
          endless_ = false;
        }
        return;
      }
      default: return go("nodes 5000 searchmoves " + to_uci(some_move(rng_, position_)));
    }
  }

  // Does this and that beside the search, and sees that it ends.
  void settle() {
    for (std::uint32_t n = rng_.below(4); n > 0; --n) disturb();
    if (once_in(rng_, 3)) sync();
    if (endless_ || once_in(rng_, 6)) {
      engine_.say("stop");
      endless_ = false;
    }
    engine_.hear_until("bestmove", [this] { return roots_.empty(); });
  }

  void disturb() {
    switch (rng_.below(11)) {
      case 0: return sync();
      case 1:
        engine_.say("stop");
        endless_ = false;
        return;
      case 2: return set_some_option();
      case 3: return go("infinite");
      case 4:
        engine_.say("ucinewgame");
        endless_ = false;
        return;
      case 5: return engine_.say("d");
      case 6: return engine_.say("eval");
      case 7: return engine_.say("no command");
      case 8: return set_position(position_);
      default: return engine_.hear_for(some_time(rng_));
    }
  }

  void sync() {
    const std::uint64_t before = ready_;
    engine_.say("isready");
    engine_.hear_until("readyok", [&] { return ready_ > before; });
  }

  const Plan& plan_;
  Rng& rng_;
  Counts& counts_;
  bool greeted_ = false;
  std::uint64_t ready_ = 0;
  Position position_;
  std::deque<Position> roots_;  // of the searches without an answer
  bool endless_ = false;        // the last of them waits for "stop"
  Move best_;                   // of the last answer
  Dialogue engine_;             // last: it hears from its start on
};

}  // namespace

std::unique_ptr<Player> make_uci_player(const Plan& plan, Rng& rng, Counts& counts) {
  return std::make_unique<UciPlayer>(plan, rng, counts);
}

}  // namespace grandee::soak
