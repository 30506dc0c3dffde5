// What searches know, saved to a file and loaded again: the entries of the transposition table with
// their full keys, so that a file fits tables of any size, and files merge.
//
// The file (.gtree), little-endian:
//   8 bytes   "GrandeeT"
//   uint32    format (1), length of the text
//   bytes     text: JSON with version, network, key of the start position (the keys' scheme),
//   entries uint64    XXH3 of all bytes before blocks    uint32 entries, uint32 bytes, uint64 XXH3
//   of the bytes; bytes: zstd of the entries
//             16 bytes each: uint64 key, uint16 move code, int16 score, int16 evaluation, uint8
//             depth, uint8 bound + 4 if the entry is of a principal variation
//   a last block of 0 entries and 0 bytes
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "search/thread_pool.hpp"

namespace grandee::analyse {

struct TreeEntry {
  Key key = 0;
  search::TtData data;
};

struct TreeInfo {
  std::string version;  // of the program
  std::string network;  // EngineSetup::network_name()
  std::uint64_t entries = 0;
};

// Of this program with that network.
TreeInfo tree_info(const std::string& network);

Result<Ok> save_tree(const std::filesystem::path& path, const std::string& network,
                     search::ThreadPool& pool);
// Adds to what the pool knows. The error names what of version or network differs, or what is
// damaged. Gives the number of entries.
Result<std::uint64_t> load_tree(const std::filesystem::path& path, const std::string& network,
                                search::ThreadPool& pool);

Result<TreeInfo> read_tree_info(const std::filesystem::path& path);
// Everything the files know, of each position the deepest. All must be of the same version and
// network. Gives the number of entries written.
Result<std::uint64_t> merge_trees(const std::vector<std::filesystem::path>& from,
                                  const std::filesystem::path& to);

}  // namespace grandee::analyse
