// What the layering check has to find; not part of any program.
#include "base/rng.hpp"
#include "search/limits.hpp"
