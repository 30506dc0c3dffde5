// XBoard, a line of input being a command. The host keeps the game as the commands and the engine's
// moves make it: every move of the engine is legal there, and every ping is answered.
//
// The host pings after each line and waits for the answer, but not after a line that '!' precedes:
// after such it no longer knows the game, until it sets one up. Searches are two plies deep.
#include <string>
#include <vector>

#include "board/notation.hpp"
#include "protocol/game.hpp"
#include "protocol/xboard.hpp"
#include "protocol/xboard_input.hpp"
#include "tests/fuzz/dialogue.hpp"
#include "tests/fuzz/target.hpp"

namespace grandee::fuzz {
namespace {

using protocol::Game;
using protocol::take_word;
using protocol::trimmed;
using Lines = std::vector<std::string>;

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

bool any_starts_with(const Lines& lines, std::string_view prefix) {
  for (const std::string& line : lines)
    if (starts_with(line, prefix)) return true;
  return false;
}

class Host {
 public:
  Host(std::string_view input, Heard& heard, const protocol::Options& options)
      : commands_(split_lines(input)), heard_(heard), options_(options) {}

  // The next line to send; looks at the answers to those before.
  std::optional<std::string> next() {
    if (pinged_) hear_answer();
    while (to_send_.empty()) {
      if (next_ == commands_.size()) return std::nullopt;
      prepare(commands_[next_++]);
    }
    const Message message = std::move(to_send_.front());
    to_send_.erase(to_send_.begin());
    pinged_ = message.is_ping;
    answered_ = message.after;
    return message.text;
  }

 private:
  struct Message {
    std::string text;
    bool is_ping = false;
    std::string after = {};  // the line whose answers end with that of this ping
  };

  void prepare(std::string_view line) {
    const bool waits = line.substr(0, 1) != "!";
    if (!waits) line.remove_prefix(1);
    const auto command = tamed_command(line);
    if (!command) return;
    // What comes late from earlier lines is heard before.
    if (waits && !game_) send_ping("");
    if (!waits) game_.reset();
    to_send_.push_back({*command});
    std::string_view rest = *command;
    const std::string_view word = take_word(rest);
    if (word == "new" || word == "sd") to_send_.push_back({"sd 2"});
    if (word == "quit")
      next_ = commands_.size();
    else if (waits)
      send_ping(*command);
  }

  void send_ping(std::string after) {
    to_send_.push_back({"ping " + std::to_string(++pings_), true, std::move(after)});
  }

  // Reads up to the answer to the ping that was sent.
  void hear_answer() {
    const std::string pong = "pong " + std::to_string(++pongs_);
    std::size_t end = heard_lines_;
    const Lines all = heard_.wait([&](const Lines& lines) {
      while (end < lines.size() && lines[end] != pong) ++end;
      return end < lines.size();
    });
    const Lines fresh(all.begin() + static_cast<std::ptrdiff_t>(heard_lines_),
                      all.begin() + static_cast<std::ptrdiff_t>(end));
    heard_lines_ = end + 1;
    follow(answered_, fresh);
  }

  // What a command and what the engine said to it do to the game.
  void follow(const std::string& line, const Lines& answers) {
    std::string_view arguments = line;
    const std::string_view word = take_word(arguments);
    arguments = trimmed(arguments);
    if (word == "new" || (word == "variant" && arguments == "grand")) set_game(Game());
    if (word == "setboard") {
      const auto position = protocol::parse_xboard_fen(arguments);
      if (position) set_game(Game(*position));
      refused_ = refused_ || !position;
    }
    if (!game_) return;
    if ((word == "undo" || word == "remove") && !any_starts_with(answers, "Error"))
      for (int plies = word == "undo" ? 1 : 2; plies > 0; --plies)
        require(game_->take_back(), "only moves that were played are taken back", line);
    const auto move = protocol::parse_xboard_move(game_->position(),
                                                  word == "usermove" ? arguments : trimmed(line));
    const bool accepted = move && !any_starts_with(answers, "Illegal move") &&
                          !any_starts_with(answers, "Error (unknown command)");
    if (accepted) game_->play(*move);
    for (const std::string& answer : answers)
      if (starts_with(answer, "move ")) play(answer);
  }

  void play(const std::string& answer) {
    require(!refused_, "the engine doesn't move where no position was set up", answer);
    const auto move =
        protocol::parse_xboard_move(game_->position(), std::string_view(answer).substr(5));
    require(move.has_value(), "the engine's moves are legal", answer);
    game_->play(*move);
  }

  void set_game(Game game) {
    game_ = std::move(game);
    refused_ = false;
  }

  // None: not to be sent.
  std::optional<std::string> tamed_command(std::string_view line) const {
    std::string_view arguments = line;
    const std::string_view word = take_word(arguments);
    arguments = trimmed(arguments);
    if (word == "ping") return std::nullopt;
    if (word == "memory" || word == "cores")
      return std::string(word) + " " +
             tamed(options_, word == "cores" ? "Threads" : "Hash", arguments).value();
    const std::size_t equal = arguments.find('=');
    if (word != "option" || equal == std::string_view::npos) return std::string(line);
    const std::string_view name = trimmed(arguments.substr(0, equal));
    const auto value = tamed(options_, name, trimmed(arguments.substr(equal + 1)));
    if (!value) return std::nullopt;
    return "option " + std::string(name) + "=" + *value;
  }

  Lines commands_;
  std::size_t next_ = 0;
  std::vector<Message> to_send_;
  bool pinged_ = false;   // by the last message
  std::string answered_;  // with it
  int pings_ = 0;
  int pongs_ = 0;
  Heard& heard_;
  std::size_t heard_lines_ = 0;
  const protocol::Options& options_;
  std::optional<Game> game_ = Game();  // none: not known
  bool refused_ = false;
};

void converse(std::string_view text) {
  protocol::Engine& engine = idle_engine();
  Heard heard;
  Host host("sd 2\n" + std::string(text), heard, engine.options());
  Said said([&] { return host.next(); });
  std::istream in(&said);
  std::ostream out(&heard);
  protocol::Console console(in, out);
  protocol::XBoard(engine, console, "fuzz").run();
}

}  // namespace
}  // namespace grandee::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  grandee::fuzz::converse(grandee::fuzz::as_text(data, size));
  return 0;
}
