// A file that stands under its name whole or not at all, whatever happens while it is written: it
// grows under a temporary name beside the target and is synced and renamed at the end. What is no
// file of the disk (/dev/null, a pipe) is written to as it is, and stays.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

#include "base/result.hpp"

namespace grandee::tools {

class AtomicFile {
 public:
  // Opens "<target>.<process id>.tmp" in the target's folder, which must exist.
  static Result<AtomicFile> create(const std::filesystem::path& target);
  // Without commit() the temporary file is removed and the target stays as it was.
  ~AtomicFile();
  AtomicFile(AtomicFile&&) noexcept = default;
  AtomicFile& operator=(AtomicFile&&) = delete;

  Result<Ok> write(std::string_view bytes);
  // Overwrites bytes that were written before, e.g. a header with counts.
  Result<Ok> rewrite(long offset, std::string_view bytes);
  // Syncs the content, renames it to the target and syncs the folder. Nothing may follow.
  Result<Ok> commit();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  AtomicFile(std::filesystem::path target, std::filesystem::path temporary, std::FILE* file)
      : target_(std::move(target)), temporary_(std::move(temporary)), file_(file) {}
  Error failure(std::string_view doing) const;

  std::filesystem::path target_;
  std::filesystem::path temporary_;  // empty: the target itself is open
  std::unique_ptr<std::FILE, Closer> file_;
};

// The whole content at once.
Result<Ok> write_atomically(const std::filesystem::path& target, std::string_view content);

// Makes what was written to an open file lasting; false (errno set) if the disk refuses.
bool sync_file(std::FILE* file);
// Makes a new or renamed entry of a folder lasting, where the system has a way to ask for it.
void sync_folder(const std::filesystem::path& folder);

}  // namespace grandee::tools
