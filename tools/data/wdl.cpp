// The model of engine/protocol/wdl.hpp: its constants from games, checked on other games.

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <set>

#include "tools/common/atomic_file.hpp"
#include "tools/common/messages.hpp"
#include "tools/common/signals.hpp"
#include "tools/data/commands.hpp"
#include "tools/data/wdl_calibration.hpp"
#include "tools/datagen/self_play.hpp"

namespace grandee::datatool {

using nlohmann::ordered_json;
using protocol::WdlParameters;

namespace {

// How often scores that decided a game, or would have, named the result that the game had.
struct Verdicts {
  std::uint64_t reached = 0;
  std::uint64_t right = 0;

  void add(bool is_right) {
    ++reached;
    right += is_right ? 1 : 0;
  }
};

// By the rules of the game's making, or nothing if the header doesn't tell them.
std::optional<datagen::PlayRules> rules_of_making(const data::HeaderFields* header) {
  if (header == nullptr || !header->contains("play")) return std::nullopt;
  const auto& play = header->at("play");
  datagen::PlayRules rules;
  const std::pair<const char*, int*> fields[] = {{"win_score", &rules.win_score},
                                                 {"win_plies", &rules.win_plies},
                                                 {"draw_score", &rules.draw_score},
                                                 {"draw_plies", &rules.draw_plies},
                                                 {"draw_from_ply", &rules.draw_from_ply}};
  for (const auto& [name, value] : fields) {
    const auto found = play.find(name);
    if (found == play.end() || !found->is_number_integer()) return std::nullopt;
    *value = found->get<int>();
  }
  return rules;
}

// Wins only, by scores that both sides have told for so many plies.
datagen::PlayRules win_rules(Score score, int plies) {
  datagen::PlayRules rules;
  rules.win_score = score;
  rules.win_plies = plies;
  rules.draw_from_ply = std::numeric_limits<int>::max();
  return rules;
}

// What the rules would have made of scores from White's view, one a ply from `ply` on.
std::optional<data::GameResult> verdict_on(const std::vector<Score>& scores,
                                           const datagen::PlayRules& rules, int ply) {
  datagen::Adjudicator adjudicator(rules);
  for (const Score score : scores)
    if (const auto decided = adjudicator.after(score, ply++)) return decided;
  return std::nullopt;
}

bool is_adjudicated(const data::Game& game) {
  return game.termination == data::Termination::WinAdjudication ||
         game.termination == data::Termination::DrawAdjudication ||
         game.termination == data::Termination::MaxPlies;
}

std::string network_of(const data::HeaderFields& header) {
  const auto found = header.find("network");
  if (found == header.end()) return "?";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

struct Games {
  static constexpr Score kMatchScores[] = {500, 1000, 1500, 2000, 3000};
  static constexpr int kMatchPlies = 8;  // four moves of both

  explicit Games(const WdlOptions& o) : options(o), fitted(o.max_score), held_out(o.max_score) {}

  const WdlOptions& options;
  ResultTable fitted;
  ResultTable held_out;
  std::uint64_t fitted_games = 0;
  std::uint64_t held_out_games = 0;
  std::array<std::uint64_t, data::kTerminations> endings{};
  std::set<std::string> networks;
  Verdicts wins;  // of the rules by which the games were made
  Verdicts draws;
  std::array<Verdicts, std::size(kMatchScores)> by_shown_score;

  void add(const data::Game& game, const data::HeaderFields* header) {
    const bool held = is_held_out(game, header, options.seed, options.held_out);
    ++(held ? held_out_games : fitted_games);
    ++endings[static_cast<std::size_t>(game.termination)];
    if (header != nullptr) networks.insert(network_of(*header));
    const int white = static_cast<int>(game.result) - static_cast<int>(data::GameResult::Draw);
    ResultTable& table = held ? held_out : fitted;
    std::vector<Score> internal;  // from White's view, one a ply
    std::vector<Score> shown;
    data::replay(game, [&](const Position& position, const data::ScoredMove& scored, int) {
      const int sign = position.side_to_move() == Color::White ? 1 : -1;
      internal.push_back(sign * scored.score);
      shown.push_back(sign * protocol::WdlModel(position).shown(scored.score));
      if (std::abs(scored.score) <= options.max_score)
        table.add(position.men(), scored.score, static_cast<Ending>(1 + sign * white));
    });
    for (std::size_t i = 0; i < std::size(kMatchScores); ++i)
      if (const auto winner = verdict_on(shown, win_rules(kMatchScores[i], kMatchPlies), 0))
        by_shown_score[i].add(*winner == game.result);
    // Games that went on beyond what ends others show whether those were judged rightly.
    const auto rules = rules_of_making(header);
    if (!rules || is_adjudicated(game)) return;
    const int first_ply = static_cast<int>(game.opening.size());
    if (const auto decided = verdict_on(internal, *rules, first_ply))
      (*decided == data::GameResult::Draw ? draws : wins).add(*decided == game.result);
  }
};

// As they are printed, so that what is pasted is what was checked.
WdlParameters rounded(WdlParameters parameters) {
  for (auto* polynomial : {&parameters.slope, &parameters.draws})
    for (double& term : *polynomial) term = std::round(1e4 * term) / 1e4;
  return parameters;
}

std::string constants(const WdlParameters& p) {
  return fmt::format(
      "constinit const WdlParameters kWdlParameters = {{\n    {{{:.4f}}}, {{{:.4f}}}, {}}};\n",
      fmt::join(p.slope, ", "), fmt::join(p.draws, ", "), p.least_men);
}

ordered_json shown_hundreds(const WdlParameters& parameters) {
  ordered_json json = ordered_json::array();
  for (int men = 5; men <= ResultTable::kMaxMen; men += 5) {
    const protocol::WdlCurve curve = parameters.at(men);
    json.push_back({{"men", men},
                    {"internal", std::round(curve.draws / curve.slope)},
                    {"draws_in_balance", std::round(1e3 * std::tanh(curve.draws / 2)) / 1e3}});
  }
  return json;
}

ordered_json to_json(const Games& games) {
  const auto verdict = [](const Verdicts& v) {
    return ordered_json{{"reached", v.reached}, {"right", v.right}};
  };
  ordered_json by_score = ordered_json::array();
  for (std::size_t i = 0; i < games.by_shown_score.size(); ++i) {
    ordered_json rule = {{"score", Games::kMatchScores[i]}, {"plies", Games::kMatchPlies}};
    rule.update(verdict(games.by_shown_score[i]));
    by_score.push_back(std::move(rule));
  }
  ordered_json endings = ordered_json::object();
  for (std::size_t t = 0; t < data::kTerminations; ++t)
    endings[std::string(describe(static_cast<data::Termination>(t)))] = games.endings[t];
  return {{"games", {{"fitted", games.fitted_games}, {"held_out", games.held_out_games}}},
          {"positions", {{"fitted", games.fitted.total()}, {"held_out", games.held_out.total()}}},
          {"networks", games.networks},
          {"max_score", games.options.max_score},
          {"endings", std::move(endings)},
          {"adjudication",
           {{"of_making", {{"win", verdict(games.wins)}, {"draw", verdict(games.draws)}}},
            {"by_shown_score", std::move(by_score)}}}};
}

// --- Text, in the form of training-data/wdl/README.md --------------------------------------------

std::string errors_text(const std::string& whose, const Calibration& calibration) {
  std::string text;
  for (const auto& [by, e] : {std::pair("score", errors(calibration.by_score)),
                              std::pair("score and men", errors(calibration.by_men))})
    text += fmt::format("| {}, by {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} |\n", whose, by,
                        100 * e.expected, 100 * e.of[2], 100 * e.of[1], 100 * e.of[0]);
  return text;
}

std::string shown_text(const WdlParameters& parameters) {
  std::string text = "| men | 100 stands for | draws at score 0 |\n|---|---|---|\n";
  for (const auto& row : shown_hundreds(parameters))
    text += fmt::format("| {} | {:.0f} | {:.1f} % |\n", row["men"].get<int>(),
                        row["internal"].get<double>(), 100 * row["draws_in_balance"].get<double>());
  return text;
}

std::string verdicts_text(const Games& games) {
  const auto share = [](const Verdicts& v) { return fmt::format("{} of {}", v.right, v.reached); };
  std::string text = fmt::format(
      "Games that went on after the rules of their making would have ended them, and ended so: "
      "won {}, drawn {}.\nWon as both sides' scores in the protocols' unit said for {} plies:",
      share(games.wins), share(games.draws), Games::kMatchPlies);
  for (std::size_t i = 0; i < games.by_shown_score.size(); ++i)
    text += fmt::format("{} {} on {}", i == 0 ? "" : ",", share(games.by_shown_score[i]),
                        Games::kMatchScores[i]);
  return text + ".\n";
}

}  // namespace

Result<Verdict> wdl(const WdlOptions& options) {
  Games all(options);
  Verdict verdict = Verdict::Good;
  for (const auto& path : options.files) {
    FileCounts counts;
    const auto visit = [&](const data::Game& game, const data::HeaderFields* header) {
      all.add(game, header);
      return !tools::stop_requested();
    };
    const auto read = for_each_game(path, visit, &counts);
    if (!read) return Error{read.error()};
    if (!counts.bad.empty()) verdict = Verdict::Faults;
  }
  if (tools::stop_requested()) return Verdict::Stopped;
  if (all.networks.size() > 1)
    return Error{fmt::format("games of different networks ({}): their scores have different scales",
                             fmt::join(all.networks, ", "))};
  if (all.fitted.total() == 0 || all.held_out.total() == 0)
    return Error{fmt::format("{} games to fit and {} held out are too few", all.fitted_games,
                             all.held_out_games)};
  const auto fit = fit_wdl(all.fitted);
  if (!fit) return Error{fit.error()};
  const WdlParameters fitted = rounded(*fit);
  const Calibration calibration = calibrate(fitted, all.held_out);
  const Calibration built_in = calibrate(protocol::kWdlParameters, all.held_out);
  if (!options.svg.empty())
    if (const auto written =
            tools::write_atomically(options.svg, calibration_svg(fitted, calibration));
        !written)
      return Error{written.error()};
  if (options.json.empty()) {
    const std::string text = fmt::format(
        "Network {}: {} games to fit, {} held out\n\n{}\n"
        "| mean absolute error, % | result | win | draw | loss |\n|---|---|---|---|---|\n"
        "{}{}\n{}\n{}",
        fmt::join(all.networks, ""), all.fitted_games, all.held_out_games, constants(fitted),
        errors_text("these constants", calibration), errors_text("the built-in ones", built_in),
        shown_text(fitted), verdicts_text(all));
    if (const auto shown = tools::print(text); !shown) return Error{shown.error()};
    return verdict;
  }
  ordered_json json = to_json(all);
  json.update({{"constants", constants(fitted)},
               {"shown_100", shown_hundreds(fitted)},
               {"fitted", to_json(calibration)},
               {"built_in", to_json(built_in)}});
  if (const auto delivered = deliver(options.json, json); !delivered)
    return Error{delivered.error()};
  return verdict;
}

}  // namespace grandee::datatool
