// The default network as bytes of the program. Without one (no nn/nets/default.nnue when the build
// was configured) default_network() is null.
#include "nn/network.hpp"

#if defined(GRANDEE_DEFAULT_NETWORK)

#if defined(_WIN32)
#define GRANDEE_READ_ONLY ".section .rdata, \"dr\"\n"
#else
#define GRANDEE_READ_ONLY ".section .rodata\n"
#endif

asm(GRANDEE_READ_ONLY
    ".balign 64\n"
    ".globl grandee_network_begin\n"
    "grandee_network_begin:\n"
    ".incbin \"" GRANDEE_DEFAULT_NETWORK
    "\"\n"
    ".globl grandee_network_end\n"
    "grandee_network_end:\n"
    ".byte 0\n"
    ".text\n");

extern "C" const char grandee_network_begin[];
extern "C" const char grandee_network_end[];

namespace grandee::nn {

std::shared_ptr<const Network> default_network() {
  static const std::shared_ptr<const Network> network = [] {
    const auto size = static_cast<std::size_t>(grandee_network_end - grandee_network_begin);
    auto parsed = parse_network({grandee_network_begin, size}, "<built in>");
    return parsed ? *parsed : nullptr;
  }();
  return network;
}

}  // namespace grandee::nn

#else

namespace grandee::nn {

std::shared_ptr<const Network> default_network() {
  return nullptr;
}

}  // namespace grandee::nn

#endif
