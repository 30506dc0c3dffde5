// The training records in batches, read ahead by a thread of its own. The file is an endless ring:
// batch n holds records n · size … of it, so a run can start anywhere.
#pragma once

#include <array>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <thread>
#include <vector>

#include "base/result.hpp"
#include "training-data/record_file.hpp"

namespace grandee::train {

// A file of records that was found whole: header and checksum are right.
struct RecordSource {
  std::filesystem::path path;
  std::uint64_t records = 0;
  std::uint64_t checksum = 0;
};

// Reads the whole file once, in pieces. At least one record.
Result<RecordSource> open_source(const std::filesystem::path& path);

// Reads records [first, first + count) of the ring.
class RecordReader {
 public:
  explicit RecordReader(const RecordSource& source);
  Result<Ok> read(std::uint64_t first, std::size_t count, std::vector<data::Record>& records);

 private:
  RecordSource source_;
  std::ifstream file_;
};

class RecordStream {
 public:
  RecordStream(const RecordSource& source, std::size_t batch, std::uint64_t first_batch);
  ~RecordStream();

  // The next batch; valid until the next call.
  Result<const std::vector<data::Record>*> next();

 private:
  static constexpr std::size_t kAhead = 4;

  void read_ahead();

  RecordReader reader_;
  const std::size_t batch_;
  std::uint64_t next_read_;
  std::array<std::vector<data::Record>, kAhead> ring_;
  std::size_t filled_ = 0;  // batches in the ring, the one handed out included
  std::size_t front_ = 0;   // slot of the batch handed out
  bool handed_out_ = false;
  bool quit_ = false;
  std::string error_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace grandee::train
