#include "tools/match/game.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "board/endings.hpp"
#include "board/notation.hpp"
#include "tools/match/text.hpp"

namespace grandee::match {

namespace {

constexpr struct {
  Termination termination;
  std::string_view name;
} kTerminations[] = {
    {Termination::Checkmate, "checkmate"},
    {Termination::Stalemate, "stalemate"},
    {Termination::InsufficientMaterial, "insufficient material"},
    {Termination::FiftyMoves, "fifty-move rule"},
    {Termination::Threefold, "threefold repetition"},
    {Termination::Resignation, "resignation"},
    {Termination::DrawAdjudication, "draw adjudication"},
    {Termination::WinAdjudication, "win adjudication"},
    {Termination::MoveLimit, "move limit"},
    {Termination::TimeForfeit, "time forfeit"},
    {Termination::IllegalMove, "illegal move"},
    {Termination::NoMove, "no move"},
    {Termination::FalseClaim, "false claim"},
    {Termination::Stall, "stalled connection"},
    {Termination::Crash, "crash"},
    {Termination::Disconnect, "disconnect"},
    {Termination::Aborted, "aborted"},
};

constexpr std::string_view kResults[] = {"*", "1-0", "0-1", "1/2-1/2"};

Termination termination_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Checkmate: return Termination::Checkmate;
    case Outcome::Stalemate: return Termination::Stalemate;
    case Outcome::InsufficientMaterial: return Termination::InsufficientMaterial;
    case Outcome::FiftyMoves: return Termination::FiftyMoves;
    case Outcome::Threefold: return Termination::Threefold;
    case Outcome::Ongoing: break;
  }
  return Termination::Aborted;
}

Termination termination_of(ReplyKind kind) {
  switch (kind) {
    case ReplyKind::Move: break;
    case ReplyKind::NoMove: return Termination::NoMove;
    case ReplyKind::Resign: return Termination::Resignation;
    case ReplyKind::FalseClaim:
    case ReplyKind::Refused: return Termination::FalseClaim;
    case ReplyKind::Stalled: return Termination::Stall;
    case ReplyKind::Crashed: return Termination::Crash;
    case ReplyKind::Disconnected: return Termination::Disconnect;
    case ReplyKind::Interrupted: return Termination::Aborted;
  }
  return Termination::Aborted;
}

std::string_view name_of(Color side) {
  return side == Color::White ? "White" : "Black";
}

class Game {
 public:
  Game(Engine& white, Engine& black, const Opening& opening, const Referee& referee)
      : engines_{&white, &black}, referee_(referee), adjudicator_(referee.adjudication) {
    record_.opening = opening;
    state_.start = state_.current = opening.start;
    for (std::size_t i = 0; i < 2; ++i)
      if (const auto& control = engines_[i]->config().limits.clock) clocks_[i].emplace(*control);
  }

  GameRecord play() {
    for (const Move move : record_.opening.moves) make({move, true, {}, 0, 0, {}});
    for (const Color side : {Color::White, Color::Black}) {
      if (const auto failed = engine(side).new_game(state_)) {
        fail(side, *failed);
        break;
      }
    }
    if (!over_) find_outcome();
    while (!over_) move();
    for (const Color side : {Color::White, Color::Black}) collect_remarks(side);
    return std::move(record_);
  }

 private:
  static std::size_t at(Color side) { return static_cast<std::size_t>(index(side)); }
  Engine& engine(Color side) { return *engines_[at(side)]; }

  void end(GameResult result, Termination termination, std::string detail) {
    record_.result = result;
    record_.termination = termination;
    record_.detail = std::move(detail);
    over_ = true;
  }

  // The end of the game by something an engine did or didn't do.
  void fail(Color side, const Reply& reply) {
    const Termination termination = termination_of(reply.kind);
    if (termination == Termination::Aborted)
      return end(GameResult::Unfinished, termination, "the match was stopped");
    end(lost_by(side), termination,
        fmt::format("{} ({}): {}: {}", name_of(side), engine(side).config().name,
                    match::name_of(termination), reply.text));
    if (is_engine_failure(termination)) record_.error_output = engine(side).error_output();
  }

  bool find_outcome() {
    const Outcome outcome = game_outcome(state_.current, keys_);
    if (outcome == Outcome::Ongoing) return false;
    const Color side = state_.current.side_to_move();
    end(outcome == Outcome::Checkmate ? lost_by(side) : GameResult::Draw, termination_of(outcome),
        std::string(describe(outcome)));
    return true;
  }

  void make(const PlayedMove& played) {
    keys_.push_back(state_.current.key());
    state_.current.make(played.move);
    state_.moves.push_back(played.move);
    record_.moves.push_back(played);
  }

  void move() {
    const Color side = state_.current.side_to_move();
    const Position before = state_.current;
    Clocks clocks;
    clocks.margin = referee_.margin;
    if (clocks_[at(side)]) {
      clocks.own = &*clocks_[at(side)];
      // An engine whose opponent has no clock is told its own time for both.
      clocks.other = clocks_[at(~side)] ? &*clocks_[at(~side)] : clocks.own;
    }
    const Reply reply = engine(side).think(state_, clocks);
    if (reply.kind != ReplyKind::Move && reply.kind != ReplyKind::NoMove) return fail(side, reply);
    if (is_late(side, reply.elapsed)) return;
    if (reply.kind == ReplyKind::NoMove) return fail(side, reply);
    const auto chosen = engine(side).read_move(before, reply.text);
    if (!chosen)
      return end(
          lost_by(side), Termination::IllegalMove,
          fmt::format("{} ({}): {}", name_of(side), engine(side).config().name, chosen.error()));
    if (clocks_[at(side)]) clocks_[at(side)]->spend(reply.elapsed);
    check(side, before, *chosen, reply.thinking);
    make({*chosen, false, reply.thinking.score, reply.thinking.depth, reply.thinking.nodes,
          reply.elapsed});
    // The rules of the game come before any agreement.
    if (!find_outcome()) adjudicate(side, before.move_number(), reply.thinking.score);
  }

  bool is_late(Color side, Duration elapsed) {
    std::optional<Duration> allowed;
    if (clocks_[at(side)]) allowed = clocks_[at(side)]->left();
    if (const auto& time = engine(side).config().limits.move_time)
      allowed = std::min(allowed.value_or(*time), *time);
    if (!allowed || elapsed <= *allowed + referee_.margin) return false;
    const auto seconds = [](Duration d) { return std::chrono::duration<double>(d).count(); };
    end(lost_by(side), Termination::TimeForfeit,
        fmt::format("{} ({}) took {:.3f} s of {:.3f} s", name_of(side), engine(side).config().name,
                    seconds(elapsed), seconds(*allowed)));
    return true;
  }

  void adjudicate(Color side, int move_number, const std::optional<EngineScore>& score) {
    switch (adjudicator_.add(side, move_number, score)) {
      case Adjudicator::Decision::None: break;
      case Adjudicator::Decision::Draw:
        return end(GameResult::Draw, Termination::DrawAdjudication, "both engines see a draw");
      case Adjudicator::Decision::WhiteWins:
        return end(GameResult::WhiteWins, Termination::WinAdjudication, "adjudicated for White");
      case Adjudicator::Decision::BlackWins:
        return end(GameResult::BlackWins, Termination::WinAdjudication, "adjudicated for Black");
    }
    const std::size_t limit = static_cast<std::size_t>(referee_.adjudication.max_moves) * 2;
    if (limit > 0 && state_.moves.size() >= limit)
      end(GameResult::Draw, Termination::MoveLimit,
          fmt::format("{} moves were played", referee_.adjudication.max_moves));
  }

  void check(Color side, const Position& before, Move chosen, const Thinking& thinking) {
    Faults& faults = record_.faults[at(side)];
    const std::string who =
        fmt::format("{}, move {}", engine(side).config().name, before.move_number());
    if (!thinking.score) {
      ++faults.missing_score;
      note(faults.missing_score, fmt::format("{}: no score", who));
    }
    const auto& limit = engine(side).config().limits.nodes;
    if (limit && thinking.nodes > *limit + *limit / 100 + 100) {
      ++faults.node_overrun;
      note(faults.node_overrun, fmt::format("{}: {} nodes of {}", who, thinking.nodes, *limit));
    }
    if (const std::string bad = illegal_in_lines(engine(side), before, chosen, thinking);
        !bad.empty()) {
      ++faults.illegal_pv;
      note(faults.illegal_pv, fmt::format("{}: {}", who, bad));
    }
  }

  // The first fault of a kind is told in words, the others are counted.
  void note(int count, std::string text) {
    if (count == 1) record_.remarks.push_back(std::move(text));
  }

  static std::string illegal_in_lines(const Engine& engine, const Position& before, Move chosen,
                                      const Thinking& thinking) {
    for (const std::string& line : thinking.lines) {
      Position position = before;
      std::string_view rest = line;
      for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
        const auto move = engine.read_move(position, word);
        if (!move) return fmt::format("illegal {} in the variation '{}'", word, line);
        position.make(*move);
      }
    }
    if (!thinking.ponder.empty()) {
      Position position = before;
      position.make(chosen);
      if (!engine.read_move(position, thinking.ponder))
        return fmt::format("illegal ponder move {}", thinking.ponder);
    }
    return "";
  }

  void collect_remarks(Color side) {
    for (std::string& text : engine(side).take_remarks()) {
      ++record_.faults[at(side)].other;
      record_.remarks.push_back(fmt::format("{}: {}", engine(side).config().name, text));
    }
  }

  std::array<Engine*, 2> engines_;
  Referee referee_;
  Adjudicator adjudicator_;
  std::array<std::optional<Clock>, 2> clocks_;
  GameState state_;
  std::vector<Key> keys_;  // of the positions before the current one
  GameRecord record_;
  bool over_ = false;
};

}  // namespace

std::string_view to_string(GameResult result) {
  return kResults[static_cast<std::size_t>(result)];
}

std::optional<GameResult> parse_result(std::string_view text) {
  for (std::size_t i = 0; i < std::size(kResults); ++i)
    if (kResults[i] == text) return static_cast<GameResult>(i);
  return std::nullopt;
}

GameResult lost_by(Color side) {
  return side == Color::White ? GameResult::BlackWins : GameResult::WhiteWins;
}

std::string_view name_of(Termination termination) {
  return kTerminations[static_cast<std::size_t>(termination)].name;
}

std::optional<Termination> parse_termination(std::string_view name) {
  for (const auto& entry : kTerminations)
    if (entry.name == name) return entry.termination;
  return std::nullopt;
}

bool is_engine_failure(Termination termination) {
  return termination == Termination::Stall || termination == Termination::Crash ||
         termination == Termination::Disconnect;
}

Faults& Faults::operator+=(const Faults& more) {
  illegal_pv += more.illegal_pv;
  missing_score += more.missing_score;
  node_overrun += more.node_overrun;
  other += more.other;
  return *this;
}

GameRecord play_game(Engine& white, Engine& black, const Opening& opening, const Referee& referee) {
  return Game(white, black, opening, referee).play();
}

}  // namespace grandee::match
