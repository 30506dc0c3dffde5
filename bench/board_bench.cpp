// Speed of the board: attack look-ups, move generation, make, SEE, perft. The traces are positions
// of seeded random games, so that the look-ups meet real occupancies in an order that a processor
// can't learn by heart.
#include <benchmark/benchmark.h>

#include <vector>

#include "base/rng.hpp"
#include "board/movegen.hpp"
#include "board/perft.hpp"
#include "board/see.hpp"

namespace grandee {
namespace {

// Captures are preferred now and then, or random play would leave all men on the board.
Move random_move(const Position& position, Rng& rng) {
  MoveList moves;
  if (rng.below(3) == 0) generate_tactical(position, moves);
  if (moves.empty()) generate_legal(position, moves);
  return moves.empty() ? Move::none() : moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

const std::vector<Position>& trace() {
  static const std::vector<Position> positions = [] {
    constexpr std::size_t kPositions = 2000;
    constexpr int kMaxPlies = 160;
    std::vector<Position> out;
    Rng rng(2026);
    while (out.size() < kPositions) {
      Position position;
      for (int ply = 0; ply < kMaxPlies && out.size() < kPositions; ++ply) {
        const Move m = random_move(position, rng);
        if (!m) break;
        position.make(m);
        out.push_back(position);
      }
    }
    return out;
  }();
  return positions;
}

struct PositionMove {
  const Position* position;
  Move move;
};

// All legal moves of every 20th position.
const std::vector<PositionMove>& move_trace() {
  static const std::vector<PositionMove> moves = [] {
    std::vector<PositionMove> out;
    for (std::size_t i = 0; i < trace().size(); i += 20) {
      MoveList list;
      generate_legal(trace()[i], list);
      for (const Move m : list) out.push_back({&trace()[i], m});
    }
    return out;
  }();
  return moves;
}

// One item is one call of f(element).
template <typename T, typename F>
void run_over(benchmark::State& state, const std::vector<T>& trace, F&& f) {
  for (auto _ : state)
    for (const T& element : trace) benchmark::DoNotOptimize(f(element));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(trace.size()));
}

struct Lookup {
  Square square;
  Bitboard occupied;
};

// Where the men that move like that stand.
std::vector<Lookup> lookups(Bitboard (Position::*movers)() const) {
  std::vector<Lookup> out;
  for (const Position& position : trace())
    for_each((position.*movers)(), [&](Square s) { out.push_back({s, position.pieces()}); });
  return out;
}

void rook_attacks_bench(benchmark::State& state) {
  run_over(state, lookups(&Position::straight_sliders),
           [](const Lookup& l) { return rook_attacks(l.square, l.occupied); });
}
void bishop_attacks_bench(benchmark::State& state) {
  run_over(state, lookups(&Position::diagonal_sliders),
           [](const Lookup& l) { return bishop_attacks(l.square, l.occupied); });
}
void queen_attacks_bench(benchmark::State& state) {
  run_over(state, lookups(&Position::straight_sliders),
           [](const Lookup& l) { return attacks<PieceType::Queen>(l.square, l.occupied); });
}

template <void Generate(const Position&, MoveList&)>
void generate_bench(benchmark::State& state) {
  run_over(state, trace(), [](const Position& position) {
    MoveList moves;
    Generate(position, moves);
    return moves.size();
  });
}
void count_legal_bench(benchmark::State& state) {
  run_over(state, trace(), [](const Position& position) { return count_legal(position); });
}

void copy_make_bench(benchmark::State& state) {
  run_over(state, move_trace(), [](const PositionMove& m) {
    Position next = *m.position;
    next.make(m.move);
    return next.key();
  });
}
void is_legal_bench(benchmark::State& state) {
  run_over(state, move_trace(), [](const PositionMove& m) { return m.position->is_legal(m.move); });
}
void gives_check_bench(benchmark::State& state) {
  run_over(state, move_trace(),
           [](const PositionMove& m) { return m.position->gives_check(m.move); });
}
void see_ge_bench(benchmark::State& state) {
  run_over(state, move_trace(),
           [](const PositionMove& m) { return see_ge(*m.position, m.move, 0); });
}
void attackers_to_bench(benchmark::State& state) {
  run_over(state, move_trace(), [](const PositionMove& m) {
    return m.position->attackers_to(m.move.to(), m.position->pieces());
  });
}

template <PerftLeaves Leaves>
void perft_bench(benchmark::State& state) {
  const Position start;
  std::uint64_t nodes = 0;
  for (auto _ : state) nodes += perft(start, 4, Leaves);
  state.SetItemsProcessed(static_cast<std::int64_t>(nodes));
}

BENCHMARK(rook_attacks_bench)->Name("rook_attacks");
BENCHMARK(bishop_attacks_bench)->Name("bishop_attacks");
BENCHMARK(queen_attacks_bench)->Name("queen_attacks");
BENCHMARK(generate_bench<generate_legal>)->Name("generate_legal");
BENCHMARK(generate_bench<generate_tactical>)->Name("generate_tactical");
BENCHMARK(generate_bench<generate_quiets>)->Name("generate_quiets");
BENCHMARK(count_legal_bench)->Name("count_legal");
BENCHMARK(copy_make_bench)->Name("copy and make");
BENCHMARK(is_legal_bench)->Name("is_legal");
BENCHMARK(gives_check_bench)->Name("gives_check");
BENCHMARK(see_ge_bench)->Name("see_ge");
BENCHMARK(attackers_to_bench)->Name("attackers_to");
BENCHMARK(perft_bench<PerftLeaves::List>)->Name("perft 4, listed")->Unit(benchmark::kMillisecond);
BENCHMARK(perft_bench<PerftLeaves::Count>)->Name("perft 4, counted")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace grandee

BENCHMARK_MAIN();
