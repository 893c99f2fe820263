#include "pipeline/report/report_totals.hpp"

#include <cassert>
#include <map>
#include <string_view>

namespace rigkiln {
namespace {

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

/// Every number of the sums but those of AssetCounts.
constexpr std::size_t ReportTotals::*kSums[] = {
    &ReportTotals::units,           &ReportTotals::written,      &ReportTotals::unchanged,
    &ReportTotals::failed,          &ReportTotals::cancelled,    &ReportTotals::inputs,
    &ReportTotals::converted,       &ReportTotals::inputsFailed, &ReportTotals::inputsSkipped,
    &ReportTotals::inputsCancelled, &ReportTotals::clipsFailed,  &ReportTotals::informations,
    &ReportTotals::warnings,        &ReportTotals::errors,       &ReportTotals::bytesIn,
    &ReportTotals::bytesOut};

}  // namespace

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

}  // namespace rigkiln
