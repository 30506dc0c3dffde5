#include "tools/analyse/batch_command.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <nlohmann/json.hpp>

#include "board/movegen.hpp"
#include "board/notation.hpp"
#include "protocol/wdl.hpp"
#include "tools/analyse/epd_file.hpp"
#include "tools/analyse/game_command.hpp"
#include "tools/analyse/journal.hpp"
#include "tools/analyse/output.hpp"
#include "tools/analyse/score_text.hpp"
#include "tools/common/progress.hpp"

namespace grandee::analyse {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMateCe = 32767;

// What is said of a position; where it has no legal move the rules say it.
struct Scored {
  const EpdLine* line = nullptr;
  Score score = 0;  // as shown, for the side to move
  int depth = 0;
  std::uint64_t nodes = 0;
  std::int64_t time_ms = 0;
  std::vector<Move> pv;

  Position position() const { return line->record.position; }
};

Scored scored(const EpdLine& line, const Analysis* analysis) {
  Scored result;
  result.line = &line;
  if (analysis == nullptr) {
    result.score = line.record.position.in_check() ? mated_in(0) : 0;
    return result;
  }
  result.score = protocol::WdlModel(line.record.position).shown(analysis->score);
  result.depth = analysis->depth;
  result.nodes = analysis->nodes;
  result.time_ms = analysis->time_ms;
  result.pv = analysis->pv();
  return result;
}

std::vector<std::string> san_line(Position position, const std::vector<Move>& moves) {
  std::vector<std::string> san;
  for (const Move m : moves) {
    san.push_back(to_san(position, m));
    position.make(m);
  }
  return san;
}

// Centipawns, or as EPD has it for a mate.
int ce_of(Score score) {
  if (!is_mate_score(score)) return score;
  return score > 0 ? kMateCe - (kMate - score) : -kMateCe + (kMate + score);
}

bool is_ours(std::string_view opcode) {
  for (const std::string_view name : {"acd", "acn", "ce", "dm", "pv", "hmvc", "fmvn"})
    if (opcode == name) return true;
  return false;
}

bool needs_quotes(std::string_view opcode, std::string_view operands) {
  return opcode == "id" || (opcode.size() == 2 && opcode[0] == 'c' && opcode[1] != 'e') ||
         operands.find(';') != std::string_view::npos;
}

std::string epd_line(const Scored& s) {
  // The four fields; counters follow as operations.
  std::string text = to_fen(s.position());
  text = text.substr(0, text.rfind(' ', text.rfind(' ') - 1));
  text += fmt::format(" hmvc {}; fmvn {};", s.position().rule50(), s.position().move_number());
  for (const auto& [opcode, operands] : s.line->record.operations) {
    if (is_ours(opcode)) continue;
    const char* quote = needs_quotes(opcode, operands) ? "\"" : "";
    text +=
        fmt::format(" {}{}{}{}{};", opcode, operands.empty() ? "" : " ", quote, operands, quote);
  }
  text += fmt::format(" acd {}; acn {}; ce {};", s.depth, s.nodes, ce_of(s.score));
  if (s.score >= kMateBound) text += fmt::format(" dm {};", mate_moves(s.score));
  if (!s.pv.empty()) text += fmt::format(" pv {};", fmt::join(san_line(s.position(), s.pv), " "));
  return text + "\n";
}

std::string csv_field(std::string text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2)
    text.insert(at, 1, '"');
  return "\"" + text + "\"";
}

std::string csv_line(const Scored& s) {
  const bool mate = is_mate_score(s.score);
  std::string pv;
  for (const Move m : s.pv) pv += (pv.empty() ? "" : " ") + to_uci(m);
  return fmt::format("{},{},{},{},{},{},{},{},{}\n", to_fen(s.position()),
                     csv_field(s.line->name()), mate ? "" : std::to_string(s.score),
                     mate ? std::to_string(mate_moves(s.score)) : "", s.depth, s.nodes, s.time_ms,
                     s.pv.empty() ? "" : to_uci(s.pv.front()), pv);
}

Json entry_json(const Scored& s) {
  Json pv = Json::array();
  for (const Move m : s.pv) pv.push_back(to_uci(m));
  Json entry = {{"fen", to_fen(s.position())}, {"id", s.line->name()}};
  entry.update(eval_json(s.score));
  entry.update({{"depth", s.depth},
                {"nodes", s.nodes},
                {"time_ms", s.time_ms},
                {"best", s.pv.empty() ? Json(nullptr) : Json(to_uci(s.pv.front()))},
                {"pv", std::move(pv)}});
  return entry;
}

Result<Ok> write_results(const BatchOptions& options, const EpdFile& file, const Journal& journal) {
  std::string csv = "fen,id,cp,mate,depth,nodes,time_ms,best,pv\n";
  std::string epd;
  Json list = Json::array();
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const auto it = journal.found().find(i);
    const Scored s = scored(file.lines[i], it == journal.found().end() ? nullptr : &it->second);
    if (!options.csv_out.empty()) csv += csv_line(s);
    if (!options.epd_out.empty()) epd += epd_line(s);
    if (!options.json_out.empty()) list.push_back(entry_json(s));
  }
  if (const auto written = write_output(options.csv_out, csv); !written) return written;
  if (const auto written = write_output(options.epd_out, epd); !written) return written;
  return write_output(options.json_out,
                      list.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

Result<bool> search_positions(const BatchOptions& options, const EpdFile& file, Journal& journal) {
  Tasks tasks;
  tasks.root = [&file](std::size_t id) { return search::Root{file.lines[id].record.position, {}}; };
  std::size_t total = 0;
  for (std::size_t i = 0; i < file.lines.size(); ++i) {
    const Position& position = file.lines[i].record.position;
    if (!has_legal_move(position)) continue;
    ++total;
    if (!journal.has(i, position)) tasks.ids.push_back(i);
  }
  return search_with_progress(tasks, total, options.engine, options.effort, journal);
}

}  // namespace

int run_batch(const BatchOptions& options) {
  const auto fail = [](const std::string& what) {
    complain(what);
    return kExitFailed;
  };
  const auto file = read_epd_file(options.input);
  if (!file) return fail(file.error());
  for (const std::string& error : file->errors)
    complain(fmt::format("{}: {}", options.input, error));
  if (file->lines.empty() && file->errors.empty())
    return fail(fmt::format("'{}' has no positions", options.input));
  const std::string* first = &options.csv_out;
  for (const std::string* out : {&options.json_out, &options.epd_out})
    if (journal_beside(*first).empty()) first = out;
  const Json plan = {
      {"program", "grandee-analyse batch"},
      {"version", GRANDEE_VERSION},
      {"input", fmt::format("{:016x}", XXH3_64bits(file->text.data(), file->text.size()))},
      {"network", options.engine.network_name()},
      {"effort", options.effort.describe()},
      {"hash", options.engine.hash_mib}};
  const std::filesystem::path path = journal_beside(*first);
  auto journal = Journal::open(path, plan, options.restart);
  if (!journal) return fail(journal.error());
  const auto finished = search_positions(options, *file, *journal);
  if (!finished) return fail(finished.error());
  if (!*finished) return stopped_exit_code(path.string());
  if (const auto written = write_results(options, *file, *journal); !written)
    return fail(written.error());
  journal->remove();
  return file->errors.empty() ? kExitDone : kExitPartly;
}

}  // namespace grandee::analyse
