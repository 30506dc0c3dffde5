// EPD files as sub-commands take them.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/common/epd.hpp"

namespace grandee::analyse {

struct EpdLine {
  std::size_t number = 0;  // in the file, from 1
  tools::EpdRecord record;

  // The operation id, or "line 12".
  std::string name() const;
};

struct EpdFile {
  std::string text;
  std::vector<EpdLine> lines;       // empty ones and those that start with # are left out
  std::vector<std::string> errors;  // of lines that can't be read: "line 12: …"
};
Result<EpdFile> read_epd_file(const std::string& path);

}  // namespace grandee::analyse
