// Are the kernels' gradients those of the loss? Checked against differences of the plain loops in
// double precision.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/train/kernels.hpp"

namespace grandee::train {

struct GradientCheck {
  std::string kernels;
  std::size_t parameters = 0;  // compared
  double worst = 0;            // largest difference relative to the size of the gradients
  double loss_error = 0;       // of the loss, relative

  bool passed() const;
};

// With random weights and random positions of random games.
std::vector<GradientCheck> check_gradients(int width, std::uint64_t seed);

}  // namespace grandee::train
