// The UCI protocol from the host's side.
#pragma once

#include <map>

#include "tools/match/engine.hpp"

namespace grandee::match {

class UciEngine : public Engine {
 public:
  UciEngine(const EngineConfig& config, const Patience& patience, tools::Process process,
            const tools::Interrupt& interrupt)
      : Engine(config, patience, std::move(process), interrupt) {}

  std::optional<Reply> new_game(const GameState& game) override;
  Reply think(const GameState& game, const Clocks& clocks) override;
  Result<Move> read_move(const Position& position, std::string_view text) const override;
  void set_option(const std::string& name, const std::string& value) override;
  std::vector<SpinOption> spin_options() const override { return spins_; }

 private:
  struct Option {
    std::string name;
    std::string type;
    std::string range;  // the rest of the line
  };

  Result<Ok> greet() override;
  std::optional<Reply> wait_until_ready(Duration patience);
  std::string position_command(const GameState& game) const;
  std::string go_command(const GameState& game, const Clocks& clocks) const;

  std::map<std::string, Option> offered_;  // by name in lower case
  std::vector<SpinOption> spins_;
};

// Reads one "info" line into what is known so far; lines of other than the first of several
// variations are passed over.
void read_info(std::string_view line, Thinking& thinking);

}  // namespace grandee::match
