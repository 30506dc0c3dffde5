#include "search/searcher.hpp"

#include "search/worker.hpp"

namespace grandee::search {

struct Searcher::Impl {
  explicit Impl(std::size_t hash_bytes) : worker(table, control, 0) {
    const auto resized = table.resize(hash_bytes, 1);
    if (!resized) (void)table.resize(1 << 16, 1);
  }
  TranspositionTable table;
  Control control;
  Worker worker;
};

Searcher::Searcher(std::size_t hash_bytes) : impl_(std::make_unique<Impl>(hash_bytes)) {}
Searcher::~Searcher() = default;

void Searcher::set_network(std::shared_ptr<const nn::Network> network) {
  impl_->control.network = std::move(network);
  clear();
}

void Searcher::clear() {
  impl_->table.clear(1);
  impl_->worker.clear();
}

SearchResult Searcher::search(const Root& root, const Limits& limits, Listener* listener) {
  Impl& i = *impl_;
  i.control.stop = false;
  i.control.ponder = false;
  i.control.stop_on_ponder_hit = false;
  i.control.limits = limits;
  i.control.time.start(limits, root.position.side_to_move());
  i.table.new_search();
  i.worker.prepare(root);
  i.control.await_tables(root.position);
  i.worker.think(listener, [&i] { return i.worker.nodes(); });
  const SearchResult result = i.worker.result();
  if (listener != nullptr) listener->on_result(result);
  return result;
}

Score Searcher::evaluate(const Position& position) {
  return impl_->worker.static_evaluation(position);
}

}  // namespace grandee::search
