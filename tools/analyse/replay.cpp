#include "tools/analyse/replay.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "board/notation.hpp"

namespace grandee::analyse {

namespace {

// Weights of men beside pawns and kings for the phases of the game; 53 a side at the start.
constexpr int kWeight[kPieceTypes] = {0, 3, 4, 5, 9, 10, 10, 0};

// The opening ends when a fifth of the pieces' weight is gone, or after so many moves.
constexpr int kOpeningWeight = 85;
constexpr std::size_t kOpeningPlies = 40;
constexpr int kEndgameWeight = 40;

int weight_of(const Position& position) {
  int sum = 0;
  for (int t = 0; t < kPieceTypes; ++t) sum += kWeight[t] * position.pieces(piece_type(t)).count();
  return sum;
}

}  // namespace

std::string_view name_of(Phase phase) {
  switch (phase) {
    case Phase::Opening: return "opening";
    case Phase::Middlegame: return "middlegame";
    case Phase::Endgame: break;
  }
  return "endgame";
}

std::string material_of(const Position& position, Color side) {
  std::string text;
  constexpr PieceType kOrder[] = {PieceType::Queen, PieceType::Marshal, PieceType::Cardinal,
                                  PieceType::Rook,  PieceType::Bishop,  PieceType::Knight,
                                  PieceType::Pawn};
  for (const PieceType type : kOrder) {
    const int count = position.count(side, type);
    if (count == 0) continue;
    text += text.empty() ? "" : " ";
    if (count > 1) text += std::to_string(count);
    text += piece_letter(type, Letters::AC);
  }
  return text.empty() ? "K" : text;
}

std::string material_of(const Position& position) {
  return material_of(position, Color::White) + " v " + material_of(position, Color::Black);
}

GameReplay::GameReplay(const tools::PgnGame& game) {
  Position position = game.start;
  const auto arrive = [&] {
    Station station;
    station.position = position;
    station.outcome = game_outcome(position, keys_);
    station.occurrence = 1 + count_repetitions(position, keys_);
    stations_.push_back(station);
    keys_.push_back(position.key());
  };
  arrive();
  for (const tools::PgnMove& played : game.line.moves) {
    moves_.push_back(played.move);
    position.make(played.move);
    arrive();
  }
  find_phases();
}

std::vector<std::string> GameReplay::san(SanStyle style) const {
  std::vector<std::string> san;
  for (std::size_t i = 0; i < moves_.size(); ++i)
    san.push_back(to_san(stations_[i].position, moves_[i], style));
  return san;
}

search::Root GameReplay::root(std::size_t station) const {
  return {stations_[station].position,
          {keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(station)}};
}

bool GameReplay::is_final(std::size_t station) const {
  const Outcome outcome = stations_[station].outcome;
  return outcome == Outcome::Checkmate || outcome == Outcome::Stalemate ||
         outcome == Outcome::InsufficientMaterial;
}

std::string GameReplay::fact(std::size_t station) const {
  const Station& here = stations_[station];
  std::vector<std::string> facts;
  // Both of these may hold, and go on to hold.
  const bool alive = here.outcome != Outcome::Checkmate && here.outcome != Outcome::Stalemate;
  if (here.outcome == Outcome::InsufficientMaterial || !alive)
    facts.emplace_back(describe(here.outcome));
  if (alive && here.position.rule50() >= kFiftyMovePlies)
    facts.emplace_back(describe(Outcome::FiftyMoves));
  if (alive && here.occurrence == 3)
    facts.emplace_back(describe(Outcome::Threefold));
  else if (here.occurrence > 1)
    facts.push_back(here.occurrence == 2
                        ? "second occurrence of the position"
                        : fmt::format("occurrence {} of the position", here.occurrence));
  return fmt::format("{}", fmt::join(facts, ", "));
}

void GameReplay::find_phases() {
  Phase phase = Phase::Opening;
  for (std::size_t i = 0; i < stations_.size(); ++i) {
    const int weight = weight_of(stations_[i].position);
    Phase now = Phase::Opening;
    if (weight <= kEndgameWeight)
      now = Phase::Endgame;
    else if (weight < kOpeningWeight || i >= kOpeningPlies)
      now = Phase::Middlegame;
    if (!phases_.empty() && now <= phase) continue;
    phase = now;
    phases_.push_back({phase, i});
  }
}

}  // namespace grandee::analyse
