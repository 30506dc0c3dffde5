#include "tools/common/pgn_replay.hpp"

#include <algorithm>

#include "board/movegen.hpp"

namespace grandee::tools {

namespace {

constexpr std::size_t kMostReadings = 256;

// Of a reading: a mark that was written but isn't so weighs more than a promotion left out.
constexpr int kFalseMark = 2;
constexpr int kOmittedPromotion = 1;

struct Candidate {
  Move move;
  int oddities = 0;
};

bool contains(std::string_view text, std::string_view characters) {
  return text.find_first_of(characters) != std::string_view::npos;
}

// A pawn move that names no promotion: "d9", "cxd10+".
bool lacks_promotion(std::string_view bare) {
  return !bare.empty() && bare[0] >= 'a' && bare[0] <= 'j' && bare.back() >= '0' &&
         bare.back() <= '9';
}

// Marks that were written are taken at their word; marks that lack say nothing.
int oddities_of(const Position& position, Move move, std::string_view word) {
  int oddities = 0;
  if (contains(word, "x:") && position.captured(move) == Piece::None) oddities += kFalseMark;
  if (contains(word, "+#")) {
    Position after = position;
    after.make(move);
    if (!after.in_check() || (contains(word, "#") && has_legal_move(after))) oddities += kFalseMark;
  }
  return oddities;
}

std::vector<Candidate> candidates(const Reading& reading, std::string_view word, bool promote) {
  std::vector<Candidate> found;
  const auto add = [&](const Result<std::vector<Move>>& moves, int oddities) {
    if (!moves) return;
    for (const Move m : *moves)
      found.push_back({m, oddities + oddities_of(reading.position, m, word)});
  };
  add(san_candidates(reading.position, word, reading.style), 0);
  const std::string_view bare = word.substr(0, word.find_last_not_of("+#") + 1);
  if (!(found.empty() || promote) || !lacks_promotion(bare)) return found;
  for (int t = index(PieceType::Knight); t < index(PieceType::King); ++t) {
    const std::string full =
        std::string(bare) + '=' + piece_letter(piece_type(t), reading.style.letters);
    add(san_candidates(reading.position, full, reading.style), kOmittedPromotion);
  }
  return found;
}

// Follows all readings one word further.
std::vector<Reading> advance(const std::vector<Reading>& readings, std::string_view word,
                             bool promote) {
  std::vector<Reading> next;
  for (const Reading& reading : readings) {
    for (const Candidate& candidate : candidates(reading, word, promote)) {
      next.push_back(reading);
      next.back().position.make(candidate.move);
      next.back().moves.push_back(candidate.move);
      next.back().oddities += candidate.oddities;
    }
  }
  return next;
}

Replay follow(const Position& start, std::span<const std::string_view> words,
              std::span<const SanStyle> styles, bool promote) {
  Replay replay;
  for (const SanStyle& style : styles) replay.readings.push_back({style, start, {}, 0});
  std::optional<int> given_up;  // the fewest oddities among these
  const auto fewer = [](const Reading& a, const Reading& b) { return a.oddities < b.oddities; };
  for (std::size_t ply = 0; ply < words.size(); ++ply) {
    std::vector<Reading> next = advance(replay.readings, words[ply], promote);
    if (next.empty()) {
      replay.failed_ply = ply;
      replay.furthest = std::move(replay.readings.front());
      const auto move = parse_san(replay.furthest.position, words[ply], replay.furthest.style);
      if (!move) replay.error = move.error();
      replay.readings.clear();
      return replay;
    }
    if (next.size() > kMostReadings) {
      std::stable_sort(next.begin(), next.end(), fewer);
      const int lost = next[kMostReadings].oddities;
      given_up = std::min(given_up.value_or(lost), lost);
      next.erase(next.begin() + kMostReadings, next.end());
    }
    replay.readings = std::move(next);
  }
  std::stable_sort(replay.readings.begin(), replay.readings.end(), fewer);
  const int fewest = replay.readings.front().oddities;
  std::erase_if(replay.readings, [&](const Reading& r) { return r.oddities > fewest; });
  replay.incomplete = given_up && *given_up <= fewest;
  return replay;
}

}  // namespace

Replay replay_words(const Position& start, std::span<const std::string_view> words,
                    std::span<const SanStyle> styles) {
  Replay plain = follow(start, words, styles, false);
  if (!plain.readings.empty() && plain.readings[0].oddities < kFalseMark) return plain;
  Replay promoting = follow(start, words, styles, true);
  return promoting.readings.empty() ? plain : promoting;
}

}  // namespace grandee::tools
