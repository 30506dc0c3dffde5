#include "tools/match/report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace grandee::match {

namespace {

std::string show(const Estimate& estimate) {
  return fmt::format("{:.2f} +/- {:.2f}", estimate.value, estimate.error);
}

double points(const Trinomial& games) {
  return static_cast<double>(games[2]) + static_cast<double>(games[1]) / 2;
}

double win_loss_ratio(const Tally& tally) {
  return tally.draw_draw_pairs > 0 ? static_cast<double>(tally.win_loss_pairs) /
                                         static_cast<double>(tally.draw_draw_pairs)
         : tally.win_loss_pairs > 0 ? HUGE_VAL
                                    : 1;
}

std::string format_pairs(const Tally& tally) {
  const Pentanomial& p = tally.pairs;
  std::string text = fmt::format("Ptnml(0-2): [{}, {}, {}, {}, {}]", p[0], p[1], p[2], p[3], p[4]);
  if (tally.win_loss_pairs + tally.draw_draw_pairs > 0)
    text += fmt::format(", WL/DD Ratio: {:.2f}", win_loss_ratio(tally));
  return text + "\n";
}

}  // namespace

Tally& Tally::operator+=(const Tally& other) {
  for (std::size_t i = 0; i < games.size(); ++i) games[i] += other.games[i];
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += other.pairs[i];
  win_loss_pairs += other.win_loss_pairs;
  draw_draw_pairs += other.draw_draw_pairs;
  return *this;
}

Tally Tally::swapped() const {
  Tally other = *this;
  std::reverse(other.games.begin(), other.games.end());
  std::reverse(other.pairs.begin(), other.pairs.end());
  return other;
}

Statistics analyse(const Tally& tally) {
  const bool paired = total(tally.pairs) > 0 || total(tally.games) == 0;
  return paired ? analyse(tally.pairs) : analyse(tally.games);
}

std::string format_tally(const Tally& tally, const std::optional<Sprt>& sprt) {
  const Statistics s = analyse(tally);
  std::string text = fmt::format("Elo: {}, nElo: {}\n", show(s.elo), show(s.nelo));
  text += fmt::format("LOS: {:.2f} %, DrawRatio: {:.2f} %, PairsRatio: {:.2f}\n", 100 * s.los,
                      100 * s.draw_ratio, pairs_ratio(tally.pairs));
  if (const std::uint64_t games = total(tally.games); games > 0) {
    const double share = points(tally.games) / static_cast<double>(games);
    text += fmt::format("Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1f} ({:.2f} %)\n",
                        games, tally.games[2], tally.games[0], tally.games[1], points(tally.games),
                        100 * share);
  }
  text += format_pairs(tally);
  if (sprt) {
    const double llr = sprt->llr(tally.pairs);
    const double bound = llr < 0 ? sprt->lower() : sprt->upper();
    text += fmt::format("LLR: {:.2f} ({:.1f}%) ({:.2f}, {:.2f}) [{:.2f}, {:.2f}] {}\n", llr,
                        100 * std::abs(llr / bound) * (llr < 0 ? -1 : 1), sprt->lower(),
                        sprt->upper(), sprt->elo0, sprt->elo1, name_of(sprt->model));
  }
  return text;
}

nlohmann::ordered_json number_or_null(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json tally_json(const Tally& tally, const std::optional<Sprt>& sprt) {
  const Statistics s = analyse(tally);
  nlohmann::ordered_json json;
  if (const std::uint64_t games = total(tally.games); games > 0 || total(tally.pairs) == 0) {
    json["games"] = games;
    json["wins"] = tally.games[2];
    json["draws"] = tally.games[1];
    json["losses"] = tally.games[0];
    json["points"] = points(tally.games);
  } else {
    json["games"] = 2 * total(tally.pairs);
    json["wins"] = json["draws"] = json["losses"] = nullptr;
    double half_points = 0;
    for (std::size_t i = 0; i < tally.pairs.size(); ++i)
      half_points += static_cast<double>(i * tally.pairs[i]);
    json["points"] = half_points / 2;
  }
  json["score"] = s.score;
  json["elo"] = number_or_null(s.elo.value);
  json["elo_error"] = number_or_null(s.elo.error);
  json["nelo"] = number_or_null(s.nelo.value);
  json["nelo_error"] = number_or_null(s.nelo.error);
  json["los"] = s.los;
  json["draw_ratio"] = s.draw_ratio;
  json["pairs_ratio"] = number_or_null(pairs_ratio(tally.pairs));
  json["ptnml"] = tally.pairs;
  json["llr"] = sprt ? nlohmann::ordered_json(sprt->llr(tally.pairs)) : nullptr;
  if (sprt)
    json["sprt"] = {{"elo0", sprt->elo0},
                    {"elo1", sprt->elo1},
                    {"alpha", sprt->alpha},
                    {"beta", sprt->beta},
                    {"model", name_of(sprt->model)},
                    {"lower", sprt->lower()},
                    {"upper", sprt->upper()},
                    {"verdict", name_of(sprt->verdict(tally.pairs))}};
  return json;
}

}  // namespace grandee::match
