#include "protocol/show.hpp"

#include <fmt/format.h>

#include <ostream>

#include "protocol/describe.hpp"

namespace grandee::protocol {

namespace {

// Keeps what is told last.
struct Keeper : search::Listener {
  search::SearchResult result;
  search::Statistics statistics;

  void on_line(const search::Line&, const search::Statistics& s) override { statistics = s; }
  void on_result(const search::SearchResult& r) override { result = r; }
};

std::string describe_end(Outcome outcome, Color side_to_move) {
  std::string text = fmt::format("The game is over: {}", describe(outcome));
  if (outcome == Outcome::Checkmate) text += fmt::format(", {} has won", color_name(~side_to_move));
  return text + ".\n";
}

}  // namespace

void show(Engine& engine, const search::Limits& limits, Letters letters, std::ostream& out) {
  const Position position = engine.game().position();
  out << draw_board(position, letters) << "FEN: " << to_fen(position, letters) << "\n\n"
      << std::flush;
  const Outcome outcome = engine.game().outcome();
  if (outcome == Outcome::Checkmate || outcome == Outcome::Stalemate) {
    out << describe_end(outcome, position.side_to_move());
    return;
  }
  Keeper keeper;
  engine.go(limits, keeper);
  engine.wait();
  const search::SearchResult& found = keeper.result;
  const std::vector<Move> line = found.pv.empty() ? std::vector{found.best} : found.pv;
  out << fmt::format(
      "{} to move. {}.\nBest move: {}\nBest line: {}\nSearched to depth {}: {} positions in "
      "{:.1f} s\n",
      color_name(position.side_to_move()), describe_score(position, found.score),
      to_san(position, found.best, {letters, RankBase::One}),
      describe_line(position, line, letters), found.depth, found.nodes,
      static_cast<double>(keeper.statistics.time_ms) / 1000);
  if (outcome != Outcome::Ongoing) out << describe_end(outcome, position.side_to_move());
}

}  // namespace grandee::protocol
