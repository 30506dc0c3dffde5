#include "tools/data/wdl_calibration.hpp"

#include <fmt/format.h>

#include <cmath>

namespace grandee::datatool {

using nlohmann::ordered_json;
using protocol::WdlCurve;
using protocol::WdlParameters;

namespace {

constexpr int kBinWidth = 100;
// With fewer positions in a bin, wider ones: chance would look like a fault of the model.
constexpr int kGroupBinWidth = 200;
constexpr int kMenInGroup = 5;

// The middle bin is around 0, where many scores are exactly that.
class Bins {
 public:
  Bins(int max_score, int width)
      : low_(-(max_score + width / 2) / width * width - width / 2), width_(width) {}

  void add(const WdlCurve& curve, Score score, const ResultTable::Cell& cell) {
    const auto i = static_cast<std::size_t>((score - low_) / width_);
    if (bins_.size() <= i) bins_.resize(i + 1);
    ScoreBin& bin = bins_[i];
    bin.positions += cell.total();
    const double win = curve.win(score);
    const double loss = curve.loss(score);
    const double predicted[3] = {loss, 1 - win - loss, win};
    for (std::size_t k = 0; k < 3; ++k) {
      bin.predicted.of[k] += predicted[k] * static_cast<double>(cell.total());
      bin.observed.of[k] += static_cast<double>(cell.counts[k]);
    }
  }
  // Means, of bins that aren't empty.
  std::vector<ScoreBin> finish() const {
    std::vector<ScoreBin> filled;
    for (std::size_t i = 0; i < bins_.size(); ++i) {
      if (bins_[i].positions == 0) continue;
      ScoreBin bin = bins_[i];
      bin.from = low_ + static_cast<int>(i) * width_;
      bin.to = bin.from + width_;
      for (std::size_t k = 0; k < 3; ++k) {
        bin.predicted.of[k] /= static_cast<double>(bin.positions);
        bin.observed.of[k] /= static_cast<double>(bin.positions);
      }
      filled.push_back(bin);
    }
    return filled;
  }

 private:
  int low_;
  int width_;
  std::vector<ScoreBin> bins_;  // sums
};

class ErrorSum {
 public:
  void add(const std::vector<ScoreBin>& bins) {
    for (const ScoreBin& bin : bins) {
      const auto weight = static_cast<double>(bin.positions);
      positions_ += weight;
      sum_.expected += weight * std::abs(bin.predicted.expected() - bin.observed.expected());
      for (std::size_t k = 0; k < 3; ++k)
        sum_.of[k] += weight * std::abs(bin.predicted.of[k] - bin.observed.of[k]);
    }
  }
  Errors mean() const {
    Errors errors = sum_;
    if (positions_ == 0) return errors;
    errors.expected /= positions_;
    for (double& share : errors.of) share /= positions_;
    return errors;
  }

 private:
  double positions_ = 0;
  Errors sum_;
};

double rounded(double value) {
  return std::round(1e5 * value) / 1e5;
}

ordered_json shares_json(double expected, const std::array<double, 3>& of) {
  return {{"expected", rounded(expected)},
          {"win", rounded(of[2])},
          {"draw", rounded(of[1])},
          {"loss", rounded(of[0])}};
}

ordered_json bins_json(const std::vector<ScoreBin>& bins) {
  ordered_json json = ordered_json::array();
  for (const ScoreBin& bin : bins)
    json.push_back({{"from", bin.from},
                    {"to", bin.to},
                    {"positions", bin.positions},
                    {"predicted", shares_json(bin.predicted.expected(), bin.predicted.of)},
                    {"observed", shares_json(bin.observed.expected(), bin.observed.of)}});
  return json;
}

ordered_json errors_json(const Errors& errors) {
  return shares_json(errors.expected, errors.of);
}

// --- The picture ---------------------------------------------------------------------------------

constexpr double kPanelWidth = 300, kPanelHeight = 200, kGap = 40, kTop = 90, kLeft = 50;
constexpr int kColumns = 3;
constexpr int kAxisEnd = 2000;                                      // centipawns
constexpr const char* kColors[3] = {"#b5443c", "#777", "#2f6db3"};  // by Ending
constexpr const char* kNames[3] = {"loss", "draw", "win"};

class Panel {
 public:
  Panel(int number)
      : left_(kLeft + number % kColumns * (kPanelWidth + kGap)),
        top_(kTop + number / kColumns * (kPanelHeight + 2 * kGap)) {}

  double x(double score) const { return left_ + kPanelWidth * (0.5 + score / (2 * kAxisEnd)); }
  double y(double share) const { return top_ + kPanelHeight * (1 - share); }

  std::string frame(const std::string& title) const {
    std::string text =
        fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"13\">{}</text>\n", left_, top_ - 8, title);
    for (int quarter = 0; quarter <= 4; ++quarter)
      text += fmt::format(
          "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2}\" y2=\"{2}\" stroke=\"#ddd\"/>\n"
          "<text x=\"{3}\" y=\"{4}\" text-anchor=\"end\">{5}</text>\n",
          left_, left_ + kPanelWidth, y(quarter / 4.0), left_ - 4, y(quarter / 4.0) + 4,
          quarter * 25);
    for (int score = -kAxisEnd; score <= kAxisEnd; score += kAxisEnd / 2)
      text += fmt::format(
          "<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"#eee\"/>\n"
          "<text x=\"{0:.1f}\" y=\"{3}\" text-anchor=\"middle\">{4}</text>\n",
          x(score), top_, top_ + kPanelHeight, top_ + kPanelHeight + 14, score);
    return text;
  }
  std::string curve(const WdlCurve& curve, std::size_t ending) const {
    constexpr int kStep = 40;
    std::string points;
    for (int score = -kAxisEnd; score <= kAxisEnd; score += kStep) {
      const double win = curve.win(score);
      const double loss = curve.loss(score);
      const double shares[3] = {loss, 1 - win - loss, win};
      points += fmt::format("{:.1f},{:.1f} ", x(score), y(shares[ending]));
    }
    return fmt::format(
        "<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" points=\"{}\"/>\n",
        kColors[ending], points);
  }
  std::string dot(const ScoreBin& bin, std::size_t ending) const {
    return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>\n",
                       x((bin.from + bin.to) / 2.0), y(bin.observed.of[ending]), kColors[ending]);
  }

 private:
  double left_;
  double top_;
};

std::string panel_svg(const WdlParameters& parameters, const MenGroup& group, int number) {
  const Panel panel(number);
  const WdlCurve curve = parameters.at((group.least + group.most) / 2);
  std::string text = panel.frame(fmt::format("{}–{} men: 100 stands for {:.0f}, error {:.1f} %",
                                             group.least, group.most, curve.draws / curve.slope,
                                             100 * errors(group.bins).expected));
  for (std::size_t ending = 0; ending < 3; ++ending) {
    text += panel.curve(curve, ending);
    for (const ScoreBin& bin : group.bins)
      if (100 * bin.positions >= group.positions) text += panel.dot(bin, ending);
  }
  return text;
}

}  // namespace

Calibration calibrate(const WdlParameters& parameters, const ResultTable& table) {
  Calibration result;
  result.log_loss = log_loss(parameters, table);
  Bins all(table.max_score(), kBinWidth);
  std::vector<Bins> groups(ResultTable::kMaxMen / kMenInGroup,
                           Bins(table.max_score(), kGroupBinWidth));
  for (int first = 1; first < ResultTable::kMaxMen; first += kMenInGroup)
    result.by_men.push_back({first, first + kMenInGroup - 1, 0, {}});
  table.for_each([&](int men, Score score, const ResultTable::Cell& cell) {
    const WdlCurve curve = parameters.at(men);
    const auto group = static_cast<std::size_t>((men - 1) / kMenInGroup);
    all.add(curve, score, cell);
    groups[group].add(curve, score, cell);
    result.by_men[group].positions += cell.total();
  });
  result.by_score = all.finish();
  for (std::size_t i = 0; i < groups.size(); ++i) result.by_men[i].bins = groups[i].finish();
  std::erase_if(result.by_men, [](const MenGroup& group) { return group.positions == 0; });
  return result;
}

Errors errors(const std::vector<ScoreBin>& bins) {
  ErrorSum sum;
  sum.add(bins);
  return sum.mean();
}

Errors errors(const std::vector<MenGroup>& groups) {
  ErrorSum sum;
  for (const MenGroup& group : groups) sum.add(group.bins);
  return sum.mean();
}

ordered_json to_json(const Calibration& calibration) {
  ordered_json groups = ordered_json::array();
  for (const MenGroup& group : calibration.by_men)
    groups.push_back({{"men", {group.least, group.most}},
                      {"positions", group.positions},
                      {"mean_absolute_error", errors_json(errors(group.bins))},
                      {"bins", bins_json(group.bins)}});
  return {{"log_loss", rounded(calibration.log_loss)},
          {"mean_absolute_error",
           {{"by_score", errors_json(errors(calibration.by_score))},
            {"by_score_and_men", errors_json(errors(calibration.by_men))}}},
          {"by_score", bins_json(calibration.by_score)},
          {"by_men", std::move(groups)}};
}

std::string calibration_svg(const WdlParameters& parameters, const Calibration& calibration) {
  const auto rows = static_cast<double>((calibration.by_men.size() + kColumns - 1) / kColumns);
  const double width = kLeft + kColumns * (kPanelWidth + kGap);
  const double height = kTop + rows * (kPanelHeight + 2 * kGap);
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"white\"/>\n<text x=\"{2}\" y=\"24\" font-size=\"15\">Chances by score and men: the "
      "model (lines), held-out games (dots)</text>\n<text x=\"{2}\" y=\"44\">Per cent, by internal "
      "centipawns from the side to move. Mean absolute error of the expected result {3:.1f} % by "
      "score, {4:.1f} % by score and men.</text>\n",
      width, height, kLeft, 100 * errors(calibration.by_score).expected,
      100 * errors(calibration.by_men).expected);
  for (std::size_t ending = 0; ending < 3; ++ending)
    text +=
        fmt::format("<text x=\"{}\" y=\"62\" fill=\"{}\">{}</text>\n",
                    kLeft + 50 * static_cast<double>(2 - ending), kColors[ending], kNames[ending]);
  int number = 0;
  for (const MenGroup& group : calibration.by_men) text += panel_svg(parameters, group, number++);
  return text + "</svg>\n";
}

}  // namespace grandee::datatool
