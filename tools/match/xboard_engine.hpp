// The XBoard protocol (CECP 2) from the host's side. Ranks are numbered 0–9.
#pragma once

#include <set>
#include <string>

#include "tools/match/engine.hpp"

namespace grandee::match {

class XBoardEngine : public Engine {
 public:
  XBoardEngine(const EngineConfig& config, const Patience& patience, tools::Process process,
               const tools::Interrupt& interrupt)
      : Engine(config, patience, std::move(process), interrupt) {}

  std::optional<Reply> new_game(const GameState& game) override;
  Reply think(const GameState& game, const Clocks& clocks) override;
  Result<Move> read_move(const Position& position, std::string_view text) const override;
  void set_option(const std::string& name, const std::string& value) override;

 private:
  struct Features {
    bool ping = false;
    bool setboard = false;
    bool usermove = false;
    bool memory = false;
    bool smp = false;
    bool done = false;
    std::string variants;
    std::set<std::string> options;  // names in lower case
  };

  Result<Ok> greet() override;
  void read_features(std::string_view text);
  std::optional<Reply> synchronize(Duration patience);
  void send_move(Move move);
  void send_limits();
  void send_clocks(const Clocks& clocks);
  // Is the line an answer to the search? Fills the reply if so.
  bool read_answer(const GameState& game, const std::string& line, Reply& reply);

  Features features_;
  int pings_ = 0;
  std::size_t known_ = 0;     // moves of the game the engine was told or made itself
  bool thinking_on_ = false;  // out of force mode: it answers each move
};

// Reads a line of thinking output ("9 156 1084 48000 Nf3 Nc6"); false if it is none. The
// variation is free text in this protocol and is not kept.
bool read_thinking(std::string_view line, Thinking& thinking);

}  // namespace grandee::match
