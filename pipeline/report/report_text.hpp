#pragma once

#include <string>

#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// For the end of a run, for people: a table with a row per format and a last row for all, the three most
/// frequent issues, the textures that were not found in one line, then what failed, sorted by path. Ends with
/// a newline.
[[nodiscard]] std::string toSummaryText(const RunReport& report);

/// One line per failed file or output: "FAILED path: problem". Empty when the unit is in order.
[[nodiscard]] std::string failureText(const UnitReport& unit);

}  // namespace rigkiln
