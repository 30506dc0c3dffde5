#include "tools/openings/book_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <system_error>

#include "tools/common/atomic_file.hpp"
#include "tools/common/epd.hpp"
#include "tools/common/text_file.hpp"

namespace grandee::openings {

namespace {

namespace fs = std::filesystem;

}  // namespace

// The partial file: a line "# conditions", then lines "number EPD".
Result<BookFile> BookFile::open(const fs::path& target, const std::string& conditions) {
  auto lock = tools::WriterLock::take(target);
  if (!lock) return Error{lock.error()};
  fs::path partial = target;
  partial += ".partial";
  std::string text;
  std::error_code error;
  if (fs::exists(partial, error)) {
    auto content = tools::read_text_file(partial);
    if (!content) return Error{content.error()};
    text = *std::move(content);
    // A line without its end was cut off.
    text.erase(text.rfind('\n') + 1);
    fs::resize_file(partial, text.size(), error);
  }
  std::FILE* stream = std::fopen(partial.string().c_str(), "ab");
  if (stream == nullptr)
    return Error{fmt::format("can't write '{}': {}", partial.string(), std::strerror(errno))};
  BookFile file(target, partial, stream, *std::move(lock));
  const std::string header = "# " + conditions;
  const auto lines = tools::split_lines(text);
  if (lines.empty()) {
    file.failed_ = std::fputs((header + "\n").c_str(), stream) < 0;
    return file;
  }
  if (lines[0] != header)
    return Error{fmt::format("'{}' was begun with other settings: {}", partial.string(), lines[0])};
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::uint64_t number = 0;
    const char* end = lines[i].data() + lines[i].size();
    const auto [stop, code] = std::from_chars(lines[i].data(), end, number);
    const auto record = tools::parse_epd({stop, static_cast<std::size_t>(end - stop)});
    if (code != std::errc{} || !record || number < file.next_)
      return Error{fmt::format("'{}' line {} is damaged", partial.string(), i + 1)};
    file.next_ = number + 1;
    file.keys_.insert(record->position.key());
    file.lines_.push_back(to_epd(record->position));
  }
  return file;
}

bool BookFile::add(std::uint64_t number, const Candidate& candidate) {
  if (!keys_.insert(candidate.position.key()).second) return false;
  lines_.push_back(to_epd(candidate.position));
  failed_ |= std::fputs(fmt::format("{} {}\n", number, lines_.back()).c_str(), file_.get()) < 0;
  return true;
}

Result<Ok> BookFile::sync() {
  if (failed_ || !tools::sync_file(file_.get()))
    return Error{fmt::format("can't write '{}': {}", partial_.string(), std::strerror(errno))};
  return Ok{};
}

Result<Ok> BookFile::finish(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count && i < lines_.size(); ++i) text += lines_[i] + "\n";
  if (const auto written = tools::write_atomically(target_, text); !written) return written;
  std::error_code ignored;
  fs::remove(partial_, ignored);
  return Ok{};
}

}  // namespace grandee::openings
