// A file as a span of bytes in memory, read when it is touched.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "base/result.hpp"

namespace grandee::data {

class MappedFile {
 public:
  // Only a regular file. The error names the file.
  static Result<MappedFile> open(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&&) = delete;

  std::span<const unsigned char> bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::span<const unsigned char> bytes) : bytes_(bytes) {}

  std::span<const unsigned char> bytes_;
};

}  // namespace grandee::data
