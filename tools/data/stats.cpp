#include <fmt/format.h>

#include <array>

#include "tools/common/atomic_file.hpp"
#include "tools/common/signals.hpp"
#include "tools/data/commands.hpp"
#include "tools/data/histogram.hpp"

namespace grandee::datatool {

namespace {

struct Statistics {
  Histogram score{"Positions by score", "centipawns, from the mover", -4000, 4001, 100};
  Histogram kept_score{"Kept positions by score", "centipawns, from the mover", -4000, 4001, 100};
  Histogram men{"Positions by men", "men on the board", 2, 41, 1};
  Histogram kept_men{"Kept positions by men", "men on the board", 2, 41, 1};
  Histogram plies{"Games by length", "plies", 0, 400, 10};
  Histogram opening{"Games by the score after the random plies", "centipawns, from the mover", -500,
                    501, 20};
  // By result for White, then by how they ended.
  std::array<std::array<std::uint64_t, data::kTerminations>, 3> games{};

  void add(const data::Game& game) {
    constexpr data::KeptFilter kFilter;
    ++games[static_cast<std::size_t>(game.result)][static_cast<std::size_t>(game.termination)];
    plies.add(game.total_plies());
    if (!game.plies.empty()) opening.add(game.plies.front().score);
    data::replay(game, [&](const Position& position, const data::ScoredMove& scored, int ply) {
      score.add(scored.score);
      men.add(position.men());
      if (!kFilter.keeps(position, scored, ply)) return;
      kept_score.add(scored.score);
      kept_men.add(position.men());
    });
  }

  std::string results_csv() const {
    std::string text = "termination,white wins,draws,black wins\n";
    for (std::size_t t = 0; t < data::kTerminations; ++t)
      text += fmt::format("{},{},{},{}\n", describe(static_cast<data::Termination>(t)), games[2][t],
                          games[1][t], games[0][t]);
    return text;
  }
};

}  // namespace

Result<Verdict> stats(const Files& files, const std::filesystem::path& folder) {
  Statistics statistics;
  Verdict verdict = Verdict::Good;
  for (const auto& path : files) {
    FileCounts counts;
    const auto visit = [&](const data::Game& game, const data::HeaderFields*) {
      statistics.add(game);
      return !tools::stop_requested();
    };
    const auto read = for_each_game(path, visit, &counts);
    if (!read) return Error{read.error()};
    if (!counts.bad.empty()) verdict = Verdict::Faults;
  }
  if (tools::stop_requested()) return Verdict::Stopped;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Error{fmt::format("can't create '{}': {}", folder.string(), error.message())};
  const std::pair<const char*, const Histogram*> all[] = {
      {"score", &statistics.score},       {"kept-score", &statistics.kept_score},
      {"men", &statistics.men},           {"kept-men", &statistics.kept_men},
      {"game-length", &statistics.plies}, {"opening-score", &statistics.opening}};
  for (const auto& [name, histogram] : all) {
    const auto base = (folder / name).string();
    for (const auto& [file, content] :
         {std::pair(base + ".csv", histogram->csv()), std::pair(base + ".svg", histogram->svg())})
      if (const auto written = tools::write_atomically(file, content); !written)
        return Error{written.error()};
  }
  const auto written = tools::write_atomically(folder / "results.csv", statistics.results_csv());
  if (!written) return Error{written.error()};
  return verdict;
}

}  // namespace grandee::datatool
