// Which parameters a course has: those the engine offers, as far as a configuration file names
// them.
//
//   {"parameters": ["kRazorBase",
//                   {"name": "kNullBase", "start": 4, "min": 3, "max": 6, "c": 0.5, "r": 0.002}]}
//
// What is left out: start, min and max as the engine has them; c a twentieth of the range, at least
// 0.5; r 0.002.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "tools/match/engine.hpp"
#include "tools/spsa/course.hpp"

namespace grandee::spsa {

// A constant of the search, by its name: k and a capital.
bool is_tunable(std::string_view option);

// Every tunable.
Result<std::vector<Parameter>> all_parameters(const std::vector<match::SpinOption>& offered);
// Those of the file, in its order. Errors name the file, the parameter and what is wrong with it.
Result<std::vector<Parameter>> read_parameters(const std::filesystem::path& file,
                                               const std::vector<match::SpinOption>& offered);

}  // namespace grandee::spsa
