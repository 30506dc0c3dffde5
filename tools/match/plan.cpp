#include "tools/match/plan.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

#include "base/quotes.hpp"
#include "tools/match/text.hpp"

namespace grandee::match {

namespace {

using Json = nlohmann::ordered_json;

Json engine_json(const EngineConfig& engine) {
  std::vector<std::string> arguments;
  for (const std::string& word : engine.command.arguments) arguments.push_back(valid_utf8(word));
  Json json{{"name", engine.name},
            {"program", valid_utf8(engine.command.program)},
            {"arguments", std::move(arguments)},
            {"folder", valid_utf8(engine.command.working_folder)},
            {"protocol", engine.protocol == Protocol::Uci ? "uci" : "xboard"},
            {"limits", describe(engine.limits)},
            {"restart", engine.restart}};
  json["options"] = Json::array();
  for (const auto& [name, value] : engine.options)
    json["options"].push_back(valid_utf8(name + "=" + value));
  return json;
}

std::string book_name(const MatchConfig& config) {
  return valid_utf8(std::filesystem::path(config.openings.book).filename().string());
}

Json adjudication_json(const Adjudication& rules) {
  Json json{{"max_moves", rules.max_moves}};
  if (rules.draw) json["draw"] = {rules.draw->from_move, rules.draw->moves, rules.draw->score};
  if (rules.resign)
    json["resign"] = {rules.resign->moves, rules.resign->score, rules.resign->two_sided};
  return json;
}

// Does it play the same game again, given the same?
bool is_deterministic(const EngineConfig& engine) {
  const bool one_thread =
      std::none_of(engine.options.begin(), engine.options.end(), [](const auto& option) {
        return lower_case(option.first) == "threads" && option.second != "1";
      });
  return engine.limits.deterministic() && one_thread;
}

bool same_player(const EngineConfig& a, const EngineConfig& b) {
  return a.command.program == b.command.program && a.command.arguments == b.command.arguments &&
         a.options == b.options && describe(a.limits) == describe(b.limits);
}

}  // namespace

Json plan_json(const MatchConfig& config, std::uint64_t seed, std::uint64_t book_hash) {
  Json plan{{"games", config.games},
            {"tournament", name_of(config.tournament)},
            {"seed", seed},
            {"book", book_name(config)},
            {"book_hash", book_hash},
            {"book_order", config.openings.shuffle ? "random" : "file"},
            {"book_first", config.openings.first},
            {"book_plies", config.openings.max_plies},
            {"random_plies", config.openings.random_plies},
            {"adjudication", adjudication_json(config.referee.adjudication)},
            {"margin_ms", config.referee.margin / std::chrono::milliseconds(1)}};
  plan["sprt"] = nullptr;
  if (config.sprt)
    plan["sprt"] = {config.sprt->elo0, config.sprt->elo1, config.sprt->alpha, config.sprt->beta,
                    name_of(config.sprt->model)};
  plan["engines"] = Json::array();
  for (const EngineConfig& engine : config.engines) plan["engines"].push_back(engine_json(engine));
  return plan;
}

std::string conditions(const MatchConfig& config, std::uint64_t seed) {
  const std::string first = describe(config.engines[0].limits);
  const bool same = std::all_of(
      config.engines.begin(), config.engines.end(),
      [&first](const EngineConfig& engine) { return describe(engine.limits) == first; });
  std::string text = same ? first : "different limits";
  if (!config.openings.book.empty())
    text += ", " + book_name(config);
  else if (config.openings.random_plies > 0)
    text += fmt::format(", {} random plies", config.openings.random_plies);
  return text + fmt::format(", seed {}", seed);
}

std::vector<std::string> warnings(const MatchConfig& config, const Schedule& schedule,
                                  std::size_t distinct_openings) {
  std::vector<std::string> found;
  const std::size_t pairs = (config.games + 1) / 2;
  const bool reused = pairs > distinct_openings;
  for (const auto& [first, second] : schedule.pairings()) {
    const EngineConfig& a = config.engines[first];
    const EngineConfig& b = config.engines[second];
    const bool deterministic = is_deterministic(a) && is_deterministic(b);
    if (deterministic && reused)
      found.push_back(fmt::format(
          "{} and {} always play the same from the same opening, and {} pairs share {} opening{}: "
          "repeated games are copies, and the error bars would lie. Use a larger --book or "
          "--random-plies, or a clock",
          a.name, b.name, pairs, distinct_openings, distinct_openings == 1 ? "" : "s"));
    if (deterministic && same_player(a, b))
      found.push_back(
          fmt::format("{} and {} are the same engine without a clock: every pair will be split",
                      a.name, b.name));
  }
  if (reused && found.empty())
    found.push_back(
        fmt::format("{} pairs share {} opening{}: games may repeat, and pairs are not "
                    "independent",
                    pairs, distinct_openings, distinct_openings == 1 ? "" : "s"));
  return found;
}

}  // namespace grandee::match
