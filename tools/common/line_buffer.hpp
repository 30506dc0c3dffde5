// Bytes as they come from a pipe, taken out line by line.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace grandee::tools {

class LineBuffer {
 public:
  void append(std::string_view bytes) {
    received_.erase(0, consumed_);
    searched_ -= std::min(searched_, consumed_);
    consumed_ = 0;
    received_.append(bytes);
  }
  // The next line, without CR and LF; false if there is no whole one. A line that goes on for
  // longer than a mebibyte is no text of a protocol: its start is delivered.
  bool take(std::string& line) {
    constexpr std::size_t kLongestLine = 1024 * 1024;
    const std::size_t end = received_.find('\n', std::max(consumed_, searched_));
    if (end == std::string::npos && received_.size() - consumed_ < kLongestLine) {
      searched_ = received_.size();
      return false;
    }
    line.assign(received_, consumed_, std::min(end, received_.size()) - consumed_);
    consumed_ = std::min(end == std::string::npos ? end : end + 1, received_.size());
    while (!line.empty() && line.back() == '\r') line.pop_back();
    return true;
  }

 private:
  std::string received_;  // from `consumed` on not delivered yet
  std::size_t consumed_ = 0;
  std::size_t searched_ = 0;  // up to there no line end was found
};

// The last 64 KiB of a text that may be endless.
class Tail {
 public:
  void append(std::string_view bytes) {
    constexpr std::size_t kBytesKept = 64 * 1024;
    text_.append(bytes);
    if (text_.size() > kBytesKept) text_.erase(0, text_.size() - kBytesKept);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace grandee::tools
