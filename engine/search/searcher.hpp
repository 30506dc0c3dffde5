// A search in the caller's own thread, for tools: no thread, no clock thread, no output.
#pragma once

#include <cstddef>
#include <memory>

#include "nn/network.hpp"
#include "search/limits.hpp"
#include "search/listener.hpp"

namespace grandee::search {

class Searcher {
 public:
  explicit Searcher(std::size_t hash_bytes);
  ~Searcher();
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  // Evaluates with this network from now on; null: with the bootstrap. At first it is the built-in
  // one. Forgets everything learned: it is all made of the old evaluation's scores.
  void set_network(std::shared_ptr<const nn::Network> network);
  // Forgets everything learned, as before a new game.
  void clear();
  // Deterministic for limits without time. The listener may be null.
  SearchResult search(const Root& root, const Limits& limits, Listener* listener = nullptr);
  // The static evaluation from the side to move, centipawns; not in check.
  Score evaluate(const Position& position);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace grandee::search
