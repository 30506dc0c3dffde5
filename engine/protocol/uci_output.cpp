#include "protocol/uci_output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "board/notation.hpp"

namespace grandee::protocol {

namespace {

std::string_view bound_word(search::Bound bound) {
  switch (bound) {
    case search::Bound::Lower: return " lowerbound";
    case search::Bound::Upper: return " upperbound";
    case search::Bound::None:
    case search::Bound::Exact: break;
  }
  return "";
}

struct KindFormatter {
  std::string operator()(const CheckOption& o) const {
    return fmt::format("check default {}", o.default_value);
  }
  std::string operator()(const SpinOption& o) const {
    return fmt::format("spin default {} min {} max {}", o.default_value, o.min, o.max);
  }
  std::string operator()(const StringOption& o) const {
    return fmt::format("string default {}", o.default_value.empty() ? "<empty>" : o.default_value);
  }
  std::string operator()(const ComboOption& o) const {
    std::string text = "combo default " + o.default_value;
    for (const std::string& choice : o.choices) text += " var " + choice;
    return text;
  }
  std::string operator()(const ButtonOption&) const { return "button"; }
};

}  // namespace

std::string format_score(Score score, const WdlModel& model) {
  if (score >= kMateBound) return fmt::format("mate {}", (kMate - score + 1) / 2);
  if (score <= -kMateBound) return fmt::format("mate {}", -((kMate + score + 1) / 2));
  return fmt::format("cp {}", model.shown(score));
}

std::string format_info(const search::Line& line, const search::Statistics& statistics,
                        const WdlModel& model, bool wdl) {
  if (line.pv.empty())
    return fmt::format("info depth {} score {}", line.depth, format_score(line.score, model));
  std::string text = fmt::format("info depth {} seldepth {} multipv {} score {}{}", line.depth,
                                 line.selective_depth, line.rank, format_score(line.score, model),
                                 bound_word(line.bound));
  if (wdl) {
    const Wdl chances = model.chances(line.score);
    text += fmt::format(" wdl {} {} {}", chances.win, chances.draw, chances.loss);
  }
  const auto time = static_cast<std::uint64_t>(std::max<std::int64_t>(statistics.time_ms, 0));
  // In parts, so that a count of days of search does not overflow.
  const std::uint64_t divisor = std::max<std::uint64_t>(time, 1);
  const std::uint64_t nps =
      statistics.nodes / divisor * 1000 + statistics.nodes % divisor * 1000 / divisor;
  text += fmt::format(" nodes {} nps {} hashfull {} time {} pv", statistics.nodes, nps,
                      std::clamp(statistics.hashfull, 0, 1000), time);
  for (const Move m : line.pv) text.append(" ").append(to_uci(m));
  return text;
}

std::string format_current_move(int depth, Move move, int number) {
  return fmt::format("info depth {} currmove {} currmovenumber {}", depth, to_uci(move), number);
}

std::string format_best_move(const search::SearchResult& result) {
  if (!result.best) return "bestmove (none)";
  std::string text = "bestmove " + to_uci(result.best);
  if (result.ponder) text += " ponder " + to_uci(result.ponder);
  return text;
}

std::string format_option(const Option& option) {
  return fmt::format("option name {} type {}", option.name,
                     std::visit(KindFormatter{}, option.kind));
}

}  // namespace grandee::protocol
