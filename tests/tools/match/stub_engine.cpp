// An engine for tests: plays seeded legal moves, or misbehaves as told by its arguments.
//
//   --seed N         of the moves, which depend on the position alone
//   --xboard         speaks XBoard instead of UCI
//   --script M,M,…   moves to play while they last
//   --score N        centipawns it claims, from its view
//   --think MS       pause before each move
//   --fault NAME     see misbehave()
//   --at N           at the N-th search of each game (default 3; 0: every one)
//   --once FILE      the fault happens only if the file can be created
//   --pause MS       of the faults that wait
//   --log FILE       what it receives
#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "base/rng.hpp"
#include "board/movegen.hpp"
#include "board/notation.hpp"

namespace {

using namespace grandee;

struct Settings {
  std::uint64_t seed = 1;
  bool xboard = false;
  std::vector<std::string> script;
  int score = 0;
  int think_ms = 0;
  std::string fault;
  int at = 3;
  std::string once;
  int pause_ms = 0;
  std::string log;
};

Settings settings;
int searches = 0;  // in this game
int calm = 100;    // the option kCalm: at so many of 100 positions it doesn't think it is lost
std::size_t scripted = 0;
Position position;

void say(const std::string& line) {
  std::cout << line << std::endl;
}

void sleep_ms(int ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

bool due(const std::string& fault) {
  if (settings.fault != fault) return false;
  if (settings.at != 0 && searches != settings.at) return false;
  if (settings.once.empty()) return true;
  const int fd = open(settings.once.c_str(), O_CREAT | O_EXCL | O_WRONLY, 0644);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

Move choose() {
  MoveList moves;
  generate_legal(position, moves);
  if (moves.empty()) return Move::none();
  if (scripted < settings.script.size())
    if (const auto move = parse_uci(position, settings.script[scripted++])) return *move;
  Rng rng = Rng::stream(settings.seed, position.key());
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

// The faults that leave no answer. True if the search was swallowed.
bool misbehave() {
  if (due("exit")) std::_Exit(0);
  if (due("exit3")) std::_Exit(3);
  if (due("kill")) raise(SIGKILL);
  if (due("abort")) {
    std::cerr << "stack trace: evaluate() at eval.cpp:42" << std::endl;
    std::abort();
  }
  if (due("close")) {
    close(STDOUT_FILENO);
    sleep_ms(60000);
  }
  if (due("stop")) raise(SIGSTOP);
  if (due("hang")) {
    sleep_ms(60000);
    return true;
  }
  if (due("sleep")) sleep_ms(settings.pause_ms);
  return false;
}

void go_uci(const std::string& line) {
  ++searches;
  sleep_ms(settings.think_ms);
  if (misbehave()) return;
  const Move move = choose();
  std::istringstream words(line);
  std::string word;
  long nodes = 1000;
  while (words >> word)
    if (word == "nodes") words >> nodes;
  if (due("overrun")) nodes = nodes * 2 + 1000;
  const std::string name = to_uci(move);
  const bool nervous = static_cast<int>(Rng::stream(position.key(), 1).below(100)) >= calm;
  const int score = nervous ? -2000 : settings.score;
  if (due("no-score"))
    say("info depth 1 nodes " + std::to_string(nodes) + " pv " + name);
  else if (due("bad-pv"))
    say("info depth 1 score cp 0 nodes " + std::to_string(nodes) + " pv " + name + " " + name);
  else
    say("info depth 1 seldepth 2 multipv 1 score cp " + std::to_string(score) + " nodes " +
        std::to_string(nodes) + " time 1 pv " + name);
  if (due("no-move"))
    say("bestmove (none)");
  else if (due("illegal"))
    say("bestmove a1a1");
  else if (due("bad-ponder"))
    say("bestmove " + name + " ponder " + name);
  else
    say("bestmove " + name);
}

void set_position(std::istringstream& words) {
  std::string word;
  std::string fen;
  words >> word;
  if (word == "fen")
    while (words >> word && word != "moves") fen += word + " ";
  else
    words >> word;
  position = fen.empty() ? Position() : *parse_fen(fen);
  while (words >> word) position.make(*parse_uci(position, word));
}

void run_uci(const std::string& line) {
  std::istringstream words(line);
  std::string command;
  words >> command;
  if (command == "uci") {
    if (settings.fault == "no-uciok") return;
    say("id name stub");
    say("option name UCI_Variant type combo default grand var grand");
    say("option name Hash type spin default 16 min 1 max 64");
    say("option name Clear Hash type button");
    say("option name kCalm type spin default 100 min 0 max 100");
    say("uciok");
  } else if (command == "setoption") {
    std::string word, option;
    words >> word >> option >> word;
    if (option == "kCalm") words >> calm;
  } else if (command == "isready") {
    if (settings.fault == "no-readyok") return;
    if (settings.fault == "slow-readyok") sleep_ms(std::exchange(settings.pause_ms, 0));
    say("readyok");
  } else if (command == "ucinewgame") {
    searches = 0;
    scripted = 0;
  } else if (command == "position") {
    set_position(words);
  } else if (command == "go") {
    go_uci(line);
  }
}

bool forced = true;

void go_xboard() {
  ++searches;
  sleep_ms(settings.think_ms);
  if (misbehave()) return;
  if (due("resign")) return say("resign");
  if (due("false-win"))
    return say(position.side_to_move() == Color::White ? "1-0 {White mates}" : "0-1 {Black mates}");
  const Move move = choose();
  say("1 " + std::to_string(settings.score) + " 1 1000 " + to_uci(move, RankBase::Zero));
  say("move " + (due("illegal") ? "a0a0" : to_uci(move, RankBase::Zero)));
  position.make(move);
  if (settings.fault == "claim-draw") say("1/2-1/2 {fifty moves}");
}

void run_xboard(const std::string& line) {
  std::istringstream words(line);
  std::string command;
  words >> command;
  if (command == "protover") {
    say("feature done=0");
    if (settings.fault == "slow-features") sleep_ms(settings.pause_ms);
    say("feature ping=1 setboard=1 usermove=1 san=0 colors=0 myname=\"stub engine\"");
    say("feature variants=\"normal,grand\" option=\"Level -spin 1 0 9\" done=1");
  } else if (command == "new") {
    position = Position();
    searches = 0;
    scripted = 0;
    forced = false;
  } else if (command == "force") {
    forced = true;
  } else if (command == "setboard") {
    std::string fen;
    std::getline(words, fen);
    position = *parse_fen(fen);
  } else if (command == "ping") {
    std::string number;
    words >> number;
    say("pong " + number);
  } else if (command == "go") {
    forced = false;
    go_xboard();
  } else if (command == "usermove") {
    std::string name;
    words >> name;
    if (due("refuse")) return say("Illegal move: " + name);
    position.make(*parse_uci(position, name, RankBase::Zero));
    if (!forced) go_xboard();
  }
}

void read_arguments(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    if (name == "--xboard") {
      settings.xboard = true;
      continue;
    }
    const std::string value = argv[++i];
    if (name == "--seed") settings.seed = std::stoull(value);
    if (name == "--score") settings.score = std::stoi(value);
    if (name == "--think") settings.think_ms = std::stoi(value);
    if (name == "--fault") settings.fault = value;
    if (name == "--at") settings.at = std::stoi(value);
    if (name == "--once") settings.once = value;
    if (name == "--pause") settings.pause_ms = std::stoi(value);
    if (name == "--log") settings.log = value;
    if (name == "--script") {
      std::istringstream moves(value);
      std::string move;
      while (std::getline(moves, move, ',')) settings.script.push_back(move);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  read_arguments(argc, argv);
  std::string line;
  while (std::getline(std::cin, line) && line != "quit") {
    if (!settings.log.empty())
      if (std::FILE* log = std::fopen(settings.log.c_str(), "a")) {
        std::fputs((line + "\n").c_str(), log);
        std::fclose(log);
      }
    settings.xboard ? run_xboard(line) : run_uci(line);
  }
}
