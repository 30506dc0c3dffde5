// A game played through: its positions and what the rules say of each of them, with the whole
// history behind it.
#pragma once

#include <string>
#include <vector>

#include "board/endings.hpp"
#include "search/limits.hpp"
#include "tools/common/pgn.hpp"

namespace grandee::analyse {

struct Station {
  Position position;
  Outcome outcome = Outcome::Ongoing;
  int occurrence = 1;  // how often the position stood by now
};

enum class Phase { Opening, Middlegame, Endgame };
std::string_view name_of(Phase phase);
// The men of a side beside the king: "Q C A 2R 2B 2N 10P".
std::string material_of(const Position& position, Color side);
// "Q 2R 8P v C 2R 7P", White's first.
std::string material_of(const Position& position);

class GameReplay {
 public:
  explicit GameReplay(const tools::PgnGame& game);

  // One more than moves: before each move, and the end.
  const std::vector<Station>& stations() const { return stations_; }
  const std::vector<Move>& moves() const { return moves_; }
  std::vector<std::string> san(SanStyle style = {}) const;
  // What to search at a station: with the keys of all positions before it.
  search::Root root(std::size_t station) const;
  // Nothing can be played there.
  bool is_final(std::size_t station) const;

  // What the move to a station brought about: "threefold repetition", "fifty-move rule", also past
  // the point where the game could have ended; "second occurrence"; empty for ordinary moves.
  std::string fact(std::size_t station) const;

  struct PhaseStart {
    Phase phase;
    std::size_t station;
  };
  // In their order; the first one at station 0.
  const std::vector<PhaseStart>& phases() const { return phases_; }

 private:
  void find_phases();

  std::vector<Station> stations_;
  std::vector<Move> moves_;
  std::vector<Key> keys_;
  std::vector<PhaseStart> phases_;
};

}  // namespace grandee::analyse
