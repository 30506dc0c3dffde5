// The Universal Chess Interface: reads commands until "quit" or the end of input.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "protocol/background.hpp"
#include "protocol/console.hpp"
#include "protocol/engine.hpp"
#include "protocol/wdl.hpp"
#include "search/listener.hpp"

namespace grandee::protocol {

class Uci : private search::Listener {
 public:
  using Write = std::function<void(std::string_view)>;
  // Runs the bench with the words behind "bench" until done or stopped, and writes its result.
  using Bench = std::function<void(std::string_view arguments, std::stop_token, const Write&)>;

  // All must outlive it. The name and version are those of "id name".
  Uci(Engine& engine, Console& console, std::string name, Bench bench);

  // After the end of input a finite search or command is finished, an infinite one left. The line,
  // if any, was read already and comes first.
  void run(std::string_view first_line = {});

 private:
  using Handler = void (Uci::*)(std::string_view arguments);
  struct Command {
    std::string_view name;
    Handler handler;
  };
  static const Command kCommands[];

  // False after "quit".
  bool execute(std::string_view line);
  // Leaves nothing running. A search is stopped and delivers its bestmove. A perft or bench is
  // waited for, so that commands piped from a file all do their work; only "stop" and "quit" cut it
  // short.
  void finish();
  void inform(const std::string& text);
  // Tells what evaluates, once, and again when that has changed.
  void announce_evaluation();
  Write writer();

  void on_uci(std::string_view);
  void on_isready(std::string_view);
  void on_ucinewgame(std::string_view);
  void on_position(std::string_view arguments);
  void on_go(std::string_view arguments);
  void on_stop(std::string_view);
  void on_ponderhit(std::string_view);
  void on_setoption(std::string_view arguments);
  void on_display(std::string_view);
  void on_eval(std::string_view);
  void on_bench(std::string_view arguments);
  void start_perft(int depth);

  void on_line(const search::Line& line, const search::Statistics& statistics) override;
  void on_current_move(int depth, Move move, int number) override;
  void on_result(const search::SearchResult& result) override;

  Engine& engine_;
  Console& console_;
  std::string name_;
  Bench bench_;
  // Of the running search.
  WdlModel model_{Position()};
  bool show_wdl_ = false;
  std::string announced_;  // the evaluation told last
  Background background_;
};

}  // namespace grandee::protocol
