// What a program says to its user.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace grandee::tools {

// A line on standard error. If it can't be written it is lost: a long job doesn't end because its
// terminal is gone or the disk of its log is full.
void say(std::string_view line);

// Text that the program was asked for, on standard output.
Result<Ok> print(std::string_view text);

// A result where the user wants it: "-" is standard output, another path a file that is written
// atomically, an empty one nowhere.
Result<Ok> deliver(const std::string& path, std::string_view content);

}  // namespace grandee::tools
