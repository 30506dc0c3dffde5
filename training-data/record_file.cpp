#include "training-data/record_file.hpp"

#include <fmt/format.h>
#include <xxhash.h>

namespace grandee::data {

namespace {

// What of the header is not as this program has it; empty if all is well.
std::string mismatch(const RecordFileHeader& header, std::size_t file_size) {
  const RecordFileHeader ours;
  if (header.magic != ours.magic) return "it is not a file of expanded records";
  const auto differs = [](std::string_view name, std::uint32_t found, std::uint32_t expected) {
    return found == expected ? "" : fmt::format("{} {}, expected {}", name, found, expected);
  };
  for (const std::string& fault :
       {differs("version", header.version, ours.version),
        differs("board of squares", header.squares, ours.squares),
        differs("set of piece types", header.piece_types, ours.piece_types),
        differs("bytes in a record", header.record_bytes, ours.record_bytes)})
    if (!fault.empty()) return fault;
  const std::size_t bytes = file_size - sizeof(RecordFileHeader);
  if (bytes % sizeof(Record) != 0 || bytes / sizeof(Record) != header.records)
    return fmt::format("the header counts {} records, {} bytes hold {:.2f}", header.records, bytes,
                       static_cast<double>(bytes) / sizeof(Record));
  return "";
}

}  // namespace

Result<RecordFile> RecordFile::open(const std::filesystem::path& path) {
  auto mapped = MappedFile::open(path);
  if (!mapped) return Error{mapped.error()};
  RecordFile file(path, *std::move(mapped));
  const std::size_t size = file.file_.bytes().size();
  const std::string fault =
      size < sizeof(RecordFileHeader)
          ? fmt::format("{} bytes are no header of {}", size, sizeof(RecordFileHeader))
          : mismatch(file.header(), size);
  if (!fault.empty()) return Error{fmt::format("'{}': {}", path.string(), fault)};
  return file;
}

const RecordFileHeader& RecordFile::header() const {
  return *reinterpret_cast<const RecordFileHeader*>(file_.bytes().data());
}

std::span<const Record> RecordFile::records() const {
  const unsigned char* first = file_.bytes().data() + sizeof(RecordFileHeader);
  return {reinterpret_cast<const Record*>(first), static_cast<std::size_t>(header().records)};
}

Result<Ok> RecordFile::verify() const {
  const auto all = records();
  const std::uint64_t found = XXH3_64bits(all.data(), all.size_bytes());
  if (found != header().checksum)
    return Error{fmt::format("'{}': checksum {:016x}, expected {:016x}", path_.string(), found,
                             header().checksum)};
  return Ok{};
}

}  // namespace grandee::data
