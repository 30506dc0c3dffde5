#include "tools/analyse/board_svg.hpp"

#include <fmt/format.h>

#include <cmath>

#include "board/notation.hpp"

namespace grandee::analyse {

namespace {

// Outlines are drawn in the order given; `lines` are strokes on top.
struct Shape {
  PieceType type;
  const char* outline;
  const char* lines;
};

// A cardinal is a knight that wears a bishop's mitre, a marshal a knight on a rook's tower.
constexpr Shape kShapes[] = {
    {PieceType::Pawn,
     "M50 20a14 14 0 0 1 9 25c4 10 6 18 14 25l3 17H24l3-17c8-7 10-15 14-25a14 14 0 0 1 9-25z", ""},
    {PieceType::Knight,
     "M31 88c-2-17 10-24 15-37-6 5-14 6-19 12-3 4-9 4-12 0-2-3-2-6 0-9 5-8 9-13 13-21 2-4 5-7 9-9"
     "l2-13 11 9c20 4 32 24 30 68z",
     "M36 37l4-2"},
    {PieceType::Bishop,
     "M50 9a7 7 0 0 1 5 12c10 8 17 20 14 33-1 6-5 9-8 12l3 6 12 6v10H24V78l12-6 3-6c-3-3-7-6-8-12"
     "-3-13 4-25 14-33a7 7 0 0 1 5-12z",
     "M50 33v20M40 42h20M38 66h24"},
    {PieceType::Rook, "M26 88V78l8-6V42l-8-8V16h12v8h8v-8h8v8h8v-8h12v18l-8 8v30l8 6v10z",
     "M34 42h32M34 72h32"},
    {PieceType::Cardinal,
     "M47 4c7 6 11 12 10 20h-18c0-8 3-15 8-20zM31 89c-2-15 10-20 15-31-6 4-14 5-19 11-3 4-9 3-12 0"
     "-2-3-2-6 0-9 5-7 9-11 13-18 2-4 5-6 8-8l1-10h20l2 8c14 8 22 24 21 57z",
     "M48 10v9M43 15h10M36 47l4-2"},
    {PieceType::Marshal,
     "M36 66c0-9 6-13 10-21-5 3-11 4-15 8-3 3-8 3-10 0-2-2-2-5 0-7 4-6 8-10 11-16 2-3 4-5 7-7l2-11 "
     "10 8c15 4 23 18 22 46zM20 91V56h11v10h45V56h11v35z",
     "M38 34l4-2M27 78h53"},
    {PieceType::Queen,
     "M28 88l-2-12-14-42 17 20 7-34 14 32 14-32 7 34 17-20-14 42-2 12zM12 28a5 5 0 1 1 0 .1z"
     "M36 14a5 5 0 1 1 0 .1zM64 14a5 5 0 1 1 0 .1zM88 28a5 5 0 1 1 0 .1z",
     "M28 76h44"},
    {PieceType::King,
     "M46 5h8v8h8v8h-8v8c6 2 9 6 10 10 13-4 24 4 22 17-1 9-8 14-12 20l1 12H25l1-12c-4-6-11-11-12-20"
     "-2-13 9-21 22-17 1-4 4-8 10-10v-8h-8v-8h8z",
     "M50 44v28M27 76h46"},
};

constexpr char kStyle[] =
    ".light{fill:#efe3c8}.dark{fill:#b98f62}text{fill:#444;font:26px sans-serif}"
    ".piece{stroke-width:4;stroke-linejoin:round;stroke-linecap:round}"
    ".w{fill:#fdfcf8;stroke:#202226;color:#202226}.b{fill:#2a2d33;stroke:#0c0d0f;color:#f1efe8}"
    ".arrow{stroke:#1f5fa8;fill:#1f5fa8}";

struct Point {
  double x;
  double y;
};

constexpr int kMargin = 40;
Point center(Square s) {
  return {kMargin + 100.0 * file_of(s) + 50, 100.0 * (kRanks - 1 - rank_of(s)) + 50};
}

std::string arrow(Move move, double opacity) {
  const Point from = center(move.from());
  const Point to = center(move.to());
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const double ux = (to.x - from.x) / length;
  const double uy = (to.y - from.y) / length;
  const Point base{to.x - 34 * ux, to.y - 34 * uy};
  return fmt::format(
      "<g class=\"arrow\" opacity=\"{:.2f}\"><title>{}</title><line x1=\"{:.1f}\" y1=\"{:.1f}\" "
      "x2=\"{:.1f}\" y2=\"{:.1f}\" stroke-width=\"14\"/>"
      "<polygon points=\"{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\"/></g>\n",
      opacity, to_uci(move), from.x, from.y, base.x, base.y, to.x, to.y, base.x - 22 * uy,
      base.y + 22 * ux, base.x + 22 * uy, base.y - 22 * ux);
}

}  // namespace

std::string piece_symbols() {
  std::string text;
  for (const Shape& shape : kShapes) {
    text += fmt::format("<symbol id=\"man-{}\" viewBox=\"0 0 100 100\"><path d=\"{}\"/>",
                        piece_letter(shape.type, Letters::AC), shape.outline);
    if (*shape.lines != '\0')
      text += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"currentColor\"/>", shape.lines);
    text += "</symbol>\n";
  }
  return text;
}

std::string board_svg(const Position& position, const std::vector<Move>& arrows) {
  constexpr int kSize = kMargin + 100 * kFiles;
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {0}\" width=\"{0}\" "
      "height=\"{0}\">\n<title>{1}</title>\n<style>{2}</style>\n<defs>\n{3}</defs>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      kSize, to_fen(position), kStyle, piece_symbols());
  for (Square s = 0; s < kSquares; ++s) {
    const int x = kMargin + 100 * file_of(s);
    const int y = 100 * (kRanks - 1 - rank_of(s));
    svg += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"100\" height=\"100\" class=\"{}\"/>\n", x,
                       y, (file_of(s) + rank_of(s)) % 2 == 0 ? "dark" : "light");
    const Piece piece = position.piece_on(s);
    if (piece == Piece::None) continue;
    svg += fmt::format(
        "<use href=\"#man-{}\" x=\"{}\" y=\"{}\" width=\"100\" height=\"100\" class=\"piece "
        "{}\"/>\n",
        piece_letter(type_of(piece), Letters::AC), x, y,
        color_of(piece) == Color::White ? "w" : "b");
  }
  for (int i = 0; i < kFiles; ++i) {
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", kMargin - 6,
                       100 * (kRanks - 1 - i) + 60, i + 1);
    svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
                       kMargin + 100 * i + 50, kSize - 8, static_cast<char>('a' + i));
  }
  for (std::size_t i = 0; i < arrows.size(); ++i)
    svg += arrow(arrows[i], i == 0 ? 0.85 : 0.85 / (1.0 + static_cast<double>(i)));
  return svg + "</svg>\n";
}

}  // namespace grandee::analyse
