#include "tools/common/text_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace grandee::tools {

namespace {

constexpr struct {
  std::string_view magic;
  std::string_view kind;
} kCompressed[] = {
    {"\x1f\x8b", "gzip"},
    {"\x28\xb5\x2f\xfd", "zstd"},
    {"BZh", "bzip2"},
    {"\xfd"
     "7zXZ",
     "xz"},
    {"PK\x03\x04", "zip"},
    {"7z\xbc\xaf", "7-zip"},
};

}  // namespace

Result<std::string> read_text_file(const std::filesystem::path& path) {
  const auto failure = [&path](std::string_view why) {
    return Error{fmt::format("can't read '{}': {}", path.string(), why)};
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen(path.string().c_str(), "rb"), std::fclose);
  if (!file) return failure(std::strerror(errno));
  std::string text;
  char buffer[65536];
  std::size_t n = 0;
  while ((n = std::fread(buffer, 1, sizeof buffer, file.get())) > 0) text.append(buffer, n);
  if (std::ferror(file.get())) return failure(std::strerror(errno));
  for (const auto& [magic, kind] : kCompressed)
    if (text.compare(0, magic.size(), magic) == 0)
      return failure(fmt::format("it is compressed with {}; unpack it first", kind));
  if (text.find('\0') != std::string::npos) return failure("it is not a text file");
  if (text.compare(0, 3, "\xef\xbb\xbf") == 0) text.erase(0, 3);
  return text;
}

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace grandee::tools
