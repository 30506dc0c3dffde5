#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "search/searcher.hpp"

namespace grandee::search {

inline Root root_at(const std::string& fen) {
  const auto position = parse_fen(fen);
  EXPECT_TRUE(position.has_value()) << fen;
  return {position ? *position : Position(), {}};
}

inline Limits to_depth(int depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}

inline Limits to_nodes(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}

// A position after random play from the start.
inline Position random_position(std::uint64_t seed, int plies) {
  Rng rng(seed);
  Position position;
  for (int i = 0; i < plies; ++i) {
    MoveList moves;
    generate_legal(position, moves);
    if (moves.empty()) return random_position(seed + 1000003, plies);
    // The same game whatever the generator's order.
    std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.code() < b.code(); });
    position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return has_legal_move(position) ? position : random_position(seed + 1000003, plies);
}

// Keeps every line of a search.
class Recorder : public Listener {
 public:
  void on_line(const Line& line, const Statistics& statistics) override {
    lines.push_back(line);
    last_statistics = statistics;
  }
  void on_result(const SearchResult& r) override {
    result = r;
    ++results;
  }

  std::vector<Line> lines;
  Statistics last_statistics;
  SearchResult result;
  int results = 0;
};

inline void expect_legal_pv(const Position& root, const std::vector<Move>& pv) {
  Position position = root;
  for (const Move m : pv) {
    ASSERT_TRUE(position.is_legal(m)) << to_uci(m) << " in " << to_fen(root);
    position.make(m);
  }
}

}  // namespace grandee::search
