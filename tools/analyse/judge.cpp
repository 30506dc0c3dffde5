#include "tools/analyse/judge.hpp"

#include <algorithm>
#include <cmath>

#include "tools/analyse/score_text.hpp"

namespace grandee::analyse {

namespace {

int glyph_for(double loss, const JudgementLimits& limits) {
  const double percent = 100 * loss;
  if (percent >= limits.blunder) return kBlunderGlyph;
  if (percent >= limits.mistake) return kMistakeGlyph;
  return percent >= limits.inaccuracy ? kInaccuracyGlyph : 0;
}

// What the search says of a station, for its side to move. Where the rules end the game it has
// nothing to say.
Score score_at(const GameReplay& replay, std::size_t station, const Analysis* found) {
  const Station& here = replay.stations()[station];
  if (here.outcome == Outcome::Checkmate) return mated_in(0);
  return here.outcome != Outcome::Ongoing || found == nullptr ? 0 : found->score;
}

}  // namespace

std::string_view mark_of(int glyph) {
  switch (glyph) {
    case kInaccuracyGlyph: return "?!";
    case kMistakeGlyph: return "?";
    case kBlunderGlyph: return "??";
    default: return "";
  }
}

std::vector<std::size_t> task_stations(const GameReplay& replay) {
  std::vector<std::size_t> stations;
  const std::size_t last = replay.moves().size();
  for (std::size_t i = 0; i <= last; ++i) {
    const bool over = i == last && replay.stations()[i].outcome != Outcome::Ongoing;
    if (!over && !replay.is_final(i)) stations.push_back(i);
  }
  return stations;
}

GameAnalysis::GameAnalysis(const GameReplay& replay,
                           const std::map<std::size_t, const Analysis*>& found,
                           const JudgementLimits& limits) {
  const auto found_at = [&found](std::size_t station) {
    const auto it = found.find(station);
    return it == found.end() ? nullptr : it->second;
  };
  std::array<double, 2> accuracy{};
  for (std::size_t i = 0; i < replay.moves().size(); ++i) {
    const Position& before = replay.stations()[i].position;
    const Position& after = replay.stations()[i + 1].position;
    const Color side = before.side_to_move();
    const Score reply = score_at(replay, i + 1, found_at(i + 1));
    JudgedMove move;
    move.search = found_at(i);
    move.after = shown_white(after, reply);
    move.expected_after = 1 - expected_result(after, reply);
    // A move after insufficient material was reached has nothing before it.
    move.before = move.after;
    move.expected_before = move.expected_after;
    if (move.search != nullptr) {
      move.before = shown_white(before, move.search->score);
      move.expected_before = expected_result(before, move.search->score);
      move.best = move.search->pv().front() == replay.moves()[i];
    }
    if (!move.best) move.loss = std::max(move.expected_before - move.expected_after, 0.0);
    move.glyph = glyph_for(move.loss, limits);
    moves_.push_back(move);

    SideSummary& summary = sides_[static_cast<std::size_t>(index(side))];
    ++summary.moves;
    summary.average_loss += move.loss;
    accuracy[static_cast<std::size_t>(index(side))] += 100 * std::exp(-5 * move.loss);
    summary.inaccuracies += move.glyph == kInaccuracyGlyph;
    summary.mistakes += move.glyph == kMistakeGlyph;
    summary.blunders += move.glyph == kBlunderGlyph;
  }
  for (std::size_t c = 0; c < 2; ++c) {
    if (sides_[c].moves == 0) continue;
    sides_[c].average_loss /= sides_[c].moves;
    sides_[c].accuracy = accuracy[c] / sides_[c].moves;
  }
}

std::vector<std::size_t> GameAnalysis::critical(std::size_t most) const {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < moves_.size(); ++i)
    if (moves_[i].glyph == kMistakeGlyph || moves_[i].glyph == kBlunderGlyph) chosen.push_back(i);
  std::stable_sort(chosen.begin(), chosen.end(), [this](std::size_t a, std::size_t b) {
    return moves_[a].loss > moves_[b].loss;
  });
  if (chosen.size() > most) chosen.resize(most);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace grandee::analyse
