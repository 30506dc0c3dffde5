// The growing book on disk. What was found is kept line by line, so that a job that was killed goes
// on where it was.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/common/writer_lock.hpp"
#include "tools/openings/maker.hpp"

namespace grandee::openings {

class BookFile {
 public:
  // Opens "<target>.partial". `conditions` names all that decides which lines are made: a partial
  // file with others is refused.
  static Result<BookFile> open(const std::filesystem::path& target, const std::string& conditions);

  // The number of the first candidate that was not tried.
  std::uint64_t next() const { return next_; }
  std::size_t size() const { return lines_.size(); }
  // False if the position is in the book already, whatever the way to it.
  bool add(std::uint64_t number, const Candidate& candidate);
  // Makes what was added lasting.
  Result<Ok> sync();
  // Writes the first `count` openings to the target and removes the partial file.
  Result<Ok> finish(std::size_t count);

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  BookFile(std::filesystem::path target, std::filesystem::path partial, std::FILE* file,
           tools::WriterLock lock)
      : lock_(std::move(lock)),
        target_(std::move(target)),
        partial_(std::move(partial)),
        file_(file) {}

  tools::WriterLock lock_;
  std::filesystem::path target_;
  std::filesystem::path partial_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::uint64_t next_ = 0;
  std::vector<std::string> lines_;
  std::set<Key> keys_;
  bool failed_ = false;
};

}  // namespace grandee::openings
