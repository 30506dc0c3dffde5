#include <fmt/format.h>

#include <fstream>

#include "tools/common/atomic_file.hpp"
#include "tools/common/chain_file.hpp"
#include "tools/common/named_files.hpp"
#include "tools/common/signals.hpp"
#include "tools/data/commands.hpp"
#include "tools/data/text.hpp"

namespace grandee::datatool {

namespace {

Result<Verdict> from_text(std::istream& in, tools::AtomicFile& out) {
  TextReader reader(in);
  std::vector<data::Game> games;
  std::uint32_t source = 0;
  const auto write_games = [&]() -> Result<Ok> {
    if (games.empty()) return Ok{};
    const std::string block = data::games_block(source, games);
    games.clear();
    return out.write(block);
  };
  while (!tools::stop_requested()) {
    const auto item = reader.next();
    if (!item) return Error{item.error()};
    Result<Ok> written = Ok{};
    if (*item == TextReader::Item::Game) {
      games.push_back(reader.game());
      if (games.size() == tools::kGamesPerBlock) written = write_games();
    } else {
      written = write_games();
      if (written && *item == TextReader::Item::Header) {
        source = data::source_of(reader.header());
        written = out.write(data::header_block(reader.header()));
      }
    }
    if (!written) return Error{written.error()};
    if (*item == TextReader::Item::End) return Verdict::Good;
  }
  return Verdict::Stopped;
}

Result<Verdict> to_text_form(const ConvertOptions& options, tools::AtomicFile& out) {
  const data::HeaderFields lost = lost_header();
  const data::HeaderFields* last = nullptr;
  Result<Ok> written = Ok{};
  FileCounts counts;
  const auto visit = [&](const data::Game& game, const data::HeaderFields* header) {
    if (header == nullptr) header = &lost;
    std::string text;
    if (options.to == TextForm::Text) {
      if (header != last) text = to_text(*header);
      last = header;
      text += to_text(game);
    } else {
      text = to_plain(game, options.filter ? &*options.filter : nullptr);
    }
    written = out.write(text);
    return written.has_value() && !tools::stop_requested();
  };
  const auto read = for_each_game(options.file, visit, &counts);
  if (!read) return Error{read.error()};
  if (!written) return Error{written.error()};
  if (tools::stop_requested()) return Verdict::Stopped;
  return counts.bad.empty() ? Verdict::Good : Verdict::Faults;
}

}  // namespace

Result<Verdict> convert(const ConvertOptions& options) {
  if (const auto outputs = tools::check_outputs({{"--out", options.out.string()}},
                                                {{"file", options.file.string()}});
      !outputs)
    return Error{outputs.error()};
  std::ifstream in;
  if (options.to == TextForm::Chain) {
    in.open(options.file);
    if (!in) return Error{fmt::format("can't read '{}'", options.file.string())};
  }
  auto out = tools::AtomicFile::create(options.out);
  if (!out) return Error{out.error()};
  const auto verdict =
      options.to == TextForm::Chain ? from_text(in, *out) : to_text_form(options, *out);
  if (!verdict)
    return options.to == TextForm::Chain
               ? Error{fmt::format("'{}': {}", options.file.string(), verdict.error())}
               : Error{verdict.error()};
  if (*verdict == Verdict::Stopped) return verdict;
  if (const auto done = out->commit(); !done) return Error{done.error()};
  return verdict;
}

}  // namespace grandee::datatool
