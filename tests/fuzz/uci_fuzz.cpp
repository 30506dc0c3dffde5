// UCI, a line of input being a command. Every "go" is answered by one "bestmove", in order, legal
// and with legal lines before it; every "isready" by "readyok", every "uci" by "uciok".
//
// A line "wait" is not sent: there the host waits until a search that ends by itself has ended.
// Searches are limited to a few hundred nodes.
#include <algorithm>
#include <string>
#include <vector>

#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "protocol/uci.hpp"
#include "protocol/uci_input.hpp"
#include "tests/fuzz/dialogue.hpp"
#include "tests/fuzz/target.hpp"

namespace grandee::fuzz {
namespace {

using protocol::split_words;
using protocol::take_word;

bool is_answer(const std::string& line, std::string_view word) {
  std::string_view rest = line;
  return take_word(rest) == word;
}

class Host {
 public:
  Host(std::string_view input, Heard& heard, const protocol::Options& options)
      : commands_(split_lines(input)), heard_(heard), options_(options) {}

  std::optional<std::string> next() {
    while (next_ < commands_.size()) {
      const std::string& line = commands_[next_++];
      std::string_view arguments = line;
      const std::string_view word = take_word(arguments);
      if (word == "wait")
        wait();
      else if (auto sent = note(word, arguments, line))
        return sent;
    }
    return std::nullopt;
  }

  void check_answers() {
    const std::vector<std::string> lines = heard_.lines();
    const auto count = [&](std::string_view word) {
      return std::count_if(lines.begin(), lines.end(),
                           [&](const auto& line) { return is_answer(line, word); });
    };
    require(count("readyok") == ready_, "every isready is answered");
    require(count("uciok") == greetings_, "every uci is answered");
    std::size_t search = 0;
    for (const std::string& line : lines) {
      if (is_answer(line, "info")) check_line(line, search);
      if (is_answer(line, "bestmove")) check_best_move(line, search++);
    }
    require(search == roots_.size(), "every go is answered");
  }

 private:
  // What is sent for the line, if it is to be sent.
  std::optional<std::string> note(std::string_view word, std::string_view arguments,
                                  const std::string& line) {
    if (word == "go") return note_go(arguments, line);
    if (word == "setoption") return tamed_option(arguments, line);
    if (word == "position") {
      if (const auto command = protocol::parse_position(arguments))
        position_ = command->game.position();
    }
    if (word == "quit") commands_.resize(next_);
    if (word == "isready") ++ready_;
    if (word == "uci") ++greetings_;
    if (word == "stop") endless_ = false;
    if (word == "ponderhit") endless_ = endless_ && infinite_;
    return line;
  }

  std::optional<std::string> note_go(std::string_view arguments, const std::string& line) {
    const auto command = protocol::parse_go(position_, arguments);
    // Of a word that is repeated the last value holds.
    if (command.perft) return line + " perft " + std::to_string(std::min(*command.perft, 2));
    roots_.push_back(position_);
    const std::string limited = line + std::string(kLimit);
    std::string_view words = limited;
    take_word(words);
    const search::Limits limits = protocol::parse_go(position_, words).limits;
    infinite_ = limits.infinite;
    endless_ = limits.infinite || limits.ponder;
    return limited;
  }

  std::optional<std::string> tamed_option(std::string_view arguments, const std::string& line) {
    const auto command = protocol::parse_setoption(arguments);
    if (!command || !command->value) return line;
    const auto value = tamed(options_, command->name, *command->value);
    if (!value) return std::nullopt;
    return "setoption name " + std::string(command->name) + " value " + *value;
  }

  void wait() {
    if (endless_) return;
    heard_.wait([&](const auto& lines) {
      const auto answers = std::count_if(
          lines.begin(), lines.end(), [](const auto& line) { return is_answer(line, "bestmove"); });
      return static_cast<std::size_t>(answers) >= roots_.size();
    });
  }

  void check_line(const std::string& line, std::size_t search) const {
    const auto words = split_words(line);
    auto word = std::find(words.begin(), words.end(), "pv");
    if (word == words.end() || std::find(words.begin(), words.end(), "string") < word) return;
    require(search < roots_.size(), "a line belongs to a search", line);
    Position position = roots_[search];
    while (++word != words.end()) {
      const auto move = parse_uci(position, *word);
      require(move.has_value(), "a line is legal", line);
      position.make(*move);
    }
  }

  void check_best_move(const std::string& line, std::size_t search) const {
    require(search < roots_.size(), "a bestmove answers a go", line);
    const auto words = split_words(line);
    const Position& root = roots_[search];
    if (has_legal_move(root))
      require(words.size() > 1 && parse_uci(root, words[1]), "a bestmove is legal", line);
    else
      require(words.size() == 2, "without a legal move there is none to ponder on", line);
  }

  static constexpr std::string_view kLimit = " nodes 300";

  std::vector<std::string> commands_;
  std::size_t next_ = 0;
  Heard& heard_;
  const protocol::Options& options_;
  Position position_;
  std::vector<Position> roots_;  // of the searches
  bool infinite_ = false;        // the last of them
  bool endless_ = false;         // waits for stop or ponderhit
  std::ptrdiff_t ready_ = 0;
  std::ptrdiff_t greetings_ = 0;
};

void converse(std::string_view text) {
  protocol::Engine& engine = idle_engine();
  Heard heard;
  Host host(text, heard, engine.options());
  Said said([&] { return host.next(); });
  std::istream in(&said);
  std::ostream out(&heard);
  protocol::Console console(in, out);
  const auto bench = [](std::string_view, std::stop_token, const protocol::Uci::Write& write) {
    write("bench");
  };
  protocol::Uci(engine, console, "fuzz", bench).run();
  host.check_answers();
}

}  // namespace
}  // namespace grandee::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  grandee::fuzz::converse(grandee::fuzz::as_text(data, size));
  return 0;
}
