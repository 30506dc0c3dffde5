// Keeps two processes from writing the same files: a command that is given twice by mistake, a task
// that was given up for dead.
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/result.hpp"

namespace grandee::tools {

// A lock by the name of a file that need not exist. It stands in "<target>.lock", whose content
// means nothing, and ends with the process, however that ends.
class WriterLock {
 public:
  // An error if another process holds it. Where the file system knows no locks it holds nothing.
  static Result<WriterLock> take(const std::filesystem::path& target);
  // Holds nothing.
  WriterLock() = default;
  ~WriterLock();
  WriterLock(WriterLock&& other) noexcept;
  WriterLock& operator=(WriterLock&& other) noexcept;

 private:
  static constexpr std::intptr_t kNone = -1;

  std::filesystem::path path_;
  std::intptr_t file_ = kNone;  // descriptor or handle
};

}  // namespace grandee::tools
