// The files of tools/analyse/report, compiled into the program.
#pragma once

#include <string_view>

namespace grandee::analyse {

extern const std::string_view kReportPage;
extern const std::string_view kReportStyle;
extern const std::string_view kReportScript;

}  // namespace grandee::analyse
