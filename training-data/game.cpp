#include "training-data/game.hpp"

#include <fmt/format.h>

namespace grandee::data {

std::string_view describe(Termination termination) {
  switch (termination) {
    case Termination::Checkmate: return "checkmate";
    case Termination::Stalemate: return "stalemate";
    case Termination::InsufficientMaterial: return "insufficient material";
    case Termination::FiftyMoves: return "fifty-move rule";
    case Termination::Threefold: return "threefold repetition";
    case Termination::WinAdjudication: return "win adjudication";
    case Termination::DrawAdjudication: return "draw adjudication";
    case Termination::MaxPlies: return "too many plies";
  }
  return "";
}

Termination termination_of(Outcome outcome) {
  GRANDEE_ASSERT(outcome != Outcome::Ongoing);
  switch (outcome) {
    case Outcome::Checkmate: return Termination::Checkmate;
    case Outcome::Stalemate: return Termination::Stalemate;
    case Outcome::InsufficientMaterial: return Termination::InsufficientMaterial;
    case Outcome::FiftyMoves: return Termination::FiftyMoves;
    default: return Termination::Threefold;
  }
}

Result<Ok> check_ending(const Game& game) {
  Position position = game.start;
  std::vector<Key> earlier;
  const int total = game.total_plies();
  const std::size_t random = game.opening.size();
  for (int ply = 0; ply < total; ++ply) {
    const Outcome outcome = game_outcome(position, earlier);
    if (outcome != Outcome::Ongoing)
      return Error{fmt::format("{} at ply {}, yet the game goes on to ply {}",
                               grandee::describe(outcome), ply, total)};
    earlier.push_back(position.key());
    const auto i = static_cast<std::size_t>(ply);
    position.make(i < random ? game.opening[i] : game.plies[i - random].move);
  }
  const Outcome outcome = game_outcome(position, earlier);
  const bool by_rule = game.termination < Termination::WinAdjudication;
  const bool fits = by_rule
                        ? outcome != Outcome::Ongoing && termination_of(outcome) == game.termination
                        : outcome == Outcome::Ongoing;
  if (!fits)
    return Error{fmt::format("the game ends by {}, its last position is {}",
                             describe(game.termination), grandee::describe(outcome))};
  const GameResult lost =
      position.side_to_move() == Color::White ? GameResult::BlackWins : GameResult::WhiteWins;
  const bool result_fits = game.termination == Termination::Checkmate ? game.result == lost
                           : game.termination == Termination::WinAdjudication
                               ? game.result != GameResult::Draw
                               : game.result == GameResult::Draw;
  if (!result_fits) return Error{fmt::format("wrong result for {}", describe(game.termination))};
  return Ok{};
}

}  // namespace grandee::data
