#include "tools/datagen/evaluation.hpp"

#include <fmt/format.h>

#include "base/rng.hpp"
#include "search/searcher.hpp"
#include "tools/datagen/self_play.hpp"

namespace grandee::datagen {

Result<Evaluation> choose_evaluation(const std::string& name) {
  if (name.empty()) return nn::default_network();
  if (name == "bootstrap") return Evaluation();
  return nn::load_network(name);
}

nlohmann::ordered_json network_field(const Evaluation& evaluation) {
  if (!evaluation) return nullptr;
  return fmt::format("{:016x}", evaluation->checksum);
}

std::uint64_t search_signature(const Evaluation& evaluation) {
  constexpr int kPositions = 6;
  constexpr int kRandomPlies = 20;
  constexpr int kDepth = 6;
  search::Searcher searcher(std::size_t{1} << 20);
  searcher.set_network(evaluation);
  search::Limits limits;
  limits.depth = kDepth;
  std::uint64_t nodes = 0;
  for (std::uint64_t i = 0; i < kPositions; ++i) {
    Rng rng(i);
    search::Root root;
    std::vector<Move> moves;
    while (!play_random(root, rng, kRandomPlies, moves)) {
    }
    searcher.clear();
    nodes += searcher.search(root, limits).nodes;
  }
  return nodes;
}

}  // namespace grandee::datagen
