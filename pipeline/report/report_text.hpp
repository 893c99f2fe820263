#pragma once

#include <string>

#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// Formats the summary at the end of a run for people: a table with a row per format and one for the total,
/// the three most frequent issues, reduced clips, rounded positions, missing textures, the state, and the
/// failures sorted by path. Ends with a newline.
[[nodiscard]] std::string toSummaryText(const RunReport& report);

/// Returns one line per failed file or output: "FAILED path: problem". Empty when nothing failed.
[[nodiscard]] std::string failureText(const UnitReport& unit);

}  // namespace rigkiln
