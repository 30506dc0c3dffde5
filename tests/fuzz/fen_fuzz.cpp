// FEN in its plain, its XBoard and its EPD form. What is accepted is a position in every sense: it
// is written and read back, its moves are those of the slow rules, and each can be made.
#include <algorithm>
#include <string>
#include <vector>

#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "protocol/xboard_input.hpp"
#include "tests/board/slow_rules.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/common/epd.hpp"

namespace grandee::fuzz {
namespace {

void check_text(const Position& position) {
  const std::string fen = to_fen(position);
  for (const Dialect& dialect : kDialects) {
    const std::string written = to_fen(position, dialect.letters);
    // Without an M on the board a cardinal C of MC reads as the marshal of AC: nothing can tell.
    const std::string_view board(written.data(), written.find(' '));
    const bool tells = detect_letters(board) == dialect.letters || dialect.letters == Letters::AM;
    if (!tells) continue;
    const auto read = parse_fen(written);
    require(read.has_value(), "a written FEN is read", written);
    require(to_fen(*read) == fen, "a FEN read and written again is the same", written);
    require(read->key() == position.key(), "the same FEN has the same key", written);
  }
  require(!draw_board(position).empty(), "a board is drawn", fen);
}

void check_move(const Position& position, Move move, const std::string& fen) {
  require(position.is_legal(move), "a generated move is legal", fen);
  const auto uci = parse_uci(position, to_uci(move));
  require(uci && *uci == move, "a move in UCI form is read back", fen);
  const std::string san = to_san(position, move);
  const auto read = parse_san(position, san);
  require(read && *read == move, "a move in SAN is read back", san);
  require(Move::from_code(move.code()) == move, "the code of a move is read back", fen);
  const bool check = position.gives_check(move);
  Position after = position;
  after.make(move);
  require(after.is_consistent(), "a position after a move is consistent", fen + " " + san);
  require(after.in_check() == check, "a check is foreseen", fen + " " + san);
}

void check_moves(const Position& position) {
  const std::string fen = to_fen(position);
  MoveList moves;
  generate_legal(position, moves);
  require(count_legal(position) == moves.size(), "moves are counted as generated", fen);
  require(has_legal_move(position) == !moves.empty(), "a legal move is seen", fen);
  std::vector<std::string> names;
  for (const Move m : moves) {
    check_move(position, m, fen);
    names.push_back(to_uci(m));
  }
  std::sort(names.begin(), names.end());
  require(names == test::SlowBoard(fen).uci_moves(), "the slow rules have the same moves", fen);
}

void check_position(const Position& position) {
  require(position.is_consistent(), "an accepted position is consistent", to_fen(position));
  check_text(position);
  check_moves(position);
}

}  // namespace
}  // namespace grandee::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grandee;
  const std::string_view text = fuzz::as_text(data, size);
  const auto plain = parse_fen(text);
  if (plain) fuzz::check_position(*plain);
  const auto other = protocol::parse_xboard_fen(text);
  if (other && !(plain && to_fen(*plain) == to_fen(*other))) fuzz::check_position(*other);
  const auto record = tools::parse_epd(text);
  fuzz::require(record || !record.error().empty(), "a refusal has a reason", text);
  if (record && !plain) fuzz::check_position(record->position);
  return 0;
}
