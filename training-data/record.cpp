#include "training-data/record.hpp"

#include <algorithm>
#include <string>

namespace grandee::data {

Record pack(const Position& position, const Labels& labels) {
  GRANDEE_ASSERT(labels.score >= INT16_MIN && labels.score <= INT16_MAX);
  const Color side = position.side_to_move();
  Record record;
  record.occupied_lo = position.pieces().lo;
  record.occupied_hi = position.pieces().hi;
  unsigned i = 0;
  for_each(position.pieces(), [&](Square s) {
    const int piece = index(position.piece_on(s));
    record.men[i / 2] = static_cast<std::uint8_t>(record.men[i / 2] | piece << (i % 2 * 4));
    ++i;
  });
  record.score = static_cast<std::int16_t>(labels.score);
  record.ply = static_cast<std::uint16_t>(std::min(labels.ply, int{UINT16_MAX}));
  const int white = static_cast<int>(labels.result);
  record.result = static_cast<std::uint8_t>(side == Color::White ? white : 2 - white);
  record.side_to_move = static_cast<std::uint8_t>(index(side));
  record.rule50 = static_cast<std::uint8_t>(std::min(position.rule50(), int{UINT8_MAX}));
  record.game = labels.game;
  return record;
}

Result<Position> unpack(const Record& record) {
  if (((record.occupied_lo | record.occupied_hi) & ~kHalfMask) != 0)
    return Error{"occupied squares beyond the 100 of the board"};
  const int men = Bitboard(record.occupied_lo, record.occupied_hi).count();
  if (men > kMaxMen) return Error{std::to_string(men) + " men, at most 40 are possible"};
  if (record.side_to_move > 1)
    return Error{"side to move is " + std::to_string(record.side_to_move) + ", expected 0 or 1"};
  if (record.result > 2)
    return Error{"result is " + std::to_string(record.result) + ", expected 0, 1 or 2"};
  PositionSetup setup;
  for_each_man(record,
               [&](Piece piece, Square s) { setup.board[static_cast<std::size_t>(s)] = piece; });
  setup.side_to_move = static_cast<Color>(record.side_to_move);
  setup.rule50 = record.rule50;
  setup.move_number = std::min(record.ply / 2 + 1, kMaxCounter);
  return Position::from_setup(setup);
}

GameResult white_result(const Record& record) {
  const int result = record.side_to_move == 0 ? record.result : 2 - record.result;
  return static_cast<GameResult>(result);
}

}  // namespace grandee::data
