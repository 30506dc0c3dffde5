// Chain files as the commands read them: bad blocks are told on stderr, counted and passed over.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <vector>

#include "training-data/chain.hpp"

namespace grandee::datatool {

using Files = std::vector<std::filesystem::path>;

struct FileCounts {
  std::filesystem::path path;
  std::uint64_t games = 0;
  std::uint64_t positions = 0;
  std::uint64_t kept = 0;
  std::uint64_t bytes = 0;
  std::vector<data::BadBlock> bad;
  std::vector<data::HeaderFields> headers;
};

// The counts that the blocks' heads state; no game is decoded.
Result<FileCounts> read_counts(const std::filesystem::path& path);
// Of several files.
Result<std::vector<FileCounts>> read_counts(const Files& files);

// Adds up what several files have.
FileCounts sum(std::span<const FileCounts> counts);

void report_bad(const std::filesystem::path& path, const data::BadBlock& bad);

// The games of a file with the header they belong to (null if that is lost), in their order; false
// ends the reading. What is bad is reported and noted in the counts, if these are wanted.
using GameVisitor = std::function<bool(const data::Game&, const data::HeaderFields*)>;
Result<Ok> for_each_game(const std::filesystem::path& path, const GameVisitor& visit,
                         FileCounts* counts = nullptr);

// Is the game in the share that is kept to check with? The same game always is or is not, whatever
// files it comes in.
bool is_held_out(const data::Game& game, const data::HeaderFields* header, std::uint64_t seed,
                 double share);

// What takes the place of a header that is lost.
data::HeaderFields lost_header();

}  // namespace grandee::datatool
