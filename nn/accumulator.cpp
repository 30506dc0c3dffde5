#include "nn/accumulator.hpp"

namespace grandee::nn {

namespace {

// A line of kMaxPly plies, the root, and some slack for a search that extends at the last ply.
constexpr std::size_t kEntries = kMaxPly + 8;

constexpr std::size_t at(Color c) {
  return static_cast<std::size_t>(index(c));
}

void refresh_view(const Network& network, const Kernels& kernels, Color view,
                  const Position& position, std::int16_t* to) {
  const ViewTable& table =
      view_table(view, is_mirrored(network.features, position.king_square(view)));
  InputList active = active_inputs(position);
  for (Input& input : active) input = table[input];
  kernels.refresh(to, network.feature_bias.data(), network.feature_weights.data(), active.data(),
                  active.size(), static_cast<std::size_t>(network.width));
}

Score forward(const Network& network, const Kernels& kernels, const std::int16_t* own,
              const std::int16_t* other, int men) {
  const int bucket = bucket_of(men);
  return network.score(bucket, kernels.forward(own, other, network.bucket_weights(bucket),
                                               static_cast<std::size_t>(network.width)));
}

}  // namespace

AccumulatorStack::AccumulatorStack(std::shared_ptr<const Network> network, const Kernels& kernels)
    : network_(std::move(network)),
      kernels_(kernels),
      entries_(kEntries),
      values_(kEntries * 2 * static_cast<std::size_t>(network_->width)) {
  reset(Position());
}

std::int16_t* AccumulatorStack::values(std::size_t entry, Color view) {
  return values_.data() + (entry * 2 + at(view)) * static_cast<std::size_t>(network_->width);
}

void AccumulatorStack::note_mirrors(Entry& entry, const Position& position) const {
  for (const Color view : {Color::White, Color::Black})
    entry.mirrored[at(view)] = is_mirrored(network_->features, position.king_square(view));
}

void AccumulatorStack::reset(const Position& root) {
  top_ = 0;
  note_mirrors(entries_[0], root);
  refresh(Color::White, root);
  refresh(Color::Black, root);
}

void AccumulatorStack::push(const Position& after, const Delta& delta) {
  GRANDEE_ASSERT(top_ + 1 < kEntries);
  Entry& entry = entries_[++top_];
  entry.toggles = toggles_of(after, delta);
  entry.computed = {};
  note_mirrors(entry, after);
}

void AccumulatorStack::push_null() {
  GRANDEE_ASSERT(top_ + 1 < kEntries);
  Entry& entry = entries_[++top_];
  entry.toggles = {};
  entry.computed = {};
  entry.mirrored = entries_[top_ - 1].mirrored;
}

void AccumulatorStack::pop() {
  GRANDEE_ASSERT(top_ > 0);
  --top_;
}

void AccumulatorStack::refresh(Color view, const Position& top) {
  refresh_view(*network_, kernels_, view, top, values(top_, view));
  entries_[top_].computed[at(view)] = true;
}

void AccumulatorStack::apply(std::size_t entry, Color view) {
  const auto width = static_cast<std::size_t>(network_->width);
  const std::int16_t* from = values(entry - 1, view);
  std::int16_t* to = values(entry, view);
  const Toggles& toggles = entries_[entry].toggles;
  if (toggles.off_count == 0) {
    std::copy(from, from + width, to);
  } else {
    const ViewTable& table = view_table(view, entries_[entry].mirrored[at(view)]);
    RowChange change;
    change.off_count = toggles.off_count;
    change.on_count = toggles.on_count;
    for (std::size_t i = 0; i < toggles.off.size(); ++i) change.off[i] = table[toggles.off[i]];
    for (std::size_t i = 0; i < toggles.on.size(); ++i) change.on[i] = table[toggles.on[i]];
    kernels_.update(to, from, network_->feature_weights.data(), change, width);
  }
  entries_[entry].computed[at(view)] = true;
}

void AccumulatorStack::materialise(Color view, const Position& top) {
  std::size_t base = top_;
  while (!entries_[base].computed[at(view)]) {
    // The root is always computed.
    if (entries_[base].mirrored[at(view)] != entries_[base - 1].mirrored[at(view)])
      return refresh(view, top);
    --base;
  }
  for (std::size_t entry = base + 1; entry <= top_; ++entry) apply(entry, view);
}

Score AccumulatorStack::evaluate(const Position& top) {
  materialise(Color::White, top);
  materialise(Color::Black, top);
  const Color us = top.side_to_move();
  const Score score = forward(*network_, kernels_, values(top_, us), values(top_, ~us), top.men());
  GRANDEE_ASSERT(!kDebug || score == evaluate_once(*network_, kernels_, top));
  return score;
}

Score evaluate_once(const Network& network, const Kernels& kernels, const Position& position) {
  alignas(kAlignment) std::int16_t own[kMaxWidth];
  alignas(kAlignment) std::int16_t other[kMaxWidth];
  const Color us = position.side_to_move();
  refresh_view(network, kernels, us, position, own);
  refresh_view(network, kernels, ~us, position, other);
  return forward(network, kernels, own, other, position.men());
}

}  // namespace grandee::nn
