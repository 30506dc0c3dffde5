// The files that a command line names.
#pragma once

#include <string>
#include <vector>

#include "base/result.hpp"

namespace grandee::tools {

struct NamedFile {
  std::string option;  // as the user knows it: "--out"
  std::string path;    // empty: not given; "-": standard output
};

// Looks at all files before any work is done for them: every output can be created, none is a file
// that is read, and no two are the same. A target that exists is left as it is.
Result<Ok> check_outputs(const std::vector<NamedFile>& outputs,
                         const std::vector<NamedFile>& inputs = {});

}  // namespace grandee::tools
