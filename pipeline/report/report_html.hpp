#pragma once

#include <string>
#include <string_view>

#include "pipeline/report/issue_advice.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/report/text_sink.hpp"

namespace rigkiln {

/// Formats the report as one page of HTML without any other file: pipeline/report/page with the JSON report
/// in it. The page asks nothing of the net and says so to the browser (Content-Security-Policy). Names of
/// files are data in it, never markup.
/// `reportJson` is what toReportJson returns for the report, with times.
[[nodiscard]] std::string toHtmlPage(const RunReport& report, std::string_view reportJson,
                                     OptionPlace place = OptionPlace::Configuration);

/// Writes the same page piece by piece.
class HtmlPage {
public:
    /// Writes everything before the report.
    HtmlPage(const RunReport& report, OptionPlace place, TextSink sink);
    /// Adds the next piece of what writeReportJson writes.
    void addReport(std::string_view json);
    void finish();

private:
    TextSink sink_;
    std::string end_;
};

}  // namespace rigkiln
