#include "tools/datagen/self_play.hpp"

#include <cstdlib>

#include "board/movegen.hpp"

namespace grandee::datagen {

namespace {

using data::Game;
using data::GameResult;
using data::Termination;

void end_by_rules(const search::Root& root, Outcome outcome, Game& game) {
  game.termination = data::termination_of(outcome);
  game.result = GameResult::Draw;
  if (outcome == Outcome::Checkmate)
    game.result = root.position.side_to_move() == Color::White ? GameResult::BlackWins
                                                               : GameResult::WhiteWins;
}

}  // namespace

std::optional<GameResult> Adjudicator::after(Score white, int ply) {
  const int winner = white >= rules_.win_score ? 1 : white <= -rules_.win_score ? -1 : 0;
  win_plies_ = winner == 0 ? 0 : winner == winner_ ? win_plies_ + 1 : 1;
  winner_ = winner;
  const bool level = std::abs(white) <= rules_.draw_score && ply >= rules_.draw_from_ply;
  draw_plies_ = level ? draw_plies_ + 1 : 0;
  if (win_plies_ >= rules_.win_plies)
    return winner > 0 ? GameResult::WhiteWins : GameResult::BlackWins;
  if (draw_plies_ >= rules_.draw_plies) return GameResult::Draw;
  return std::nullopt;
}

bool play_random(search::Root& root, Rng& rng, int plies, std::vector<Move>& moves) {
  root = {};
  moves.clear();
  for (int i = 0; i < plies; ++i) {
    MoveList legal;
    generate_legal(root.position, legal);
    if (legal.empty()) return false;
    moves.push_back(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
    root.earlier.push_back(root.position.key());
    root.position.make(moves.back());
  }
  return game_outcome(root.position, root.earlier) == Outcome::Ongoing;
}

std::optional<Game> play_game(search::Searcher& searcher, const PlayRules& rules, Rng rng,
                              std::uint64_t number, const KeepPlaying& keep_playing) {
  search::Limits limits;
  limits.soft_nodes = rules.nodes;
  limits.nodes = rules.nodes * kHardNodeFactor;
  searcher.clear();
  const bool adjudicated = rng.unit() >= rules.unadjudicated;
  Game game;
  game.number = number;
  search::Root root;
  search::SearchResult found;
  const auto spread = static_cast<std::uint32_t>(rules.random_plies_max - rules.random_plies_min);
  do {
    const int plies = rules.random_plies_min + static_cast<int>(rng.below(spread + 1));
    while (!play_random(root, rng, plies, game.opening)) {
    }
    if (!keep_playing(root.position)) return std::nullopt;
    found = searcher.search(root, limits);
  } while (std::abs(found.score) > rules.opening_limit);

  Adjudicator adjudicator(rules);
  for (int ply = static_cast<int>(game.opening.size());; ++ply) {
    const Color mover = root.position.side_to_move();
    game.plies.push_back({found.best, static_cast<std::int16_t>(found.score)});
    root.earlier.push_back(root.position.key());
    root.position.make(found.best);
    const Outcome outcome = game_outcome(root.position, root.earlier);
    if (outcome != Outcome::Ongoing) {
      end_by_rules(root, outcome, game);
      return game;
    }
    const Score white = mover == Color::White ? found.score : -found.score;
    if (const auto decided = adjudicator.after(white, ply); decided && adjudicated) {
      game.result = *decided;
      game.termination = *decided == GameResult::Draw ? Termination::DrawAdjudication
                                                      : Termination::WinAdjudication;
      return game;
    }
    if (ply + 1 >= rules.max_plies) {
      game.result = GameResult::Draw;
      game.termination = Termination::MaxPlies;
      return game;
    }
    if (!keep_playing(root.position)) return std::nullopt;
    found = searcher.search(root, limits);
  }
}

}  // namespace grandee::datagen
