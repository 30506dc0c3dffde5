#include "tools/data/histogram.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grandee::datatool {

Histogram::Histogram(std::string title, std::string unit, int low, int high, int width)
    : title_(std::move(title)),
      unit_(std::move(unit)),
      low_(low),
      width_(width),
      bins_(static_cast<std::size_t>((high - low + width - 1) / width)) {}

void Histogram::add(int value, std::uint64_t count) {
  const int last = static_cast<int>(bins_.size()) - 1;
  const int bin = value < low_ ? 0 : std::min((value - low_) / width_, last);
  bins_[static_cast<std::size_t>(bin)] += count;
}

std::string Histogram::csv() const {
  std::string text = "from,to,count\n";
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    const int from = low_ + static_cast<int>(i) * width_;
    text += fmt::format("{},{},{}\n", from, from + width_ - 1, bins_[i]);
  }
  return text;
}

std::string Histogram::svg() const {
  constexpr double kWidth = 720, kHeight = 320, kLeft = 70, kBottom = 40, kTop = 34, kRight = 14;
  const double plot_width = kWidth - kLeft - kRight;
  const double plot_height = kHeight - kTop - kBottom;
  const std::uint64_t highest =
      std::max<std::uint64_t>(*std::max_element(bins_.begin(), bins_.end()), 1);
  const double bar = plot_width / static_cast<double>(bins_.size());
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n"
      "<text x=\"{2}\" y=\"20\" font-size=\"15\">{3}</text>\n",
      kWidth, kHeight, kLeft, title_);
  for (int quarter = 0; quarter <= 4; ++quarter) {
    const double y = kTop + plot_height * (1 - quarter / 4.0);
    text += fmt::format(
        "<line x1=\"{0}\" x2=\"{1}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#ddd\"/>\n"
        "<text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
        kLeft, kWidth - kRight, y, kLeft - 6, y + 4,
        highest * static_cast<std::uint64_t>(quarter) / 4);
  }
  const std::size_t label_step = std::max<std::size_t>(bins_.size() / 8, 1);
  for (std::size_t i = 0; i < bins_.size(); ++i) {
    const double height =
        plot_height * static_cast<double>(bins_[i]) / static_cast<double>(highest);
    const double x = kLeft + bar * static_cast<double>(i);
    text += fmt::format(
        "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"#3b6ea5\"/>\n",
        x, kTop + plot_height - height, std::max(bar - 0.5, 0.5), height);
    if (i % label_step == 0)
      text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                          x + bar / 2, kHeight - kBottom + 16, low_ + static_cast<int>(i) * width_);
  }
  text += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n</svg>\n",
                      kLeft + plot_width / 2, kHeight - 6, unit_);
  return text;
}

}  // namespace grandee::datatool
