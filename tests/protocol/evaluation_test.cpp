#include "protocol/evaluation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "../nn/random_network.hpp"
#include "engine_process.hpp"
#include "nn/accumulator.hpp"
#include "nn/explain.hpp"
#include "protocol/describe.hpp"
#include "protocol/wdl.hpp"

namespace grandee::protocol {
namespace {

using test::EngineProcess;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr char kBlackWithoutQueen[] =
    "r8r/1nb1kcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R b - - 0 1";

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

Evaluation random_evaluation() {
  return {nn::share(nn::random_network(nn::FeatureSet::Plain, 64, 81)), "some folder/x.nnue"};
}

TEST(Evaluation, GivesBothViewsAndNoneInCheck) {
  const Evaluation bootstrap{nullptr, ""};
  const auto describe = [&](const char* fen) {
    return describe_position_value(*parse_fen(fen), bootstrap, nn::kScalarKernels, Letters::AC);
  };
  EXPECT_THAT(
      lines_of(describe(kBlackWithoutQueen)),
      ElementsAre(StartsWith("Evaluation: hand-made bootstrap"),
                  AllOf(HasSubstr(": -"), HasSubstr("for Black")), StartsWith("White's view: +")));
  EXPECT_THAT(lines_of(describe("k9/10/10/10/10/10/10/10/10/K8r w - - 0 1")),
              ElementsAre(testing::_, HasSubstr("White is in check")));
}

// The numbers on the drawn board are those of the explanation, at their squares, White's view.
TEST(Evaluation, DrawsTheWorthOfEachMan) {
  const Evaluation evaluation = random_evaluation();
  const Position position = *parse_fen(kBlackWithoutQueen);
  const nn::Explanation why = nn::explain(*evaluation.network, nn::kScalarKernels, position);
  const auto lines =
      lines_of(describe_position_value(position, evaluation, nn::kScalarKernels, Letters::MC));
  ASSERT_EQ(lines.size(), 4u + 4 + 1 + 3 * 10 + 2);
  EXPECT_THAT(lines[0], AllOf(HasSubstr("'x.nnue'"), HasSubstr("width 64"), HasSubstr("plain")));
  EXPECT_EQ(lines[1], "Kernels: scalar");
  EXPECT_THAT(lines[2],
              AllOf(HasSubstr(format_pawns(why.score) + " internal pawns for Black"),
                    HasSubstr("score cp " + std::to_string(WdlModel(position).shown(why.score)))));
  EXPECT_EQ(lines[3], "White's view: " + format_pawns(-why.score));
  EXPECT_THAT(lines[6], HasSubstr(format_pawns(-why.buckets[0])));
  EXPECT_THAT(lines[6], testing::EndsWith(format_pawns(-why.buckets[7])));
  EXPECT_EQ(lines[7].find('^'), lines[6].size() - 1) << "39 men use the last output";
  for (Square s = 0; s < kSquares; ++s) {
    const std::size_t row = 10 + 3 * static_cast<std::size_t>(9 - rank_of(s));
    const std::size_t column = 5 + 9 * static_cast<std::size_t>(file_of(s));
    const Piece piece = position.piece_on(s);
    EXPECT_EQ(lines[row][column + 3], piece == Piece::None ? ' ' : piece_char(piece, Letters::MC));
    const auto& value = why.men[static_cast<std::size_t>(s)];
    std::string cell = lines[row + 1].substr(column, 8);
    cell.erase(0, cell.find_first_not_of(' '));
    cell.erase(cell.find_last_not_of(' ') + 1);
    EXPECT_EQ(cell, value ? format_pawns(-*value) : "") << square_name(s);
  }
}

struct Output {
  int code;
  std::vector<std::string> lines;
};
Output run(std::vector<std::string> arguments) {
  EngineProcess process(std::move(arguments));
  const int code = process.finish();
  return {code, process.lines()};
}

// The command line; a FEN is one argument or several.
TEST(EvaluationProgram, TakesNetworkAndKernels) {
  nn::Network network = nn::random_network(nn::FeatureSet::Mirrored, 128, 82);
  const std::string path = testing::TempDir() + "grandee evaluation_test.nnue";
  test::write_bytes(path, nn::serialise(network));
  const Position position = *parse_fen(kBlackWithoutQueen);
  const Score score = nn::evaluate_once(network, nn::kScalarKernels, position);
  std::vector<std::string> expected;
  for (const nn::Kernels* kernels : nn::usable_kernels()) {
    const Output r =
        run({"eval", "--fen", kBlackWithoutQueen, "--net", path, "--kernel", kernels->name});
    EXPECT_EQ(r.code, 0);
    ASSERT_GT(r.lines.size(), 4u);
    EXPECT_EQ(r.lines[1], "Kernels: " + std::string(kernels->name));
    EXPECT_EQ(r.lines[3], "White's view: " + format_pawns(-score));
    std::vector<std::string> rest(r.lines.begin() + 2, r.lines.end());
    if (expected.empty()) expected = rest;
    EXPECT_EQ(rest, expected) << kernels->name;
  }
  const Output fields =
      run({"eval", "--net", path, "--fen",
           "r8r/1nb1kcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R", "b"});
  EXPECT_EQ(std::vector<std::string>(fields.lines.begin() + 2, fields.lines.end()), expected);
  std::filesystem::remove(path);
  EXPECT_EQ(run({"eval", "--net", path}).code, 2);
  EXPECT_EQ(run({"eval"}).code, 0);
}

}  // namespace
}  // namespace grandee::protocol
