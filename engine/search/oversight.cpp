// Weaker play as people err: by not seeing moves, their own and the answers to them.
#include <algorithm>
#include <cstdlib>

#include "base/rng.hpp"
#include "search/worker.hpp"

namespace grandee::search {

namespace {

// How easily a move escapes notice, 16 being the average: the far, the backward and the knight's
// step of a piece that also slides more than a recapture or a step to the next square.
int obscurity(const Position& position, Move move, Move previous) {
  const int files = std::abs(file_of(move.to()) - file_of(move.from()));
  const int ranks = rank_of(move.to()) - rank_of(move.from());
  const int distance = std::max(files, std::abs(ranks));
  int sum = 10 + 2 * std::min(distance, 6);
  if ((position.side_to_move() == Color::White ? ranks : -ranks) < 0) sum += 4;
  const PieceType type = type_of(position.moved(move));
  const bool leap = files != 0 && ranks != 0 && files != std::abs(ranks);
  if (leap && type != PieceType::Knight) sum += 6;
  if (position.captured(move) != Piece::None) sum -= 4;
  if (previous && move.to() == previous.to()) sum /= 3;
  return sum;
}

}  // namespace

bool Worker::is_overlooked(const Frame& frame, Move move) const {
  const Position& position = frame.position;
  if (position.in_check()) return false;
  const Limits& limits = control_.limits;
  const Move previous = frame.ply > 0 ? (&frame - 1)->move : Move::none();
  const int chance = std::min(limits.overlooked * obscurity(position, move, previous) / 16, 950);
  // The same move of the same position is overlooked, or seen, throughout a search.
  const std::uint64_t choice =
      Rng(position.key() ^ limits.seed ^ std::uint64_t{move.raw()} << 40).next();
  return static_cast<int>(choice % 1000) < chance;
}

void Worker::forget_root_moves() {
  if (control_.limits.overlooked == 0) return;
  const Frame& root = stack_.at(0);
  const auto seen =
      std::stable_partition(root_moves_.begin(), root_moves_.end(),
                            [&](const RootMove& m) { return !is_overlooked(root, m.move); });
  if (seen != root_moves_.begin()) root_moves_.erase(seen, root_moves_.end());
}

}  // namespace grandee::search
