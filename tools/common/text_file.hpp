// Reading a whole text file that a user names.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace grandee::tools {

// The content without a byte order mark. Compressed files and others that are no text are refused
// by their kind.
Result<std::string> read_text_file(const std::filesystem::path& path);

// The lines of a text, without LF or CR LF. The last may lack its end.
std::vector<std::string_view> split_lines(std::string_view text);

}  // namespace grandee::tools
