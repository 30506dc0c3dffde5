#include "tools/analyse/report.hpp"

#include <nlohmann/json.hpp>

#include "board/notation.hpp"
#include "tools/analyse/annotate.hpp"
#include "tools/analyse/board_svg.hpp"
#include "tools/analyse/move_comment.hpp"
#include "tools/analyse/report_assets.hpp"
#include "tools/analyse/score_text.hpp"

namespace grandee::analyse {

namespace {

using Json = nlohmann::ordered_json;

Json better_line(Position position, const std::vector<Move>& pv, std::size_t plies) {
  Json line = Json::array();
  for (const Move m : pv) {
    if (line.size() == plies) break;
    line.push_back({{"san", to_san(position, m)}, {"uci", to_uci(m)}});
    position.make(m);
  }
  return line;
}

// The mover's result from White's view.
double percent(double expected, Color mover) {
  return 100 * (mover == Color::White ? expected : 1 - expected);
}

Json move_data(const tools::PgnGame& game, const GameReplay& replay, const GameAnalysis& analysis,
               std::size_t i, std::size_t line_plies) {
  const Position& position = replay.stations()[i].position;
  const JudgedMove& judged = analysis.moves()[i];
  const Color mover = position.side_to_move();
  const MoveComment comment = parse_move_comment(game.line.moves[i].comment, mover);
  Json move = {{"uci", to_uci(replay.moves()[i])},
               {"san", to_san(position, replay.moves()[i])},
               {"eval", signed_text(judged.after)},
               {"evalBefore", signed_text(judged.before)},
               {"chance", percent(judged.expected_after, mover)},
               {"chanceBefore", percent(judged.expected_before, mover)},
               {"glyph", judged.glyph},
               {"better", Json::array()},
               {"remark", remark_at(replay, i + 1)},
               {"comment", comment.prose},
               {"clock", comment.clock}};
  if (judged.search != nullptr) {
    move["best"] = to_uci(judged.search->pv().front());
    if (judged.glyph != 0) move["better"] = better_line(position, judged.search->pv(), line_plies);
  }
  return move;
}

void replace(std::string& page, std::string_view mark, std::string_view text) {
  const std::size_t at = page.find(mark);
  GRANDEE_ASSERT(at != std::string::npos);
  page.replace(at, mark.size(), text);
}

// JSON inside a script element: nothing in it may look like an end of the element.
std::string script_safe(const Json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  for (const char c : text) safe += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return safe;
}

}  // namespace

Json report_data(const tools::PgnGame& game, const GameReplay& replay, const GameAnalysis& analysis,
                 std::size_t line_plies) {
  Json data = game_json(game, replay);
  add_analysis(data, replay, analysis);
  for (const char* unused : {"san", "eval", "clock", "facts", "analysis", "remarks", "final",
                             "ranks", "letters", "outcome"})
    data.erase(unused);
  Json moves = Json::array();
  for (std::size_t i = 0; i < replay.moves().size(); ++i)
    moves.push_back(move_data(game, replay, analysis, i, line_plies));
  data["moves"] = std::move(moves);
  data["first"] = index(game.start.side_to_move());
  data["number"] = game.start.move_number();
  return data;
}

std::string html_report(const std::vector<Json>& games, const std::string& annotator) {
  std::string page(kReportPage);
  replace(page, "<!--STYLE-->", kReportStyle);
  replace(page, "<!--SYMBOLS-->", piece_symbols());
  replace(page, "<!--SCRIPT-->", kReportScript);
  replace(page, "<!--DATA-->", script_safe({{"annotator", annotator}, {"games", games}}));
  return page;
}

}  // namespace grandee::analyse
