#include "tools/match/journal.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "tools/common/atomic_file.hpp"
#include "tools/common/messages.hpp"
#include "tools/common/text_file.hpp"
#include "tools/match/game_pgn.hpp"

namespace grandee::match {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

fs::path plan_path(const fs::path& pgn) {
  fs::path path = pgn;
  path += ".plan";
  return path;
}

fs::path numbered(const fs::path& path, int number) {
  fs::path result = path;
  result += fmt::format(".{}", number);
  return result;
}

Result<Ok> move_aside(const fs::path& pgn) {
  std::error_code error;
  if (!fs::exists(pgn, error) || fs::file_size(pgn, error) == 0) return Ok{};
  int number = 1;
  while (fs::exists(numbered(pgn, number), error) ||
         fs::exists(plan_path(numbered(pgn, number)), error))
    ++number;
  fs::rename(pgn, numbered(pgn, number), error);
  if (error) return Error{fmt::format("can't rename '{}': {}", pgn.string(), error.message())};
  if (fs::exists(plan_path(pgn), error))
    fs::rename(plan_path(pgn), plan_path(numbered(pgn, number)), error);
  tools::say(
      fmt::format("The games of an earlier match are kept as {}", numbered(pgn, number).string()));
  return Ok{};
}

// The first key whose values differ; the number of games may change.
std::string difference(const Json& stored, const Json& wanted) {
  for (const auto& [key, value] : wanted.items())
    if (key != "games" && (!stored.contains(key) || stored[key] != value))
      return fmt::format("{}: it was {}, now it is {}", key,
                         stored.contains(key) ? stored[key].dump() : "missing", value.dump());
  return "";
}

}  // namespace

Result<Journal> Journal::open(const fs::path& pgn, tools::WriterLock lock) {
  std::FILE* file = std::fopen(pgn.string().c_str(), "ab");
  if (file == nullptr)
    return Error{fmt::format("can't write '{}': {}", pgn.string(), std::strerror(errno))};
  return Journal(pgn, file, std::move(lock));
}

Result<Journal> Journal::create(const fs::path& pgn, const Json& plan) {
  auto lock = tools::WriterLock::take(pgn);
  if (!lock) return Error{lock.error()};
  if (const auto moved = move_aside(pgn); !moved) return Error{moved.error()};
  if (const auto kept = tools::write_atomically(plan_path(pgn), plan.dump(2) + "\n"); !kept)
    return Error{kept.error()};
  return open(pgn, *std::move(lock));
}

std::optional<Json> Journal::stored_plan(const fs::path& pgn) {
  std::error_code error;
  if (!fs::exists(plan_path(pgn), error)) return std::nullopt;
  const auto text = tools::read_text_file(plan_path(pgn));
  if (!text) return std::nullopt;
  Json plan = Json::parse(*text, nullptr, false);
  if (!plan.is_object()) return std::nullopt;
  return plan;
}

Result<Journal> Journal::resume(const fs::path& pgn, const Json& plan,
                                const std::vector<std::string>& names, Results& results) {
  auto lock = tools::WriterLock::take(pgn);
  if (!lock) return Error{lock.error()};
  const auto stored = stored_plan(pgn);
  if (!stored)
    return Error{fmt::format("'{}' can't be read: nothing to resume", plan_path(pgn).string())};
  if (const std::string differs = difference(*stored, plan); !differs.empty())
    return Error{fmt::format("can't resume '{}' with another plan: {}", pgn.string(), differs)};
  std::error_code error;
  if (!fs::exists(pgn, error)) return open(pgn, *std::move(lock));
  const auto text = tools::read_text_file(pgn);
  if (!text) return Error{text.error()};

  // Our own games: nothing is to be found out.
  tools::PgnReader reader(*text, {Letters::AC, RankBase::One});
  std::size_t good = 0;
  while (const auto game = reader.next()) {
    const bool whole = *game && (*game)->has_result_token;
    // Only the end can be missing: the match ended while it was written.
    if (!whole && reader.offset() >= text->size()) break;
    if (!whole)
      return Error{fmt::format("'{}' is damaged: {}", pgn.string(),
                               *game ? "a game has no result" : game->error())};
    const auto finished = from_pgn(**game, results.schedule(), names);
    if (!finished)
      return Error{fmt::format("'{}' is no match to resume: {}", pgn.string(), finished.error())};
    if (results.has(finished->number))
      return Error{fmt::format("'{}' has game {} twice", pgn.string(), finished->number + 1)};
    results.add(*finished);
    good = reader.offset();
  }
  fs::resize_file(pgn, good, error);
  if (error) return Error{fmt::format("can't cut '{}': {}", pgn.string(), error.message())};
  // A higher number of games is the plan from now on.
  if (const auto kept = tools::write_atomically(plan_path(pgn), plan.dump(2) + "\n"); !kept)
    return Error{kept.error()};
  auto journal = open(pgn, *std::move(lock));
  if (journal && good > 0)
    if (const auto ended = journal->append("\n\n"); !ended) return Error{ended.error()};
  return journal;
}

Result<Ok> Journal::append(const std::string& pgn) {
  if (std::fwrite(pgn.data(), 1, pgn.size(), file_.get()) != pgn.size() ||
      !tools::sync_file(file_.get()))
    return Error{fmt::format("can't write '{}': {}", pgn_.string(), std::strerror(errno))};
  return Ok{};
}

Result<std::string> Journal::keep_error_output(std::size_t number, const std::string& text) {
  fs::path path = pgn_;
  path += fmt::format(".game{}.stderr", number + 1);
  if (const auto written = tools::write_atomically(path, text); !written)
    return Error{written.error()};
  return path.filename().string();
}

}  // namespace grandee::match
