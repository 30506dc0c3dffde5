// Which moves the words of a game mean: every reading that stays legal is followed to the end.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "board/notation.hpp"
#include "board/position.hpp"

namespace grandee::tools {

struct Reading {
  SanStyle style;
  Position position;
  std::vector<Move> moves;
  int oddities = 0;  // weight of captures and checks that are none, and of promotions left out
};

struct Replay {
  // The readings with the fewest oddities that fit all words, those of the first styles first.
  std::vector<Reading> readings;
  // Without a reading: the ply at which the last one ended, that one, and why.
  std::size_t failed_ply = 0;
  std::string error;
  Reading furthest;
  // There were so many readings that some were given up which might be meant as well.
  bool incomplete = false;
};

// Missing disambiguation is filled in by whatever lets the game go on. A pawn that could stay one
// did so if nothing is written; only if nothing fits well that way its promotion is tried.
Replay replay_words(const Position& start, std::span<const std::string_view> words,
                    std::span<const SanStyle> styles);

}  // namespace grandee::tools
