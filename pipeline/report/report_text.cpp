#include "pipeline/report/report_text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "pipeline/base/text.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kColumns = 8;
using Row = std::array<std::string, kColumns>;

constexpr std::size_t kIssuesShown = 3;
constexpr std::size_t kFailuresShown = 100;
constexpr std::size_t kMissingTexturesShown = 3;

Row rowOf(const std::string& name, const ReportTotals& sums) {
    return {name,
            fmt::to_string(sums.units),
            fmt::to_string(sums.written),
            fmt::to_string(sums.unchanged),
            fmt::to_string(sums.failed + sums.cancelled),
            fmt::to_string(sums.counts.clips),
            byteCountText(sums.bytesIn),
            byteCountText(sums.bytesOut)};
}

std::string tableText(const std::vector<Row>& rows) {
    std::array<std::size_t, kColumns> widths{};
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < kColumns; ++i)
            widths.at(i) = std::max(widths.at(i), row.at(i).size());
    }
    std::string text;
    for (const Row& row : rows) {
        text += fmt::format("{:<{}}", row.front(), widths.front());
        for (std::size_t i = 1; i < kColumns; ++i)
            text += fmt::format("  {:>{}}", row.at(i), widths.at(i));
        text += '\n';
    }
    return text;
}

/// Replaces control characters, so that a name with line breaks stays on one line.
std::string oneLine(std::string_view text) {
    return toUtf8(text);
}

std::string failureLine(std::string_view path, const std::optional<Error>& error) {
    if (!error) return fmt::format("FAILED {}\n", oneLine(path));
    // Avoids repeating the path, with which most errors begin.
    const std::string text = oneLine(error->text());
    return error->file == path ? fmt::format("FAILED {}\n", text)
                               : fmt::format("FAILED {}: {}\n", oneLine(path), text);
}

using PathAndLine = std::pair<std::string, std::string>;

/// Adds a line per failed input. The unit itself gets a line only when no input is at fault, because a failed
/// input already explains the failure.
void collectFailures(const UnitReport& unit, std::vector<PathAndLine>& lines) {
    bool inputAtFault = false;
    for (const InputReport& input : unit.inputs) {
        if (input.status != InputStatus::Failed) continue;
        inputAtFault = true;
        lines.emplace_back(input.path, failureLine(input.path, input.error));
    }
    if (unit.status == UnitStatus::Failed && !inputAtFault) {
        lines.emplace_back(unit.output, failureLine(unit.output, unit.error));
    }
}

std::string issuesText(const RunReport& report) {
    const std::vector<IssueTotal> issues = issueTotals(report);
    if (issues.empty()) return {};
    std::string text = "\nmost frequent issues:\n";
    for (std::size_t i = 0; i < std::min(issues.size(), kIssuesShown); ++i) {
        const IssueTotal& issue = issues[i];
        text += fmt::format("  {} {} ({}) in {} outputs: {}\n", issue.occurrences, issue.id,
                            toString(issue.severity), issue.units, issue.sentence);
    }
    if (issues.size() > kIssuesShown) {
        text += fmt::format("  and {} other kinds, see the report\n", issues.size() - kIssuesShown);
    }
    return text;
}

/// Lists missing textures in one line, whatever their number.
std::string missingTexturesText(const RunReport& report) {
    const std::vector<MissingTexture> missing = missingTextures(report);
    if (missing.empty()) return {};
    std::string names;
    for (std::size_t i = 0; i < std::min(missing.size(), kMissingTexturesShown); ++i) {
        names +=
            fmt::format("{}{} ({})", i == 0 ? "" : ", ", oneLine(missing[i].name),
                        missing[i].models == 1 ? "1 model" : fmt::format("{} models", missing[i].models));
    }
    if (missing.size() > kMissingTexturesShown)
        names += fmt::format(" and {} more", missing.size() - kMissingTexturesShown);
    return fmt::format(
        "\n{} not found (see the report): {}\n",
        missing.size() == 1 ? "1 texture was" : fmt::format("{} textures were", missing.size()), names);
}

/// Summarises the reduced clips of the run in one line.
std::string reductionsText(const RunReport& report) {
    std::size_t clips = 0;
    std::size_t before = 0;
    std::size_t after = 0;
    const ClipReductionReport* worst = nullptr;
    for (const UnitReport& unit : report.units) {
        for (const ClipReductionReport& clip : unit.reductions) {
            ++clips;
            before += clip.bytesBefore;
            after += clip.bytesAfter;
            if (worst == nullptr || clip.maxError > worst->maxError) worst = &clip;
        }
    }
    if (clips == 0) return {};
    constexpr double kMillimetres = 1000;
    std::string where;
    if (!worst->worstJoint.empty()) {
        where = fmt::format(" ({}joint {}, {:.3f} s)",
                            worst->clip.empty() ? "" : fmt::format("clip {}, ", oneLine(worst->clip)),
                            oneLine(worst->worstJoint), worst->worstTime);
    }
    return fmt::format("\nkeys of {} clips reduced: {} to {}, largest error {:.3g} mm of {:.3g} mm{}\n",
                       clips, byteCountText(before), byteCountText(after), worst->maxError * kMillimetres,
                       worst->bound * kMillimetres, where);
}

/// Summarises all units with rounded positions in one line.
std::string positionsText(const RunReport& report) {
    std::optional<double> worst;
    for (const UnitReport& unit : report.units) {
        if (unit.positionError) worst = std::max(worst.value_or(0.0), *unit.positionError);
    }
    constexpr double kMillimetres = 1000;
    return worst ? fmt::format("\nvertices rounded by at most {:.3g} mm\n", *worst * kMillimetres)
                 : std::string();
}

/// Tells what the state saved and why it is incomplete. Neither makes an output fail.
std::string stateText(const RunReport& report) {
    if (!report.state) return {};
    const StateReport& state = *report.state;
    std::string text;
    if (state.imagesFound + state.imagesMade > 0) {
        text += fmt::format("\ntextures: {} converted by an earlier run, {} by this one\n", state.imagesFound,
                            state.imagesMade);
    }
    if (state.imagesRemoved > 0) {
        text += fmt::format("state: removed {} images that were not used for longest, to make room\n",
                            state.imagesRemoved);
    }
    if (state.problem) {
        text +=
            fmt::format("state: not everything is kept for later runs: {}\n", oneLine(state.problem->text()));
    }
    return text;
}

std::string failuresText(const RunReport& report) {
    std::vector<PathAndLine> lines;
    for (const UnitReport& unit : report.units)
        collectFailures(unit, lines);
    for (const EnvironmentReport& problem : report.environment) {
        lines.emplace_back(problem.error.file, failureLine(problem.error.file, problem.error));
    }
    if (lines.empty()) return {};
    std::ranges::sort(lines);
    std::string text = fmt::format("\n{} failed:\n", lines.size());
    for (std::size_t i = 0; i < std::min(lines.size(), kFailuresShown); ++i)
        text += "  " + lines[i].second;
    if (lines.size() > kFailuresShown) {
        text += fmt::format("  and {} more, see the report\n", lines.size() - kFailuresShown);
    }
    return text;
}

}  // namespace

std::string toSummaryText(const RunReport& report) {
    std::vector<Row> rows = {
        {"format", "outputs", "written", "unchanged", "not done", "clips", "read", "output size"}};
    for (const auto& [format, sums] : totalsByFormat(report))
        rows.push_back(rowOf(format, sums));
    const ReportTotals all = totals(report);
    rows.push_back(rowOf("all", all));

    std::string text = tableText(rows);
    if (!report.ignored.empty()) {
        const auto unknown = std::ranges::count(report.ignored, false, &IgnoredReport::known);
        text += fmt::format("\n{} files ignored, {} of them of no known format\n", report.ignored.size(),
                            unknown);
    }
    text += issuesText(report);
    text += reductionsText(report);
    text += positionsText(report);
    text += missingTexturesText(report);
    text += stateText(report);
    text += failuresText(report);
    if (report.interrupted) text += fmt::format("\ninterrupted: {} outputs not done\n", all.cancelled);
    return text;
}

std::string failureText(const UnitReport& unit) {
    std::vector<PathAndLine> lines;
    collectFailures(unit, lines);
    std::ranges::sort(lines);
    std::string text;
    for (const auto& [path, line] : lines)
        text += line;
    return text;
}

}  // namespace rigkiln
