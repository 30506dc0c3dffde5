// A file of expanded records: a header of 64 bytes, then the records. FORMAT.md has the bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

#include "base/result.hpp"
#include "training-data/mapped_file.hpp"
#include "training-data/record.hpp"

namespace grandee::data {

inline constexpr std::array<char, 8> kRecordMagic = {'\x89', 'G', 'R', 'E', 'C', '\r', '\n', '\0'};
inline constexpr std::uint32_t kRecordVersion = 1;

struct RecordFileHeader {
  std::array<char, 8> magic = kRecordMagic;
  std::uint32_t version = kRecordVersion;
  std::uint32_t record_bytes = sizeof(Record);
  std::uint32_t squares = kSquares;
  std::uint32_t piece_types = kPieceTypes;
  std::uint64_t records = 0;
  std::uint64_t checksum = 0;  // XXH3 (64 bits) of all records
  std::array<std::uint64_t, 3> reserved{};
};
static_assert(sizeof(RecordFileHeader) == 64);

class RecordFile {
 public:
  // Refuses other versions, boards and piece sets, naming both numbers, and a file whose length
  // isn't that of its records. The checksum is left to verify(), as it reads the whole file.
  static Result<RecordFile> open(const std::filesystem::path& path);

  std::span<const Record> records() const;
  const RecordFileHeader& header() const;
  Result<Ok> verify() const;

 private:
  RecordFile(std::filesystem::path path, MappedFile file)
      : path_(std::move(path)), file_(std::move(file)) {}

  std::filesystem::path path_;
  MappedFile file_;
};

}  // namespace grandee::data
