#include "tools/common/atomic_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#ifdef _WIN32
#include <io.h>
#include <process.h>
#else
#include <fcntl.h>
#include <unistd.h>
#endif

namespace grandee::tools {

namespace fs = std::filesystem;

namespace {

int process_id() {
#ifdef _WIN32
  return _getpid();
#else
  return static_cast<int>(getpid());
#endif
}

fs::path folder_of(const fs::path& file) {
  const fs::path parent = file.parent_path();
  return parent.empty() ? fs::path(".") : parent;
}

}  // namespace

bool sync_file(std::FILE* file) {
  if (std::fflush(file) != 0) return false;
#ifdef _WIN32
  return _commit(_fileno(file)) == 0;
#else
  // Pipes and devices can't be synced: nothing is lost there.
  return fsync(fileno(file)) == 0 || errno == EINVAL || errno == EROFS;
#endif
}

void sync_folder([[maybe_unused]] const fs::path& folder) {
#ifndef _WIN32
  const int fd = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  static_cast<void>(fsync(fd));
  close(fd);
#endif
}

Result<AtomicFile> AtomicFile::create(const fs::path& target) {
  fs::path temporary = target;
  temporary += fmt::format(".{}.tmp", process_id());
  std::FILE* file = std::fopen(temporary.string().c_str(), "wb");
  if (file == nullptr)
    return Error{fmt::format("can't create '{}': {}", temporary.string(), std::strerror(errno))};
  return AtomicFile(target, std::move(temporary), file);
}

AtomicFile::~AtomicFile() {
  if (!file_) return;
  file_.reset();
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

Error AtomicFile::failure(std::string_view doing) const {
  return Error{fmt::format("can't {} '{}': {}", doing, target_.string(), std::strerror(errno))};
}

Result<Ok> AtomicFile::write(std::string_view bytes) {
  // An empty view may be a null pointer, which fwrite must not get.
  if (bytes.empty()) return Ok{};
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
    return failure("write");
  return Ok{};
}

Result<Ok> AtomicFile::rewrite(long offset, std::string_view bytes) {
  if (std::fseek(file_.get(), offset, SEEK_SET) != 0) return failure("seek in");
  if (const auto written = write(bytes); !written) return written;
  if (std::fseek(file_.get(), 0, SEEK_END) != 0) return failure("seek in");
  return Ok{};
}

Result<Ok> AtomicFile::commit() {
  if (!sync_file(file_.get())) return failure("write");
  // From here the destructor has nothing to remove but by our own hand.
  const int closed = std::fclose(file_.release());
  std::error_code error;
  if (closed == 0) fs::rename(temporary_, target_, error);
  if (closed != 0 || error) {
    const std::string why = error ? error.message() : std::strerror(errno);
    fs::remove(temporary_, error);
    return Error{fmt::format("can't write '{}': {}", target_.string(), why)};
  }
  sync_folder(folder_of(target_));
  return Ok{};
}

Result<Ok> write_atomically(const fs::path& target, std::string_view content) {
  auto file = AtomicFile::create(target);
  if (!file) return Error{file.error()};
  if (const auto written = file->write(content); !written) return written;
  return file->commit();
}

}  // namespace grandee::tools
