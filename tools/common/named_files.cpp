#include "tools/common/named_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "tools/common/atomic_file.hpp"

namespace grandee::tools {

namespace fs = std::filesystem;

namespace {

// Devices may be written to by several, and read from.
bool same_file(const NamedFile& a, const NamedFile& b) {
  if (a.path.empty() || b.path.empty()) return false;
  if (a.path == "-" || b.path == "-") return a.path == b.path;
  std::error_code error;
  if (fs::equivalent(a.path, b.path, error)) return fs::is_regular_file(a.path, error);
  if (fs::exists(a.path, error) || fs::exists(b.path, error)) return false;
  // From the root, as of relative paths only what exists is made canonical.
  return fs::weakly_canonical(fs::absolute(a.path), error) ==
         fs::weakly_canonical(fs::absolute(b.path), error);
}

std::string shown(const NamedFile& file) {
  return file.path == "-" ? "standard output" : fmt::format("'{}'", file.path);
}

}  // namespace

Result<Ok> check_outputs(const std::vector<NamedFile>& outputs,
                         const std::vector<NamedFile>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const NamedFile& out = outputs[i];
    for (std::size_t j = 0; j < i; ++j)
      if (same_file(out, outputs[j]))
        return Error{
            fmt::format("{} and {} are both {}", outputs[j].option, out.option, shown(out))};
    for (const NamedFile& in : inputs)
      if (in.path != "-" && same_file(out, in))
        return Error{fmt::format("{} is {}, which is read ({}): name another file", out.option,
                                 shown(out), in.option)};
    if (out.path.empty() || out.path == "-") continue;
    // A pipe may be opened but once.
    std::error_code error;
    const fs::file_status status = fs::status(out.path, error);
    if (fs::is_other(status) || fs::is_fifo(status) || fs::is_character_file(status)) continue;
    if (const auto file = AtomicFile::create(out.path); !file)
      return Error{fmt::format("{}: {}", out.option, file.error())};
  }
  return Ok{};
}

}  // namespace grandee::tools
