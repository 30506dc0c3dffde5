// Numbers and stretches taken from the front of a fuzz input; beyond its end there are zeros.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace grandee::fuzz {

class Input {
 public:
  explicit Input(std::string_view bytes) : rest_(bytes) {}

  bool empty() const { return rest_.empty(); }
  // Little-endian, of so many bytes.
  std::uint32_t number(int bytes) {
    std::uint32_t value = 0;
    for (int i = 0; i < bytes && !rest_.empty(); ++i) {
      value |= std::uint32_t{static_cast<unsigned char>(rest_[0])} << (8 * i);
      rest_.remove_prefix(1);
    }
    return value;
  }
  std::string_view take(std::size_t length) {
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

}  // namespace grandee::fuzz
