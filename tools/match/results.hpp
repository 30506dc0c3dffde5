// What has been played, kept up to date game by game.
#pragma once

#include <array>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/match/game.hpp"
#include "tools/match/report.hpp"
#include "tools/match/schedule.hpp"

namespace grandee::match {

// What of a game the statistics need; it can be read back from the PGN.
struct FinishedGame {
  std::size_t number = 0;
  GameResult result = GameResult::Unfinished;
  Termination termination = Termination::Aborted;
  std::array<Faults, 2> faults{};
  std::uint64_t fingerprint = 0;  // of start and moves: equal games have equal ones
};

std::uint64_t fingerprint(const Position& start, const std::vector<Move>& moves);

class Results {
 public:
  Results(std::vector<std::string> names, Schedule schedule);

  void add(const FinishedGame& game);
  bool has(std::size_t number) const { return games_[number].has_value(); }
  std::size_t played() const { return played_; }
  const Schedule& schedule() const { return schedule_; }

  // Of a pairing from its first engine's view; of the first engine against all others.
  const Tally& pairing(std::size_t index) const { return tallies_[index]; }
  Tally first_engine() const { return engine(0); }
  Tally engine(std::size_t index) const;
  // Games that are move by move the same as another one.
  std::size_t duplicates() const { return duplicates_; }

  // The whole report for people: the results of two engines, or a table of more.
  std::string report(const std::string& conditions, const std::optional<Sprt>& sprt) const;
  // One line without counts of what is to come: "W 12 D 3 L 9, Elo …, LLR …".
  std::string short_report(const std::optional<Sprt>& sprt) const;
  nlohmann::ordered_json json(const std::optional<Sprt>& sprt) const;

 private:
  struct EngineRecord {
    Faults faults;
    std::map<Termination, int> losses;  // by how they came about
  };

  std::string table() const;
  // Of a ladder, what each engine is worth over the one before and over the first.
  std::string steps() const;
  std::string remarks() const;
  int losses_by(Termination termination) const;

  std::vector<std::string> names_;
  Schedule schedule_;
  std::vector<std::optional<FinishedGame>> games_;
  std::vector<Tally> tallies_;
  std::vector<EngineRecord> engines_;
  std::map<Termination, int> terminations_;
  std::set<std::uint64_t> fingerprints_;
  std::size_t duplicates_ = 0;
  std::size_t played_ = 0;
};

}  // namespace grandee::match
