#include "tools/match/xboard_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "board/endings.hpp"
#include "board/notation.hpp"
#include "tools/match/text.hpp"

namespace grandee::match {

namespace {

using namespace std::chrono_literals;

// What mate in N moves is in thinking output: 100000 + N.
constexpr int kXBoardMate = 100000;
double seconds(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

}  // namespace

Result<Ok> XBoardEngine::greet() {
  send("xboard\nprotover 2");
  const auto unanswered =
      read_until(patience_.startup, "feature done=1", [this](const std::string& line) {
        if (starts_with(line, "feature ")) read_features(std::string_view(line).substr(8));
        return features_.done;
      });
  if (unanswered) return Error{fmt::format("start-up failed: {}", unanswered->text)};
  if (fmt::format(",{},", features_.variants).find(",grand,") == std::string::npos)
    return Error{fmt::format("does not offer variant grand, only '{}'", features_.variants)};
  if (!features_.setboard) remark("cannot set up positions (no setboard)");
  if (config_.limits.nodes)
    return Error{"speaks XBoard, which has no limit of nodes: use a clock, a time or a depth"};
  // A new game of the right kind first: some engines keep options by variant.
  send("new\nvariant grand\nforce");
  for (const auto& [name, value] : config_.options) set_option(name, value);
  send("easy\npost");
  if (const auto late = synchronize(patience_.startup))
    return Error{fmt::format("start-up failed: {}", late->text)};
  return Ok{};
}

// `ping=1 myname="Sjaak II" option="Level -spin 1 0 9" done=1`
void XBoardEngine::read_features(std::string_view text) {
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    const std::size_t equal = text.find('=');
    if (equal == std::string_view::npos) return;
    const std::string name(text.substr(0, equal));
    text.remove_prefix(equal + 1);
    const bool quoted = !text.empty() && text[0] == '"';
    if (quoted) text.remove_prefix(1);
    const std::size_t end = std::min(text.find_first_of(quoted ? "\"" : " \t"), text.size());
    const std::string value(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));

    bool accepted = true;
    if (name == "ping")
      features_.ping = value == "1";
    else if (name == "setboard")
      features_.setboard = value == "1";
    else if (name == "usermove")
      features_.usermove = value == "1";
    else if (name == "memory")
      features_.memory = value == "1";
    else if (name == "smp")
      features_.smp = value == "1";
    else if (name == "variants")
      features_.variants = value;
    else if (name == "option")
      features_.options.insert(lower_case(value.substr(0, value.find(" -"))));
    else if (name == "done")
      features_.done = value == "1";
    else if (name == "san" || name == "sigint" || name == "sigterm" || name == "playother")
      accepted = value == "0" || name == "playother";
    send(fmt::format("{} {}", accepted ? "accepted" : "rejected", name));
  }
}

void XBoardEngine::set_option(const std::string& name, const std::string& value) {
  const std::string lower = lower_case(name);
  if (features_.options.count(lower) != 0)
    send(fmt::format("option {}={}", name, value));
  else if (lower == "hash" && features_.memory)
    send(fmt::format("memory {}", value));
  else if (lower == "threads" && features_.smp)
    send(fmt::format("cores {}", value));
  else
    remark(fmt::format("option refused: {} is not offered", name));
}

std::optional<Reply> XBoardEngine::synchronize(Duration patience) {
  if (!features_.ping) return std::nullopt;
  const std::string pong = fmt::format("pong {}", ++pings_);
  send(fmt::format("ping {}", pings_));
  return read_until(patience, pong, [&pong](const std::string& line) { return line == pong; });
}

std::optional<Reply> XBoardEngine::new_game(const GameState& game) {
  send("new\nvariant grand\nforce");
  const std::string fen = to_fen(game.start);
  if (fen != kStartFen) send("setboard " + fen);
  send_limits();
  send("easy\npost");
  known_ = 0;
  thinking_on_ = false;
  return synchronize(patience_.answer);
}

void XBoardEngine::send_limits() {
  const Limits& limits = config_.limits;
  if (limits.clock) {
    const int whole = static_cast<int>(seconds(limits.clock->base));
    // The clock itself is told before every move; here a part of a second can't be said.
    send(fmt::format("level {} {}:{:02} {}", limits.clock->moves, whole / 60, whole % 60,
                     seconds(limits.clock->increment)));
  }
  if (limits.move_time) send(fmt::format("st {}", seconds(*limits.move_time)));
  if (limits.depth) send(fmt::format("sd {}", *limits.depth));
}

void XBoardEngine::send_clocks(const Clocks& clocks) {
  if (clocks.own == nullptr) return;
  const auto centiseconds = [](const Clock& clock) {
    return std::max<std::int64_t>(clock.left() / 10ms, 1);
  };
  send(fmt::format("time {}\notim {}", centiseconds(*clocks.own), centiseconds(*clocks.other)));
}

void XBoardEngine::send_move(Move move) {
  send((features_.usermove ? "usermove " : "") + to_uci(move, RankBase::Zero));
}

Reply XBoardEngine::think(const GameState& game, const Clocks& clocks) {
  if (thinking_on_ && game.moves.size() == known_ + 1) {
    send_clocks(clocks);
    send_move(game.moves.back());
  } else {
    if (thinking_on_) send("force");
    for (std::size_t i = known_; i < game.moves.size(); ++i) send_move(game.moves[i]);
    send_clocks(clocks);
    send("go");
    thinking_on_ = true;
  }
  known_ = game.moves.size();
  Thinking thinking;
  Reply reply = wait_for_reply(clocks, "?", [&](const std::string& line, Reply& answer) {
    return read_thinking(line, thinking) ? false : read_answer(game, line, answer);
  });
  if (reply.kind == ReplyKind::Move) ++known_;
  reply.thinking = std::move(thinking);
  return reply;
}

bool XBoardEngine::read_answer(const GameState& game, const std::string& line, Reply& reply) {
  std::string_view rest = line;
  const std::string_view word = next_word(rest);
  if (word == "move") {
    reply.kind = ReplyKind::Move;
    reply.text = next_word(rest);
    return true;
  }
  const Color side = game.current.side_to_move();
  const std::string_view won = side == Color::White ? "1-0" : "0-1";
  const std::string_view lost = side == Color::White ? "0-1" : "1-0";
  if (word == "resign" || word == lost) {
    reply.kind = ReplyKind::Resign;
    reply.text = line;
    return true;
  }
  if (word == won) {
    reply.kind = ReplyKind::FalseClaim;
    reply.text = line;
    return true;
  }
  // The game would be over if the claim were right; the engine may still move.
  if (word == "1/2-1/2") remark("claims a draw that is none: " + line);
  if (word == "Illegal" && !game.moves.empty() && starts_with(line, "Illegal move") &&
      line.find(to_uci(game.moves.back(), RankBase::Zero)) != std::string::npos) {
    reply.kind = ReplyKind::Refused;
    reply.text = line;
    return true;
  }
  return false;
}

Result<Move> XBoardEngine::read_move(const Position& position, std::string_view text) const {
  return parse_san(position, text, {Letters::AC, RankBase::Zero});
}

bool read_thinking(std::string_view line, Thinking& thinking) {
  std::int64_t numbers[4];
  for (std::int64_t& number : numbers) {
    std::string_view word = next_word(line);
    // Some mark the depth: "12.", "12&".
    if (&number == &numbers[0] && !word.empty() &&
        std::string_view(".&+-").find(word.back()) != std::string_view::npos)
      word.remove_suffix(1);
    const auto value = parse_integer(word);
    if (!value) return false;
    number = *value;
  }
  thinking.depth = static_cast<int>(numbers[0]);
  thinking.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(numbers[3], 0));
  const std::int64_t score = numbers[1];
  // 100000 + N is a mate in N moves; some engines have their own numbers above that.
  const bool mate = std::abs(score) > kXBoardMate && std::abs(score) < kXBoardMate + 1000;
  thinking.score = mate ? EngineScore{true, static_cast<int>(score > 0 ? score - kXBoardMate
                                                                       : score + kXBoardMate)}
                        : EngineScore{false, static_cast<int>(std::clamp<std::int64_t>(
                                                 score, -kMateCentipawns, kMateCentipawns))};
  return true;
}

}  // namespace grandee::match
