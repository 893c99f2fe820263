#include "pipeline/run/run_record.hpp"

#include <algorithm>
#include <set>
#include <unordered_set>

#include "pipeline/images/image_state.hpp"
#include "pipeline/run/failure_policy.hpp"
#include "pipeline/run/unit_report.hpp"

namespace rigkiln {

RunRecord::RunRecord(const Plan& plan, std::string version, ProgressListener* listener, Disk& disk)
    : plan_(plan), listener_(listener), disk_(disk), sharedFiles_(plan.units.size()) {
    report_.version = std::move(version);
    report_.configuration = plan.configuration;
    report_.interrupted = plan.interrupted;
    for (const IgnoredFile& file : plan.ignored)
        report_.ignored.push_back({file.path, file.description, file.known});
    for (const Error& error : plan.environment)
        report_.environment.push_back({error});
    report_.units.reserve(plan.units.size());
    std::set<std::string> roots;
    for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
        report_.units.push_back(openReport(plan.units, unit));
        progress_.bytesTotal += plan.units.sourceBytes(unit);
        progress_.costTotal += plan.units.estimatedBytes(unit);
        roots.insert(plan.units.exporting(unit).outputRoot);
    }
    report_.outputRoots.assign(roots.begin(), roots.end());
    progress_.unitsTotal = plan.units.size();
}

void RunRecord::start() {
    if (listener_ != nullptr) listener_->onStart(progress_);
    for (std::size_t i = 0; i < plan_.units.size(); ++i) {
        const Error* problem = plan_.units.problem(i);
        if (problem == nullptr) continue;
        addIssues(report_.units[i], plan_.units.diagnostics(i));
        fail(report_.units[i], *problem, FailurePhase::Planning);
        end(i, 0);
    }
}

void RunRecord::end(std::size_t unit, std::size_t bytesReserved) {
    UnitReport& report = report_.units[unit];
    ++progress_.unitsDone;
    if (report.status == UnitStatus::Failed) {
        ++progress_.unitsFailed;
        report.hasStaleOutput = !isOutputOfAnother(unit) && hasFileFromBefore(report, disk_);
    }
    progress_.bytesDone += plan_.units.sourceBytes(unit);
    progress_.costDone += plan_.units.estimatedBytes(unit);
    progress_.bytesReserved = bytesReserved;
    if (listener_ != nullptr) listener_->onUnitDone(report, progress_);
}

/// Whether another unit writes to the same path, as with A.ALO, which is empty, beside A.alo. Units are
/// sorted by output.
bool RunRecord::isOutputOfAnother(std::size_t unit) const {
    const std::vector<UnitReport>& units = report_.units;
    const auto isSame = [&](std::size_t other) { return units[other].output == units[unit].output; };
    return (unit > 0 && isSame(unit - 1)) || (unit + 1 < units.size() && isSame(unit + 1));
}

void RunRecord::tick(std::size_t bytesReserved, std::string slowest, double slowestSeconds) {
    progress_.bytesReserved = bytesReserved;
    progress_.slowest = std::move(slowest);
    progress_.slowestSeconds = slowestSeconds;
    if (listener_ != nullptr) listener_->onTick(progress_);
}

void RunRecord::stop(const Error& error) {
    std::call_once(stopped_, [&] { report_.stopped = stopReport(error, disk_); });
}

RunReport RunRecord::finish(ArtFiles& files, RunState* state, const UnlistedUnits* others,
                            std::size_t peakReservedBytes, bool wasAskedToStop) {
    countSharedFiles();
    addReadProblems(files);
    if (files.state() != nullptr) {
        files.state()->trim();
        report_.state = files.state()->report();
    }
    if (others != nullptr) addOthers(*others);
    if (state != nullptr) addMemory(*state);
    const bool anyCancelled = std::ranges::any_of(
        report_.units, [](const UnitReport& unit) { return unit.status == UnitStatus::Cancelled; });
    report_.interrupted = report_.interrupted || (wasAskedToStop && anyCancelled);
    report_.peakReservedBytes = peakReservedBytes;
    report_.wallMilliseconds = stopwatch_.milliseconds();
    return std::move(report_);
}

void RunRecord::addOthers(const UnlistedUnits& others) {
    report_.others = others;
    std::set<std::string> roots(report_.outputRoots.begin(), report_.outputRoots.end());
    roots.insert(others.outputRoots.begin(), others.outputRoots.end());
    report_.outputRoots.assign(roots.begin(), roots.end());
}

void RunRecord::addMemory(RunState& state) {
    if (!report_.state) report_.state.emplace();
    std::size_t failed = 0;
    if (report_.others) report_.state->unitsRemembered = report_.others->count();
    for (const UnitReport& unit : report_.units) {
        if (unit.status == UnitStatus::Failed) ++failed;
        if (!unit.isRemembered) continue;
        ++report_.state->unitsRemembered;
        if (unit.status == UnitStatus::Failed) ++report_.state->failuresRemembered;
    }
    const auto cancelled = static_cast<std::size_t>(
        std::ranges::count(report_.units, UnitStatus::Cancelled, &UnitReport::status));
    state.end({.startedSeconds = state.started().seconds,
               .milliseconds = stopwatch_.milliseconds(),
               .converted = unitCount(report_) - cancelled - report_.state->unitsRemembered,
               .unchanged = report_.state->unitsRemembered,
               .failed = failed,
               .version = report_.version});
    report_.state->recordProblem = state.problem();
}

/// Counts shared files with the first output of the report that has them, whichever output wrote them first.
void RunRecord::countSharedFiles() {
    std::unordered_set<const SharedFile*> counted;  // looked up only
    for (std::size_t unit = 0; unit < sharedFiles_.size(); ++unit) {
        for (const SharedFile* file : sharedFiles_[unit]) {
            report_.units[unit].hasSharedFiles = true;
            if (counted.insert(file).second) report_.units[unit].bytesOut += file->bytes;
        }
    }
}

/// Images that could not be read are missing from outputs, which are published all the same.
void RunRecord::addReadProblems(ArtFiles& files) {
    for (const std::vector<Error>& problems :
         {files.folders().problems().list(), files.images().problems()}) {
        for (const Error& error : problems)
            report_.environment.push_back({error});
    }
}

}  // namespace rigkiln
