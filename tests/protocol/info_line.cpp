#include "info_line.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "board/movegen.hpp"
#include "board/notation.hpp"

namespace grandee::test {

std::optional<InfoLine> parse_info(std::string_view line) {
  std::istringstream in{std::string(line)};
  std::string word;
  in >> word;
  if (word != "info") return std::nullopt;
  InfoLine info;
  while (in >> word) {
    if (word == "string" || word == "currmove") return std::nullopt;
    if (word == "score") {
      int value = 0;
      in >> word >> value;
      if (word == "cp")
        info.centipawns = value;
      else if (word == "mate")
        info.mate = value;
      else
        ADD_FAILURE() << "no score: " << line;
    } else if (word == "lowerbound" || word == "upperbound") {
      info.bound = word;
    } else if (word == "wdl") {
      info.wdl.resize(3);
      in >> info.wdl[0] >> info.wdl[1] >> info.wdl[2];
    } else if (word == "pv") {
      while (in >> word) info.pv.push_back(word);
    } else if (std::string_view(" depth seldepth multipv nodes nps hashfull time ")
                   .find(" " + word + " ") != std::string_view::npos) {
      in >> info.numbers[word];
      if (!in) ADD_FAILURE() << "no number for " << word << ": " << line;
    } else {
      ADD_FAILURE() << "unknown word " << word << ": " << line;
    }
  }
  if (!info.centipawns && !info.mate) return std::nullopt;
  return info;
}

std::vector<InfoLine> parse_infos(const std::vector<std::string>& lines) {
  std::vector<InfoLine> infos;
  for (const std::string& line : lines)
    if (auto info = parse_info(line)) infos.push_back(std::move(*info));
  return infos;
}

namespace {

std::string word_after(const std::vector<std::string>& lines, const std::string& key) {
  if (lines.empty()) return "";
  std::istringstream in(lines.back());
  std::string word;
  while (in >> word)
    if (word == key) return in >> word ? word : "";
  return "";
}

}  // namespace

std::string best_move(const std::vector<std::string>& lines) {
  return word_after(lines, "bestmove");
}

std::string ponder_move(const std::vector<std::string>& lines) {
  return word_after(lines, "ponder");
}

testing::AssertionResult is_playable(const Position& root, const std::vector<std::string>& pv) {
  Position position = root;
  for (const std::string& text : pv) {
    const auto move = parse_uci(position, text);
    if (!move)
      return testing::AssertionFailure()
             << move.error() << " in " << to_fen(position) << " of a line from " << to_fen(root);
    position.make(*move);
  }
  return testing::AssertionSuccess();
}

}  // namespace grandee::test
