#include "pipeline/report/summary_failures.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"
#include "pipeline/report/error_advice.hpp"
#include "pipeline/report/failure_groups.hpp"
#include "pipeline/report/summary_issues.hpp"
#include "pipeline/report/summary_style.hpp"

namespace rigkiln::summary {
namespace {

constexpr std::size_t kCausesShown = 6;

/// Returns the number and kind of failed things: "2 alo files".
std::string failedThings(const FailureGroup& group) {
    const Failure& example = group.example;
    const std::string format = example.format.empty() ? "" : example.format + " ";
    if (!example.unit) return counted(group.count, "path");
    return counted(group.count, format + (example.input ? "file" : "output"));
}

std::string groupLines(const FailureGroup& group, const RunReport& report, const SummaryOptions& options) {
    const Failure& example = group.example;
    std::string text = fmt::format("{} {} while {}", colored("failed:", Color::Red, options),
                                   failedThings(group), toString(example.phase));
    if (example.error)
        text += fmt::format(": {} [{}]", example.error->code().sentence, example.error->code().id);
    std::string instance = shortPath(example.path, options);
    if (example.error) {
        const bool isOfPath = example.error->file == example.path;
        instance += ": " + shortText(isOfPath ? example.error->textInFile() : example.error->text(), options);
    }
    text += fmt::format("\n  {}{}\n", group.count == 1 ? "" : "smallest: ", instance);
    if (example.error) text += adviceLine(*example.error, report, options);
    if (!options.replay || !example.unit) return text;
    const std::string command = options.replay(*example.unit, example.input);
    return command.empty() ? text : text + fmt::format("  alone: {}\n", command);
}

}  // namespace

std::string stopLines(const RunReport& report, const ReportTotals& all, const SummaryOptions& options) {
    if (!report.stopped) return {};
    const std::string label = colored("stopped:", Color::Red, options);
    const auto& [error, freeBytes] = *report.stopped;
    // How much is free explains nothing but a full disk.
    const bool tellsFree = freeBytes && error.code().id == "disk.full";
    const std::string free = tellsFree ? fmt::format(" ({} are free there)", byteCountText(*freeBytes)) : "";
    const ErrorAdvice* advice = findErrorAdvice(error.code().id);
    std::string text =
        fmt::format("{} {}{} [{}]: {}\n", label, shortText(error.text(), options), free, error.code().id,
                    advice == nullptr ? "mend it and run again" : advice->advice);
    if (all.cancelled > 0)
        text += fmt::format("{} {} of {} outputs were not begun\n", label, all.cancelled, all.units);
    return text;
}

std::string failureLines(const RunReport& report, const SummaryOptions& options) {
    std::vector<FailureGroup> groups = failureGroups(report);
    std::erase_if(groups, [&](const FailureGroup& group) {
        return report.stopped && group.example.error && group.example.error->is(report.stopped->error.code());
    });
    std::string text;
    for (std::size_t i = 0; i < std::min(groups.size(), kCausesShown); ++i)
        text += groupLines(groups[i], report, options);
    if (groups.size() > kCausesShown) {
        text += fmt::format("{} of failures {} not shown here: {} lists all\n",
                            counted(groups.size() - kCausesShown, "more cause"),
                            groups.size() - kCausesShown == 1 ? "is" : "are",
                            options.reportFile.empty() ? std::string("`--report FILE`")
                                                       : shortPath(options.reportFile, options));
    }
    return text;
}

std::string staleLine(const RunReport& report, const SummaryOptions& options) {
    std::size_t count = 0;
    std::string first;
    forEachUnit(report, UnitTrait::Failure, [&](const UnitReport& unit, std::size_t /*number*/) {
        if (unit.hasStaleOutput && count++ == 0) first = unit.output;
    });
    if (count == 0) return {};
    return fmt::format(
        "{} {} not of this run, but of an earlier one, for instance {}: delete what is not to be used\n",
        colored("stale:", Color::Red, options),
        count == 1 ? std::string("the file of 1 failed output is")
                   : fmt::format("the files of {} failed outputs are", count),
        shortPath(first, options));
}

std::string_view mainCause(const RunReport& report) {
    if (report.stopped) return report.stopped->error.code().id;
    const std::vector<FailureGroup> groups = failureGroups(report);
    const bool isKnown = !groups.empty() && groups.front().example.error;
    return isKnown ? groups.front().example.error->code().id : std::string_view();
}

}  // namespace rigkiln::summary
