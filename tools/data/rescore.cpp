#include <fmt/format.h>

#include <atomic>
#include <thread>

#include "search/searcher.hpp"
#include "tools/common/chain_file.hpp"
#include "tools/common/progress.hpp"
#include "tools/common/signals.hpp"
#include "tools/data/commands.hpp"
#include "tools/datagen/self_play.hpp"

namespace grandee::datatool {

namespace {

using data::Game;
using data::HeaderFields;

// Gives every scored ply of the game the score of a search from there; a function of the game, the
// limits and the size of the table.
void rescore_game(search::Searcher& searcher, const RescoreOptions& options, Game& game) {
  search::Limits limits;
  limits.soft_nodes = options.nodes;
  limits.nodes = options.nodes * datagen::kHardNodeFactor;
  searcher.clear();
  search::Root root;
  root.position = game.start;
  const auto step = [&root](Move move) {
    root.earlier.push_back(root.position.key());
    root.position.make(move);
  };
  for (const Move m : game.opening) step(m);
  for (data::ScoredMove& scored : game.plies) {
    if (tools::stop_requested()) return;
    scored.score = static_cast<std::int16_t>(searcher.search(root, limits).score);
    step(scored.move);
  }
}

class Rescorer {
 public:
  explicit Rescorer(const RescoreOptions& options)
      : options_(options), signature_(datagen::search_signature(options.evaluation)) {
    for (int t = 0; t < options.threads; ++t) {
      searchers_.push_back(std::make_unique<search::Searcher>(options.hash_kib << 10));
      searchers_.back()->set_network(options.evaluation);
    }
  }

  Result<Verdict> run() {
    const auto counts = read_counts(options_.file);
    if (!counts) return Error{counts.error()};
    total_ = counts->games;
    std::vector<HeaderFields> headers;
    for (const auto& header : counts->headers) headers.push_back(rescored(&header));
    headers.push_back(rescored(nullptr));
    if (const auto opened = open_out(headers); !opened) return Error{opened.error()};

    tools::Progress progress(stderr, total_);
    progress.set_done_before(skip_);
    std::string problem;
    std::uint64_t seen = 0;
    const auto visit = [&](const Game& game, const HeaderFields* header) {
      if (seen++ < skip_) return true;
      batch_.push_back({game, rescored(header)});
      if (batch_.size() < 16 * searchers_.size()) return true;
      if (const auto done = finish_batch(); !done) problem = done.error();
      if (progress.due()) progress.show(seen, fmt::format("{} games", seen));
      return problem.empty() && !tools::stop_requested();
    };
    const auto read = for_each_game(options_.file, visit);
    if (!read) return Error{read.error()};
    if (problem.empty())
      if (const auto done = finish_batch(); !done) problem = done.error();
    if (const auto flushed = out_->flush(); !flushed && problem.empty()) problem = flushed.error();
    progress.end_line();
    if (!problem.empty()) return Error{problem};
    if (tools::stop_requested()) return Verdict::Stopped;
    const auto& tally = out_->tally();
    const auto delivered = deliver(options_.json, {{"games", tally.games},
                                                   {"positions", tally.positions},
                                                   {"kept", tally.kept},
                                                   {"bytes", out_->bytes()},
                                                   {"bad_blocks", counts->bad.size()}});
    if (!delivered) return Error{delivered.error()};
    return counts->bad.empty() ? Verdict::Good : Verdict::Faults;
  }

 private:
  struct Item {
    Game game;
    HeaderFields header;
  };

  HeaderFields rescored(const HeaderFields* header) const {
    HeaderFields fields = header ? *header : lost_header();
    fields["rescored"] = {
        {"nodes", options_.nodes}, {"hash_kib", options_.hash_kib}, {"signature", signature_}};
    return fields;
  }

  Result<Ok> open_out(const std::vector<HeaderFields>& headers) {
    const bool exists = std::filesystem::exists(options_.out);
    if (exists && !options_.resume)
      return Error{fmt::format("'{}' exists: use --resume to continue it, or another --out",
                               options_.out.string())};
    auto out = exists ? tools::ChainFile::resume(options_.out, headers)
                      : tools::ChainFile::create(options_.out, headers.front());
    if (!out) return Error{out.error()};
    if (!out->bad_blocks().empty())
      return Error{
          fmt::format("'{}' has bad blocks and can't be continued", options_.out.string())};
    out_.emplace(*std::move(out));
    skip_ = out_->tally().games;
    return Ok{};
  }

  // A batch that a stop has cut is dropped: its games are only half done.
  Result<Ok> finish_batch() {
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (auto& searcher : searchers_)
      threads.emplace_back([&, worker = searcher.get()] {
        for (std::size_t i = next++; i < batch_.size(); i = next++)
          rescore_game(*worker, options_, batch_[i].game);
      });
    for (std::thread& thread : threads) thread.join();
    if (tools::stop_requested()) return Ok{};
    for (Item& item : batch_) {
      if (const auto set = out_->set_header(item.header); !set) return set;
      if (const auto added = out_->add(std::move(item.game)); !added) return added;
    }
    batch_.clear();
    return Ok{};
  }

  const RescoreOptions& options_;
  std::uint64_t signature_;
  std::vector<std::unique_ptr<search::Searcher>> searchers_;
  std::vector<Item> batch_;
  std::optional<tools::ChainFile> out_;
  std::uint64_t skip_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace

Result<Verdict> rescore(const RescoreOptions& options) {
  return Rescorer(options).run();
}

}  // namespace grandee::datatool
