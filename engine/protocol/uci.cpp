#include "protocol/uci.hpp"

#include <algorithm>
#include <utility>

#include "base/quotes.hpp"
#include "protocol/describe.hpp"
#include "protocol/divide.hpp"
#include "protocol/text.hpp"
#include "protocol/uci_input.hpp"
#include "protocol/uci_output.hpp"

namespace grandee::protocol {

const Uci::Command Uci::kCommands[] = {
    {"uci", &Uci::on_uci},
    {"isready", &Uci::on_isready},
    {"ucinewgame", &Uci::on_ucinewgame},
    {"position", &Uci::on_position},
    {"go", &Uci::on_go},
    {"stop", &Uci::on_stop},
    {"ponderhit", &Uci::on_ponderhit},
    {"setoption", &Uci::on_setoption},
    {"d", &Uci::on_display},
    {"eval", &Uci::on_eval},
    {"bench", &Uci::on_bench},
};

Uci::Uci(Engine& engine, Console& console, std::string name, Bench bench)
    : engine_(engine), console_(console), name_(std::move(name)), bench_(std::move(bench)) {}

void Uci::run(std::string_view first_line) {
  console_.on_lost([this] {
    background_.stop();
    engine_.stop();
  });
  if (!execute(first_line)) return;
  while (const auto line = console_.read())
    if (!execute(*line)) return;
  if (engine_.endless()) engine_.stop();
  engine_.wait();
  background_.wait();
}

bool Uci::execute(std::string_view line) {
  std::string_view arguments = line;
  const std::string_view word = take_word(arguments);
  if (word.empty()) return true;
  if (word == "quit") {
    background_.stop();
    finish();
    return false;
  }
  const auto command = std::find_if(std::begin(kCommands), std::end(kCommands),
                                    [&](const Command& c) { return c.name == word; });
  if (command == std::end(kCommands))
    inform("Unknown command: " + in_quotes(trimmed(line)));
  else
    (this->*command->handler)(arguments);
  return true;
}

void Uci::finish() {
  background_.wait();
  engine_.finish();
}

void Uci::inform(const std::string& text) {
  console_.write("info string " + text);
}

void Uci::announce_evaluation() {
  std::string text = "Evaluation: " + describe(engine_.evaluation());
  if (text == announced_) return;
  inform(text);
  announced_ = std::move(text);
}

Uci::Write Uci::writer() {
  return [this](std::string_view text) { console_.write(text); };
}

void Uci::on_uci(std::string_view) {
  std::string text = "id name " + name_ + "\nid author the Grandee authors\n";
  for (const Option& option : engine_.options().all()) text += format_option(option) + "\n";
  console_.write(text + "uciok");
}

void Uci::on_isready(std::string_view) {
  console_.write("readyok");
}

void Uci::on_ucinewgame(std::string_view) {
  finish();
  engine_.new_game();
}

void Uci::on_position(std::string_view arguments) {
  finish();
  auto command = parse_position(arguments);
  if (!command) {
    inform(command.error() + "; the earlier position stays");
    return;
  }
  for (const std::string& complaint : command->complaints) inform(complaint);
  engine_.set_game(std::move(command->game));
}

void Uci::on_go(std::string_view arguments) {
  finish();
  GoCommand command = parse_go(engine_.game().position(), arguments);
  for (const std::string& complaint : command.complaints) inform(complaint);
  if (command.perft) {
    start_perft(*command.perft);
    return;
  }
  announce_evaluation();
  model_ = WdlModel(engine_.game().position());
  show_wdl_ = engine_.settings().show_wdl;
  engine_.go(std::move(command.limits), *this);
}

void Uci::start_perft(int depth) {
  background_.start([this, depth, position = engine_.game().position()](std::stop_token token) {
    const auto nodes = divide(position, depth, token, writer());
    if (nodes)
      console_.write("Nodes searched: " + std::to_string(*nodes));
    else
      inform("perft stopped");
  });
}

void Uci::on_stop(std::string_view) {
  background_.stop();
  engine_.stop();
}

void Uci::on_ponderhit(std::string_view) {
  engine_.ponder_hit();
}

void Uci::on_setoption(std::string_view arguments) {
  finish();
  const auto command = parse_setoption(arguments);
  if (!command) {
    inform(command.error());
    return;
  }
  const auto done = engine_.options().set(command->name, command->value);
  if (!done) inform(done.error());
}

void Uci::on_display(std::string_view) {
  console_.write(describe_position(engine_.game(), engine_.settings().letters));
}

void Uci::on_eval(std::string_view) {
  console_.write(describe_position_value(engine_.game().position(), engine_.evaluation(),
                                         nn::default_kernels(), engine_.settings().letters));
}

void Uci::on_bench(std::string_view arguments) {
  finish();
  background_.start([this, words = std::string(arguments)](std::stop_token token) {
    bench_(words, token, writer());
  });
}

void Uci::on_line(const search::Line& line, const search::Statistics& statistics) {
  console_.write(format_info(line, statistics, model_, show_wdl_));
}

void Uci::on_current_move(int depth, Move move, int number) {
  console_.write(format_current_move(depth, move, number));
}

void Uci::on_result(const search::SearchResult& result) {
  // The search tells no line where no move is legal; a host still wants the score.
  if (!result.best) {
    search::Line over;
    over.score = result.score;
    console_.write(format_info(over, {}, model_, show_wdl_));
  }
  console_.write(format_best_move(result));
}

}  // namespace grandee::protocol
