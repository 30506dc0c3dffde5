#include "tools/train/curve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grandee::train {

namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 420;
constexpr double kLeft = 70;
constexpr double kRight = 20;
constexpr double kTop = 40;
constexpr double kBottom = 50;

struct Range {
  double low;
  double high;
};

// The losses that are numbers, with a margin.
Range loss_range(const std::vector<CurvePoint>& curve) {
  Range range{1, 0};
  for (const CurvePoint& point : curve)
    for (const double loss : {point.train_loss, point.valid_loss}) {
      if (!std::isfinite(loss)) continue;
      range.low = std::min(range.low, loss);
      range.high = std::max(range.high, loss);
    }
  if (range.low > range.high) return {0, 1};
  const double margin = std::max((range.high - range.low) * 0.05, 1e-6);
  return {range.low - margin, range.high + margin};
}

class Frame {
 public:
  Frame(Range epochs, Range losses) : epochs_(epochs), losses_(losses) {}

  double x(double epoch) const {
    return kLeft + (epoch - epochs_.low) / (epochs_.high - epochs_.low) * (kWidth - kLeft - kRight);
  }
  double y(double loss) const {
    return kHeight - kBottom -
           (loss - losses_.low) / (losses_.high - losses_.low) * (kHeight - kTop - kBottom);
  }

  std::string grid() const {
    constexpr int kLines = 6;
    std::string svg;
    for (int i = 0; i < kLines; ++i) {
      const double share = i / (kLines - 1.0);
      const double loss = losses_.low + share * (losses_.high - losses_.low);
      const double epoch = epochs_.low + share * (epochs_.high - epochs_.low);
      svg += fmt::format(
          "<line x1='{:.1f}' x2='{:.1f}' y1='{:.1f}' y2='{:.1f}' stroke='#ddd'/>\n"
          "<text x='{:.1f}' y='{:.1f}' text-anchor='end'>{:.5f}</text>\n"
          "<text x='{:.1f}' y='{:.1f}' text-anchor='middle'>{:.1f}</text>\n",
          kLeft, kWidth - kRight, y(loss), y(loss), kLeft - 6, y(loss) + 4, loss, x(epoch),
          kHeight - kBottom + 18, epoch);
    }
    return svg;
  }

  std::string line(const std::vector<CurvePoint>& curve, double CurvePoint::*loss,
                   const char* color) const {
    std::string points;
    for (const CurvePoint& point : curve)
      if (std::isfinite(point.*loss))
        points += fmt::format("{:.1f},{:.1f} ", x(point.epoch), y(point.*loss));
    return fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='2'/>\n", points,
                       color);
  }

 private:
  Range epochs_;
  Range losses_;
};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string curve_csv(const std::vector<CurvePoint>& curve) {
  std::string csv = "batch,positions,epoch,learning_rate,train_loss,valid_loss\n";
  for (const CurvePoint& p : curve)
    csv += fmt::format("{},{},{:.3f},{:.4g},{:.7f},{:.7f}\n", p.batch, p.positions, p.epoch,
                       p.learning_rate, p.train_loss, p.valid_loss);
  return csv;
}

std::string curve_svg(const std::vector<CurvePoint>& curve, const std::string& title) {
  const double last = curve.empty() ? 1 : curve.back().epoch;
  const Frame frame({0, last}, loss_range(curve));
  std::string svg = fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{}' height='{}' font-family='sans-serif' "
      "font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n"
      "<text x='{}' y='22' font-size='15'>{}</text>\n",
      kWidth, kHeight, kLeft, escaped(title));
  svg += frame.grid();
  svg += frame.line(curve, &CurvePoint::train_loss, "#1f77b4");
  svg += frame.line(curve, &CurvePoint::valid_loss, "#d62728");
  svg += fmt::format(
      "<text x='{}' y='{}' text-anchor='end' fill='#1f77b4'>training</text>\n"
      "<text x='{}' y='{}' text-anchor='end' fill='#d62728'>validation</text>\n"
      "<text x='{}' y='{}' text-anchor='middle'>epoch</text>\n</svg>\n",
      kWidth - kRight - 6, kTop + 14, kWidth - kRight - 6, kTop + 30, (kLeft + kWidth - kRight) / 2,
      kHeight - 12);
  return svg;
}

}  // namespace grandee::train
