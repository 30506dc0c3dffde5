// Invariants of our own code. Input from outside is never checked with these: see result.hpp.
#pragma once

#include <cstdio>
#include <cstdlib>

#if defined(GRANDEE_DEBUG)
#define GRANDEE_ASSERT(condition)                                                                \
  ((condition)                                                                                   \
       ? static_cast<void>(0)                                                                    \
       : (std::fprintf(stderr, "%s:%d: broken invariant: %s\n", __FILE__, __LINE__, #condition), \
          std::abort()))
#else
#define GRANDEE_ASSERT(condition) static_cast<void>(0)
#endif

namespace grandee {

#if defined(GRANDEE_DEBUG)
inline constexpr bool kDebug = true;
#else
inline constexpr bool kDebug = false;
#endif

}  // namespace grandee
