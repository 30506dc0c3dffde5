// The XBoard (WinBoard, CECP 2) protocol: reads commands until "quit" or the end of input. Ranks
// count from 0.
//
// One thread serves the events in the order of their arrival: a second one reads lines, and the
// search puts what it has to tell into the same queue, marked with the number of the search, so
// that what an ended search said is not taken for news.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/console.hpp"
#include "protocol/engine.hpp"
#include "protocol/event_queue.hpp"
#include "protocol/wdl.hpp"
#include "protocol/xboard_clock.hpp"
#include "search/listener.hpp"

namespace grandee::protocol {

class XBoard : private search::Listener {
 public:
  // Both must outlive it. The name and version are those of "myname".
  XBoard(Engine& engine, Console& console, std::string name);

  // After the end of input a move that is being thought about is still made.
  void run();

 private:
  // What the running search is for.
  enum class Task { None, Think, Ponder, Analyze, Hint };
  // How a command goes with a running search: served beside it; kept until the engine has made its
  // move; kept likewise, but other searches end for it; ends any search.
  enum class Manner { Beside, AfterMove, Idle, Break };

  using Handler = void (XBoard::*)(std::string_view arguments);
  struct Command {
    std::string_view name;
    Manner manner;
    Handler handler;
  };
  static const Command kCommands[];

  struct Line {
    std::string text;
  };
  struct EndOfInput {};
  struct Progress {
    unsigned search;
    search::Line line;
    search::Statistics statistics;
  };
  struct CurrentMove {
    unsigned search;
    Move move;
    int number;
  };
  struct Finished {
    unsigned search;
    search::SearchResult result;
  };
  using Event = std::variant<Line, EndOfInput, Progress, CurrentMove, Finished>;

  void on_line(const search::Line& line, const search::Statistics& statistics) override;
  void on_current_move(int depth, Move move, int number) override;
  void on_result(const search::SearchResult& result) override;

  // --- xboard.cpp: events and commands
  void read_input();
  void handle(const Line& line);
  void handle(const EndOfInput&);
  void handle(const Progress& progress);
  void handle(const CurrentMove& current);
  void handle(const Finished& finished);
  static const Command* find_command(std::string_view line);
  void serve(const std::string& line);
  void execute(std::string_view line);
  void error(std::string_view kind, std::string_view line);
  void set_option(std::string_view name, std::optional<std::string_view> value,
                  std::string_view line);

  void on_protover(std::string_view);
  void on_new(std::string_view);
  void on_variant(std::string_view arguments);
  void on_quit(std::string_view);
  void on_force(std::string_view);
  void on_go(std::string_view);
  void on_playother(std::string_view);
  void on_level(std::string_view arguments);
  void on_st(std::string_view arguments);
  void on_sd(std::string_view arguments);
  void on_nps(std::string_view arguments);
  void on_time(std::string_view arguments);
  void on_otim(std::string_view arguments);
  void on_usermove(std::string_view text);
  void on_word(std::string_view text);
  void on_move_now(std::string_view);
  void on_ping(std::string_view arguments);
  void on_draw(std::string_view);
  void on_result_told(std::string_view);
  void on_setboard(std::string_view arguments);
  void on_undo(std::string_view);
  void on_remove(std::string_view);
  void on_hard(std::string_view);
  void on_easy(std::string_view);
  void on_post(std::string_view);
  void on_nopost(std::string_view);
  void on_analyze(std::string_view);
  void on_exit(std::string_view);
  void on_status(std::string_view);
  void on_hint(std::string_view);
  void on_book(std::string_view);
  void on_option(std::string_view arguments);
  void on_memory(std::string_view arguments);
  void on_cores(std::string_view arguments);
  void on_exclude(std::string_view arguments);
  void on_include(std::string_view arguments);
  void on_nothing(std::string_view) {}

  // --- xboard_play.cpp: games and searches
  // Starts what the state asks for: thinking, pondering, analysis.
  void settle();
  void start_search(Task task, search::Limits limits);
  // Ends the search without a move.
  void abort_search();
  void ponder();
  void finish_thinking(const search::SearchResult& result);
  void set_game(Game game);
  // A legal move of either side; the game is told to the engine when a search starts.
  void play(Move move);
  bool ponder_hit(Move move);
  // Says so, once, when the rules have ended the game.
  void announce_end();
  bool engine_to_move() const { return engine_color_ == game_.position().side_to_move(); }
  // Legal moves but the excluded ones; empty also stands for all of them.
  std::vector<Move> searched_moves() const;
  void hint(Move move);

  Engine& engine_;
  Console& console_;
  std::string name_;
  EventQueue<Event> events_;
  bool running_ = true;
  bool input_ended_ = false;
  std::deque<std::string> deferred_;  // lines kept until the engine has moved

  Game game_;
  bool refused_position_ = false;  // the host has set up what is none: no move is legal
  bool end_announced_ = false;
  std::optional<Color> engine_color_ = Color::Black;  // none: force mode
  bool analyzing_ = false;
  bool pondering_on_ = false;  // "hard"
  bool posting_ = false;
  std::vector<Move> excluded_;  // at the root
  XBoardClock clock_;

  Task task_ = Task::None;
  // Written while no search runs.
  unsigned search_ = 0;
  std::chrono::steady_clock::time_point search_begin_;
  std::int64_t pondered_clock_ = 0;  // what the pondering search was told
  Move prediction_;                  // of the other side's answer
  std::optional<Score> own_score_;   // of the engine's last move, from its side
  // Of the running search.
  WdlModel model_{Position()};
  int depth_ = 0;
  Move best_move_;
  Move current_move_;
  int current_number_ = 0;
};

}  // namespace grandee::protocol
