#include "tools/train/record_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace grandee::train {

Result<RecordSource> open_source(const std::filesystem::path& path) {
  RecordSource source;
  {
    const auto file = data::RecordFile::open(path);
    if (!file) return Error{file.error()};
    source = {path, file->header().records, file->header().checksum};
  }
  if (source.records == 0) return Error{fmt::format("'{}' holds no records", path.string())};
  const std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> state(XXH3_createState(),
                                                                              XXH3_freeState);
  XXH3_64bits_reset(state.get());
  RecordReader reader(source);
  std::vector<data::Record> piece;
  for (std::uint64_t at = 0; at < source.records; at += piece.size()) {
    const auto count =
        static_cast<std::size_t>(std::min<std::uint64_t>(source.records - at, 1 << 15));
    if (const auto read = reader.read(at, count, piece); !read) return Error{read.error()};
    XXH3_64bits_update(state.get(), piece.data(), piece.size() * sizeof(data::Record));
  }
  const std::uint64_t found = XXH3_64bits_digest(state.get());
  if (found != source.checksum)
    return Error{
        fmt::format("'{}': checksum of the records {:016x}, expected {:016x}: it is damaged",
                    path.string(), found, source.checksum)};
  return source;
}

RecordReader::RecordReader(const RecordSource& source)
    : source_(source), file_(source.path, std::ios::binary) {}

Result<Ok> RecordReader::read(std::uint64_t first, std::size_t count,
                              std::vector<data::Record>& records) {
  records.resize(count);
  for (std::size_t done = 0; done < count;) {
    const std::uint64_t at = (first + done) % source_.records;
    const auto part =
        static_cast<std::size_t>(std::min<std::uint64_t>(count - done, source_.records - at));
    file_.seekg(
        static_cast<std::streamoff>(sizeof(data::RecordFileHeader) + at * sizeof(data::Record)));
    file_.read(reinterpret_cast<char*>(records.data() + done),
               static_cast<std::streamsize>(part * sizeof(data::Record)));
    if (!file_)
      return Error{fmt::format("'{}' can't be read at record {}", source_.path.string(), at)};
    done += part;
  }
  return Ok{};
}

RecordStream::RecordStream(const RecordSource& source, std::size_t batch, std::uint64_t first_batch)
    : reader_(source),
      batch_(batch),
      next_read_(first_batch * batch),
      thread_([this] { read_ahead(); }) {}

RecordStream::~RecordStream() {
  {
    const std::scoped_lock lock(mutex_);
    quit_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

Result<const std::vector<data::Record>*> RecordStream::next() {
  std::unique_lock lock(mutex_);
  if (handed_out_) {
    front_ = (front_ + 1) % kAhead;
    --filled_;
    changed_.notify_all();
  }
  changed_.wait(lock, [this] { return filled_ > 0 || !error_.empty(); });
  if (filled_ == 0) return Error{error_};
  handed_out_ = true;
  return &ring_[front_];
}

void RecordStream::read_ahead() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return quit_ || filled_ < kAhead; });
    if (quit_) return;
    auto& slot = ring_[(front_ + filled_) % kAhead];
    lock.unlock();
    const auto read = reader_.read(next_read_, batch_, slot);
    lock.lock();
    next_read_ += batch_;
    if (read)
      ++filled_;
    else
      error_ = read.error();
    changed_.notify_all();
    if (!read) return;
  }
}

}  // namespace grandee::train
