#include "protocol/evaluation.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "base/quotes.hpp"
#include "nn/evaluate.hpp"
#include "nn/explain.hpp"
#include "protocol/describe.hpp"
#include "protocol/text.hpp"
#include "protocol/wdl.hpp"

namespace grandee::protocol {

namespace {

std::filesystem::path utf8_path(const std::string& text) {
  return std::u8string(text.begin(), text.end());
}

// The last part alone: a whole path is longer than a line of a host's window.
std::string file_name(const std::string& path) {
  const std::u8string name = utf8_path(path).filename().u8string();
  return std::string(name.begin(), name.end());
}

std::string white_view(const Position& position, Score score) {
  return format_pawns(position.side_to_move() == Color::White ? score : -score);
}

std::string describe_both_views(const Position& position, Score score) {
  return fmt::format(
      "Static evaluation: {} internal pawns for {}, who is to move (score cp {})\nWhite's view: {}",
      format_pawns(score), color_name(position.side_to_move()), WdlModel(position).shown(score),
      white_view(position, score));
}

std::string describe_outputs(const Position& position, const nn::Explanation& why) {
  std::string men = "  men  ";
  std::string scores = "  score";
  std::string in_use = "       ";
  for (int bucket = 0; bucket < nn::kBuckets; ++bucket) {
    const std::string range =
        fmt::format("{}-{}", bucket == 0 ? 2 : bucket * 5 + 1, bucket * 5 + 5);
    men += fmt::format("{:>9}", range);
    scores +=
        fmt::format("{:>9}", white_view(position, why.buckets[static_cast<std::size_t>(bucket)]));
    if (bucket <= why.bucket) in_use += fmt::format("{:>9}", bucket == why.bucket ? "^" : "");
  }
  return "Outputs by the number of men, White's view:\n" + men + "\n" + scores + "\n" + in_use;
}

// Two lines a rank: the men, and below each what the score would lose without it.
std::string draw_values(const Position& position, const nn::Explanation& why, Letters letters) {
  std::string edge = "    ";
  std::string files;
  for (int file = 0; file < kFiles; ++file) {
    edge += "+--------";
    files += fmt::format("{:>9}", static_cast<char>('a' + file));
  }
  edge += "+\n";
  std::string text = "What each man is worth, by its removal, White's view:\n";
  for (int rank = kRanks - 1; rank >= 0; --rank) {
    std::string men = fmt::format(" {:>2} ", rank + 1);
    std::string values = "    ";
    for (int file = 0; file < kFiles; ++file) {
      const Square square = make_square(file, rank);
      const Piece piece = position.piece_on(square);
      const auto& value = why.men[static_cast<std::size_t>(square)];
      men += fmt::format("|   {}    ", piece == Piece::None ? ' ' : piece_char(piece, letters));
      values += fmt::format("|{:>7} ", value ? white_view(position, *value) : "");
    }
    text += edge + men + "|\n" + values + "|\n";
  }
  return text + edge + files;
}

}  // namespace

Evaluation built_in_evaluation() {
  return {nn::default_network(), ""};
}

Result<Evaluation> load_evaluation(const std::string& file) {
  if (file.empty() || file == kInternalNetwork) return built_in_evaluation();
  auto network = nn::load_network(utf8_path(file));
  if (!network) return Error{network.error()};
  return Evaluation{*std::move(network), file};
}

std::string describe(const Evaluation& evaluation) {
  if (!evaluation.network)
    return "hand-made bootstrap, as no network is built in; EvalFile loads one";
  const nn::Network& network = *evaluation.network;
  return fmt::format("{}, width {}, {} inputs, checksum {:016x}",
                     evaluation.file.empty() ? "built-in network"
                                             : "network " + in_quotes(file_name(evaluation.file)),
                     network.width,
                     network.features == nn::FeatureSet::Mirrored ? "mirrored" : "plain",
                     network.checksum);
}

std::string describe_position_value(const Position& position, const Evaluation& evaluation,
                                    const nn::Kernels& kernels, Letters letters) {
  const std::string with = "Evaluation: " + describe(evaluation);
  if (position.in_check())
    return fmt::format("{}\n{} is in check: no static evaluation", with,
                       color_name(position.side_to_move()));
  if (!evaluation.network) {
    nn::Evaluator bootstrap(nullptr);
    bootstrap.reset(position);
    return with + "\n" + describe_both_views(position, bootstrap.evaluate(position));
  }
  const nn::Explanation why = nn::explain(*evaluation.network, kernels, position);
  return fmt::format("{}\nKernels: {}\n{}\n{}\n{}", with, kernels.name,
                     describe_both_views(position, why.score), describe_outputs(position, why),
                     draw_values(position, why, letters));
}

}  // namespace grandee::protocol
