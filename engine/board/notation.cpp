#include "board/notation.hpp"

#include <cctype>
#include <vector>

#include "base/quotes.hpp"
#include "board/movegen.hpp"

namespace grandee {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
char upper(char c) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}
char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

}  // namespace

Result<Letters> parse_letters(std::string_view name) {
  for (const Dialect& d : kDialects)
    if (name.size() == 2 && upper(name[0]) == d.name[0] && upper(name[1]) == d.name[1])
      return d.letters;
  return Error{"piece letters " + in_quotes(name) + " are not AC, MC or AM"};
}

Letters detect_letters(std::string_view fen_board) {
  if (fen_board.find_first_of("Mm") == std::string_view::npos) return Letters::AC;
  return fen_board.find_first_of("Aa") == std::string_view::npos ? Letters::MC : Letters::AM;
}

char piece_letter(PieceType type, Letters letters) {
  switch (type) {
    case PieceType::Pawn: return 'P';
    case PieceType::Knight: return 'N';
    case PieceType::Bishop: return 'B';
    case PieceType::Rook: return 'R';
    case PieceType::Cardinal: return dialect(letters).cardinal;
    case PieceType::Marshal: return dialect(letters).marshal;
    case PieceType::Queen: return 'Q';
    case PieceType::King: return 'K';
    case PieceType::None: break;
  }
  return '?';
}

PieceType piece_from_letter(char letter, Letters letters) {
  for (int t = 0; t < kPieceTypes; ++t)
    if (piece_letter(piece_type(t), letters) == letter) return piece_type(t);
  return PieceType::None;
}

char piece_char(Piece piece, Letters letters) {
  const char letter = piece_letter(type_of(piece), letters);
  return color_of(piece) == Color::White ? letter : lower(letter);
}

std::string square_name(Square square, RankBase base) {
  const int rank = rank_of(square) + (base == RankBase::One ? 1 : 0);
  return static_cast<char>('a' + file_of(square)) + std::to_string(rank);
}

Square take_square(std::string_view& text, RankBase base) {
  if (text.size() < 2 || text[0] < 'a' || text[0] > 'j' || !is_digit(text[1])) return kNoSquare;
  const int file = text[0] - 'a';
  std::size_t length = 2;
  int rank = text[1] - '0';
  if (base == RankBase::One) {
    if (rank == 0) return kNoSquare;
    if (rank == 1 && text.size() > 2 && text[2] == '0') {
      rank = 10;
      length = 3;
    }
    --rank;
  }
  text.remove_prefix(length);
  return make_square(file, rank);
}

// --- FEN ---------------------------------------------------------------------------------------

namespace {

struct Field {
  std::string_view text;
  std::size_t column = 0;  // of its first character, from 1
};

Error fen_error(std::size_t column, const std::string& what) {
  return Error{"FEN column " + std::to_string(column) + ": " + what};
}

std::vector<Field> split_fields(std::string_view text) {
  std::vector<Field> fields;
  std::size_t i = 0;
  while (i < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[i]))) {
      ++i;
      continue;
    }
    const std::size_t start = i;
    while (i < text.size() && !std::isspace(static_cast<unsigned char>(text[i]))) ++i;
    fields.push_back({text.substr(start, i - start), start + 1});
  }
  return fields;
}

// Places the men of one rank ("3p6"), its first character standing in the given column.
Result<Ok> parse_rank(std::string_view text, std::size_t column, int rank, Letters letters,
                      PositionSetup& setup) {
  const std::string where = "rank " + std::to_string(rank + 1);
  int file = 0;
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t start = i;
    if (is_digit(text[i])) {
      while (i < text.size() && is_digit(text[i])) ++i;
      const std::string_view run = text.substr(start, i - start);
      if (run[0] == '0')
        return fen_error(column + start,
                         where + ": empty-square count " + in_quotes(run) + " starts with 0");
      if (run.size() > 2 || (run.size() == 2 && run != "10"))
        return fen_error(column + start,
                         where + ": empty-square count " + in_quotes(run) + " is larger than 10");
      file += run == "10" ? 10 : run[0] - '0';
    } else {
      const PieceType type = piece_from_letter(upper(text[i]), letters);
      if (type == PieceType::None)
        return fen_error(
            column + start,
            where + ": unknown piece character " +
                in_quotes(text.substr(i, std::max<std::size_t>(utf8_length(text.substr(i)), 1))));
      const Color color = text[i] == upper(text[i]) ? Color::White : Color::Black;
      if (file < kFiles)
        setup.board[static_cast<std::size_t>(make_square(file, rank))] = make_piece(color, type);
      ++file;
      ++i;
    }
    if (file > kFiles + kMaxMen) break;
  }
  if (file != kFiles)
    return fen_error(column, where + " has " + std::to_string(file) + " squares, expected 10");
  return Ok{};
}

Result<Ok> parse_board(const Field& field, PositionSetup& setup) {
  const Letters letters = detect_letters(field.text);
  int ranks = 1;
  for (const char c : field.text) ranks += c == '/' ? 1 : 0;
  if (ranks != kRanks)
    return fen_error(field.column, "expected 10 ranks, found " + std::to_string(ranks));
  std::size_t start = 0;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    const std::size_t end = std::min(field.text.find('/', start), field.text.size());
    auto done = parse_rank(field.text.substr(start, end - start), field.column + start, rank,
                           letters, setup);
    if (!done) return done;
    start = end + 1;
  }
  return Ok{};
}

Result<int> parse_counter(const Field& field, const std::string& name, int lowest) {
  int value = 0;
  for (const char c : field.text) {
    if (!is_digit(c))
      return fen_error(field.column,
                       name + " " + in_quotes(field.text) + " is not a non-negative integer");
    value = std::min(value * 10 + (c - '0'), kMaxCounter + 1);
  }
  if (field.text.size() > 1 && field.text[0] == '0')
    return fen_error(field.column, name + " " + in_quotes(field.text) + " has a leading zero");
  if (value < lowest || value > kMaxCounter)
    return fen_error(field.column, name + " " + in_quotes(field.text) + " is outside " +
                                       std::to_string(lowest) + "–" + std::to_string(kMaxCounter));
  return value;
}

}  // namespace

Result<Position> parse_fen(std::string_view text) {
  const std::vector<Field> fields = split_fields(text);
  if (fields.empty()) return fen_error(1, "the FEN is empty");
  if (fields.size() > 6)
    return fen_error(fields[6].column, "expected 6 fields, found " + std::to_string(fields.size()));
  PositionSetup setup;
  if (const auto board = parse_board(fields[0], setup); !board) return Error{board.error()};
  if (fields.size() > 1) {
    if (fields[1].text != "w" && fields[1].text != "b")
      return fen_error(fields[1].column,
                       "side to move " + in_quotes(fields[1].text) + " is not w or b");
    setup.side_to_move = fields[1].text == "w" ? Color::White : Color::Black;
  }
  if (fields.size() > 2 && fields[2].text != "-")
    return fen_error(fields[2].column, "castling " + in_quotes(fields[2].text) +
                                           " is not '-' (there is no castling in Grand Chess)");
  if (fields.size() > 3 && fields[3].text != "-") {
    std::string_view rest = fields[3].text;
    setup.ep_square = take_square(rest);
    if (setup.ep_square == kNoSquare || !rest.empty())
      return fen_error(fields[3].column, "en passant square " + in_quotes(fields[3].text) +
                                             " is not a square or '-'");
  }
  if (fields.size() > 4) {
    const auto clock = parse_counter(fields[4], "halfmove clock", 0);
    if (!clock) return Error{clock.error()};
    setup.rule50 = *clock;
  }
  if (fields.size() > 5) {
    const auto number = parse_counter(fields[5], "fullmove number", 0);
    if (!number) return Error{number.error()};
    // Many writers start at 0: the same as 1.
    setup.move_number = std::max(*number, 1);
  }
  auto position = Position::from_setup(setup);
  if (!position) {
    const bool about_ep = position.error().rfind("en passant", 0) == 0;
    return fen_error(about_ep ? fields[3].column : fields[0].column, position.error());
  }
  return position;
}

std::string to_fen(const Position& position, Letters letters) {
  std::string fen;
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < kFiles; ++file) {
      const Piece piece = position.piece_on(make_square(file, rank));
      if (piece == Piece::None) {
        ++empty;
        continue;
      }
      if (empty > 0) fen += std::to_string(empty);
      empty = 0;
      fen += piece_char(piece, letters);
    }
    if (empty > 0) fen += std::to_string(empty);
    if (rank > 0) fen += '/';
  }
  fen += position.side_to_move() == Color::White ? " w - " : " b - ";
  fen += position.ep_square() == kNoSquare ? "-" : square_name(position.ep_square());
  return fen + " " + std::to_string(position.rule50()) + " " +
         std::to_string(position.move_number());
}

std::string draw_board(const Position& position, Letters letters) {
  std::string out;
  const std::string line = "    +---+---+---+---+---+---+---+---+---+---+\n";
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    out += line + (rank == 9 ? " 10 |" : "  " + std::to_string(rank + 1) + " |");
    for (int file = 0; file < kFiles; ++file) {
      const Piece piece = position.piece_on(make_square(file, rank));
      out += ' ';
      out += piece == Piece::None ? ' ' : piece_char(piece, letters);
      out += " |";
    }
    out += '\n';
  }
  return out + line + "      a   b   c   d   e   f   g   h   i   j\n";
}

// --- UCI moves ---------------------------------------------------------------------------------

std::string to_uci(Move move, RankBase base) {
  if (!move) return "0000";
  std::string text = square_name(move.from(), base) + square_name(move.to(), base);
  if (move.is_promotion()) text += lower(piece_letter(move.promotion(), Letters::AC));
  return text;
}

Result<Move> parse_uci(const Position& position, std::string_view text, RankBase base) {
  std::string_view rest = text;
  const Square from = take_square(rest, base);
  const Square to = from == kNoSquare ? kNoSquare : take_square(rest, base);
  if (to == kNoSquare) return Error{"move " + in_quotes(text) + " is not of the form a1a2"};
  PieceType promotion = PieceType::Pawn;
  if (!rest.empty()) {
    promotion = piece_from_letter(upper(rest[0]), Letters::AC);
    if (rest.size() > 1 || promotion == PieceType::None || promotion == PieceType::Pawn ||
        promotion == PieceType::King)
      return Error{"move " + in_quotes(text) + ": " + in_quotes(rest) +
                   " is not a promotion letter (q c a r b n)"};
  }
  const Move move(from, to, promotion);
  if (!position.is_legal(move)) return Error{"move " + in_quotes(text) + " is illegal"};
  return move;
}

// --- SAN ---------------------------------------------------------------------------------------

namespace {

// The least that tells the move from other moves of the same type to the same square.
std::string disambiguation(const Position& position, Move move, RankBase base) {
  bool others = false;
  bool same_file = false;
  bool same_rank = false;
  MoveList moves;
  generate_legal(position, moves);
  for (const Move m : moves) {
    if (m.to() != move.to() || m.from() == move.from() || position.moved(m) != position.moved(move))
      continue;
    others = true;
    same_file |= file_of(m.from()) == file_of(move.from());
    same_rank |= rank_of(m.from()) == rank_of(move.from());
  }
  if (!others) return "";
  const std::string name = square_name(move.from(), base);
  if (!same_file) return name.substr(0, 1);
  return same_rank ? name : name.substr(1);
}

struct SanParts {
  PieceType type = PieceType::Pawn;
  int from_file = -1;
  int from_rank = -1;
  Square to = kNoSquare;
  bool capture = false;
  PieceType promotion = PieceType::Pawn;
};

// Removes a promotion suffix ("=Q", "/Q", "(Q)", "Q", also lower case) and returns its type; Pawn
// if there is none, None if the letter is unknown.
PieceType take_promotion(std::string_view& text, Letters letters) {
  std::string_view t = text;
  const bool closed = !t.empty() && t.back() == ')';
  if (closed) t.remove_suffix(1);
  if (t.size() < 3 || is_digit(t.back())) return PieceType::Pawn;
  const char letter = upper(t.back());
  t.remove_suffix(1);
  const bool marked = t.back() == '=' || t.back() == '/' || (closed && t.back() == '(');
  if (marked)
    t.remove_suffix(1);
  else if (!is_digit(t.back()))
    return PieceType::Pawn;
  text = t;
  const PieceType type = piece_from_letter(letter, letters);
  return type == PieceType::Pawn || type == PieceType::King ? PieceType::None : type;
}

// Splits "R10xd9", "hxi6=C", "Nb2-a4"; nothing is checked against a position.
Result<SanParts> split_san(std::string_view text, SanStyle style) {
  SanParts parts;
  std::string_view t = text;
  while (!t.empty() && std::string_view("+#!?").find(t.back()) != std::string_view::npos)
    t.remove_suffix(1);
  parts.promotion = take_promotion(t, style.letters);
  if (parts.promotion == PieceType::None)
    return Error{"unknown promotion in move " + in_quotes(text)};
  if (!t.empty() && t[0] >= 'A' && t[0] <= 'Z') {
    parts.type = piece_from_letter(t[0], style.letters);
    if (parts.type == PieceType::None)
      return Error{"unknown piece letter in move " + in_quotes(text)};
    t.remove_prefix(1);
  }
  // The target is the last square: its file is the last letter a–j.
  const std::size_t file = t.find_last_of("abcdefghij");
  if (file == std::string_view::npos) return Error{"move " + in_quotes(text) + " names no square"};
  std::string_view target = t.substr(file);
  parts.to = take_square(target, style.ranks);
  if (parts.to == kNoSquare || !target.empty())
    return Error{"move " + in_quotes(text) + " has no valid target square"};
  t = t.substr(0, file);
  parts.capture = !t.empty() && (t.back() == 'x' || t.back() == ':');
  if (parts.capture || (!t.empty() && t.back() == '-')) t.remove_suffix(1);
  if (t.empty()) return parts;
  std::string_view origin = t;
  if (const Square from = take_square(origin, style.ranks); from != kNoSquare && origin.empty()) {
    parts.from_file = file_of(from);
    parts.from_rank = rank_of(from);
    return parts;
  }
  if (t.size() == 1 && t[0] >= 'a' && t[0] <= 'j') {
    parts.from_file = t[0] - 'a';
    return parts;
  }
  const std::string with_file = "a" + std::string(t);
  std::string_view rank = with_file;
  const Square from = take_square(rank, style.ranks);
  if (from == kNoSquare || !rank.empty())
    return Error{"move " + in_quotes(text) + " has no valid origin"};
  parts.from_rank = rank_of(from);
  return parts;
}

}  // namespace

std::string to_san(const Position& position, Move move, SanStyle style) {
  const PieceType type = type_of(position.moved(move));
  const bool capture = position.captured(move) != Piece::None;
  std::string san;
  if (type != PieceType::Pawn) {
    san += piece_letter(type, style.letters);
    san += disambiguation(position, move, style.ranks);
  } else if (capture) {
    san += static_cast<char>('a' + file_of(move.from()));
  }
  if (capture) san += 'x';
  san += square_name(move.to(), style.ranks);
  if (move.is_promotion()) {
    san += '=';
    san += piece_letter(move.promotion(), style.letters);
  }
  Position after = position;
  after.make(move);
  if (after.in_check()) san += has_legal_move(after) ? '+' : '#';
  return san;
}

Result<std::vector<Move>> san_candidates(const Position& position, std::string_view text,
                                         SanStyle style) {
  if (const auto uci = parse_uci(position, text, style.ranks)) return std::vector{*uci};
  const auto parts = split_san(text, style);
  if (!parts) return Error{parts.error()};
  std::vector<Move> found;
  MoveList moves;
  generate_legal(position, moves);
  for (const Move m : moves) {
    const PieceType promotion = m.is_promotion() ? m.promotion() : PieceType::Pawn;
    if (m.to() != parts->to || type_of(position.moved(m)) != parts->type ||
        promotion != parts->promotion)
      continue;
    if (parts->from_file >= 0 && file_of(m.from()) != parts->from_file) continue;
    if (parts->from_rank >= 0 && rank_of(m.from()) != parts->from_rank) continue;
    // "b4" is a push even where a capture could go there as well; "xb4" is a capture.
    if (parts->type == PieceType::Pawn && parts->from_file < 0 &&
        (file_of(m.from()) != file_of(m.to())) != parts->capture)
      continue;
    found.push_back(m);
  }
  return found;
}

Result<Move> parse_san(const Position& position, std::string_view text, SanStyle style) {
  const auto found = san_candidates(position, text, style);
  if (!found) return Error{found.error()};
  if (found->empty()) return Error{"move " + in_quotes(text) + " is illegal"};
  if (found->size() == 1) return found->front();
  std::string names;
  for (const Move m : *found) names += " " + to_uci(m, style.ranks);
  return Error{"move " + in_quotes(text) + " is ambiguous:" + names};
}

}  // namespace grandee
