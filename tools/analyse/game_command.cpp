#include "tools/analyse/game_command.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "tools/analyse/annotate.hpp"
#include "tools/analyse/journal.hpp"
#include "tools/analyse/output.hpp"
#include "tools/analyse/report.hpp"
#include "tools/common/text_file.hpp"

namespace grandee::analyse {

namespace {

using Json = nlohmann::ordered_json;

struct ReadGame {
  int number = 0;  // in the file, from 1
  std::size_t line = 0;
  tools::PgnTags tags;
  std::string error;  // why there is no game
  tools::PgnGame game;
};

// The next game, or nothing at the end.
std::optional<ReadGame> read_game(tools::PgnReader& reader) {
  auto game = reader.next();
  if (!game) return std::nullopt;
  ReadGame read{reader.number(), reader.line(), reader.tags(), "", {}};
  if (!*game)
    read.error = game->error();
  else if (!(*game)->ambiguity.empty())
    read.error = fmt::format("PGN line {}: ambiguous: {} (game {}); force with --ranks, --letters",
                             read.line, (*game)->ambiguity, read.number);
  else
    read.game = std::move(**game);
  return read;
}

// Says what can't be read or was read over.
void report(const ReadGame& read, const std::string& file) {
  for (const std::string& remark : read.game.remarks)
    say(fmt::format("{}: game {}, {}", file, read.number, remark));
  if (!read.error.empty()) complain(fmt::format("{}: {}", file, read.error));
}

Json place_of(const ReadGame& read) {
  return {{"game", read.number}, {"line", read.line}};
}

// Names and tags may be in any encoding; JSON is UTF-8.
std::string dump(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

// Game by game: files may be large.
int check_games(const GameOptions& options, const std::string& text) {
  std::size_t good = 0;
  std::size_t broken = 0;
  std::string json = "[";
  tools::PgnReader reader(text, options.style);
  while (const auto read = read_game(reader)) {
    report(*read, options.input);
    ++(read->error.empty() ? good : broken);
    if (options.json_out.empty()) continue;
    Json entry = place_of(*read);
    entry.update(read->error.empty() ? game_json(read->game, GameReplay(read->game))
                                     : broken_game_json(read->tags, read->error));
    json += (json.size() > 1 ? ",\n" : "\n") + dump(entry);
  }
  if (const auto written = write_output(options.json_out, json + "]\n"); !written) {
    complain(written.error());
    return kExitFailed;
  }
  if (good + broken == 0) {
    complain(fmt::format("'{}' has no games", options.input));
    return kExitFailed;
  }
  say(fmt::format("{}: {} games read, {} not", options.input, good, broken));
  return broken == 0 ? kExitDone : kExitPartly;
}

// The whole job: what is to be searched, what was found.
class Annotation {
 public:
  Annotation(const GameOptions& options, const std::vector<ReadGame>& games) : options_(options) {
    for (const ReadGame& read : games) {
      if (!read.error.empty()) continue;
      replays_.emplace_back(read.game);
      first_id_.push_back(ids_);
      ids_ += replays_.back().stations().size();
    }
  }

  // False if a signal came before everything was searched.
  Result<bool> search(Journal& journal) {
    Tasks tasks;
    tasks.root = [this](std::size_t id) {
      // The last game that starts at or before the number.
      const auto after = std::upper_bound(first_id_.begin(), first_id_.end(), id);
      const auto game = static_cast<std::size_t>(after - first_id_.begin()) - 1;
      return replays_[game].root(id - first_id_[game]);
    };
    std::size_t total = 0;
    for (std::size_t g = 0; g < replays_.size(); ++g) {
      for (const std::size_t station : task_stations(replays_[g])) {
        ++total;
        const std::size_t id = first_id_[g] + station;
        if (!journal.has(id, replays_[g].stations()[station].position)) tasks.ids.push_back(id);
      }
    }
    return search_with_progress(tasks, total, options_.engine, options_.effort, journal);
  }

  std::size_t games() const { return replays_.size(); }
  const GameReplay& replay(std::size_t game) const { return replays_[game]; }
  GameAnalysis analysis(std::size_t game, const Journal& journal) const {
    std::map<std::size_t, const Analysis*> found;
    for (const std::size_t station : task_stations(replays_[game]))
      found[station] = &journal.found().at(first_id_[game] + station);
    return GameAnalysis(replays_[game], found, options_.limits);
  }

 private:
  const GameOptions& options_;
  std::vector<GameReplay> replays_;
  std::vector<std::size_t> first_id_;
  std::size_t ids_ = 0;
};

Json plan_of(const GameOptions& options, const std::string& text) {
  Json plan = {{"program", "grandee-analyse game"},
               {"version", GRANDEE_VERSION},
               {"input", fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()))},
               {"network", options.engine.network_name()},
               {"effort", options.effort.describe()},
               {"hash", options.engine.hash_mib},
               {"letters", nullptr},
               {"ranks", nullptr}};
  if (options.style.letters) plan["letters"] = dialect(*options.style.letters).name;
  if (options.style.ranks) plan["ranks"] = *options.style.ranks == RankBase::One ? "1-10" : "0-9";
  return plan;
}

Result<Ok> write_results(const GameOptions& options, const std::vector<ReadGame>& games,
                         const Annotation& annotation, const Journal& journal) {
  const std::string annotator =
      fmt::format("Grandee {}, {} a move", GRANDEE_VERSION, options.effort.describe());
  Json list = Json::array();
  std::string pgn;
  std::vector<Json> reported;
  std::size_t g = 0;
  for (const ReadGame& read : games) {
    Json entry = place_of(read);
    if (!read.error.empty()) {
      entry.update(broken_game_json(read.tags, read.error));
      list.push_back(std::move(entry));
      continue;
    }
    const GameReplay& replay = annotation.replay(g);
    const GameAnalysis analysis = annotation.analysis(g, journal);
    ++g;
    entry.update(game_json(read.game, replay));
    add_analysis(entry, replay, analysis);
    pgn += tools::format_pgn(annotate(read.game, replay, analysis, options.line_plies, annotator));
    if (!options.html_out.empty())
      reported.push_back(report_data(read.game, replay, analysis, options.line_plies));
    list.push_back(std::move(entry));
  }
  if (const auto written = write_output(options.pgn_out, pgn); !written) return written;
  if (const auto written = write_output(options.json_out, dump(list) + "\n"); !written)
    return written;
  if (options.html_out.empty()) return Ok{};
  return write_output(options.html_out, html_report(reported, annotator));
}

}  // namespace

int run_game(const GameOptions& options) {
  const auto fail = [](const std::string& what) {
    complain(what);
    return kExitFailed;
  };
  const auto text = tools::read_text_file(options.input);
  if (!text) return fail(text.error());
  if (options.check) return check_games(options, *text);
  std::vector<ReadGame> games;
  std::size_t broken = 0;
  tools::PgnReader reader(*text, options.style);
  while (auto read = read_game(reader)) {
    report(*read, options.input);
    broken += !read->error.empty();
    games.push_back(*std::move(read));
  }

  if (games.empty()) return fail(fmt::format("'{}' has no games", options.input));

  const std::string* first = &options.pgn_out;
  for (const std::string* out : {&options.html_out, &options.json_out})
    if (journal_beside(*first).empty()) first = out;
  const std::filesystem::path path = journal_beside(*first);
  auto journal = Journal::open(path, plan_of(options, *text), options.restart);
  if (!journal) return fail(journal.error());
  Annotation annotation(options, games);
  const auto finished = annotation.search(*journal);
  if (!finished) return fail(finished.error());
  if (!*finished) return stopped_exit_code(path.string());
  if (const auto written = write_results(options, games, annotation, *journal); !written)
    return fail(written.error());
  journal->remove();
  say(fmt::format("{}: {} games annotated, {} not read", options.input, annotation.games(),
                  broken));
  return broken == 0 ? kExitDone : kExitPartly;
}

}  // namespace grandee::analyse
