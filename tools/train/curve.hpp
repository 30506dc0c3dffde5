// The course of a training run, as numbers and as a picture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grandee::train {

struct CurvePoint {
  std::uint64_t batch = 0;
  std::uint64_t positions = 0;
  double epoch = 0;
  double learning_rate = 0;
  double train_loss = 0;  // mean since the point before, over the weights as they changed
  double valid_loss = 0;  // of the weights at this point

  friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

std::string curve_csv(const std::vector<CurvePoint>& curve);
std::string curve_svg(const std::vector<CurvePoint>& curve, const std::string& title);

}  // namespace grandee::train
