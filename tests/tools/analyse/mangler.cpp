#include "tests/tools/analyse/mangler.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "board/movegen.hpp"
#include "training-data/chain.hpp"

namespace grandee::test {

std::vector<PlainGame> sample_games(std::size_t count) {
  std::vector<PlainGame> games;
  Rng rng(7);
  for (const char* shard : {"0", "1"}) {
    auto reader = data::ChainReader::open(fmt::format("{}/boot400.{}.gcd", GRANDEE_SAMPLES, shard));
    if (!reader) return {};
    while (const auto block = reader->next()) {
      for (const data::Game& played : reader->games(*block)) {
        if (games.size() == count) return games;
        PlainGame game{played.start, played.opening};
        for (const data::ScoredMove& scored : played.plies) game.moves.push_back(scored.move);
        if (rng.below(4) == 0) {
          const std::size_t skipped = rng.below(static_cast<std::uint32_t>(game.moves.size()));
          for (std::size_t i = 0; i < skipped; ++i) game.start.make(game.moves[i]);
          game.moves.erase(game.moves.begin(),
                           game.moves.begin() + static_cast<std::ptrdiff_t>(skipped));
        }
        games.push_back(std::move(game));
      }
    }
  }
  return games;
}

std::string Mangler::promotion(Move move) {
  if (!move.is_promotion()) return "";
  const char letter = piece_letter(move.promotion(), style_.letters);
  // Where the pawn has to promote, nothing may be written.
  if ((rank_of(move.to()) == 9 || rank_of(move.to()) == 0) && chance(20)) return "";
  switch (rng_.below(5)) {
    case 0: return fmt::format("/{}", letter);
    case 1: return fmt::format("({})", letter);
    case 2: return fmt::format("{}", letter);
    default: return fmt::format("={}", letter);
  }
}

std::string Mangler::word(const Position& position, Move move) {
  if (chance(2)) return to_uci(move, style_.ranks);
  const PieceType type = type_of(position.moved(move));
  const bool capture = position.captured(move) != Piece::None;
  const std::string san = to_san(position, move, style_);
  const std::string from = square_name(move.from(), style_.ranks);
  std::string text;
  if (type == PieceType::Pawn) {
    if (capture) text += from[0];
  } else {
    text += piece_letter(type, style_.letters);
    // What stands between the letter and the target in good SAN.
    const std::string target = square_name(move.to(), style_.ranks);
    std::string origin = san.substr(1, san.rfind(target) - 1);
    std::erase(origin, 'x');
    if (chance(bare_))
      origin.clear();
    else if (chance(10))
      origin = from;
    text += origin;
  }
  if (capture && (marks_ || chance(50))) text += 'x';
  text += square_name(move.to(), style_.ranks) + promotion(move);
  if ((san.back() == '+' || san.back() == '#') && (marks_ || chance(50))) text += san.back();
  return text;
}

std::string Mangler::noise(const Position& position) {
  switch (rng_.below(6)) {
    case 0: return fmt::format(" {{+0.{}/8 0.0{}s}}", rng_.below(90) + 10, rng_.below(9) + 1);
    case 1: return " $" + std::to_string(rng_.below(20));
    case 2: return " {[%clk 0:00:01] text (with 1. d5, brackets)}";
    case 3: return " ; rest of the line $1 ( {" + line_end_;
    case 4: return line_end_ + "% escaped ( { 1-0" + line_end_;
    default: break;
  }
  MoveList moves;
  generate_legal(position, moves);
  const Move move = moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
  return fmt::format(" ({} {{a}} $3 ({} zz))", to_san(position, move, style_),
                     to_san(position, move, style_));
}

std::vector<std::string> Mangler::words(const PlainGame& game) {
  std::vector<std::string> words;
  Position position = game.start;
  for (const Move move : game.moves) {
    words.push_back(word(position, move));
    position.make(move);
  }
  return words;
}

std::string Mangler::join(const PlainGame& game, const std::vector<std::string>& words) {
  std::string text = "[Event \"self-play\"]" + line_end_ + "[White \"A\"]" + line_end_;
  if (chance(50)) text += "[Variant \"grand\"]" + line_end_;
  if (to_fen(game.start) != kStartFen) {
    // A C without an M on the board is a marshal, so the inventor's letters need one.
    const bool told = style_.letters != Letters::MC || game.start.pieces(PieceType::Marshal).any();
    std::string fen = to_fen(game.start, told && chance(50) ? style_.letters : Letters::AC);
    if (chance(30)) fen.erase(fen.find(" - ") + 1, 2);  // as XBoard has it
    text += "[FEN \"" + fen + "\"]" + line_end_;
  }
  text += line_end_;
  Position position = game.start;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (chance(80) && position.side_to_move() == Color::White)
      text += fmt::format("{}.{}", position.move_number(), chance(50) ? " " : "");
    text += words[i];
    if (chance(5)) text += "!?";
    if (noisy_ && chance(15)) text += noise(position);
    text += chance(10) ? line_end_ : " ";
    position.make(game.moves[i]);
  }
  return text + (chance(90) ? "1-0" : "") + line_end_ + line_end_;
}

void Mangler::choose_faults() {
  style_.letters = kDialects[rng_.below(3)].letters;
  style_.ranks = chance(50) ? RankBase::One : RankBase::Zero;
  marks_ = chance(70);
  bare_ = chance(50) ? 0 : static_cast<int>(rng_.below(100));
  noisy_ = chance(50);
  line_end_ = chance(30) ? "\r\n" : "\n";
}

std::string Mangler::write(const PlainGame& game) {
  choose_faults();
  return join(game, words(game));
}

std::string Mangler::write_broken(const PlainGame& game) {
  choose_faults();
  // A comment further on would close one that is left open: another game, but a whole one.
  noisy_ = false;
  std::vector<std::string> broken = words(game);
  const std::size_t at = rng_.below(static_cast<std::uint32_t>(broken.size()));
  constexpr const char* kFaults[] = {"Kk5", "{open", "(", "R11a1", "zz"};
  broken[at] = kFaults[rng_.below(5)];
  return join(game, broken);
}

}  // namespace grandee::test
