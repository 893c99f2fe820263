#pragma once

#include <string>

#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// The report as JSON text (docs/report.md), indented by two spaces, ending with a newline. Always valid
/// UTF-8: bytes of names that are none are read as Windows-1252. Everything that differs from run to run
/// stands in members called "run" and "times"; `withTimes` false leaves those out, and then equal runs give
/// equal text.
[[nodiscard]] std::string toReportJson(const RunReport& report, bool withTimes = true);

}  // namespace rigkiln
