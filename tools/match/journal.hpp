// The match on disk: the games as PGN, and beside it the plan they were played to. What is there
// after a crash is enough to go on.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "tools/common/writer_lock.hpp"
#include "tools/match/results.hpp"

namespace grandee::match {

class Journal {
 public:
  // A new match. An older PGN of that name, and its plan, are kept under a name with a number.
  static Result<Journal> create(const std::filesystem::path& pgn,
                                const nlohmann::ordered_json& plan);
  // A match to go on with: its games are added to the results, a game that was cut off is removed
  // from the file. An error if the plan is another one, but for the number of games.
  static Result<Journal> resume(const std::filesystem::path& pgn,
                                const nlohmann::ordered_json& plan,
                                const std::vector<std::string>& names, Results& results);
  // The plan of a match that can be resumed; nothing if there is none.
  static std::optional<nlohmann::ordered_json> stored_plan(const std::filesystem::path& pgn);

  // Returns once the game is on the disk.
  Result<Ok> append(const std::string& pgn);
  // Keeps an engine's standard error; returns the name of the file, beside the PGN.
  Result<std::string> keep_error_output(std::size_t number, const std::string& text);

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  Journal(std::filesystem::path pgn, std::FILE* file, tools::WriterLock lock)
      : lock_(std::move(lock)), pgn_(std::move(pgn)), file_(file) {}
  static Result<Journal> open(const std::filesystem::path& pgn, tools::WriterLock lock);

  tools::WriterLock lock_;
  std::filesystem::path pgn_;
  std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace grandee::match
