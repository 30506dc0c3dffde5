// First-layer sums along the line that is being searched, made when they are asked for: a move only
// records which inputs it toggles.
#pragma once

#include <memory>
#include <vector>

#include "board/position.hpp"
#include "nn/features.hpp"
#include "nn/kernels.hpp"
#include "nn/network.hpp"

namespace grandee::nn {

class AccumulatorStack {
 public:
  AccumulatorStack(std::shared_ptr<const Network> network, const Kernels& kernels);

  void reset(const Position& root);
  void push(const Position& after, const Delta& delta);
  void push_null();
  void pop();

  // The score of the position on top, from the side to move.
  Score evaluate(const Position& top);

  const Network& network() const { return *network_; }

 private:
  struct Entry {
    Toggles toggles;
    std::array<bool, 2> computed{};
    std::array<bool, 2> mirrored{};
  };

  std::int16_t* values(std::size_t entry, Color view);
  void note_mirrors(Entry& entry, const Position& position) const;
  void refresh(Color view, const Position& top);
  void apply(std::size_t entry, Color view);
  // Makes the view's sums of the top entry.
  void materialise(Color view, const Position& top);

  std::shared_ptr<const Network> network_;
  const Kernels& kernels_;
  std::vector<Entry> entries_;
  std::size_t top_ = 0;
  AlignedVector<std::int16_t> values_;  // entry, view, width
};

// The score from scratch, without a stack.
Score evaluate_once(const Network& network, const Kernels& kernels, const Position& position);

}  // namespace grandee::nn
