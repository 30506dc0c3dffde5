// Zobrist keys (Zobrist 1970). The placement, the side to move, and the file of a legal en passant.
#pragma once

#include <array>

#include "base/multi_array.hpp"
#include "base/rng.hpp"
#include "board/types.hpp"

namespace grandee::zobrist {

struct Keys {
  MultiArray<Key, 16, kSquares> piece{};
  std::array<Key, kFiles> ep_file{};
  Key black_to_move = 0;

  constexpr Keys() {
    Rng rng(0x6772616E64656531ull);
    for (auto& squares : piece)
      for (auto& key : squares) key = rng.next();
    for (auto& key : ep_file) key = rng.next();
    black_to_move = rng.next();
  }
};

inline constexpr Keys kKeys;

inline Key piece(Piece p, Square s) {
  return kKeys.piece[static_cast<std::size_t>(index(p))][static_cast<std::size_t>(s)];
}
inline Key ep(Square s) {
  return kKeys.ep_file[static_cast<std::size_t>(file_of(s))];
}
inline Key side() {
  return kKeys.black_to_move;
}

}  // namespace grandee::zobrist
