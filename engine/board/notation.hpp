// Text forms of positions and moves: FEN, UCI moves, SAN, and the drawn board.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "board/position.hpp"

namespace grandee {

inline constexpr std::string_view kStartFen =
    "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";

// Letter systems for the cardinal and the marshal, see kDialects.
enum class Letters { AC, MC, AM };

struct Dialect {
  Letters letters;
  std::string_view name;
  char cardinal;
  char marshal;
};
inline constexpr Dialect kDialects[] = {
    {Letters::AC, "AC", 'A', 'C'},  // Fairy-Stockfish, cutechess, XBoard; the default
    {Letters::MC, "MC", 'C', 'M'},  // the inventor, ChessV
    {Letters::AM, "AM", 'A', 'M'},
};
constexpr const Dialect& dialect(Letters letters) {
  return kDialects[static_cast<int>(letters)];
}
Result<Letters> parse_letters(std::string_view name);
// By the letters on the board of a FEN: an M makes it MC, or AM where an A stands too; else AC.
Letters detect_letters(std::string_view fen_board);

// The upper-case letter of a type, and back (PieceType::None for an unknown letter).
char piece_letter(PieceType type, Letters letters);
PieceType piece_from_letter(char upper, Letters letters);
// Upper case for White, lower case for Black.
char piece_char(Piece piece, Letters letters);

// Ranks 1–10 everywhere, but 0–9 in XBoard's protocol and PGN.
enum class RankBase { One, Zero };

std::string square_name(Square square, RankBase base = RankBase::One);
// Reads a square at the start of the text, taking the longest valid rank, and removes it from the
// text; kNoSquare (text unchanged) if there is none.
Square take_square(std::string_view& text, RankBase base = RankBase::One);

// Reads all three letter systems. Missing trailing fields default to "- - 0 1"; blanks around
// fields don't matter. Errors name the column, from 1.
Result<Position> parse_fen(std::string_view text);
std::string to_fen(const Position& position, Letters letters = Letters::AC);

// "f9f10c"; the promotion letter is q c a r b n whatever the letter system. Move::none() is "0000".
std::string to_uci(Move move, RankBase base = RankBase::One);
// Only a legal move.
Result<Move> parse_uci(const Position& position, std::string_view text,
                       RankBase base = RankBase::One);

struct SanStyle {
  Letters letters = Letters::AC;
  RankBase ranks = RankBase::One;
};

// Of a legal move: minimal disambiguation over legal moves, "=C" for a promotion, "+" and "#".
std::string to_san(const Position& position, Move move, SanStyle style = {});
// Takes too much or too little disambiguation as long as one legal move fits; "=Q", "/Q", "(Q)" or
// "Q"; check marks and "!?" are ignored; also the long form "Nb2-a4" and UCI moves.
Result<Move> parse_san(const Position& position, std::string_view text, SanStyle style = {});
// All legal moves the text may mean, for readers that know more. An error only where it is no move
// at all.
Result<std::vector<Move>> san_candidates(const Position& position, std::string_view text,
                                         SanStyle style = {});

// The board as text, White below, with ranks, files and the FEN.
std::string draw_board(const Position& position, Letters letters = Letters::AC);

}  // namespace grandee
