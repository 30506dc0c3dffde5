// Games as PGN, moves as SAN. Whatever is read consists of legal moves, and written it reads as the
// same game.
#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "board/notation.hpp"
#include "tests/fuzz/target.hpp"
#include "tools/common/pgn.hpp"

namespace grandee::fuzz {
namespace {

using tools::PgnGame;
using tools::PgnLine;
using tools::PgnMove;
using tools::PgnReader;

void check_line(Position position, const PgnLine& line) {
  for (const PgnMove& played : line.moves) {
    require(position.is_legal(played.move), "a move that was read is legal", to_fen(position));
    for (const PgnLine& variation : played.variations) check_line(position, variation);
    (void)tools::parse_score_comment(played.comment);
    position.make(played.move);
  }
}

// What the writer keeps of a comment: nothing but its own brace closes one.
std::string written_comment(std::string comment) {
  std::replace(comment.begin(), comment.end(), '}', ')');
  return comment;
}

bool same_line(const PgnLine& a, const PgnLine& b) {
  const auto same_move = [](const PgnMove& x, const PgnMove& y) {
    return x.move == y.move && x.glyphs == y.glyphs && written_comment(x.comment) == y.comment &&
           std::equal(x.variations.begin(), x.variations.end(), y.variations.begin(),
                      y.variations.end(), same_line);
  };
  return written_comment(a.comment) == b.comment &&
         std::equal(a.moves.begin(), a.moves.end(), b.moves.begin(), b.moves.end(), same_move);
}

// The start position as the writer's caller states it.
void set_fen(PgnGame& game) {
  const std::string fen = to_fen(game.start);
  const auto tag = std::find_if(game.tags.begin(), game.tags.end(),
                                [](const auto& t) { return t.first == "FEN"; });
  if (tag != game.tags.end())
    tag->second = fen;
  else if (fen != kStartFen)
    game.tags.emplace_back("FEN", fen);
}

void check_game(PgnGame game) {
  check_line(game.start, game.line);
  set_fen(game);
  const std::string text = tools::format_pgn(game);
  PgnReader reader(text);
  const auto read = reader.next();
  require(read && *read, "a written game is read", text);
  const PgnGame& again = **read;
  require(to_fen(again.start) == to_fen(game.start), "a written game starts the same", text);
  require(same_line(game.line, again.line), "a written game has the same moves", text);
  require(game.result == again.result, "a written game has the same result", text);
  require(game.tags.size() == again.tags.size(), "a written game has the same tags", text);
  require(!reader.next(), "one written game is one game", text);
}

}  // namespace
}  // namespace grandee::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grandee;
  const std::string_view text = fuzz::as_text(data, size);
  tools::PgnReader reader(text);
  std::size_t behind = 0;
  while (const auto game = reader.next()) {
    fuzz::require(reader.offset() > behind, "every game moves the reader on", text);
    behind = reader.offset();
    fuzz::require(*game || !game->error().empty(), "a refusal has a reason", text);
    // Of a text without tags and moves nothing is left to be written.
    const bool empty = *game && (*game)->tags.empty() && (*game)->line.moves.empty() &&
                       (*game)->line.comment.empty();
    if (*game && !empty) fuzz::check_game(**game);
  }
  return 0;
}
