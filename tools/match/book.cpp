#include "tools/match/book.hpp"

#include <fmt/format.h>

#include <limits>
#include <numeric>

#include "base/rng.hpp"
#include "board/endings.hpp"
#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "tools/common/epd.hpp"
#include "tools/common/pgn.hpp"
#include "tools/common/text_file.hpp"

namespace grandee::match {

namespace {

namespace fs = std::filesystem;

// FNV-1a, 64 bits.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ull;
  return hash;
}

// Why no game can start after the opening, empty if one can.
std::string objection(const Opening& opening) {
  Position position = opening.start;
  std::vector<Key> keys;
  for (const Move move : opening.moves) {
    keys.push_back(position.key());
    position.make(move);
  }
  const Outcome outcome = game_outcome(position, keys);
  return outcome == Outcome::Ongoing ? "" : fmt::format("the game is over ({})", describe(outcome));
}

Result<Book> read_positions(std::string_view text, const std::string& name) {
  Book book;
  int number = 0;
  for (const std::string_view line : tools::split_lines(text)) {
    ++number;
    if (line.find_first_not_of(" \t") == std::string_view::npos || line[0] == '#') continue;
    const auto record = tools::parse_epd(line);
    if (!record) return Error{fmt::format("{} line {}: {}", name, number, record.error())};
    book.openings.push_back({record->position, {}, fmt::format("{}:{}", name, number)});
    if (const std::string wrong = objection(book.openings.back()); !wrong.empty())
      return Error{fmt::format("{} line {}: {}", name, number, wrong)};
  }
  return book;
}

Result<Book> read_games(std::string_view text, const std::string& name, int max_plies) {
  Book book;
  tools::PgnReader reader(text);
  int number = 0;
  while (auto game = reader.next()) {
    ++number;
    if (!*game) return Error{fmt::format("{} game {}: {}", name, number, game->error())};
    Opening opening{(*game)->start, {}, fmt::format("{}:{}", name, number)};
    for (const tools::PgnMove& played : (*game)->line.moves) {
      if (max_plies > 0 && opening.moves.size() == static_cast<std::size_t>(max_plies)) break;
      opening.moves.push_back(played.move);
    }
    if (const std::string wrong = objection(opening); !wrong.empty())
      return Error{fmt::format("{} game {}: {}", name, number, wrong)};
    book.openings.push_back(std::move(opening));
  }
  return book;
}

}  // namespace

Result<Book> load_book(const fs::path& path, int max_plies) {
  const auto text = tools::read_text_file(path);
  if (!text) return Error{text.error()};
  const std::string name = path.filename().string();
  const bool games =
      path.extension() == ".pgn" || text->find_first_not_of(" \t\r\n") == text->find('[');
  auto book = games ? read_games(*text, name, max_plies) : read_positions(*text, name);
  if (!book) return book;
  if (book->openings.empty()) return Error{fmt::format("{} holds no opening", path.string())};
  book->hash = hash_of(*text);
  return book;
}

Opening random_opening(int plies, std::uint64_t seed, std::uint64_t number) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    Rng rng = Rng::stream(seed, number, attempt);
    Opening opening;
    opening.id = fmt::format("random:{}", number + 1);
    Position position = opening.start;
    MoveList moves;
    for (int ply = 0; ply < plies; ++ply) {
      moves.clear();
      generate_legal(position, moves);
      if (moves.empty()) break;
      opening.moves.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      position.make(opening.moves.back());
    }
    if (objection(opening).empty()) return opening;
  }
}

Result<OpeningSource> OpeningSource::create(const OpeningChoice& choice, std::uint64_t seed) {
  OpeningSource source;
  source.choice_ = choice;
  source.seed_ = seed;
  if (choice.book.empty()) return source;
  auto book = load_book(choice.book, choice.max_plies);
  if (!book) return Error{book.error()};
  source.book_ = *std::move(book);
  const std::size_t size = source.book_.openings.size();
  if (choice.first < 1 || static_cast<std::size_t>(choice.first) > size)
    return Error{fmt::format("{} has openings 1–{}, not {}", choice.book, size, choice.first)};
  source.order_.resize(size);
  std::iota(source.order_.begin(), source.order_.end(), 0u);
  if (choice.shuffle) {
    Rng rng(seed);
    for (std::size_t i = size - 1; i > 0; --i)
      std::swap(source.order_[i], source.order_[rng.below(static_cast<std::uint32_t>(i + 1))]);
  }
  return source;
}

Opening OpeningSource::opening(std::size_t pair) const {
  if (!order_.empty()) {
    const std::size_t first = static_cast<std::size_t>(choice_.first - 1);
    return book_.openings[order_[(first + pair) % order_.size()]];
  }
  if (choice_.random_plies > 0) return random_opening(choice_.random_plies, seed_, pair);
  return {};
}

std::size_t OpeningSource::distinct() const {
  if (!order_.empty()) return order_.size();
  return choice_.random_plies > 0 ? std::numeric_limits<std::size_t>::max() : 1;
}

}  // namespace grandee::match
