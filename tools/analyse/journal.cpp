#include "tools/analyse/journal.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <nlohmann/json.hpp>

#include "board/notation.hpp"
#include "tools/analyse/output.hpp"
#include "tools/common/atomic_file.hpp"
#include "tools/common/progress.hpp"
#include "tools/common/text_file.hpp"

namespace grandee::analyse {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Moves as numbers: the journal is read without replaying games.
Json to_json(std::size_t id, const Analysis& a) {
  Json lines = Json::array();
  for (const search::Line& line : a.lines) {
    Json moves = Json::array();
    for (const Move m : line.pv) moves.push_back(m.raw());
    lines.push_back({line.score, line.depth, line.selective_depth, std::move(moves)});
  }
  return {{"id", id},         {"score", a.score}, {"depth", a.depth},
          {"nodes", a.nodes}, {"ms", a.time_ms},  {"lines", std::move(lines)}};
}

Analysis from_json(const Json& json) {
  Analysis a;
  a.score = json.at("score");
  a.depth = json.at("depth");
  a.nodes = json.at("nodes");
  a.time_ms = json.at("ms");
  for (const Json& stored : json.at("lines")) {
    search::Line line;
    line.rank = static_cast<int>(a.lines.size()) + 1;
    line.score = stored.at(0);
    line.depth = stored.at(1);
    line.selective_depth = stored.at(2);
    for (const Json& move : stored.at(3)) line.pv.push_back(Move::from_raw(move));
    a.lines.push_back(std::move(line));
  }
  return a;
}

// The first entry in which the plans differ.
std::string difference(const Json& stored, const Json& wanted) {
  for (const auto& [key, value] : wanted.items())
    if (!stored.contains(key) || stored[key] != value)
      return fmt::format("{} was {}, now it is {}", key,
                         stored.contains(key) ? stored[key].dump() : "missing", value.dump());
  return "the plan has fewer entries";
}

}  // namespace

fs::path journal_beside(const std::string& output) {
  std::error_code error;
  const bool elsewhere = fs::exists(output, error) && !fs::is_regular_file(output, error);
  if (output.empty() || output == "-" || elsewhere) return {};
  return output + ".journal";
}

Result<Ok> Journal::read(const std::string& text, std::size_t& good) {
  std::size_t number = 1;
  for (std::size_t at = good; at < text.size(); ++number) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string::npos) break;
    // Library exceptions end here: the file may have been damaged by anything.
    try {
      const Json json = Json::parse(text.begin() + static_cast<std::ptrdiff_t>(at),
                                    text.begin() + static_cast<std::ptrdiff_t>(end));
      found_.insert_or_assign(json.at("id").get<std::size_t>(), from_json(json));
    } catch (const nlohmann::json::exception&) {
      return Error{fmt::format("'{}' is damaged in line {}; --restart begins anew", path_.string(),
                               number + 1)};
    }
    good = at = end + 1;
  }
  return Ok{};
}

Result<Journal> Journal::open(const fs::path& path, const Json& plan, bool restart) {
  Journal journal;
  journal.path_ = path;
  if (path.empty()) return journal;
  auto lock = tools::WriterLock::take(path);
  if (!lock) return Error{lock.error()};
  journal.lock_ = *std::move(lock);
  std::error_code error;
  std::size_t good = 0;
  if (!restart && fs::exists(path, error)) {
    const auto text = tools::read_text_file(path);
    if (!text) return Error{text.error()};
    const std::size_t end = text->find('\n');
    if (end != std::string::npos) {
      const Json stored = Json::parse(text->substr(0, end), nullptr, false);
      if (stored != plan)
        return Error{fmt::format("'{}' belongs to another job: {}; --restart begins anew",
                                 path.string(), difference(stored, plan))};
      good = end + 1;
      if (const auto read = journal.read(*text, good); !read) return Error{read.error()};
    }
    fs::resize_file(path, good, error);
    if (error) return Error{fmt::format("can't cut '{}': {}", path.string(), error.message())};
  }
  journal.file_.reset(std::fopen(path.string().c_str(), good > 0 ? "ab" : "wb"));
  if (!journal.file_)
    return Error{fmt::format("can't write '{}': {}", path.string(), std::strerror(errno))};
  if (good == 0)
    if (const auto begun = journal.write(plan.dump() + "\n"); !begun) return Error{begun.error()};
  return journal;
}

Result<Ok> Journal::write(const std::string& line) {
  bool written = std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size() &&
                 std::fflush(file_.get()) == 0;
  const auto now = std::chrono::steady_clock::now();
  if (written && now - synced_ >= std::chrono::seconds(1)) {
    written = tools::sync_file(file_.get());
    synced_ = now;
  }
  if (!written)
    return Error{fmt::format("can't write '{}': {}", path_.string(), std::strerror(errno))};
  return Ok{};
}

Result<Ok> Journal::add(std::size_t id, const Analysis& analysis) {
  found_.insert_or_assign(id, analysis);
  return file_ ? write(to_json(id, analysis).dump() + "\n") : Result<Ok>(Ok{});
}

bool Journal::has(std::size_t id, const Position& position) const {
  const auto it = found_.find(id);
  if (it == found_.end() || it->second.lines.empty() || it->second.pv().empty()) return false;
  Position at = position;
  for (const Move m : it->second.pv()) {
    if (!at.is_legal(m)) return false;
    at.make(m);
  }
  return true;
}

void Journal::remove() {
  file_.reset();
  std::error_code ignored;
  if (!path_.empty()) fs::remove(path_, ignored);
}

Result<bool> search_with_progress(const Tasks& tasks, std::size_t total, const EngineSetup& engine,
                                  const Effort& effort, Journal& journal, int multi_pv) {
  std::size_t done = total - tasks.ids.size();
  if (done > 0) say(fmt::format("Going on: {} of {} positions were searched before", done, total));
  tools::Progress progress(stderr, total);
  progress.set_done_before(done);
  const auto show = [&] { progress.show(done, fmt::format("{} of {} positions", done, total)); };
  auto finished = search_all(
      tasks, engine, effort.limits(multi_pv),
      [&](std::size_t id, const Analysis& analysis) {
        ++done;
        return journal.add(id, analysis);
      },
      [&] {
        if (progress.due()) show();
      });
  if (!tasks.ids.empty()) show();
  progress.end_line();
  return finished;
}

}  // namespace grandee::analyse
