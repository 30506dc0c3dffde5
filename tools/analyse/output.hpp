// What the sub-commands say and write.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace grandee::analyse {

// Writes "grandee-analyse: text" to standard error.
void complain(std::string_view text);
void say(std::string_view text);  // a line to standard error

// To a file, whole or not at all, or "-" for standard output. Nothing for an empty path.
Result<Ok> write_output(const std::string& path, std::string_view content);

// Tells how to go on after a signal; gives the exit code.
int stopped_exit_code(std::string_view journal);

}  // namespace grandee::analyse
