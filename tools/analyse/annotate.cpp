#include "tools/analyse/annotate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

#include "board/notation.hpp"
#include "tools/analyse/move_comment.hpp"
#include "tools/analyse/score_text.hpp"

namespace grandee::analyse {

namespace {

using Json = nlohmann::ordered_json;

constexpr Color kColors[] = {Color::White, Color::Black};
constexpr std::string_view kSides[] = {"White", "Black"};

void set_tag(tools::PgnTags& tags, std::string_view name, std::string value) {
  for (auto& [key, old] : tags) {
    if (key != name) continue;
    old = std::move(value);
    return;
  }
  tags.emplace_back(name, std::move(value));
}

void join(std::string& text, const std::string& part) {
  if (part.empty() || text.find(part) != std::string::npos) return;
  text += (text.empty() ? "" : " ") + part;
}

std::string comment_of(const std::string& old, Color mover, Score after,
                       const std::string& remark) {
  const MoveComment parts = parse_move_comment(old, mover);
  std::string text;
  // A mate on the board needs no number.
  if (std::abs(after) != kMate) join(text, fmt::format("[%eval {}]", eval_text(after)));
  if (!parts.clock.empty()) join(text, fmt::format("[%clk {}]", parts.clock));
  if (!parts.elapsed.empty()) join(text, fmt::format("[%emt {}]", parts.elapsed));
  join(text, parts.text);
  join(text, remark);
  return text;
}

tools::PgnLine better_line(const JudgedMove& judged, std::size_t plies) {
  tools::PgnLine line;
  for (const Move m : judged.search->pv()) {
    if (line.moves.size() == plies) break;
    line.moves.push_back({m, {}, "", {}});
  }
  line.moves.front().comment = fmt::format("[%eval {}]", eval_text(judged.before));
  return line;
}

bool same_moves(const tools::PgnLine& a, const tools::PgnLine& b) {
  return std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(),
                    [](const auto& x, const auto& y) { return x.move == y.move; });
}

Json side_json(const SideSummary& side) {
  return {{"moves", side.moves},
          {"accuracy", std::round(10 * side.accuracy) / 10},
          {"average_loss", std::round(1e5 * side.average_loss) / 1e5},
          {"inaccuracies", side.inaccuracies},
          {"mistakes", side.mistakes},
          {"blunders", side.blunders}};
}

Json tags_json(const tools::PgnTags& tags) {
  Json json = Json::object();
  for (const auto& [name, value] : tags) json[name] = value;
  return json;
}

}  // namespace

std::string remark_at(const GameReplay& replay, std::size_t station) {
  std::string text;
  for (const auto& [phase, start] : replay.phases()) {
    if (start != station || station == 0) continue;
    text = fmt::format("{}: {}.", name_of(phase), material_of(replay.stations()[station].position));
  }
  if (const std::string fact = replay.fact(station); !fact.empty())
    text += fmt::format("{}{}.", text.empty() ? "" : " ", fact);
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

tools::PgnGame annotate(const tools::PgnGame& game, const GameReplay& replay,
                        const GameAnalysis& analysis, std::size_t line_plies,
                        const std::string& annotator) {
  tools::PgnGame out = game;
  set_tag(out.tags, "Variant", "grand");
  if (const std::string fen = to_fen(game.start); fen != kStartFen || game.tag("FEN") != nullptr) {
    set_tag(out.tags, "SetUp", "1");
    set_tag(out.tags, "FEN", fen);
  }
  set_tag(out.tags, "Annotator", annotator);
  for (const Color c : kColors)
    if (analysis.side(c).moves > 0)
      set_tag(out.tags, fmt::format("{}Accuracy", kSides[index(c)]),
              fmt::format("{:.1f}", analysis.side(c).accuracy));
  for (std::size_t i = 0; i < out.line.moves.size(); ++i) {
    tools::PgnMove& move = out.line.moves[i];
    const JudgedMove& judged = analysis.moves()[i];
    const Color mover = replay.stations()[i].position.side_to_move();
    move.comment = comment_of(move.comment, mover, judged.after, remark_at(replay, i + 1));
    if (judged.glyph == 0) continue;
    // A judgement that somebody gave stands.
    if (std::none_of(move.glyphs.begin(), move.glyphs.end(),
                     [](int glyph) { return glyph >= 1 && glyph <= 6; }))
      move.glyphs.insert(move.glyphs.begin(), judged.glyph);
    const tools::PgnLine line = better_line(judged, line_plies);
    if (std::none_of(move.variations.begin(), move.variations.end(),
                     [&](const auto& old) { return same_moves(old, line); }))
      move.variations.insert(move.variations.begin(), line);
  }
  return out;
}

Json game_json(const tools::PgnGame& game, const GameReplay& replay) {
  Json moves = Json::array();
  Json evals = Json::array();
  Json clocks = Json::array();
  for (std::size_t i = 0; i < replay.moves().size(); ++i) {
    const Color mover = replay.stations()[i].position.side_to_move();
    const MoveComment parts = parse_move_comment(game.line.moves[i].comment, mover);
    moves.push_back(to_uci(replay.moves()[i]));
    evals.push_back(parts.eval ? eval_json(*parts.eval) : Json(nullptr));
    clocks.push_back(parts.clock.empty() ? Json(nullptr) : Json(parts.clock));
  }
  Json facts = Json::array();
  for (std::size_t i = 0; i <= replay.moves().size(); ++i)
    if (const std::string fact = replay.fact(i); !fact.empty())
      facts.push_back({{"ply", i}, {"fact", fact}});
  Json phases = Json::array();
  for (const auto& [phase, station] : replay.phases())
    phases.push_back({{"phase", name_of(phase)},
                      {"ply", station},
                      {"material", material_of(replay.stations()[station].position)}});
  const Station& end = replay.stations().back();
  return {{"tags", tags_json(game.tags)},
          {"result", game.result},
          {"start", to_fen(game.start)},
          {"ranks", game.style.ranks == RankBase::One ? "1-10" : "0-9"},
          {"letters", dialect(game.style.letters).name},
          {"moves", std::move(moves)},
          {"san", replay.san()},
          {"eval", std::move(evals)},
          {"clock", std::move(clocks)},
          {"facts", std::move(facts)},
          {"phases", std::move(phases)},
          {"final", to_fen(end.position)},
          {"outcome", end.outcome == Outcome::Ongoing ? "ongoing" : describe(end.outcome)},
          {"remarks", game.remarks}};
}

void add_analysis(Json& json, const GameReplay& replay, const GameAnalysis& analysis) {
  Json evals = Json::array();
  Json list = Json::array();
  for (std::size_t i = 0; i < analysis.moves().size(); ++i) {
    const JudgedMove& judged = analysis.moves()[i];
    evals.push_back(eval_json(judged.after));
    Json entry = {{"before", eval_json(judged.before)},
                  {"expected_before", judged.expected_before},
                  {"expected_after", judged.expected_after},
                  {"loss", std::round(1e4 * judged.loss) / 1e4},
                  {"glyph", mark_of(judged.glyph)}};
    if (judged.search != nullptr) {
      const Position& position = replay.stations()[i].position;
      Json line = Json::array();
      for (const Move m : judged.search->pv()) line.push_back(to_uci(m));
      entry["best"] = line.front();
      entry["best_san"] = to_san(position, judged.search->pv().front());
      entry["pv"] = std::move(line);
      entry["depth"] = judged.search->depth;
      entry["nodes"] = judged.search->nodes;
    }
    list.push_back(std::move(entry));
  }
  json["eval"] = std::move(evals);
  json["analysis"] = std::move(list);
  json["white"] = side_json(analysis.side(Color::White));
  json["black"] = side_json(analysis.side(Color::Black));
  json["critical"] = analysis.critical();
}

Json broken_game_json(const tools::PgnTags& tags, const std::string& error) {
  return {{"tags", tags_json(tags)},
          {"moves", Json::array()},
          {"eval", Json::array()},
          {"error", error}};
}

}  // namespace grandee::analyse
