// Counts by ranges of equal width, as a table and as a picture.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grandee::datatool {

class Histogram {
 public:
  // Bins of that width from low to below high; what lies outside goes into the first and last.
  Histogram(std::string title, std::string unit, int low, int high, int width);

  void add(int value, std::uint64_t count = 1);

  const std::string& title() const { return title_; }
  // "from,to,count", a line for each bin.
  std::string csv() const;
  std::string svg() const;

 private:
  std::string title_;
  std::string unit_;
  int low_;
  int width_;
  std::vector<std::uint64_t> bins_;
};

}  // namespace grandee::datatool
