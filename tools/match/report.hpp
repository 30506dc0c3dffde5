// Results in fastchess's words, and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "tools/match/sprt.hpp"
#include "tools/match/statistics.hpp"

namespace grandee::match {

// What two engines scored, from the first one's view.
struct Tally {
  Trinomial games{};    // every game that has a result
  Pentanomial pairs{};  // pairs of which both games have one
  // Pairs with one point: a win and a loss, or two draws. Both 0 where only the counts are known.
  std::uint64_t win_loss_pairs = 0;
  std::uint64_t draw_draw_pairs = 0;

  Tally& operator+=(const Tally& other);
  // The same from the second engine's view.
  Tally swapped() const;
};

// Statistics of the pairs; of single games where there is no pair.
Statistics analyse(const Tally& tally);

// "Elo: … nElo: …", "LOS: …", "Games: …" (if known), "Ptnml(0-2): …", and with a test "LLR: …".
std::string format_tally(const Tally& tally, const std::optional<Sprt>& sprt);

// An infinite or unknown figure is null.
nlohmann::ordered_json number_or_null(double value);
// games wins draws losses points elo elo_error nelo nelo_error los draw_ratio pairs_ratio ptnml llr
// sprt.
nlohmann::ordered_json tally_json(const Tally& tally, const std::optional<Sprt>& sprt);

}  // namespace grandee::match
