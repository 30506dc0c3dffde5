// The two streams of a protocol, line by line, and the log of both directions.
#pragma once

#include <fstream>
#include <functional>
#include <istream>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace grandee::protocol {

class Options;

class Console {
 public:
  Console(std::istream& in, std::ostream& out) : in_(in), out_(out) {
    // A tied input flushes the output by itself, beside whoever is writing.
    in_.tie(nullptr);
  }

  // The next line without its end, whatever the platform's; nothing at the end of input. To be
  // called by one thread.
  std::optional<std::string> read();
  // Writes whole lines (the last line end is added) and flushes. From any thread.
  void write(std::string_view text);
  // What to do, after each try to write, once nobody is there to read it. Empty: nothing.
  void on_lost(std::function<void()> act);
  // Has everything reached the reader so far?
  bool all_written();

  // Lines read are appended to the file after ">> ", lines written after "<< ". An empty path ends
  // the log; on an error the earlier log goes on.
  Result<Ok> set_log(const std::string& path);

 private:
  void log(std::string_view direction, std::string_view text);

  std::istream& in_;
  std::ostream& out_;
  bool at_start_ = true;
  std::mutex mutex_;  // of all that follows, and out_
  std::function<void()> act_on_loss_;
  std::ofstream log_;
};

// Adds the option "Debug Log File".
void add_log_option(Options& options, Console& console);

}  // namespace grandee::protocol
