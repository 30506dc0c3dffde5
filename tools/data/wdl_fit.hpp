// Fits the model of engine/protocol/wdl.hpp to the results of games, by maximum likelihood.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "board/score.hpp"
#include "protocol/wdl.hpp"

namespace grandee::datatool {

// Of the side that was to move.
enum class Ending : std::uint8_t { Lost, Drawn, Won };

// How many positions of each number of men and each score were lost, drawn and won.
class ResultTable {
 public:
  static constexpr int kMaxMen = 40;
  struct Cell {
    std::array<std::uint64_t, 3> counts{};  // by Ending

    std::uint64_t total() const { return counts[0] + counts[1] + counts[2]; }
  };

  // Scores are within ±max_score.
  explicit ResultTable(int max_score);
  int max_score() const { return max_score_; }

  void add(int men, Score score, Ending ending, std::uint64_t count = 1);
  std::uint64_t total() const { return total_; }
  std::uint64_t total(int men) const;

  // f(men, score, cell) for every cell that isn't empty.
  template <typename F>
  void for_each(F&& f) const {
    for (int men = 0; men <= kMaxMen; ++men)
      for (Score score = -max_score_; score <= max_score_; ++score)
        if (const Cell& cell = cells_[index(men, score)]; cell.total() > 0) f(men, score, cell);
  }

 private:
  std::size_t index(int men, Score score) const {
    return static_cast<std::size_t>(men) * static_cast<std::size_t>(2 * max_score_ + 1) +
           static_cast<std::size_t>(score + max_score_);
  }

  int max_score_;
  std::uint64_t total_ = 0;
  std::vector<Cell> cells_;
};

// The mean of −ln of the chance that the model gives to what happened; infinite if that is none.
double log_loss(const protocol::WdlParameters& parameters, const ResultTable& table);

// The parameters that make the results likeliest, by Fisher scoring: the likelihood is concave, so
// there is one maximum, and the result depends on nothing but the table. Numbers of men with less
// than a thousandth of the positions are below least_men. An error says what the table lacks.
Result<protocol::WdlParameters> fit_wdl(const ResultTable& table);

}  // namespace grandee::datatool
