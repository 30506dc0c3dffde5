#include "tools/common/writer_lock.hpp"

#include <fmt/format.h>

#include <utility>

#ifdef _WIN32
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#endif

namespace grandee::tools {

namespace {

Error in_use(const std::filesystem::path& target) {
  return Error{fmt::format("'{}' is being written by another process", target.string())};
}

}  // namespace

WriterLock::WriterLock(WriterLock&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, kNone)) {}

WriterLock& WriterLock::operator=(WriterLock&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(file_, other.file_);
  return *this;
}

#ifdef _WIN32

Result<WriterLock> WriterLock::take(const std::filesystem::path& target) {
  WriterLock lock;
  lock.path_ = target;
  lock.path_ += ".lock";
  const HANDLE file = CreateFileW(lock.path_.c_str(), GENERIC_WRITE, 0, nullptr, OPEN_ALWAYS,
                                  FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  if (file != INVALID_HANDLE_VALUE) {
    lock.file_ = reinterpret_cast<std::intptr_t>(file);
    return lock;
  }
  if (GetLastError() == ERROR_SHARING_VIOLATION) return in_use(target);
  return Error{fmt::format("can't write '{}'", lock.path_.string())};
}

WriterLock::~WriterLock() {
  if (file_ != kNone) CloseHandle(reinterpret_cast<HANDLE>(file_));
}

#else

Result<WriterLock> WriterLock::take(const std::filesystem::path& target) {
  WriterLock lock;
  lock.path_ = target;
  lock.path_ += ".lock";
  while (true) {
    const int file = open(lock.path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
      return Error{fmt::format("can't write '{}': {}", lock.path_.string(), std::strerror(errno))};
    if (flock(file, LOCK_EX | LOCK_NB) != 0) {
      const bool held = errno == EWOULDBLOCK;
      close(file);
      if (held) return in_use(target);
      // Some network file systems have no locks: better to work without than not at all.
      unlink(lock.path_.c_str());
      return WriterLock();
    }
    // Its holder may have removed the file between the two.
    struct stat ours {};
    struct stat named {};
    if (fstat(file, &ours) == 0 && stat(lock.path_.c_str(), &named) == 0 &&
        ours.st_ino == named.st_ino) {
      lock.file_ = file;
      return lock;
    }
    close(file);
  }
}

WriterLock::~WriterLock() {
  if (file_ == kNone) return;
  unlink(path_.c_str());
  close(static_cast<int>(file_));
}

#endif

}  // namespace grandee::tools
