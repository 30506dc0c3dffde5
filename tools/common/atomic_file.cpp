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

Result<AtomicFile> AtomicFile::create(const fs::path& name) {
  const auto failure = [&name](std::string_view why) {
    return Error{fmt::format("can't write '{}': {}", name.string(), why)};
  };
  if (name.empty()) return Error{"the name of a file to write is empty"};
  std::error_code error;
  const fs::file_status status = fs::status(name, error);
  if (fs::is_directory(status)) return failure("it is a folder");
  // A link stays, and what it points to is replaced.
  fs::path target = fs::is_symlink(name, error) ? fs::weakly_canonical(name, error) : name;
  fs::path temporary;
  if (!fs::exists(status) || fs::is_regular_file(status)) {
    temporary = target;
    temporary += fmt::format(".{}.tmp", process_id());
  }
  const fs::path& opened = temporary.empty() ? target : temporary;
  std::FILE* file = std::fopen(opened.string().c_str(), "wb");
  if (file == nullptr) return failure(std::strerror(errno));
  return AtomicFile(std::move(target), std::move(temporary), file);
}

AtomicFile::~AtomicFile() {
  if (!file_ || temporary_.empty()) return;
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
  if (closed == 0 && !temporary_.empty()) fs::rename(temporary_, target_, error);
  if (closed != 0 || error) {
    const std::string why = error ? error.message() : std::strerror(errno);
    if (!temporary_.empty()) fs::remove(temporary_, error);
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
