#pragma once

#include <string>

#include "pipeline/report/report_text.hpp"
#include "pipeline/report/run_report.hpp"

namespace rigkiln {

/// Formats the report as one page of HTML without any other file: pipeline/report/page with the JSON report
/// in it. The page asks nothing of the net and says so to the browser (Content-Security-Policy). Names of
/// files are data in it, never markup.
[[nodiscard]] std::string toHtmlPage(const RunReport& report, OptionPlace place = OptionPlace::Configuration,
                                     const ReplayCommand& replay = {});

}  // namespace rigkiln
