#include "search/memory.hpp"

#include <cstdio>

namespace grandee::search {

std::size_t available_memory() {
#if defined(__linux__)
  std::size_t kilobytes = 0;
  if (std::FILE* file = std::fopen("/proc/meminfo", "r")) {
    char line[256];
    while (std::fgets(line, sizeof line, file) != nullptr)
      if (std::sscanf(line, "MemAvailable: %zu kB", &kilobytes) == 1) break;
    std::fclose(file);
  }
  if (kilobytes > 0) return kilobytes * 1024;
#endif
  return static_cast<std::size_t>(-1);
}

}  // namespace grandee::search
