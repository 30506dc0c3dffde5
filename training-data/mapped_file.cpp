#include "training-data/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace grandee::data {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  const auto failure = [&](const std::string& what) {
    return Error{"can't read '" + path.string() + "': " + what};
  };
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) return failure(std::strerror(errno));
  struct stat status {};
  void* memory = nullptr;
  std::string problem;
  if (fstat(fd, &status) != 0) {
    problem = std::strerror(errno);
  } else if (!S_ISREG(status.st_mode)) {
    problem = "it is not a regular file";
  } else if (status.st_size > 0) {
    memory = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
    if (memory == MAP_FAILED) problem = std::strerror(errno);
  }
  close(fd);
  if (!problem.empty()) return failure(problem);
  const auto* first = static_cast<const unsigned char*>(memory);
  return MappedFile({first, static_cast<std::size_t>(status.st_size)});
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(const_cast<unsigned char*>(bytes_.data()), bytes_.size());
}

}  // namespace grandee::data
