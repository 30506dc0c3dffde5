// The transposition table, shared by all threads without locks: an entry is two relaxed 64-bit
// atomics, the first the key xored with the second, so a torn write never matches (Hyatt, Mann
// 2002).
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "base/result.hpp"
#include "board/move.hpp"
#include "board/score.hpp"
#include "search/listener.hpp"

namespace grandee::search {

// What an entry says of a position.
struct TtData {
  std::uint16_t move_code = 0;  // Move::code(), 0 for none
  Score score = 0;              // mate scores counted from the position itself
  Score eval = kNoScore;        // uncorrected static evaluation, kNoScore in check
  int depth = 0;                // plies, 0 for quiescence
  Bound bound = Bound::None;
  bool pv = false;

  Move move() const { return move_code == 0 ? Move::none() : Move::from_code(move_code); }
};

class TranspositionTable {
 public:
  TranspositionTable() = default;
  ~TranspositionTable();
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  // Empty afterwards, cleared by that many threads. On an error the earlier table stays.
  Result<Ok> resize(std::size_t bytes, int threads);
  void clear(int threads);
  std::size_t bytes() const { return clusters_ * sizeof(Cluster); }

  // Entries of earlier searches are replaced first.
  void new_search() { generation_ = (generation_ + 1) & kGenerationMask; }

  // False if the position is unknown; the data is then left as it was.
  bool probe(Key key, TtData& data) const;
  void store(Key key, const TtData& data);
  void prefetch(Key key) const { __builtin_prefetch(&cluster(key)); }
  // Calls the visitor with every entry, for files; no search may run.
  void visit(const std::function<void(Key, const TtData&)>& visitor) const;
  // Share of entries written by this search, per mille, from a sample.
  int hashfull() const;

 private:
  static constexpr int kGenerationMask = 31;
  static constexpr int kEntries = 4;

  struct Entry {
    std::atomic<std::uint64_t> key_xor_data;
    std::atomic<std::uint64_t> data;
  };
  struct alignas(64) Cluster {
    Entry entries[kEntries];
  };
  static_assert(sizeof(Cluster) == 64);

  Cluster& cluster(Key key) const {
    __extension__ using Wide = unsigned __int128;
    return table_[static_cast<std::size_t>(static_cast<Wide>(key) * clusters_ >> 64)];
  }

  Cluster* table_ = nullptr;
  std::size_t clusters_ = 0;
  std::size_t mapped_bytes_ = 0;
  int generation_ = 0;
};

// Mate scores in the table count from the entry's position, in the search from the root.
constexpr Score score_to_tt(Score score, int ply) {
  if (score >= kMateBound) return score + ply;
  if (score <= -kMateBound) return score - ply;
  return score;
}
constexpr Score score_from_tt(Score score, int ply) {
  if (score >= kMateBound) return score - ply;
  if (score <= -kMateBound) return score + ply;
  return score;
}

}  // namespace grandee::search
