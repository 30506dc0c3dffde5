#include "bench/genfens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include "base/rng.hpp"
#include "board/endings.hpp"
#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "search/searcher.hpp"

namespace grandee::bench {

namespace {

constexpr Score kMostAhead = 400;
constexpr std::uint64_t kJudgingNodes = 2000;
// A book without a balanced line would keep us busy for ever.
constexpr int kMostTries = 1000;
constexpr std::size_t kHashBytes = std::size_t{1} << 20;

std::optional<std::uint64_t> parse_number(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// The position of a line of FEN or EPD: the first four fields, and the counters if they follow.
Result<Position> parse_line(const std::string& line) {
  std::istringstream words(line);
  std::string fen;
  std::string word;
  for (int i = 0; i < 6 && words >> word; ++i) {
    if (i >= 4 && !parse_number(word)) break;
    fen += word + " ";
  }
  return parse_fen(fen);
}

Result<std::vector<Position>> read_book(const std::string& path) {
  std::vector<Position> positions;
  if (path.empty()) return std::vector<Position>{Position()};
  std::ifstream file(path);
  if (!file || std::filesystem::is_directory(path))
    return Error{fmt::format("genfens: can't read the book '{}'", path)};
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (number == 1 && line.rfind("\xEF\xBB\xBF", 0) == 0) line.erase(0, 3);
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const auto position = parse_line(line);
    if (!position) return Error{fmt::format("{}:{}: {}", path, number, position.error())};
    positions.push_back(*position);
  }
  if (positions.empty()) return Error{fmt::format("genfens: the book '{}' is empty", path)};
  return positions;
}

// Nothing if the game ends on the way.
std::optional<Position> play_random(Position position, Rng& rng, int plies) {
  for (int i = 0; i <= plies; ++i) {
    MoveList moves;
    generate_legal(position, moves);
    if (moves.empty() || insufficient_material(position)) return std::nullopt;
    if (i == plies) break;
    std::sort(moves.begin(), moves.end(), [](Move a, Move b) { return a.code() < b.code(); });
    position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
  }
  return position;
}

}  // namespace

Result<GenfensSettings> parse_genfens(std::string_view arguments) {
  std::istringstream words{std::string(arguments)};
  std::string count, seed_word, seed, book_word;
  GenfensSettings settings;
  words >> count >> seed_word >> seed >> book_word >> settings.book;
  const auto wanted = parse_number(count);
  const auto stream = parse_number(seed);
  if (!wanted || seed_word != "seed" || !stream || book_word != "book" || settings.book.empty())
    return Error{"genfens needs 'N seed S book FILE' or '… book None'"};
  settings.count = *wanted;
  settings.seed = *stream;
  if (settings.book == "None" || settings.book == "none") settings.book.clear();
  return settings;
}

Result<Ok> generate_positions(const GenfensSettings& settings,
                              const std::function<void(std::string_view)>& write) {
  const auto book = read_book(settings.book);
  if (!book) return Error{book.error()};
  search::Searcher searcher(kHashBytes);
  search::Limits limits;
  limits.nodes = kJudgingNodes;
  const int plies = settings.book.empty() ? 8 : 2;
  for (std::uint64_t i = 0; i < settings.count; ++i) {
    Rng rng = Rng::stream(settings.seed, i);
    bool found = false;
    for (int tries = 0; !found; ++tries) {
      if (tries == kMostTries)
        return Error{fmt::format("genfens: none of {} positions from '{}' is balanced", kMostTries,
                                 settings.book)};
      const Position& start = (*book)[rng.below(static_cast<std::uint32_t>(book->size()))];
      const auto position = play_random(start, rng, plies + static_cast<int>(rng.below(2)));
      if (!position) continue;
      searcher.clear();
      if (std::abs(searcher.search({*position, {}}, limits).score) > kMostAhead) continue;
      write("info string genfens " + to_fen(*position));
      found = true;
    }
  }
  return Ok{};
}

}  // namespace grandee::bench
