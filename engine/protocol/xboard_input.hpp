// Reading of what XBoard writes in a form of its own: times, positions, moves.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.hpp"
#include "board/position.hpp"

namespace grandee::protocol {

// "40 0:30 0", "0 5 0.05": moves a session (0: the whole game), minutes or minutes:seconds, and the
// increment in seconds with decimals. What follows the numbers of the second field is ignored, as
// the protocol asks.
struct LevelCommand {
  int moves = 0;
  std::int64_t base = 0;       // milliseconds
  std::int64_t increment = 0;  // milliseconds
};
Result<LevelCommand> parse_level(std::string_view arguments);

// "2", "0.05", "1.5": milliseconds, at least 0.
Result<std::int64_t> parse_seconds(std::string_view text);

// What "time" and "otim" tell, in centiseconds: milliseconds. A flag that has fallen is none left.
Result<std::int64_t> parse_clock(std::string_view text);

// A FEN as hosts of this protocol write it: perhaps with holdings "[...]" behind the board, without
// the castling field, and with an en-passant square whose rank counts from 0, from 1, or as on a
// board where pawns start on the second rank. Only its file is read: with the side to move it names
// one square. A phantom is dropped.
Result<Position> parse_xboard_fen(std::string_view text);

// A legal move: coordinates with ranks 0–9 ("a9", promotion letter q c a r b n; "=" for a pawn that
// stays one), or SAN with those ranks.
Result<Move> parse_xboard_move(const Position& position, std::string_view text);

}  // namespace grandee::protocol
