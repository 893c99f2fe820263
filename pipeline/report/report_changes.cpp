#include "pipeline/report/report_changes.hpp"

#include <map>

namespace rigkiln {
namespace {

FaultReport toReport(const FaultKey& key, const std::string& code) {
    return {.output = key.unit.output, .rootCause = key.rootCause, .code = code};
}

/// Whether the run shows that a fault of the earlier one is not there any more.
class Judgement {
public:
    explicit Judgement(const RunReport& report) {
        forEachReportedUnit(report, [this](const UnitReport& unit, std::size_t /*number*/) {
            units_.emplace(keyOf(unit), unit.status);
        });
        isComplete_ = !report.interrupted && !report.stopped;
    }

    [[nodiscard]] bool isFixed(const FaultKey& fault) const {
        if (fault.unit == UnitKey{}) return isComplete_;
        const auto found = units_.find(fault.unit);
        if (found == units_.end()) return false;
        const UnitStatus status = found->second;
        return status == UnitStatus::Written || status == UnitStatus::Unchanged;
    }

private:
    std::map<UnitKey, UnitStatus> units_;
    bool isComplete_ = true;
};

}  // namespace

ReportChanges changesSince(const OldReport& old, const RunReport& report) {
    const Faults now = faultsOf(report);
    const Judgement judgement(report);
    ReportChanges changes;
    for (const auto& [key, code] : now) {
        const auto before = old.faults.find(key);
        if (before == old.faults.end()) {
            changes.added.push_back(toReport(key, code));
            continue;
        }
        FaultReport& fault = changes.stillThere.emplace_back(toReport(key, code));
        if (before->second != code) fault.codeBefore = before->second;
    }
    for (const auto& [key, code] : old.faults) {
        if (now.contains(key)) continue;
        (judgement.isFixed(key) ? changes.fixed : changes.notJudged).push_back(toReport(key, code));
    }
    return changes;
}

}  // namespace rigkiln
