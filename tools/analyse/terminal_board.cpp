#include "tools/analyse/terminal_board.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <string_view>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace grandee::analyse {

namespace {

constexpr std::string_view kReset = "\x1b[0m";

bool is_terminal() {
#ifdef _WIN32
  return _isatty(1) != 0;
#else
  return isatty(1) != 0;
#endif
}

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Where colours tell the sides apart both have the filled figurine.
std::string man_text(Piece piece, const TerminalStyle& style) {
  const PieceType type = type_of(piece);
  const bool filled = style.color || color_of(piece) == Color::Black;
  switch (style.unicode ? type : PieceType::None) {
    case PieceType::King: return filled ? "♚" : "♔";
    case PieceType::Queen: return filled ? "♛" : "♕";
    case PieceType::Rook: return filled ? "♜" : "♖";
    case PieceType::Bishop: return filled ? "♝" : "♗";
    case PieceType::Knight: return filled ? "♞" : "♘";
    // The filled pawn is an emoji, in colours of its own, on many terminals: asked for as text.
    case PieceType::Pawn: return filled ? "♟\xef\xb8\x8e" : "♙";
    default:
      return std::string(
          1, style.color ? piece_letter(type, style.letters) : piece_char(piece, style.letters));
  }
}

std::string colored_square(const Position& position, Square s, Move last,
                           const TerminalStyle& style) {
  const bool dark = (file_of(s) + rank_of(s)) % 2 == 0;
  const bool moved = last && (s == last.from() || s == last.to());
  const int background = moved ? (dark ? 143 : 186) : (dark ? 137 : 180);
  const Piece piece = position.piece_on(s);
  if (piece == Piece::None) return fmt::format("\x1b[48;5;{}m   ", background);
  const int foreground = color_of(piece) == Color::White ? 231 : 16;
  return fmt::format("\x1b[48;5;{}m\x1b[38;5;{}m\x1b[1m {} ", background, foreground,
                     man_text(piece, style));
}

}  // namespace

TerminalStyle detect_terminal() {
  TerminalStyle style;
  std::string_view locale = environment("LC_ALL");
  if (locale.empty()) locale = environment("LC_CTYPE");
  if (locale.empty()) locale = environment("LANG");
  style.unicode = locale.find("UTF-8") != std::string_view::npos ||
                  locale.find("utf8") != std::string_view::npos;
  style.color = is_terminal() && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  return style;
}

std::string draw_terminal_board(const Position& position, Move last, const TerminalStyle& style) {
  // Coloured squares need a blank on both sides.
  const std::string_view tail = style.color ? " " : "";
  std::string text;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    text += fmt::format("{:>3}{}", rank + 1, tail);
    for (int file = 0; file < kFiles; ++file) {
      const Square s = make_square(file, rank);
      const Piece piece = position.piece_on(s);
      if (style.color)
        text += colored_square(position, s, last, style);
      else if (piece == Piece::None)
        text += style.unicode ? "  ·" : "  .";
      else
        text += "  " + man_text(piece, style);
    }
    if (style.color) text += kReset;
    text += '\n';
  }
  text += fmt::format("   {}", tail);
  for (int file = 0; file < kFiles; ++file)
    text += fmt::format("{}{}{}", style.color ? " " : "  ", "abcdefghij"[file], tail);
  return text + "\n";
}

std::string draw_chances(const protocol::Wdl& white, std::size_t columns,
                         const TerminalStyle& style) {
  const auto share = [columns](int per_mille) {
    return (static_cast<std::size_t>(per_mille) * columns + 500) / 1000;
  };
  const std::size_t wins = share(white.win);
  const std::size_t decided = share(white.win + white.draw);
  std::string text;
  for (std::size_t i = 0; i < columns; ++i) {
    if (i < wins)
      text += style.unicode ? "█" : "#";
    else if (i < decided)
      text += style.unicode ? "▒" : "=";
    else
      text += style.unicode ? "░" : ".";
  }
  return text;
}

}  // namespace grandee::analyse
