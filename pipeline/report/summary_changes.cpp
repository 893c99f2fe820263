#include "pipeline/report/summary_changes.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/report/summary_style.hpp"

namespace rigkiln::summary {
namespace {

constexpr std::size_t kFaultsShown = 6;
constexpr std::size_t kOutputsNamed = 3;

/// Returns a line per fault: "  new: ../Art/HERO.ALO [format.damaged]". Faults of several outputs with the
/// same cause are next to each other only by chance, so each has its line.
std::string faultLines(std::string_view label, const std::vector<FaultReport>& faults,
                       const SummaryOptions& options) {
    std::string text;
    for (std::size_t i = 0; i < std::min(faults.size(), kFaultsShown); ++i) {
        const FaultReport& fault = faults[i];
        const std::string before =
            fault.codeBefore.empty() ? std::string() : fmt::format(", was [{}]", fault.codeBefore);
        text +=
            fmt::format("  {}: {} [{}]{}\n", label, shortPath(fault.rootCause, options), fault.code, before);
    }
    if (faults.size() > kFaultsShown) {
        text += fmt::format("  {}: {} more{}\n", label, faults.size() - kFaultsShown,
                            options.reportFile.empty()
                                ? std::string(" (`--report FILE` lists all)")
                                : fmt::format(" ({} lists all)", shortPath(options.reportFile, options)));
    }
    return text;
}

}  // namespace

std::string changeLines(const RunReport& report, const SummaryOptions& options) {
    if (!report.since) return {};
    const ReportChanges& changes = report.since->changes;
    const std::string notJudged =
        changes.notJudged.empty() ? std::string()
                                  : fmt::format(", {} of then not looked at now", changes.notJudged.size());
    std::string text =
        fmt::format("since {}: {}, {} fixed, {} still there{}\n", shortPath(report.since->report, options),
                    counted(changes.added.size(), "new failure"), changes.fixed.size(),
                    changes.stillThere.size(), notJudged);
    if (!changes.added.empty()) text = colored(text.substr(0, text.size() - 1), Color::Red, options) + "\n";
    return text + faultLines("new", changes.added, options) + faultLines("fixed", changes.fixed, options) +
           faultLines("still there", changes.stillThere, options);
}

std::string selectionLines(const RunReport& report, const SummaryOptions& options) {
    if (!report.onlyFailed) return {};
    const SelectionReport& selection = *report.onlyFailed;
    const std::string old = shortPath(selection.report, options);
    std::string text;
    if (selection.chosen == 0) {
        text = fmt::format("nothing to do: none of {} failed or was not begun in {}\n",
                           counted(selection.planned, "output"), old);
    } else {
        text = fmt::format("only {} of {}: those that failed or were not begun in {}\n", selection.chosen,
                           counted(selection.planned, "output"), old);
    }
    if (selection.notInReport > 0) {
        text +=
            fmt::format("  {} not in that report and left out: run without --only-failed\n",
                        selection.notInReport == 1 ? std::string("1 output is")
                                                   : fmt::format("{} outputs are", selection.notInReport));
    }
    if (selection.notPlanned.empty()) return text;
    std::vector<std::string> named;
    for (std::size_t i = 0; i < std::min(selection.notPlanned.size(), kOutputsNamed); ++i)
        named.push_back(shortPath(selection.notPlanned[i], options));
    const std::size_t more = selection.notPlanned.size() - named.size();
    return text + fmt::format("  not planned any more, though not made then: {}{}\n", fmt::join(named, ", "),
                              more == 0 ? std::string() : fmt::format(" and {} more", more));
}

}  // namespace rigkiln::summary
