#include "pipeline/report/run_report.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <set>
#include <utility>

#include "pipeline/report/distinct_paths.hpp"

namespace rigkiln {
namespace {

int exitCodeOf(ErrorKind kind) {
    switch (kind) {
        case ErrorKind::Input:
            return 1;
        case ErrorKind::Configuration:
            return 2;
        case ErrorKind::Environment:
            return 3;
        case ErrorKind::Internal:
            return 4;
    }
    return 4;
}

/// Exit code of one failure in a run that did start. A configuration error in one unit (two outputs with the
/// same path) counts as that unit's failure.
int exitCodeOfFailure(const std::optional<Error>& error) {
    if (!error || error->kind() == ErrorKind::Configuration) return 1;
    return exitCodeOf(error->kind());
}

void addInput(ReportTotals& sums, const InputReport& input) {
    ++sums.inputs;
    switch (input.status) {
        case InputStatus::Converted:
            ++sums.converted;
            break;
        case InputStatus::Failed:
            ++sums.inputsFailed;
            if (input.role == InputRole::Clip) ++sums.clipsFailed;
            break;
        case InputStatus::Skipped:
            ++sums.inputsSkipped;
            break;
        case InputStatus::Cancelled:
            ++sums.inputsCancelled;
            break;
        case InputStatus::Pending:
            assert(false && "a finished run has no pending input");
            break;
    }
}

void addIssues(ReportTotals& sums, const UnitReport& unit) {
    std::map<std::string_view, Severity> severities;
    for (const IssueReport& issue : unit.issues)
        severities.emplace(issue.id, issue.severity);
    for (const auto& [id, count] : unit.issueCounts) {
        const auto severity = severities.find(id);
        if (severity == severities.end()) continue;  // every counted kind keeps at least one issue
        switch (severity->second) {
            case Severity::Information:
                sums.informations += count;
                break;
            case Severity::Warning:
                sums.warnings += count;
                break;
            case Severity::Error:
                sums.errors += count;
                break;
        }
    }
}

}  // namespace

std::string_view toString(UnitStatus status) {
    switch (status) {
        case UnitStatus::Written:
            return "written";
        case UnitStatus::Unchanged:
            return "unchanged";
        case UnitStatus::Failed:
            return "failed";
        case UnitStatus::Cancelled:
            return "cancelled";
        case UnitStatus::Pending:
            return "pending";
    }
    return "failed";
}

std::string_view toString(InputStatus status) {
    switch (status) {
        case InputStatus::Converted:
            return "converted";
        case InputStatus::Failed:
            return "failed";
        case InputStatus::Skipped:
            return "skipped";
        case InputStatus::Cancelled:
            return "cancelled";
        case InputStatus::Pending:
            return "pending";
    }
    return "failed";
}

std::string_view toString(InputRole role) {
    switch (role) {
        case InputRole::Model:
            return "model";
        case InputRole::Clip:
            return "clip";
        case InputRole::Unknown:
            break;
    }
    return "unknown";
}

std::string_view toString(FailurePhase phase) {
    switch (phase) {
        case FailurePhase::Planning:
            return "planning";
        case FailurePhase::Reading:
            return "reading";
        case FailurePhase::Converting:
            return "converting";
        case FailurePhase::Exporting:
            return "exporting";
        case FailurePhase::Writing:
            return "writing";
    }
    return "converting";
}

namespace {

constexpr std::size_t AssetCounts::*kCounts[] = {
    &AssetCounts::joints,    &AssetCounts::meshes,   &AssetCounts::vertices,      &AssetCounts::triangles,
    &AssetCounts::materials, &AssetCounts::textures, &AssetCounts::attachments,   &AssetCounts::lights,
    &AssetCounts::clips,     &AssetCounts::keys,     &AssetCounts::animationBytes};

}  // namespace

AssetCounts& AssetCounts::operator+=(const AssetCounts& other) {
    for (const auto count : kCounts)
        this->*count += other.*count;
    return *this;
}

AssetCounts& AssetCounts::operator-=(const AssetCounts& other) {
    for (const auto count : kCounts)
        this->*count -= other.*count;
    return *this;
}

void ReportTotals::add(const UnitReport& unit) {
    ++units;
    switch (unit.status) {
        case UnitStatus::Written:
            ++written;
            break;
        case UnitStatus::Unchanged:
            ++unchanged;
            break;
        case UnitStatus::Failed:
            ++failed;
            break;
        case UnitStatus::Cancelled:
            ++cancelled;
            break;
        case UnitStatus::Pending:
            assert(false && "a finished run has no pending unit");
            break;
    }
    for (const InputReport& input : unit.inputs)
        addInput(*this, input);
    addIssues(*this, unit);
    bytesIn += unit.bytesIn;
    bytesOut += unit.bytesOut;
    counts += unit.counts;
}

namespace {

/// Every number of the sums but those of AssetCounts.
constexpr std::size_t ReportTotals::*kSums[] = {
    &ReportTotals::units,           &ReportTotals::written,      &ReportTotals::unchanged,
    &ReportTotals::failed,          &ReportTotals::cancelled,    &ReportTotals::inputs,
    &ReportTotals::converted,       &ReportTotals::inputsFailed, &ReportTotals::inputsSkipped,
    &ReportTotals::inputsCancelled, &ReportTotals::clipsFailed,  &ReportTotals::informations,
    &ReportTotals::warnings,        &ReportTotals::errors,       &ReportTotals::bytesIn,
    &ReportTotals::bytesOut};

}  // namespace

ReportTotals& ReportTotals::operator+=(const ReportTotals& other) {
    for (const auto sum : kSums)
        this->*sum += other.*sum;
    counts += other.counts;
    return *this;
}

ReportTotals& ReportTotals::operator-=(const ReportTotals& other) {
    for (const auto sum : kSums)
        this->*sum -= other.*sum;
    counts -= other.counts;
    return *this;
}

std::size_t UnlistedUnits::count() const {
    std::size_t units = 0;
    for (const auto& [format, sums] : byFormat)
        units += sums.units;
    return units;
}

UnitReport unitAt(const RunReport& report, std::size_t number) {
    return report.stored == nullptr ? report.units[number] : report.stored->unit(number);
}

std::size_t unitCount(const RunReport& report) {
    std::size_t units = report.units.size() + (report.others ? report.others->count() : 0);
    if (report.stored == nullptr) return units;
    for (const auto& [format, sums] : report.stored->facts().byFormat)
        units += sums.units;
    return units;
}

ReportTotals totals(const RunReport& report) {
    ReportTotals sums;
    for (const auto& [format, ofFormat] : totalsByFormat(report))
        sums += ofFormat;
    return sums;
}

std::map<std::string, ReportTotals> totalsByFormat(const RunReport& report) {
    std::map<std::string, ReportTotals> sums;
    if (report.others) sums = report.others->byFormat;
    if (report.stored != nullptr) {
        for (const auto& [format, ofFormat] : report.stored->facts().byFormat)
            sums[format] += ofFormat;
    }
    for (const UnitReport& unit : report.units)
        sums[unit.format].add(unit);
    return sums;
}

std::vector<IssueTotal> issueTotals(const RunReport& report) {
    std::map<std::string, IssueTotal, std::less<>> byId;
    forEachUnit(report, UnitTrait::Issues, [&](const UnitReport& unit, std::size_t /*number*/) {
        for (const IssueReport& issue : unit.issues) {
            if (!byId.contains(issue.id))
                byId.emplace(issue.id, IssueTotal{issue.id, issue.severity, issue.sentence});
        }
        for (const auto& [id, count] : unit.issueCounts) {
            const auto total = byId.find(id);
            if (total == byId.end()) continue;  // every counted kind keeps at least one issue
            total->second.occurrences += count;
            ++total->second.units;
        }
    });
    std::vector<IssueTotal> sorted;
    sorted.reserve(byId.size());
    for (auto& [id, total] : byId)
        sorted.push_back(std::move(total));
    std::ranges::stable_sort(sorted, std::greater{}, &IssueTotal::occurrences);
    return sorted;
}

std::vector<MissingTexture> missingTextures(const RunReport& report) {
    struct Search {
        DistinctPaths models;
        std::set<std::string, std::less<>> folders;
    };
    std::map<std::string, Search, std::less<>> byName;
    forEachUnit(report, UnitTrait::MissingTextures, [&](const UnitReport& unit, std::size_t /*number*/) {
        for (const std::string& name : unit.textureSearch.missing) {
            Search& search = byName[name];
            search.models.add(unit.inputs.empty() ? unit.output : unit.inputs.front().path);
            search.folders.insert(unit.textureSearch.folders.begin(), unit.textureSearch.folders.end());
        }
    });
    std::vector<MissingTexture> sorted;
    sorted.reserve(byName.size());
    for (auto& [name, search] : byName) {
        MissingTexture missing{.name = name, .models = search.models.count()};
        for (const std::string& folder : search.folders) {
            if (missing.folders.size() == MissingTexture::kFoldersKept) break;
            missing.folders.emplace_back(folder);
        }
        missing.folderCount = search.folders.size();
        sorted.push_back(std::move(missing));
    }
    std::ranges::stable_sort(sorted, std::greater{}, &MissingTexture::models);
    return sorted;
}

int exitCodeOfFailures(const UnitReport& unit) {
    int code = 0;
    if (unit.status == UnitStatus::Failed) code = std::max(code, exitCodeOfFailure(unit.error));
    if (unit.status == UnitStatus::Cancelled) code = std::max(code, 1);
    for (const InputReport& input : unit.inputs) {
        if (input.status == InputStatus::Failed) code = std::max(code, exitCodeOfFailure(input.error));
    }
    return code;
}

int exitCode(const RunReport& report) {
    if (report.interrupted) return 130;
    int code = report.stored == nullptr ? 0 : report.stored->facts().exitCode;
    for (const UnitReport& unit : report.units)
        code = std::max(code, exitCodeOfFailures(unit));
    if (report.stopped) code = std::max(code, exitCodeOf(report.stopped->error.kind()));
    for (const EnvironmentReport& problem : report.environment)
        code = std::max(code, exitCodeOf(problem.error.kind()));
    return code;
}

int exitCode(const Error& error) {
    return exitCodeOf(error.kind());
}

}  // namespace rigkiln
