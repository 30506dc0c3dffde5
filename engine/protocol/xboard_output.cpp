#include "protocol/xboard_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "board/notation.hpp"

namespace grandee::protocol {

namespace {

constexpr int kXBoardMate = 100'000;

struct KindFormatter {
  std::string operator()(const CheckOption& o) const {
    return fmt::format("-check {}", o.value ? 1 : 0);
  }
  std::string operator()(const SpinOption& o) const {
    return fmt::format("-spin {} {} {}", o.value, o.min, o.max);
  }
  std::string operator()(const StringOption& o) const { return "-string " + o.value; }
  std::string operator()(const ComboOption& o) const {
    std::string text;
    for (const std::string& choice : o.choices)
      text +=
          fmt::format("{}{}{}", text.empty() ? "" : " /// ", choice == o.value ? "*" : "", choice);
    return "-combo " + text;
  }
  std::string operator()(const ButtonOption&) const { return "-button"; }
};

}  // namespace

std::string format_xboard_move(Move move) {
  return to_uci(move, RankBase::Zero);
}

int xboard_score(Score score, const WdlModel& model) {
  if (score >= kMateBound) return kXBoardMate + (kMate - score + 1) / 2;
  if (score <= -kMateBound) return -kXBoardMate - (kMate + score + 1) / 2;
  return model.shown(score);
}

std::string format_thinking(const search::Line& line, const search::Statistics& statistics,
                            const WdlModel& model) {
  std::string text =
      fmt::format("{} {} {} {}", line.depth, xboard_score(line.score, model),
                  std::max<std::int64_t>(statistics.time_ms, 0) / 10, statistics.nodes);
  for (const Move m : line.pv) text.append(" ").append(format_xboard_move(m));
  if (line.bound == search::Bound::Lower) text += '!';
  if (line.bound == search::Bound::Upper) text += '?';
  return text;
}

std::string format_option_feature(const Option& option) {
  return fmt::format("feature option=\"{} {}\"", option.name,
                     std::visit(KindFormatter{}, option.kind));
}

std::string format_result(Outcome outcome, Color side_to_move) {
  if (outcome == Outcome::Checkmate)
    return side_to_move == Color::White ? "0-1 {Black mates}" : "1-0 {White mates}";
  std::string reason(describe(outcome));
  reason[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(reason[0])));
  return "1/2-1/2 {" + reason + "}";
}

}  // namespace grandee::protocol
