#include "tools/match/results.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

#include "base/rng.hpp"

namespace grandee::match {

namespace {

// Points of White in half points.
int half_points(GameResult result) {
  return result == GameResult::WhiteWins ? 2 : result == GameResult::Draw ? 1 : 0;
}

}  // namespace

std::uint64_t fingerprint(const Position& start, const std::vector<Move>& moves) {
  std::uint64_t hash = start.key();
  for (const Move move : moves) hash = Rng(hash ^ move.raw()).next();
  return hash;
}

Results::Results(std::vector<std::string> names, Schedule schedule)
    : names_(std::move(names)),
      schedule_(std::move(schedule)),
      games_(schedule_.total()),
      tallies_(schedule_.pairings().size()),
      engines_(names_.size()) {}

void Results::add(const FinishedGame& game) {
  games_[game.number] = game;
  ++played_;
  const PlannedGame planned = schedule_.game(game.number);
  const std::size_t players[] = {schedule_.white(planned), schedule_.black(planned)};
  // Points of the pairing's first engine.
  const auto points = [](const PlannedGame& plan, GameResult result) {
    return static_cast<std::size_t>(plan.swapped ? 2 - half_points(result) : half_points(result));
  };
  Tally& tally = tallies_[planned.pairing];
  const std::size_t own = points(planned, game.result);
  ++tally.games[own];
  if (const std::size_t partner = schedule_.partner(planned);
      partner < games_.size() && games_[partner]) {
    const std::size_t other = points(schedule_.game(partner), games_[partner]->result);
    ++tally.pairs[own + other];
    if (own + other == 2) ++(own == 1 ? tally.draw_draw_pairs : tally.win_loss_pairs);
  }
  ++terminations_[game.termination];
  if (game.result != GameResult::Draw)
    ++engines_[players[game.result == GameResult::WhiteWins ? 1 : 0]].losses[game.termination];
  for (std::size_t i = 0; i < 2; ++i) engines_[players[i]].faults += game.faults[i];
  if (!fingerprints_.insert(game.fingerprint).second) ++duplicates_;
}

Tally Results::engine(std::size_t index) const {
  Tally sum;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    const auto& [first, second] = schedule_.pairings()[i];
    if (first == index) sum += tallies_[i];
    if (second == index) sum += tallies_[i].swapped();
  }
  return sum;
}

int Results::losses_by(Termination termination) const {
  const auto found = terminations_.find(termination);
  return found == terminations_.end() ? 0 : found->second;
}

std::string Results::report(const std::string& conditions, const std::optional<Sprt>& sprt) const {
  std::string text;
  if (names_.size() == 2)
    text = fmt::format("Results of {} vs {} ({}):\n{}", names_[0], names_[1], conditions,
                       format_tally(tallies_[0], sprt));
  else
    text = fmt::format("Results of {} engines ({}):\n{}", names_.size(), conditions, table());
  if (schedule_.tournament() == Tournament::Ladder) text += steps();
  return text + remarks();
}

std::string Results::table() const {
  std::vector<std::size_t> order(names_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<Tally> tallies;
  for (const std::size_t i : order) tallies.push_back(engine(i));
  std::stable_sort(order.begin(), order.end(), [&tallies](std::size_t a, std::size_t b) {
    return analyse(tallies[a]).score > analyse(tallies[b]).score;
  });
  std::size_t width = 4;
  for (const std::string& name : names_) width = std::max(width, name.size());
  std::string text =
      fmt::format("{:<4} {:<{}} {:>9} {:>8} {:>9} {:>8} {:>7} {:>7} {:>7}  {}\n", "Rank", "Name",
                  width, "Elo", "+/-", "nElo", "+/-", "Games", "Score", "Draw", "Ptnml(0-2)");
  int rank = 0;
  for (const std::size_t i : order) {
    const Tally& t = tallies[i];
    const Statistics s = analyse(t);
    const Pentanomial& p = t.pairs;
    text += fmt::format(
        "{:>4} {:<{}} {:>9.2f} {:>8.2f} {:>9.2f} {:>8.2f} {:>7} {:>6.1f}% {:>6.1f}%  "
        "[{}, {}, {}, {}, {}]\n",
        ++rank, names_[i], width, s.elo.value, s.elo.error, s.nelo.value, s.nelo.error,
        total(t.games), 100 * s.score, 100 * s.draw_ratio, p[0], p[1], p[2], p[3], p[4]);
  }
  return text;
}

std::string Results::steps() const {
  std::string text;
  double sum = 0;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    const auto& [below, above] = schedule_.pairings()[i];
    const Statistics s = analyse(tallies_[i].swapped());
    sum += s.elo.value;
    text += fmt::format("{} over {}: Elo {:+.1f} +/- {:.1f}, over {}: {:+.1f} ({} games)\n",
                        names_[above], names_[below], s.elo.value, s.elo.error, names_.front(), sum,
                        total(tallies_[i].games));
  }
  return text;
}

std::string Results::remarks() const {
  std::string text = "Endings:";
  for (const auto& [termination, count] : terminations_)
    text += fmt::format("{} {} {}", text.back() == ':' ? "" : ",", name_of(termination), count);
  text += text.back() == ':' ? " none\n" : "\n";
  for (std::size_t i = 0; i < names_.size(); ++i) {
    std::string line;
    const auto add = [&line](int count, std::string_view what) {
      if (count > 0) line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, what);
    };
    const auto lost = [this, i](Termination t) {
      const auto found = engines_[i].losses.find(t);
      return found == engines_[i].losses.end() ? 0 : found->second;
    };
    for (const Termination t :
         {Termination::TimeForfeit, Termination::IllegalMove, Termination::NoMove,
          Termination::FalseClaim, Termination::Stall, Termination::Crash, Termination::Disconnect})
      add(lost(t), fmt::format("lost by {}", name_of(t)));
    add(engines_[i].faults.illegal_pv, "searches with an illegal move in the variation");
    add(engines_[i].faults.missing_score, "moves without a score");
    add(engines_[i].faults.node_overrun, "searches over the node limit");
    add(engines_[i].faults.other, "other remarks");
    if (!line.empty()) text += fmt::format("{}: {}\n", names_[i], line);
  }
  if (duplicates_ > 0)
    text += fmt::format(
        "{} of the games are copies of other ones: the error bars are narrower than they should "
        "be\n",
        duplicates_);
  return text;
}

std::string Results::short_report(const std::optional<Sprt>& sprt) const {
  const Tally tally = first_engine();
  const Statistics s = analyse(tally);
  std::string text = fmt::format("{}/{} games, W {} D {} L {}", played_, schedule_.total(),
                                 tally.games[2], tally.games[1], tally.games[0]);
  text += fmt::format(", Elo {:.1f} +/- {:.1f}", s.elo.value, s.elo.error);
  if (sprt)
    text += fmt::format(", LLR {:.2f} ({:.2f}, {:.2f})", sprt->llr(tally.pairs), sprt->lower(),
                        sprt->upper());
  return text;
}

nlohmann::ordered_json Results::json(const std::optional<Sprt>& sprt) const {
  nlohmann::ordered_json json = tally_json(first_engine(), sprt);
  json["planned"] = schedule_.total();
  json["crashes"] = losses_by(Termination::Crash) + losses_by(Termination::Disconnect);
  json["time_losses"] = losses_by(Termination::TimeForfeit);
  json["illegal"] = losses_by(Termination::IllegalMove) + losses_by(Termination::NoMove);
  json["stalls"] = losses_by(Termination::Stall);
  json["duplicates"] = duplicates_;
  for (const auto& [termination, count] : terminations_)
    json["terminations"][std::string(name_of(termination))] = count;
  json["engines"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < names_.size(); ++i) {
    nlohmann::ordered_json engine_json{{"name", names_[i]}};
    engine_json.update(tally_json(engine(i), std::nullopt));
    engine_json.erase("llr");
    for (const auto& [termination, count] : engines_[i].losses)
      engine_json["losses_by"][std::string(name_of(termination))] = count;
    const Faults& faults = engines_[i].faults;
    engine_json["illegal_pv"] = faults.illegal_pv;
    engine_json["missing_score"] = faults.missing_score;
    engine_json["node_overrun"] = faults.node_overrun;
    engine_json["other_remarks"] = faults.other;
    json["engines"].push_back(std::move(engine_json));
  }
  if (names_.size() > 2)
    for (std::size_t i = 0; i < tallies_.size(); ++i) {
      const auto& [first, second] = schedule_.pairings()[i];
      nlohmann::ordered_json pairing{{"first", names_[first]}, {"second", names_[second]}};
      pairing.update(tally_json(tallies_[i], std::nullopt));
      json["pairings"].push_back(std::move(pairing));
    }
  return json;
}

}  // namespace grandee::match
