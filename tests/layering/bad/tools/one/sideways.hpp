// What the layering check has to find; not part of any program.
#include "tools/common/progress.hpp"
#include "tools/two/secret.hpp"
