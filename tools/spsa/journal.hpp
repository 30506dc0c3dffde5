// A course on disk: the state that it goes on from, and a CSV file of how it got there.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/result.hpp"
#include "tools/common/writer_lock.hpp"
#include "tools/spsa/course.hpp"

namespace grandee::spsa {

class Journal {
 public:
  // A state "x.json" has its CSV in "x.csv". Without the state a new course begins; with it the
  // stored one goes on, which must have the same plan and conditions (whatever else decides the
  // games). Errors name what differs.
  static Result<Journal> open(const std::filesystem::path& state, const Plan& plan,
                              const nlohmann::ordered_json& conditions);

  const Course& course() const { return course_; }
  // Learns an iteration's result, and returns once that is on the disk.
  Result<Ok> learn(std::int64_t net_wins);

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  Journal(std::filesystem::path state, nlohmann::ordered_json plan, Course course,
          tools::WriterLock lock)
      : lock_(std::move(lock)),
        state_(std::move(state)),
        plan_(std::move(plan)),
        course_(std::move(course)) {}

  std::filesystem::path csv_path() const;
  Result<Ok> begin();
  Result<Ok> resume();
  Result<Ok> open_csv();
  Result<Ok> append(const std::string& text);
  Result<Ok> save() const;

  tools::WriterLock lock_;
  std::filesystem::path state_;
  nlohmann::ordered_json plan_;
  Course course_;
  std::unique_ptr<std::FILE, Closer> csv_;
};

}  // namespace grandee::spsa
