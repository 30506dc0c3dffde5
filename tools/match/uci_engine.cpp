#include "tools/match/uci_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "board/notation.hpp"
#include "tools/match/text.hpp"

namespace grandee::match {

namespace {

constexpr std::size_t kLinesKept = 256;

// "option name Hash type spin default 16 min 1 max 1024" without "option".
struct OptionText {
  std::string name;
  std::string type;
  std::string range;
};
OptionText split_option(std::string_view line) {
  OptionText option;
  std::string* target = nullptr;
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
    if (word == "name" && target == nullptr) {
      target = &option.name;
    } else if (word == "type" && target == &option.name) {
      option.type = next_word(line);
      option.range = line;
      break;
    } else if (target != nullptr) {
      if (!target->empty()) *target += ' ';
      *target += word;
    }
  }
  return option;
}

// Of "default 16 min 1 max 1024"; what is missing is 0.
SpinOption read_spin(std::string name, std::string_view range) {
  SpinOption spin;
  spin.name = std::move(name);
  for (std::string_view word = next_word(range); !word.empty(); word = next_word(range)) {
    const std::int64_t number = parse_integer(next_word(range)).value_or(0);
    if (word == "default") spin.value = number;
    if (word == "min") spin.min = number;
    if (word == "max") spin.max = number;
  }
  return spin;
}

// Why a value can't be right, empty if nothing speaks against it.
std::string objection(const std::string& type, std::string_view range, const std::string& value) {
  if (type == "check" && value != "true" && value != "false") return "is not true or false";
  if (type == "spin") {
    const auto number = parse_integer(value);
    if (!number) return "is not a whole number";
    for (std::string_view word = next_word(range); !word.empty(); word = next_word(range)) {
      const bool low = word == "min";
      if (!low && word != "max") continue;
      const auto bound = parse_integer(next_word(range));
      if (bound && (low ? *number < *bound : *number > *bound))
        return fmt::format("is {} {}", low ? "below" : "above", *bound);
    }
  }
  if (type == "combo") {
    // Values may hold blanks: " var a b var c".
    const std::string list = lower_case(fmt::format(" {} var ", range));
    if (list.find(lower_case(fmt::format(" var {} var ", value))) == std::string::npos)
      return fmt::format("is none of:{}", range);
  }
  return "";
}

std::int64_t milliseconds(Duration duration) {
  // Some engines take 0 for no clock at all.
  return std::max<std::int64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(duration).count(), 1);
}

}  // namespace

Result<Ok> UciEngine::greet() {
  send("uci");
  const auto unanswered = read_until(patience_.startup, "uciok", [this](const std::string& line) {
    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    if (word == "option") {
      const OptionText option = split_option(rest);
      offered_[lower_case(option.name)] = {option.name, option.type, option.range};
      if (option.type == "spin") spins_.push_back(read_spin(option.name, option.range));
    }
    return word == "uciok";
  });
  if (unanswered) return Error{fmt::format("start-up failed: {}", unanswered->text)};
  if (offered_.count("uci_variant") != 0)
    set_option("UCI_Variant", "grand");
  else
    remark("does not offer UCI_Variant: it is taken to play Grand Chess");
  for (const auto& [name, value] : config_.options) set_option(name, value);
  if (const auto late = wait_until_ready(patience_.startup))
    return Error{fmt::format("start-up failed: {}", late->text)};
  return Ok{};
}

void UciEngine::set_option(const std::string& name, const std::string& value) {
  const auto found = offered_.find(lower_case(name));
  if (found == offered_.end()) {
    remark(fmt::format("option refused: {} is not offered", name));
    return;
  }
  const Option& option = found->second;
  const std::string objected = objection(option.type, option.range, value);
  if (!objected.empty())
    remark(fmt::format("option refused: {}={} {}", option.name, value, objected));
  if (option.type == "button")
    send(fmt::format("setoption name {}", option.name));
  else
    send(fmt::format("setoption name {} value {}", option.name, value));
}

std::optional<Reply> UciEngine::wait_until_ready(Duration patience) {
  send("isready");
  return read_until(patience, "readyok", [](const std::string& line) {
    std::string_view rest = line;
    return next_word(rest) == "readyok";
  });
}

std::optional<Reply> UciEngine::new_game(const GameState&) {
  send("ucinewgame");
  return wait_until_ready(patience_.answer);
}

std::string UciEngine::position_command(const GameState& game) const {
  const std::string fen = to_fen(game.start);
  std::string command = fen == kStartFen ? "position startpos" : "position fen " + fen;
  if (!game.moves.empty()) command += " moves";
  for (const Move move : game.moves) command += " " + to_uci(move);
  return command;
}

std::string UciEngine::go_command(const GameState& game, const Clocks& clocks) const {
  std::string command = "go";
  if (clocks.own != nullptr) {
    const bool white = game.current.side_to_move() == Color::White;
    const Clock& w = white ? *clocks.own : *clocks.other;
    const Clock& b = white ? *clocks.other : *clocks.own;
    command += fmt::format(" wtime {} btime {}", milliseconds(w.left()), milliseconds(b.left()));
    if (w.control().increment > Duration::zero())
      command += fmt::format(" winc {}", milliseconds(w.control().increment));
    if (b.control().increment > Duration::zero())
      command += fmt::format(" binc {}", milliseconds(b.control().increment));
    if (clocks.own->moves_to_go() > 0)
      command += fmt::format(" movestogo {}", clocks.own->moves_to_go());
  }
  const Limits& limits = config_.limits;
  if (limits.move_time) command += fmt::format(" movetime {}", milliseconds(*limits.move_time));
  if (limits.nodes) command += fmt::format(" nodes {}", *limits.nodes);
  if (limits.depth) command += fmt::format(" depth {}", *limits.depth);
  return command;
}

Reply UciEngine::think(const GameState& game, const Clocks& clocks) {
  send(position_command(game) + "\n" + go_command(game, clocks));
  // Lines are only kept while the clock runs, and read afterwards.
  std::vector<std::string> infos;
  Reply reply = wait_for_reply(clocks, "stop", [&infos](const std::string& line, Reply& answer) {
    std::string_view rest = line;
    const std::string_view word = next_word(rest);
    if (word == "info") {
      if (infos.size() == kLinesKept) infos.erase(infos.begin());
      infos.emplace_back(rest);
    }
    if (word != "bestmove") return false;
    answer.text = next_word(rest);
    if (next_word(rest) == "ponder") answer.thinking.ponder = next_word(rest);
    const bool none = answer.text.empty() || answer.text == "(none)" || answer.text == "none" ||
                      answer.text == "0000";
    answer.kind = none ? ReplyKind::NoMove : ReplyKind::Move;
    return true;
  });
  for (const std::string& info : infos) read_info(info, reply.thinking);
  return reply;
}

Result<Move> UciEngine::read_move(const Position& position, std::string_view text) const {
  return parse_uci(position, text);
}

void read_info(std::string_view line, Thinking& thinking) {
  auto [score, depth, nodes] = std::tuple(thinking.score, thinking.depth, thinking.nodes);
  std::string_view pv;
  for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) {
    if (word == "string") return;
    if (word == "multipv" && next_word(line) != "1") return;
    if (word == "depth") depth = static_cast<int>(parse_integer(next_word(line)).value_or(0));
    if (word == "nodes")
      nodes = static_cast<std::uint64_t>(parse_integer(next_word(line)).value_or(0));
    if (word == "score") {
      const bool mate = next_word(line) == "mate";
      if (const auto value = parse_integer(next_word(line)))
        score = EngineScore{mate, static_cast<int>(std::clamp<std::int64_t>(
                                      *value, -kMateCentipawns, kMateCentipawns))};
    }
    if (word == "pv") {
      pv = line;
      break;
    }
  }
  thinking.score = score;
  thinking.depth = depth;
  thinking.nodes = nodes;
  if (!pv.empty()) thinking.lines.emplace_back(pv);
}

}  // namespace grandee::match
