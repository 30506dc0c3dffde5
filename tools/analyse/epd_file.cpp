#include "tools/analyse/epd_file.hpp"

#include <fmt/format.h>

#include "tools/common/text_file.hpp"

namespace grandee::analyse {

std::string EpdLine::name() const {
  const std::string* id = record.find("id");
  return id == nullptr ? fmt::format("line {}", number) : *id;
}

Result<EpdFile> read_epd_file(const std::string& path) {
  auto text = tools::read_text_file(path);
  if (!text) return Error{text.error()};
  EpdFile file;
  file.text = *std::move(text);
  std::size_t number = 0;
  for (const std::string_view line : tools::split_lines(file.text)) {
    ++number;
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos || line[start] == '#') continue;
    auto record = tools::parse_epd(line);
    if (record)
      file.lines.push_back({number, *std::move(record)});
    else
      file.errors.push_back(fmt::format("line {}: {}", number, record.error()));
  }
  return file;
}

}  // namespace grandee::analyse
