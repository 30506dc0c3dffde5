#include "search/memory.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>
#include <string_view>

namespace grandee::search {

namespace {

constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);

#if defined(__linux__)

std::optional<std::size_t> number_in(std::string_view text) {
  std::size_t value = 0;
  const auto first = std::min(text.find_first_not_of(' '), text.size());
  const auto [end, error] = std::from_chars(text.data() + first, text.data() + text.size(), value);
  return error == std::errc() ? std::optional(value) : std::nullopt;
}

// The number behind that word at the start of a line; without a word, of the first line.
std::optional<std::size_t> number_after(std::string_view word, const std::string& path) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(word)) return number_in(std::string_view(line).substr(word.size()));
  return std::nullopt;
}

struct Names {
  const char *limit, *used, *reclaimable;
};

// Of a control group and all those around it. Pages of files that nobody reads any more are free.
std::size_t left_in_group(const std::string& mount, std::string path, const Names& names) {
  std::size_t least = kUnknown;
  while (true) {
    const std::string folder = mount + path + "/";
    const auto limit = number_after("", folder + names.limit);
    const auto used = number_after("", folder + names.used);
    if (limit && used) {
      const std::size_t files = number_after(names.reclaimable, folder + "memory.stat").value_or(0);
      const std::size_t taken = *used - std::min(files, *used);
      least = std::min(least, *limit - std::min(taken, *limit));
    }
    if (path.empty()) return least;
    path.erase(path.find_last_of('/'));
  }
}

// Lines "4:memory:/path" (version 1) and "0::/path" (version 2). In a container the path may be the
// one outside, of which nothing is mounted: then the mount itself is the group.
std::size_t left_in_groups(const std::string& root) {
  constexpr Names kFirst = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                            "total_inactive_file "};
  constexpr Names kSecond = {"memory.max", "memory.current", "inactive_file "};
  const std::string mount = root + "/sys/fs/cgroup";
  std::size_t least = kUnknown;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string number, controller, path; std::getline(groups, number, ':') &&
                                             std::getline(groups, controller, ':') &&
                                             std::getline(groups, path);) {
    if (path == "/") path.clear();
    if (controller.empty())
      least = std::min(least, left_in_group(mount, path, kSecond));
    else if (controller == "memory")
      least = std::min(least, left_in_group(mount + "/memory", path, kFirst));
  }
  return least;
}

#endif

}  // namespace

std::size_t available_memory([[maybe_unused]] const std::string& root) {
#if defined(__linux__)
  const auto kilobytes = number_after("MemAvailable:", root + "/proc/meminfo");
  return std::min(kilobytes ? *kilobytes * 1024 : kUnknown, left_in_groups(root));
#else
  return kUnknown;
#endif
}

}  // namespace grandee::search
