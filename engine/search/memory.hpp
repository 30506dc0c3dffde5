// The memory of the machine.
#pragma once

#include <cstddef>

namespace grandee::search {

// Bytes that can still be had without swapping; the most there can be where the system doesn't say.
// It would grant more than that and end the process later.
std::size_t available_memory();

}  // namespace grandee::search
