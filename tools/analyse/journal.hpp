// What a long job has found so far, on disk, so that the job goes on there after any death.
//
// A text file: the first line tells the plan as JSON, each further one is the analysis of one
// position. A line that was cut off when the writer died is dropped.
#pragma once

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>

#include "base/result.hpp"
#include "tools/analyse/engine.hpp"
#include "tools/common/writer_lock.hpp"

namespace grandee::analyse {

class Journal {
 public:
  // Continues the file if it is there and its plan is the same, else starts it; another plan is an
  // error unless `restart` is set. Without a path nothing is kept.
  static Result<Journal> open(const std::filesystem::path& path, const nlohmann::ordered_json& plan,
                              bool restart);

  const std::map<std::size_t, Analysis>& found() const { return found_; }
  // Was that position searched? A file can hold anything: the moves must be legal.
  bool has(std::size_t id, const Position& position) const;
  // Keeps it also on disk; the system is asked for it to last about once a second.
  Result<Ok> add(std::size_t id, const Analysis& analysis);
  // The job is done and its results are written elsewhere.
  void remove();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  Result<Ok> read(const std::string& text, std::size_t& good);
  Result<Ok> write(const std::string& line);

  tools::WriterLock lock_;
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::chrono::steady_clock::time_point synced_{};
  std::map<std::size_t, Analysis> found_;
};

// Searches the tasks (of `total`, the others being in the journal) with a line of progress; every
// result goes to the journal at once. False if a signal asked to stop before the end.
Result<bool> search_with_progress(const Tasks& tasks, std::size_t total, const EngineSetup& engine,
                                  const Effort& effort, Journal& journal, int multi_pv = 1);

// The name of the journal for a job that writes there; empty for standard output.
std::filesystem::path journal_beside(const std::string& output);

}  // namespace grandee::analyse
