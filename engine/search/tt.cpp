#include "search/tt.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "search/memory.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace grandee::search {

namespace {

// One word: move 16, score 16, eval 16, depth 8, generation 5, pv 1, bound 2.
std::uint64_t pack(const TtData& d, int generation) {
  const auto low16 = [](int v) {
    return static_cast<std::uint64_t>(static_cast<std::uint16_t>(v));
  };
  return low16(d.move_code) | low16(d.score) << 16 | low16(d.eval) << 32 |
         static_cast<std::uint64_t>(d.depth) << 48 | static_cast<std::uint64_t>(generation) << 56 |
         static_cast<std::uint64_t>(d.pv) << 61 | static_cast<std::uint64_t>(d.bound) << 62;
}

TtData unpack(std::uint64_t word) {
  TtData d;
  d.move_code = static_cast<std::uint16_t>(word);
  d.score = static_cast<std::int16_t>(word >> 16);
  d.eval = static_cast<std::int16_t>(word >> 32);
  d.depth = static_cast<int>(word >> 48 & 255);
  d.pv = (word >> 61 & 1) != 0;
  d.bound = static_cast<Bound>(word >> 62);
  return d;
}

int generation_of(std::uint64_t word) {
  return static_cast<int>(word >> 56 & 31);
}

void* allocate(std::size_t bytes) {
#if defined(__linux__)
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
#else
  return std::calloc(bytes, 1);
#endif
}

void release(void* memory, std::size_t bytes) {
#if defined(__linux__)
  if (memory != nullptr) munmap(memory, bytes);
#else
  (void)bytes;
  std::free(memory);
#endif
}

}  // namespace

TranspositionTable::~TranspositionTable() {
  release(table_, mapped_bytes_);
}

Result<Ok> TranspositionTable::resize(std::size_t bytes, int threads) {
  // Cluster alignment on systems where the memory comes from calloc.
  const std::size_t clusters = std::max<std::size_t>(bytes / sizeof(Cluster), 1);
  const std::size_t mapped = (clusters + 1) * sizeof(Cluster);
  const auto refuse = [&] {
    return Error{"no memory for a hash table of " + std::to_string(bytes >> 20) + " MiB"};
  };
  if (mapped > available_memory() && mapped > mapped_bytes_ + available_memory()) return refuse();
  void* memory = allocate(mapped);
  if (memory == nullptr) return refuse();
  release(table_, mapped_bytes_);
  table_ = static_cast<Cluster*>(memory);
  clusters_ = clusters;
  mapped_bytes_ = mapped;
  clear(threads);
  return Ok{};
}

void TranspositionTable::clear(int threads) {
  generation_ = 0;
  const auto clear_range = [this](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      for (Entry& entry : table_[i].entries) {
        entry.key_xor_data.store(0, std::memory_order_relaxed);
        entry.data.store(0, std::memory_order_relaxed);
      }
    }
  };
  constexpr std::size_t kWorthAThread = 1 << 16;
  const std::size_t parts = std::clamp<std::size_t>(clusters_ / kWorthAThread, 1,
                                                    static_cast<std::size_t>(std::max(threads, 1)));
  std::vector<std::thread> helpers;
  const std::size_t share = clusters_ / parts;
  std::size_t left = clusters_;
  // Where the system gives no more threads, this one does the rest.
  try {
    for (; left >= 2 * share; left -= share) helpers.emplace_back(clear_range, left - share, left);
  } catch (const std::system_error&) {
  }
  clear_range(0, left);
  for (std::thread& helper : helpers) helper.join();
}

bool TranspositionTable::probe(Key key, TtData& data) const {
  for (const Entry& entry : cluster(key).entries) {
    const std::uint64_t word = entry.data.load(std::memory_order_relaxed);
    if ((entry.key_xor_data.load(std::memory_order_relaxed) ^ word) != key || word == 0) continue;
    data = unpack(word);
    return true;
  }
  return false;
}

void TranspositionTable::store(Key key, const TtData& data) {
  GRANDEE_ASSERT(data.depth >= 0 && data.depth <= 255);
  Entry* target = nullptr;
  int lowest = 1 << 20;
  TtData fresh = data;
  for (Entry& entry : cluster(key).entries) {
    const std::uint64_t word = entry.data.load(std::memory_order_relaxed);
    const TtData old = unpack(word);
    const int age = (generation_ - generation_of(word)) & kGenerationMask;
    if ((entry.key_xor_data.load(std::memory_order_relaxed) ^ word) == key && word != 0) {
      // A shallow bound doesn't push out much deeper work of this search, and a move is kept.
      if (fresh.move_code == 0) fresh.move_code = old.move_code;
      if (age == 0 && fresh.bound != Bound::Exact && fresh.depth + 4 < old.depth) return;
      target = &entry;
      break;
    }
    const int worth = word == 0 ? -1000 : old.depth - 8 * age;
    if (worth < lowest) {
      lowest = worth;
      target = &entry;
    }
  }
  const std::uint64_t word = pack(fresh, generation_);
  target->data.store(word, std::memory_order_relaxed);
  target->key_xor_data.store(key ^ word, std::memory_order_relaxed);
}

void TranspositionTable::visit(const std::function<void(Key, const TtData&)>& visitor) const {
  for (std::size_t i = 0; i < clusters_; ++i) {
    for (const Entry& entry : table_[i].entries) {
      const std::uint64_t word = entry.data.load(std::memory_order_relaxed);
      if (word != 0)
        visitor(entry.key_xor_data.load(std::memory_order_relaxed) ^ word, unpack(word));
    }
  }
}

int TranspositionTable::hashfull() const {
  const std::size_t sample = std::min<std::size_t>(clusters_, 250);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    for (const Entry& entry : table_[i].entries) {
      const std::uint64_t word = entry.data.load(std::memory_order_relaxed);
      if (word != 0 && generation_of(word) == generation_) ++used;
    }
  }
  return static_cast<int>(used * 1000 / (sample * kEntries));
}

}  // namespace grandee::search
