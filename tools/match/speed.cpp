#include "tools/match/speed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "board/notation.hpp"
#include "tools/common/signals.hpp"

namespace grandee::match {

namespace {

double seconds_of(Duration duration) {
  return std::chrono::duration<double>(duration).count();
}

GameState state_after(const Opening& opening) {
  GameState game{opening.start, opening.moves, opening.start};
  for (const Move move : opening.moves) game.current.make(move);
  return game;
}

}  // namespace

Result<std::vector<Speed>> measure_speed(const SpeedPlan& plan,
                                         const std::function<void(std::size_t)>& progress) {
  const tools::Interrupt interrupt;
  std::vector<std::unique_ptr<Engine>> engines;
  for (const EngineConfig& config : plan.engines) {
    auto engine = Engine::start(config, plan.patience, interrupt);
    if (!engine) return Error{engine.error()};
    for (const std::string& remark : (*engine)->take_remarks())
      if (remark.find("refused") != std::string::npos)
        return Error{fmt::format("{}: {}", config.name, remark)};
    engines.push_back(*std::move(engine));
  }
  std::vector<Speed> speeds(engines.size());
  std::vector<double> logarithms(engines.size());
  std::size_t done = 0;
  for (int run = 0; run < plan.runs; ++run)
    for (const Opening& opening : plan.positions) {
      const GameState game = state_after(opening);
      for (std::size_t i = 0; i < engines.size(); ++i) {
        if (tools::stop_requested()) return Error{"stopped"};
        Engine& engine = *engines[i];
        const auto refused = engine.new_game(game);
        const double before = engine.processor_seconds();
        const Reply reply = refused ? *refused : engine.think(game, {});
        if (reply.kind != ReplyKind::Move)
          return Error{
              fmt::format("{}: {} in {}", engine.config().name, reply.text, to_fen(game.current))};
        speeds[i].nodes += reply.thinking.nodes;
        speeds[i].seconds += seconds_of(reply.elapsed);
        speeds[i].processor += engine.processor_seconds() - before;
        logarithms[i] += std::log(std::max(seconds_of(reply.elapsed), 1e-6));
      }
      progress(++done);
    }
  for (std::size_t i = 0; i < engines.size(); ++i) {
    speeds[i].mean_seconds =
        std::exp(logarithms[i] / static_cast<double>(std::max<std::size_t>(done, 1)));
    engines[i]->quit();
  }
  return speeds;
}

nlohmann::ordered_json speeds_json(const std::vector<EngineConfig>& engines,
                                   const std::vector<Speed>& speeds) {
  auto json = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < speeds.size(); ++i)
    json.push_back({{"name", engines[i].name},
                    {"nodes", speeds[i].nodes},
                    {"seconds", speeds[i].seconds},
                    {"processor_seconds", speeds[i].processor},
                    {"mean_seconds", speeds[i].mean_seconds}});
  return json;
}

std::string format_speeds(const std::vector<EngineConfig>& engines,
                          const std::vector<Speed>& speeds) {
  std::size_t width = 6;
  for (const EngineConfig& engine : engines) width = std::max(width, engine.name.size());
  std::string text = fmt::format(
      "{:<{}} {:>13} {:>9} {:>11} {:>6} {:>9} {:>12} {:>6} {:>11} {:>6}\n", "Engine", width,
      "nodes", "s", "nodes/s", "ratio", "CPU s", "nodes/CPU s", "ratio", "mean s", "ratio");
  const auto rate = [](double amount, double time) { return time > 0 ? amount / time : 0; };
  const Speed& first = speeds.front();
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const Speed& s = speeds[i];
    const double nodes = static_cast<double>(s.nodes);
    const double first_nodes = static_cast<double>(first.nodes);
    text += fmt::format(
        "{:<{}} {:>13} {:>9.2f} {:>11.0f} {:>6.2f} {:>9.2f} {:>12.0f} {:>6.2f} {:>11.4f} "
        "{:>6.2f}\n",
        engines[i].name, width, s.nodes, s.seconds, rate(nodes, s.seconds),
        rate(rate(nodes, s.seconds), rate(first_nodes, first.seconds)), s.processor,
        rate(nodes, s.processor),
        rate(rate(nodes, s.processor), rate(first_nodes, first.processor)), s.mean_seconds,
        rate(s.mean_seconds, first.mean_seconds));
  }
  return text;
}

}  // namespace grandee::match
