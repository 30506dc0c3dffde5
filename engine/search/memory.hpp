// The memory of the machine, or of the container the process is in.
#pragma once

#include <cstddef>
#include <string>

namespace grandee::search {

// Bytes that can still be had without swapping; the most there can be where the system doesn't say.
// It would grant more than that and end the process later. Of Linux's control groups (versions 1
// and 2) the tightest limit counts. `root` stands before the paths of /proc and /sys, for tests.
std::size_t available_memory(const std::string& root = {});

}  // namespace grandee::search
