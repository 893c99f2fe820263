#include "pipeline/report/report_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pipeline/base/text.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/summary_changes.hpp"
#include "pipeline/report/summary_failures.hpp"
#include "pipeline/report/summary_issues.hpp"
#include "pipeline/report/summary_state.hpp"
#include "pipeline/report/summary_style.hpp"

namespace rigkiln {
namespace {

using summary::Color;
using summary::colored;
using summary::counted;
using summary::shortPath;
using summary::shortText;

constexpr std::size_t kColumns = 8;
using Row = std::array<std::string, kColumns>;

constexpr std::size_t kRootsShown = 3;
/// Lines of a log that people look at first.
constexpr std::ptrdiff_t kLastLines = 10;

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
        text += fmt::format("  {:<{}}", row.front(), widths.front());
        for (std::size_t i = 1; i < kColumns; ++i)
            text += fmt::format("  {:>{}}", row.at(i), widths.at(i));
        text += '\n';
    }
    return text;
}

/// Returns a row per format and one for all; empty for a single format, whose numbers the first line has.
std::string formatsText(const RunReport& report) {
    const auto sums = totalsByFormat(report);
    if (sums.size() < 2) return {};
    std::vector<Row> rows = {
        {"format", "outputs", "written", "unchanged", "not done", "clips", "read", "output size"}};
    for (const auto& [format, ofFormat] : sums)
        rows.push_back(rowOf(format, ofFormat));
    rows.push_back(rowOf("all", totals(report)));
    return tableText(rows);
}

std::string secondsText(double milliseconds) {
    constexpr double kMillisecondsPerSecond = 1000;
    constexpr double kFractionsBelow = 100;
    constexpr long kSecondsPerMinute = 60;
    const double seconds = milliseconds / kMillisecondsPerSecond;
    if (seconds < 1) return fmt::format("{:.2f} s", seconds);
    if (seconds < kFractionsBelow) return fmt::format("{:.1f} s", seconds);
    const long whole = std::lround(seconds);
    return fmt::format("{} min {:02} s", whole / kSecondsPerMinute, whole % kSecondsPerMinute);
}

/// Returns the place of the outputs: the file if there is one, else the folders above them.
std::string placeText(const RunReport& report, const SummaryOptions& options) {
    // An exporter that writes a file for each clip names the files itself.
    constexpr std::string_view kNameOfClip = "{clip}";
    const bool isOneFile = report.units.size() == 1 && unitCount(report) == 1 &&
                           report.units.front().output.find(kNameOfClip) == std::string::npos;
    if (isOneFile) return shortPath(report.units.front().output, options);
    std::vector<std::string> roots;
    for (std::size_t i = 0; i < std::min(report.outputRoots.size(), kRootsShown); ++i)
        roots.push_back(shortPath(report.outputRoots[i], options));
    std::string text = fmt::format("{}", fmt::join(roots, ", "));
    if (report.outputRoots.size() > kRootsShown)
        text += fmt::format(" and {} other folders", report.outputRoots.size() - kRootsShown);
    return text;
}

/// Returns the number of clips that are missing from outputs. One that stands alone is an output that failed.
std::size_t clipsLeftOut(const RunReport& report) {
    std::size_t clips = 0;
    forEachUnit(report, UnitTrait::Failure, [&](const UnitReport& unit, std::size_t /*number*/) {
        if (unit.status != UnitStatus::Written && unit.status != UnitStatus::Unchanged) return;
        clips += static_cast<std::size_t>(
            std::ranges::count(unit.inputs, InputStatus::Failed, &InputReport::status));
    });
    return clips;
}

/// Returns what did not go well: ", 3 failed, 2 clips failed".
std::string losses(const RunReport& report, const ReportTotals& all) {
    std::string text;
    if (all.failed > 0) text += fmt::format(", {} failed", all.failed);
    if (const std::size_t clips = clipsLeftOut(report); clips > 0)
        text += fmt::format(", {} failed", counted(clips, "clip"));
    if (!report.environment.empty())
        text += fmt::format(", {} could not be read", counted(report.environment.size(), "other path"));
    if (all.cancelled > 0) text += fmt::format(", {} not begun", all.cancelled);
    if (const std::size_t warned = summary::unitsWithWarnings(report); warned > 0)
        text += fmt::format(", {} with warnings", warned);
    return text;
}

/// Returns " in 7.8 s (58 MB/s)": the rate of what this run read, without what an earlier run did.
std::string timeText(const RunReport& report) {
    constexpr double kMillisecondsPerSecond = 1000;
    std::size_t bytes = 0;
    bool isAnyRemembered = report.others.has_value();
    if (report.stored != nullptr) {
        bytes = report.stored->facts().bytesRead;
        isAnyRemembered = report.stored->facts().isAnyRemembered;
    }
    for (const UnitReport& unit : report.units) {
        const bool isDone = unit.isRemembered || unit.isCached;
        isAnyRemembered = isAnyRemembered || isDone;
        if (!isDone) bytes += unit.bytesIn;
    }
    std::string text = inSeconds(report.wallMilliseconds);
    if (isAnyRemembered && bytes == 0) return text;
    const double rate = static_cast<double>(bytes) * kMillisecondsPerSecond / report.wallMilliseconds;
    return fmt::format("{} ({}/s)", text, byteCountText(static_cast<std::size_t>(rate)));
}

/// "wrote 461 outputs to ../Art-gltf in 7.8 s (55.3 MiB/s), 12 unchanged, 3 failed; report: run.json"
std::string firstLine(const RunReport& report, const ReportTotals& all, const SummaryOptions& options) {
    std::string text =
        fmt::format("{}wrote {}", report.interrupted ? "interrupted: " : "", counted(all.written, "output"));
    if (const std::string place = placeText(report, options); !place.empty()) text += " to " + place;
    if (!options.time.empty())
        text += options.time;
    else if (report.wallMilliseconds > 0)
        text += timeText(report);
    if (all.unchanged > 0) text += fmt::format(", {} unchanged", all.unchanged);
    text += losses(report, all);
    if (!options.reportFile.empty())
        text += fmt::format("; report: {}", shortPath(options.reportFile, options));
    const bool isGood = exitCode(report) == 0;
    return colored(text, isGood ? Color::Bold : Color::Red, options) + "\n";
}

/// Tells of files that no output is made of: those whose content is known, by kind, and the others.
std::string ignoredLines(const RunReport& report, const SummaryOptions& options) {
    constexpr std::size_t kKindsShown = 3;
    std::map<std::string, std::size_t> byKind;
    const IgnoredReport* firstUnknown = nullptr;
    const IgnoredReport* firstRefused = nullptr;
    std::size_t unknown = 0;
    std::size_t refused = 0;
    for (const IgnoredReport& file : report.ignored) {
        if (file.known) {
            ++byKind[file.description];
        } else if (file.description == kOfNoFormat) {
            if (unknown++ == 0) firstUnknown = &file;
        } else if (refused++ == 0) {
            firstRefused = &file;
        }
    }
    std::string text;
    if (!byKind.empty()) {
        std::vector<std::pair<std::string, std::size_t>> kinds(byKind.begin(), byKind.end());
        std::ranges::stable_sort(kinds, std::greater<>(), &std::pair<std::string, std::size_t>::second);
        std::string list;
        for (std::size_t i = 0; i < std::min(kinds.size(), kKindsShown); ++i)
            list += fmt::format("{}{}: {}", i == 0 ? "" : ", ", kinds[i].first, kinds[i].second);
        if (kinds.size() > kKindsShown)
            list += fmt::format(", {}", counted(kinds.size() - kKindsShown, "more kind"));
        text += fmt::format("{} with nothing to convert left out ({})\n",
                            counted(report.ignored.size() - unknown - refused, "file"), list);
    }
    if (unknown > 0) {
        text += fmt::format("{} of no format that this program reads left out, for instance {}\n",
                            counted(unknown, "file"), shortPath(firstUnknown->path, options));
    }
    if (refused > 0) {
        text += fmt::format("{} left out unread, for instance {}: {}\n", counted(refused, "file"),
                            shortPath(firstRefused->path, options), firstRefused->description);
    }
    return text;
}

/// Summarises the reduced clips of the run in one line.
std::string reductionsLine(const RunReport& report, const SummaryOptions& options) {
    std::size_t clips = 0;
    std::size_t kept = 0;
    std::size_t before = 0;
    std::size_t after = 0;
    std::optional<ClipReductionReport> worst;
    forEachUnit(report, UnitTrait::Reductions, [&](const UnitReport& unit, std::size_t /*number*/) {
        for (const ClipReductionReport& clip : unit.reductions) {
            if (clip.keysAfter == clip.keysBefore && clip.bytesAfter == clip.bytesBefore) {
                ++kept;
                continue;
            }
            ++clips;
            before += clip.bytesBefore;
            after += clip.bytesAfter;
            if (!worst || clip.maxError > worst->maxError) worst = clip;
        }
    });
    std::string keptText;
    if (kept == 1) keptText = "1 clip keeps all its keys\n";
    if (kept > 1) keptText = fmt::format("{} clips keep all their keys\n", kept);
    if (clips == 0) return keptText;
    constexpr double kMillimetres = 1000;
    std::string where;
    if (!worst->worstJoint.empty()) {
        where =
            fmt::format(" ({}joint {}, {:.3f} s)",
                        worst->clip.empty() ? "" : fmt::format("clip {}, ", shortText(worst->clip, options)),
                        shortText(worst->worstJoint, options), worst->worstTime);
    }
    return fmt::format(
        "the keys of {} were reduced from {} to {}, with a largest error of {:.3g} mm of {:.3g} mm{}\n{}",
        counted(clips, "clip"), byteCountText(before), byteCountText(after), worst->maxError * kMillimetres,
        worst->bound * kMillimetres, where, keptText);
}

/// Summarises all units with rounded positions in one line.
std::string positionsLine(const RunReport& report) {
    constexpr double kExact = -1;
    double worst = report.others ? report.others->positionError.value_or(kExact) : kExact;
    if (report.stored != nullptr)
        worst = std::max(worst, report.stored->facts().positionError.value_or(kExact));
    for (const UnitReport& unit : report.units)
        worst = std::max(worst, unit.positionError.value_or(kExact));
    constexpr double kMillimetres = 1000;
    return worst < 0 ? std::string()
                     : fmt::format("vertices were rounded by at most {:.3g} mm\n", worst * kMillimetres);
}

std::string lastLine(const RunReport& report, const ReportTotals& all, const SummaryOptions& options) {
    const std::string_view cause = summary::mainCause(report);
    const std::string why = cause.empty() ? "" : fmt::format(", above all because of {}", cause);
    return colored(fmt::format("result: {} of {} outputs are in {}{}{}; exit code {}",
                               all.written + all.unchanged, all.units, placeText(report, options),
                               losses(report, all), why, exitCode(report)),
                   Color::Red, options) +
           "\n";
}

}  // namespace

std::string inSeconds(double milliseconds) {
    return " in " + secondsText(milliseconds);
}

std::string toSummaryText(const RunReport& report, const SummaryOptions& options) {
    const ReportTotals all = totals(report);
    std::string text = firstLine(report, all, options);
    text += summary::selectionLines(report, options);
    text += formatsText(report);
    text += summary::stopLines(report, all, options);
    text += summary::failureLines(report, options);
    text += summary::staleLine(report, options);
    text += summary::vanishedLines(report, options);
    text += summary::changeLines(report, options);
    text += summary::issueLines(report, options);
    text += ignoredLines(report, options);
    text += reductionsLine(report, options);
    text += positionsLine(report);
    text += summary::stateLines(report, options);
    text += summary::cacheLines(report, options);
    const bool isLong = std::ranges::count(text, '\n') > kLastLines;
    if (isLong && exitCode(report) != 0) text += lastLine(report, all, options);
    return text;
}

}  // namespace rigkiln
