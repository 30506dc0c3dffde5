// A game with the analysis of its positions: what each move cost, and who played how well.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "tools/analyse/engine.hpp"
#include "tools/analyse/replay.hpp"

namespace grandee::analyse {

// From which loss of the expected result on a move is judged so; percent points.
struct JudgementLimits {
  double inaccuracy = 5;
  double mistake = 10;
  double blunder = 20;
};

// Numeric annotation glyphs.
inline constexpr int kInaccuracyGlyph = 6;  // ?!
inline constexpr int kMistakeGlyph = 2;     // ?
inline constexpr int kBlunderGlyph = 4;     // ??
std::string_view mark_of(int glyph);        // "?!"

struct JudgedMove {
  Score before = 0;            // as shown: White's view, with the best move
  Score after = 0;             // … after the move that was played
  double expected_before = 0;  // the mover's result, 0–1
  double expected_after = 0;
  double loss = 0;  // 0–1; none if the search chose the same move
  int glyph = 0;
  bool best = false;                 // the move the search chose
  const Analysis* search = nullptr;  // of the position before the move
};

struct SideSummary {
  int moves = 0;
  double average_loss = 0;  // 0–1
  // Mean over the moves of 100 · e^(−5 · loss): 100 for best moves only, 61 for losing a tenth of
  // the point with every move.
  double accuracy = 100;
  int inaccuracies = 0;
  int mistakes = 0;
  int blunders = 0;
};

class GameAnalysis {
 public:
  // The analysis of every station of task_stations(); it must outlive this.
  GameAnalysis(const GameReplay& replay, const std::map<std::size_t, const Analysis*>& found,
               const JudgementLimits& limits);

  const std::vector<JudgedMove>& moves() const { return moves_; }
  const SideSummary& side(Color c) const { return sides_[static_cast<std::size_t>(index(c))]; }
  // Moves (from 0) that cost most, in the order of the game.
  std::vector<std::size_t> critical(std::size_t most = 8) const;

 private:
  std::vector<JudgedMove> moves_;
  std::array<SideSummary, 2> sides_;
};

// The stations that have to be searched: all but the ends of games.
std::vector<std::size_t> task_stations(const GameReplay& replay);

}  // namespace grandee::analyse
