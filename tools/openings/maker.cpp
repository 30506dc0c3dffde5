#include "tools/openings/maker.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "base/rng.hpp"
#include "board/endings.hpp"
#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "board/see.hpp"

namespace grandee::openings {

namespace {

constexpr std::size_t kHashBytes = std::size_t{1} << 20;
// Most lines are far from level: a look with few nodes and a wide limit saves the long search.
constexpr std::uint64_t kGlanceNodes = 500;
constexpr int kGlanceFactor = 3;

Move choose(const Position& position, Rng& rng) {
  MoveList moves;
  generate_legal(position, moves);
  MoveList sensible;
  for (const Move move : moves)
    if (see_ge(position, move, 0)) sensible.push_back(move);
  if (sensible.empty()) return Move::none();
  return sensible[rng.below(static_cast<std::uint32_t>(sensible.size()))];
}

}  // namespace

Maker::Maker(const MakerSettings& settings) : settings_(settings), searcher_(kHashBytes) {}

std::optional<Score> Maker::level_score(const search::Root& root, std::uint64_t nodes, int limit) {
  searcher_.clear();
  search::Limits limits;
  limits.nodes = nodes;
  const Score score = searcher_.search(root, limits).score;
  if (std::abs(score) > limit) return std::nullopt;
  return score;
}

std::optional<Candidate> Maker::make(std::uint64_t number) {
  Rng rng = Rng::stream(settings_.seed, number);
  const auto spread = static_cast<std::uint32_t>(settings_.max_plies - settings_.min_plies + 1);
  const int plies = settings_.min_plies + static_cast<int>(rng.below(spread));
  search::Root root;
  for (int ply = 0; ply < plies; ++ply) {
    const Move move = choose(root.position, rng);
    if (!move) return std::nullopt;
    root.earlier.push_back(root.position.key());
    root.position.make(move);
  }
  if (root.position.in_check() || game_outcome(root.position, root.earlier) != Outcome::Ongoing)
    return std::nullopt;
  if (!level_score(root, kGlanceNodes, kGlanceFactor * settings_.max_score)) return std::nullopt;
  const auto score = level_score(root, settings_.nodes, settings_.max_score);
  if (!score) return std::nullopt;
  return Candidate{root.position, *score};
}

std::string to_epd(const Position& position) {
  const std::string fen = to_fen(position);
  // The counters, which are FEN's last two fields, become operations.
  const std::string fields = fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));
  return fmt::format("{} hmvc {}; fmvn {};", fields, position.rule50(), position.move_number());
}

}  // namespace grandee::openings
