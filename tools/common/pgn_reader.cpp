#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "tools/common/pgn.hpp"
#include "tools/common/pgn_replay.hpp"

namespace grandee::tools {

namespace {

std::vector<std::string_view> words_of(const RawLine& line) {
  std::vector<std::string_view> words;
  for (const RawMove& move : line.moves) words.push_back(move.word);
  return words;
}

// "White's move 12"
std::string name_of_move(const Position& before) {
  return fmt::format("{}'s move {}", before.side_to_move() == Color::White ? "White" : "Black",
                     before.move_number());
}

// --- the start position ------------------------------------------------------------------------

std::vector<std::string> fields_of(std::string_view text) {
  std::vector<std::string> fields(1);
  for (const char c : text) {
    if (!std::isspace(static_cast<unsigned char>(c)))
      fields.back() += c;
    else if (!fields.back().empty())
      fields.emplace_back();
  }
  if (fields.back().empty()) fields.pop_back();
  return fields;
}

// XBoard writes no castling field, and counts the ranks of the en-passant square from 0: with the
// side to move its file names one square.
Result<Position> parse_any_fen(std::string_view fen) {
  auto usual = parse_fen(fen);
  if (usual) return usual;
  std::vector<std::string> fields = fields_of(fen);
  const auto is_counter = [](const std::string& field) {
    return std::isdigit(static_cast<unsigned char>(field[0])) != 0;
  };
  const bool has_castling = fields.size() == 6 || (fields.size() > 3 && !is_counter(fields[3]));
  if (!has_castling && fields.size() > 2) fields.insert(fields.begin() + 2, "-");
  if (auto inserted = parse_fen(fmt::format("{}", fmt::join(fields, " ")))) return inserted;
  std::string_view square = fields.size() > 3 ? fields[3] : std::string_view();
  const Square ep = take_square(square, RankBase::Zero);
  if (ep == kNoSquare || !square.empty()) return usual;
  fields[3] = square_name(make_square(file_of(ep), fields[1] == "w" ? 6 : 3));
  if (auto placed = parse_fen(fmt::format("{}", fmt::join(fields, " ")))) return placed;
  return usual;
}

// In a FEN with neither M nor A a C is a marshal; for a game in the inventor's letters a cardinal.
std::string with_cardinals(std::string fen) {
  for (char& c : fen) {
    if (std::isspace(static_cast<unsigned char>(c))) break;
    if (c == 'C') c = 'A';
    if (c == 'c') c = 'a';
  }
  return fen;
}

bool has_only_the_letter_c(std::string_view fen) {
  const std::string_view board = fen.substr(0, fen.find(' '));
  return board.find_first_of("AaMm") == std::string_view::npos &&
         board.find_first_of("Cc") != std::string_view::npos;
}

bool is_grand(std::string_view variant) {
  std::string letters;
  for (const char c : variant)
    if (std::isalpha(static_cast<unsigned char>(c)))
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters == "grand" || letters == "grandchess";
}

// --- from readings to the game -----------------------------------------------------------------

std::string describe(const SanStyle& style) {
  return fmt::format("ranks {} and letters {}", style.ranks == RankBase::One ? "1–10" : "0–9",
                     dialect(style.letters).name);
}

// The words as a line of moves, as far as they are known; variations are read in the same style.
// What of those is illegal is left out and remarked on.
class LineBuilder {
 public:
  LineBuilder(SanStyle style, std::vector<PgnRemark>& remarks) : style_(style), remarks_(remarks) {}

  PgnLine build(const Position& start, const RawLine& raw, const std::vector<Move>& moves) const {
    PgnLine line;
    line.comment = raw.comment;
    Position position = start;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const RawMove& written = raw.moves[i];
      PgnMove move{moves[i], written.glyphs, written.comment, {}};
      for (const RawLine& variation : written.variations)
        if (PgnLine read = read_variation(position, variation); !read.moves.empty())
          move.variations.push_back(std::move(read));
      line.moves.push_back(std::move(move));
      position.make(moves[i]);
    }
    return line;
  }

 private:
  PgnLine read_variation(const Position& start, const RawLine& raw) const {
    const std::vector<std::string_view> words = words_of(raw);
    Replay replay = replay_words(start, words, {&style_, 1});
    if (!replay.readings.empty()) return build(start, raw, replay.readings[0].moves);
    remarks_.push_back({raw.moves[replay.failed_ply].offset,
                        fmt::format("a variation ends before its {}: {}",
                                    name_of_move(replay.furthest.position), replay.error)});
    return build(start, raw, replay.furthest.moves);
  }

  SanStyle style_;
  std::vector<PgnRemark>& remarks_;
};

// Where two readings differ first, and what the word there may mean.
std::string describe_difference(const Position& start, const RawLine& line, const Reading& a,
                                const Reading& b) {
  Position position = start;
  std::size_t ply = 0;
  for (; ply < a.moves.size() && a.moves[ply] == b.moves[ply]; ++ply) position.make(a.moves[ply]);
  std::string text = fmt::format("{}, '{}', may be {} or {}", name_of_move(position),
                                 line.moves[ply].word, to_uci(a.moves[ply]), to_uci(b.moves[ply]));
  if (a.style.ranks != b.style.ranks || a.style.letters != b.style.letters)
    text += fmt::format(": {} fit as well as {}", describe(a.style), describe(b.style));
  return text;
}

// Replaces start and replay if the game fits with all C of its start position being cardinals.
void try_cardinals(const std::string& fen, const std::vector<std::string_view>& words,
                   PgnGame& game, Replay& replay) {
  const auto start = parse_any_fen(with_cardinals(fen));
  if (!start) return;
  const SanStyle inventors[] = {{Letters::MC, RankBase::One}, {Letters::MC, RankBase::Zero}};
  Replay other = replay_words(*start, words, inventors);
  if (other.readings.empty()) return;
  game.start = *start;
  replay = std::move(other);
}

std::vector<SanStyle> styles_to_try(const PgnStyle& wanted, Letters first) {
  std::vector<SanStyle> styles;
  for (const RankBase ranks : {RankBase::One, RankBase::Zero})
    for (const Dialect& d : kDialects) styles.push_back({d.letters, ranks});
  std::erase_if(styles, [&](const SanStyle& s) {
    return (wanted.letters && s.letters != *wanted.letters) ||
           (wanted.ranks && s.ranks != *wanted.ranks);
  });
  std::stable_partition(styles.begin(), styles.end(),
                        [&](const SanStyle& s) { return s.letters == first; });
  std::stable_partition(styles.begin(), styles.end(),
                        [](const SanStyle& s) { return s.ranks == RankBase::One; });
  return styles;
}

}  // namespace

const std::string* PgnGame::tag(std::string_view name) const {
  for (const auto& [key, value] : tags)
    if (key == name) return &value;
  return nullptr;
}

std::size_t PgnReader::line_of(std::size_t offset) const {
  const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text_.size()));
  return 1 + static_cast<std::size_t>(std::count(text_.begin(), end, '\n'));
}

Result<PgnGame> PgnReader::convert(RawGame raw) const {
  const auto error_at = [&](std::size_t offset, std::string_view what) {
    return Error{fmt::format("PGN line {}: {}", line_of(offset), what)};
  };
  PgnGame game;
  game.tags = std::move(raw.tags);
  game.result = std::move(raw.result);
  game.has_result_token = raw.has_result_token;
  const auto in_game = [this](std::string_view what) {
    return fmt::format("{} (game {})", what, number_);
  };
  if (raw.error) return error_at(raw.error->offset, in_game(raw.error->text));
  if (const std::string* variant = game.tag("Variant"); variant != nullptr && !is_grand(*variant))
    return error_at(raw.offset, in_game(fmt::format("variant '{}' is not grand", *variant)));

  const std::vector<std::string_view> words = words_of(raw.line);
  const std::string* fen = game.tag("FEN");
  const Result<Position> start = fen == nullptr ? Position() : parse_any_fen(*fen);
  Replay replay;
  if (start) {
    game.start = *start;
    const Letters first =
        fen == nullptr ? Letters::AC : detect_letters(fen->substr(0, fen->find(' ')));
    replay = replay_words(*start, words, styles_to_try(style_, first));
  }
  if (fen != nullptr && has_only_the_letter_c(*fen) &&
      (replay.readings.empty() || style_.letters == Letters::MC))
    try_cardinals(*fen, words, game, replay);
  if (!start && replay.readings.empty()) return error_at(raw.offset, in_game(start.error()));
  if (replay.readings.empty())
    return error_at(raw.line.moves[replay.failed_ply].offset,
                    fmt::format("{} (game {}, {})", replay.error, number_,
                                name_of_move(replay.furthest.position)));

  // The styles that give the same moves differ at most in the variations.
  const Reading& chosen = replay.readings.front();
  std::optional<std::vector<PgnRemark>> fewest;
  for (const Reading& reading : replay.readings) {
    if (reading.moves != chosen.moves) {
      if (game.ambiguity.empty())
        game.ambiguity = describe_difference(game.start, raw.line, chosen, reading);
      continue;
    }
    std::vector<PgnRemark> remarks;
    PgnLine line = LineBuilder(reading.style, remarks).build(game.start, raw.line, reading.moves);
    if (fewest && remarks.size() >= fewest->size()) continue;
    game.line = std::move(line);
    game.style = reading.style;
    fewest = std::move(remarks);
  }
  if (replay.incomplete && game.ambiguity.empty())
    game.ambiguity = "too many moves lack their disambiguation";
  raw.remarks.insert(raw.remarks.end(), fewest->begin(), fewest->end());
  for (const PgnRemark& remark : raw.remarks)
    game.remarks.push_back(fmt::format("line {}: {}", line_of(remark.offset), remark.text));
  return game;
}

std::optional<Result<PgnGame>> PgnReader::next() {
  std::optional<RawGame> raw = take_raw_game(text_, position_);
  if (!raw) return std::nullopt;
  ++number_;
  start_ = raw->offset;
  tags_ = raw->tags;
  return convert(std::move(*raw));
}

}  // namespace grandee::tools
