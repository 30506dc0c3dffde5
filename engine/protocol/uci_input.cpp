#include "protocol/uci_input.hpp"

#include <algorithm>
#include <array>

#include "base/quotes.hpp"
#include "board/notation.hpp"
#include "board/score.hpp"
#include "protocol/text.hpp"

namespace grandee::protocol {

namespace {

using ApplyValue = void (*)(GoCommand&, std::int64_t);
struct GoKeyword {
  std::string_view name;
  ApplyValue apply;
};

std::int64_t as_time(std::int64_t value, std::int64_t least) {
  return std::clamp(value, least, search::kLongestTime);
}
int as_count(std::int64_t value, int least, int most) {
  return static_cast<int>(std::clamp<std::int64_t>(value, least, most));
}

constexpr std::array kGoKeywords = {
    GoKeyword{"wtime", [](GoCommand& c, std::int64_t v) { c.limits.time[0] = as_time(v, 0); }},
    GoKeyword{"btime", [](GoCommand& c, std::int64_t v) { c.limits.time[1] = as_time(v, 0); }},
    GoKeyword{"winc", [](GoCommand& c, std::int64_t v) { c.limits.increment[0] = as_time(v, 0); }},
    GoKeyword{"binc", [](GoCommand& c, std::int64_t v) { c.limits.increment[1] = as_time(v, 0); }},
    GoKeyword{"movestogo",
              [](GoCommand& c, std::int64_t v) { c.limits.moves_to_go = as_count(v, 0, 10'000); }},
    GoKeyword{"movetime", [](GoCommand& c, std::int64_t v) { c.limits.move_time = as_time(v, 1); }},
    GoKeyword{"depth",
              [](GoCommand& c, std::int64_t v) { c.limits.depth = as_count(v, 1, kMaxPly); }},
    GoKeyword{"nodes",
              [](GoCommand& c, std::int64_t v) {
                c.limits.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(v, 1));
              }},
    GoKeyword{"mate",
              [](GoCommand& c, std::int64_t v) {
                // No mate takes no moves: nothing to search for.
                if (v <= 0)
                  c.limits.depth = 1;
                else
                  c.limits.mate = as_count(v, 1, kMaxPly);
              }},
    GoKeyword{"perft", [](GoCommand& c, std::int64_t v) { c.perft = as_count(v, 0, kMaxPly); }},
};

bool is_flag(std::string_view word) {
  return word == "infinite" || word == "ponder";
}

const GoKeyword* find_keyword(std::string_view word) {
  const auto found = std::find_if(kGoKeywords.begin(), kGoKeywords.end(),
                                  [&](const GoKeyword& k) { return k.name == word; });
  return found == kGoKeywords.end() ? nullptr : &*found;
}

bool is_go_word(std::string_view word) {
  return find_keyword(word) != nullptr || is_flag(word) || word == "searchmoves";
}

void add_search_move(const Position& position, std::string_view word, GoCommand& command) {
  const auto move = parse_uci(position, word);
  if (!move) {
    command.complaints.push_back("searchmoves: " + move.error() + ", ignored");
    return;
  }
  auto& moves = command.limits.search_moves;
  if (std::find(moves.begin(), moves.end(), *move) == moves.end()) moves.push_back(*move);
}

bool has_limit(const GoCommand& command, Color side) {
  const search::Limits& limits = command.limits;
  return command.perft || limits.has_clock(side) || limits.move_time || limits.depth ||
         limits.nodes || limits.mate || limits.infinite;
}

}  // namespace

GoCommand parse_go(const Position& position, std::string_view arguments) {
  GoCommand command;
  const auto words = split_words(arguments);
  bool filtered = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    if (word == "searchmoves") {
      filtered = true;
      while (i + 1 < words.size() && !is_go_word(words[i + 1]))
        add_search_move(position, words[++i], command);
    } else if (is_flag(word)) {
      (word == "ponder" ? command.limits.ponder : command.limits.infinite) = true;
    } else if (const GoKeyword* keyword = find_keyword(word)) {
      const bool given = i + 1 < words.size() && !is_go_word(words[i + 1]);
      const std::string_view text = given ? words[++i] : std::string_view();
      if (const auto value = parse_integer(text))
        keyword->apply(command, *value);
      else
        command.complaints.push_back("go " + std::string(word) + ": " + in_quotes(text) +
                                     " is not an integer, ignored");
    } else {
      command.complaints.push_back("go: unknown word " + in_quotes(word) + ", ignored");
    }
  }
  if (filtered && command.limits.search_moves.empty())
    command.complaints.push_back("searchmoves: no legal move given, all moves are searched");
  const Color side = position.side_to_move();
  if (has_limit(command, side)) return command;
  if (command.limits.has_clock(~side))
    command.complaints.push_back("go: there is a clock for the other side only");
  if (command.complaints.empty() || command.limits.ponder) {
    command.limits.infinite = true;
  } else {
    command.limits.move_time = kFallbackMoveTime;
    command.complaints.push_back("go: no limit left, searching for " +
                                 std::to_string(kFallbackMoveTime) + " ms");
  }
  return command;
}

Result<PositionCommand> parse_position(std::string_view arguments) {
  std::string_view rest = arguments;
  const std::string_view kind = take_word(rest);
  PositionCommand command;
  // The FEN, or nothing for the start position, goes up to the word "moves".
  const std::string_view after_kind = trimmed(rest);
  std::string_view moves = after_kind;
  std::string_view fen = after_kind;
  for (std::string_view word = take_word(moves); !word.empty(); word = take_word(moves)) {
    if (word != "moves") continue;
    fen = trimmed(fen.substr(0, static_cast<std::size_t>(word.data() - after_kind.data())));
    break;
  }
  if (kind == "fen") {
    const auto start = parse_fen(fen);
    if (!start) return Error{start.error()};
    command.game = Game(*start);
  } else if (kind != "startpos") {
    return Error{"position " + in_quotes(kind) + " is neither startpos nor fen"};
  } else if (!fen.empty()) {
    return Error{"position startpos: " + in_quotes(fen) + " is not 'moves'"};
  }
  for (const std::string_view word : split_words(moves)) {
    const auto move = parse_uci(command.game.position(), word);
    if (!move) {
      command.complaints.push_back("ply " + std::to_string(command.game.plies() + 1) + ": " +
                                   move.error() + "; the position before it stays");
      break;
    }
    command.game.play(*move);
  }
  return command;
}

Result<SetOptionCommand> parse_setoption(std::string_view arguments) {
  std::string_view rest = arguments;
  if (const auto word = take_word(rest); word != "name")
    return Error{"setoption: expected 'name', found " + in_quotes(word)};
  SetOptionCommand command;
  const std::string_view after_name = rest;
  command.name = trimmed(after_name);
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    if (word != "value") continue;
    const auto length = static_cast<std::size_t>(word.data() - after_name.data());
    command.name = trimmed(after_name.substr(0, length));
    command.value = trimmed(rest);
    break;
  }
  if (command.name.empty()) return Error{"setoption: the option's name is missing"};
  return command;
}

}  // namespace grandee::protocol
