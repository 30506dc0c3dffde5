// Training records for tests: positions of random games, labelled by counting men.
#pragma once

#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include "base/rng.hpp"
#include "board/movegen.hpp"
#include "board/see.hpp"
#include "training-data/record_file.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace grandee::train {

inline int material(const Position& position) {
  int sum = 0;
  for (int t = 0; t < kPieceTypes; ++t)
    sum += see_value(piece_type(t)) * (position.count(Color::White, piece_type(t)) -
                                       position.count(Color::Black, piece_type(t)));
  return position.side_to_move() == Color::White ? sum : -sum;
}

inline std::vector<data::Record> synthetic_records(std::size_t count, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<data::Record> records;
  Position position;
  data::Labels labels;
  while (records.size() < count) {
    MoveList moves;
    generate_legal(position, moves);
    if (moves.empty() || labels.ply > 300) {
      position = Position();
      labels.ply = 0;
      ++labels.game;
      continue;
    }
    position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    ++labels.ply;
    if (rng.below(8) != 0) continue;
    labels.score = std::clamp(material(position), -3000, 3000);
    const int white = position.side_to_move() == Color::White ? labels.score : -labels.score;
    labels.result = white > 300    ? data::GameResult::WhiteWins
                    : white < -300 ? data::GameResult::BlackWins
                                   : data::GameResult::Draw;
    records.push_back(data::pack(position, labels));
  }
  for (std::size_t i = records.size(); i > 1; --i)
    std::swap(records[i - 1], records[rng.below(static_cast<std::uint32_t>(i))]);
  return records;
}

inline void write_records(const std::filesystem::path& path,
                          const std::vector<data::Record>& records,
                          data::RecordFileHeader header = {}) {
  const std::size_t bytes = records.size() * sizeof(data::Record);
  header.records = records.size();
  header.checksum = XXH3_64bits(records.data(), bytes);
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(&header), sizeof header);
  file.write(reinterpret_cast<const char*>(records.data()), static_cast<std::streamsize>(bytes));
}

}  // namespace grandee::train
