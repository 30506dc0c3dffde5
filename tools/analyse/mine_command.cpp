#include "tools/analyse/mine_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/quotes.hpp"
#include "board/notation.hpp"
#include "protocol/wdl.hpp"
#include "tools/analyse/game_command.hpp"
#include "tools/analyse/journal.hpp"
#include "tools/analyse/move_comment.hpp"
#include "tools/analyse/output.hpp"
#include "tools/analyse/score_text.hpp"
#include "tools/common/pgn.hpp"
#include "tools/common/text_file.hpp"
#include "training-data/chain.hpp"

namespace grandee::analyse {

namespace {

constexpr std::size_t kBatch = 2000;  // candidates that are screened before the best are verified
constexpr std::uint64_t kGlanceNodes = 300;
constexpr Score kLeastJump = 150;      // centipawns
constexpr Score kDecided = 1200;       // scores beyond it before the jump are no puzzle
constexpr double kOtherWins = 0.85;    // expected result from which a second move wins as well
constexpr double kWorthFinding = 0.4;  // … below which the best move saves nothing

struct Candidate {
  Position position;
  Square recapture = kNoSquare;  // where the move before took something
  std::size_t game = 0;
};

// A game with the scores that were told when it was played, from the mover.
struct ScoredGame {
  Position start;
  std::vector<Move> moves;
  std::vector<std::optional<Score>> scores;
};

void collect(const ScoredGame& game, std::size_t number, std::set<Key>& seen,
             std::vector<Candidate>& candidates) {
  Position position = game.start;
  Square taken = kNoSquare;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const auto now = game.scores[i];
    const auto before = i > 0 ? game.scores[i - 1] : std::nullopt;
    const bool jumped = now && before && *now + *before >= kLeastJump && *before >= -kDecided &&
                        *before <= kDecided;
    if (jumped && seen.insert(position.key()).second)
      candidates.push_back({position, taken, number});
    taken = position.captured(game.moves[i]) != Piece::None ? game.moves[i].to() : kNoSquare;
    position.make(game.moves[i]);
  }
}

Result<Ok> read_chain(const std::string& path, std::vector<ScoredGame>& games) {
  auto reader = data::ChainReader::open(path);
  if (!reader) return Error{reader.error()};
  while (const auto block = reader->next()) {
    for (const data::Game& played : reader->games(*block)) {
      ScoredGame game{played.start, played.opening, {}};
      game.scores.resize(played.opening.size());
      for (const data::ScoredMove& scored : played.plies) {
        game.moves.push_back(scored.move);
        game.scores.emplace_back(scored.score);
      }
      games.push_back(std::move(game));
    }
  }
  for (const data::BadBlock& bad : reader->bad_blocks())
    complain(fmt::format("'{}': bad block at offset {} ({} bytes): {}", path, bad.offset, bad.bytes,
                         bad.reason));
  return Ok{};
}

Result<Ok> read_pgn(const std::string& path, std::vector<ScoredGame>& games) {
  const auto text = tools::read_text_file(path);
  if (!text) return Error{text.error()};
  tools::PgnReader reader(*text);
  while (const auto read = reader.next()) {
    if (!*read) {
      complain(fmt::format("{}: {}", path, read->error()));
      continue;
    }
    ScoredGame game{(*read)->start, {}, {}};
    Color side = game.start.side_to_move();
    for (const tools::PgnMove& played : (*read)->line.moves) {
      const auto eval = parse_move_comment(played.comment, side).eval;
      game.moves.push_back(played.move);
      game.scores.push_back(eval ? std::optional(from_white(*eval, side)) : eval);
      side = ~side;
    }
    games.push_back(std::move(game));
  }
  return Ok{};
}

Result<std::vector<Candidate>> collect_all(const std::vector<std::string>& inputs) {
  std::vector<ScoredGame> games;
  for (const std::string& path : inputs) {
    const bool chain = std::filesystem::path(path).extension() == ".gcd";
    if (const auto read = chain ? read_chain(path, games) : read_pgn(path, games); !read)
      return Error{read.error()};
  }
  std::vector<Candidate> candidates;
  std::set<Key> seen;
  for (std::size_t g = 0; g < games.size(); ++g) collect(games[g], g, seen, candidates);
  if (candidates.empty())
    return Error{
        fmt::format("no position to look at in {} games: there must be scores, and they "
                    "must jump",
                    games.size())};
  return candidates;
}

// Is the first line so much better than the second, without the second being good enough?
bool stands_out(const Position& position, const Analysis& a, double margin) {
  if (a.lines.size() < 2) return false;
  const double best = expected_result(position, a.lines[0].score);
  const double second = expected_result(position, a.lines[1].score);
  return 100 * (best - second) >= margin && best >= kWorthFinding && second < kOtherWins;
}

std::string epd_line(const Candidate& candidate, const Analysis& a, std::size_t number) {
  const Position& position = candidate.position;
  std::string fen = to_fen(position);
  fen = fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));
  const double margin = 100 * (expected_result(position, a.lines[0].score) -
                               expected_result(position, a.lines[1].score));
  const protocol::WdlModel model(position);
  std::string text = fmt::format(
      "{} hmvc {}; fmvn {}; bm {}; id \"grandee tactics {:03}\"; acd {}; acn {}; c1 \"{} by {:.0f} "
      "percent points of the expected result; {} {}, second {} {} (scores of the side to move)\";",
      fen, position.rule50(), position.move_number(), to_san(position, a.lines[0].pv[0]), number,
      a.depth, a.nodes, to_san(position, a.lines[0].pv[0]), margin,
      to_san(position, a.lines[0].pv[0]), signed_text(model.shown(a.lines[0].score)),
      to_san(position, a.lines[1].pv[0]), signed_text(model.shown(a.lines[1].score)));
  return text + "\n";
}

class Miner {
 public:
  Miner(const MineOptions& options, std::vector<Candidate> candidates, Journal screened,
        Journal verified)
      : options_(options),
        candidates_(std::move(candidates)),
        screened_(std::move(screened)),
        verified_(std::move(verified)) {}

  // False if a signal came.
  Result<bool> run() {
    for (std::size_t first = 0; first < candidates_.size() && found_.size() < options_.count;
         first += kBatch) {
      const auto done = run_batch(first, std::min(first + kBatch, candidates_.size()));
      if (!done || !*done) return done;
      say(fmt::format("{} of {} candidates looked at, {} positions found",
                      std::min(first + kBatch, candidates_.size()), candidates_.size(),
                      found_.size()));
    }
    return true;
  }
  std::string epd() const {
    std::string text;
    std::size_t number = 0;
    for (const std::size_t id : found_)
      text += epd_line(candidates_[id], verified_.found().at(id), ++number);
    return text;
  }
  std::size_t found() const { return found_.size(); }
  void remove_journals() {
    screened_.remove();
    verified_.remove();
  }

 private:
  Tasks tasks_of(std::vector<std::size_t> ids) const {
    return {std::move(ids), [this](std::size_t id) {
              return search::Root{candidates_[id].position, {}};
            }};
  }

  Result<bool> search(const std::vector<std::size_t>& ids, std::uint64_t nodes, Journal& journal) {
    Effort effort;
    effort.nodes = nodes;
    Tasks tasks = tasks_of({});
    for (const std::size_t id : ids)
      if (!journal.has(id, candidates_[id].position)) tasks.ids.push_back(id);
    return search_with_progress(tasks, ids.size(), options_.engine, effort, journal, 2);
  }

  Result<bool> run_batch(std::size_t first, std::size_t end) {
    std::vector<std::size_t> ids;
    for (std::size_t id = first; id < end; ++id) ids.push_back(id);
    if (const auto done = search(ids, options_.screen_nodes, screened_); !done || !*done)
      return done;
    std::erase_if(ids, [&](std::size_t id) {
      const Analysis& a = screened_.found().at(id);
      return !stands_out(candidates_[id].position, a, options_.margin) ||
             a.pv()[0].to() == candidates_[id].recapture;
    });
    if (const auto done = drop_easy_ones(ids); !done || !*done) return done;
    if (const auto done = search(ids, options_.verify_nodes, verified_); !done || !*done)
      return done;
    for (const std::size_t id : ids) {
      const Analysis& deep = verified_.found().at(id);
      const bool agreed = deep.pv()[0] == screened_.found().at(id).pv()[0];
      std::size_t& of_game = of_game_[candidates_[id].game];
      if (!agreed || !stands_out(candidates_[id].position, deep, options_.margin) ||
          of_game >= options_.most_of_a_game || found_.size() >= options_.count)
        continue;
      ++of_game;
      found_.push_back(id);
    }
    return true;
  }

  // What a glance finds is no puzzle.
  Result<bool> drop_easy_ones(std::vector<std::size_t>& ids) {
    Effort glance;
    glance.nodes = kGlanceNodes;
    std::set<std::size_t> easy;
    const auto done = search_all(
        tasks_of(ids), options_.engine, glance.limits(),
        [&](std::size_t id, const Analysis& a) -> Result<Ok> {
          if (a.pv()[0] == screened_.found().at(id).pv()[0]) easy.insert(id);
          return Ok{};
        },
        nullptr);
    std::erase_if(ids, [&](std::size_t id) { return easy.count(id) > 0; });
    return done;
  }

  const MineOptions& options_;
  std::vector<Candidate> candidates_;
  Journal screened_;
  Journal verified_;
  std::map<std::size_t, std::size_t> of_game_;
  std::vector<std::size_t> found_;
};

}  // namespace

int run_mine(const MineOptions& options) {
  const auto fail = [](const std::string& what) {
    complain(what);
    return kExitFailed;
  };
  auto candidates = collect_all(options.inputs);
  if (!candidates) return fail(candidates.error());
  std::vector<std::string> names;
  for (const std::string& input : options.inputs) names.push_back(valid_utf8(input));
  const nlohmann::ordered_json plan = {{"program", "grandee-analyse mine"},
                                       {"version", GRANDEE_VERSION},
                                       {"inputs", names},
                                       {"candidates", candidates->size()},
                                       {"network", options.engine.network_name()},
                                       {"screen", options.screen_nodes},
                                       {"verify", options.verify_nodes},
                                       {"hash", options.engine.hash_mib}};
  const std::filesystem::path screen_path = journal_beside(options.epd_out + ".screen");
  const std::filesystem::path verify_path = journal_beside(options.epd_out);
  auto screened = Journal::open(screen_path, plan, options.restart);
  if (!screened) return fail(screened.error());
  auto verified = Journal::open(verify_path, plan, options.restart);
  if (!verified) return fail(verified.error());
  Miner miner(options, *std::move(candidates), *std::move(screened), *std::move(verified));
  const auto done = miner.run();
  if (!done) return fail(done.error());
  if (!*done) return stopped_exit_code(verify_path.string());
  if (const auto written = write_output(options.epd_out, miner.epd()); !written)
    return fail(written.error());
  miner.remove_journals();
  return miner.found() == options.count ? kExitDone : kExitPartly;
}

}  // namespace grandee::analyse
