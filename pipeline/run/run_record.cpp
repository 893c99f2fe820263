#include "pipeline/run/run_record.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <set>
#include <unordered_set>

#include "pipeline/images/image_state.hpp"
#include "pipeline/run/failure_policy.hpp"
#include "pipeline/run/unit_results.hpp"

namespace rigkiln {

RunRecord::RunRecord(const Plan& plan, std::string version, ProgressListener* listener, Disk& disk,
                     const ReportShape& shape)
    : plan_(plan), listener_(listener), disk_(disk), outcomes_(plan.units.size()) {
    report_.version = std::move(version);
    report_.configuration = plan.configuration;
    report_.interrupted = plan.interrupted;
    for (const IgnoredFile& file : plan.ignored)
        report_.ignored.push_back({file.path, file.description, file.known});
    for (const Error& error : plan.environment)
        report_.environment.push_back({error});
    const bool isStored = plan.units.size() > shape.unitsInReport;
    if (!isStored) report_.units.reserve(plan.units.size());
    std::set<std::string, std::less<>> roots;
    for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
        if (!isStored) report_.units.push_back(openReport(plan.units, unit));
        progress_.bytesTotal += plan.units.sourceBytes(unit);
        progress_.costTotal += plan.units.estimatedBytes(unit);
        const std::string& root = plan.units.exporting(unit).outputRoot;
        if (!roots.contains(root)) roots.insert(root);
    }
    if (isStored) store_ = std::make_shared<UnitStore>(plan.units, shape.keepsAllUnits, *roots.begin(), disk);
    report_.outputRoots.assign(roots.begin(), roots.end());
    progress_.unitsTotal = plan.units.size();
}

UnitReport& RunRecord::unit(std::size_t number) {
    if (store_ == nullptr) return report_.units[number];
    const std::lock_guard lock(mutex_);
    return open(number).report;
}

/// Precondition of this and of close: the mutex is held.
RunRecord::Open& RunRecord::open(std::size_t unit) {
    const auto known = open_.find(unit);
    if (known != open_.end()) return known->second;
    return open_.emplace(unit, Open{.report = openReport(plan_.units, unit)}).first->second;
}

void RunRecord::start() {
    if (listener_ != nullptr) listener_->onStart(progress_);
    for (std::size_t i = 0; i < plan_.units.size(); ++i) {
        const Error* problem = plan_.units.problem(i);
        if (problem == nullptr) continue;
        UnitReport& report = unit(i);
        addIssues(report, plan_.units.diagnostics(i));
        fail(report, *problem, FailurePhase::Planning);
        end(i, 0);
    }
}

void RunRecord::end(std::size_t number, std::size_t bytesReserved) {
    UnitReport& report = unit(number);
    ++progress_.unitsDone;
    if (report.status == UnitStatus::Failed) {
        ++progress_.unitsFailed;
        report.hasStaleOutput = !isOutputOfAnother(number) && hasFileFromBefore(report, disk_);
    }
    progress_.bytesDone += plan_.units.sourceBytes(number);
    progress_.costDone += plan_.units.estimatedBytes(number);
    progress_.bytesReserved = bytesReserved;
    if (listener_ != nullptr) listener_->onUnitDone(report, progress_);
    const std::lock_guard lock(mutex_);
    note(number, report);
    if (store_ == nullptr) return;
    Open& ended = open(number);
    ended.hasEnded = true;
    if (!ended.isHeld) close(number, ended);
}

void RunRecord::note(std::size_t unit, const UnitReport& report) {
    Outcome& outcome = outcomes_[unit];
    outcome = {.status = report.status,
               .isRemembered = report.isRemembered,
               .isRecorded = outcome.isRecorded || report.isRecorded};
}

void RunRecord::close(std::size_t unit, Open& open) {
    open.report.isRecorded = outcomes_[unit].isRecorded;
    store_->add(unit, std::move(open.report), open.shared);
    open_.erase(unit);
}

void RunRecord::hold(std::size_t unit) {
    if (store_ == nullptr) return;
    const std::lock_guard lock(mutex_);
    open(unit).isHeld = true;
}

void RunRecord::release(std::size_t unit, bool isRecorded) {
    const std::lock_guard lock(mutex_);
    outcomes_[unit].isRecorded = isRecorded;
    if (store_ == nullptr) return note(unit, report_.units[unit]);
    Open& held = open(unit);
    held.isHeld = false;
    if (!held.hasEnded) return;
    note(unit, held.report);  // it may have failed since
    close(unit, held);
}

void RunRecord::addUnremembered(std::size_t unit, const Error& problem) {
    outcomes_[unit].isRecorded = false;
    Error error = problem;
    if (error.file.empty()) error.file = plan_.units.output(unit);
    report_.environment.push_back({std::move(error)});
}

void RunRecord::setShared(std::size_t unit, std::vector<const SharedFile*> files) {
    const std::lock_guard lock(mutex_);
    if (store_ != nullptr) {
        open(unit).shared = std::move(files);
    } else if (files.empty()) {
        sharedFiles_.erase(unit);
    } else {
        sharedFiles_[unit] = std::move(files);
    }
}

/// Whether another unit writes to the same path, as with A.ALO, which is empty, beside A.alo. Units are
/// sorted by output.
bool RunRecord::isOutputOfAnother(std::size_t unit) const {
    const UnitTable& units = plan_.units;
    const std::string output = units.output(unit);
    return (unit > 0 && units.output(unit - 1) == output) ||
           (unit + 1 < units.size() && units.output(unit + 1) == output);
}

void RunRecord::tick(std::size_t bytesReserved, std::string slowest, double slowestSeconds) {
    progress_.bytesReserved = bytesReserved;
    progress_.slowest = std::move(slowest);
    progress_.slowestSeconds = slowestSeconds;
    if (listener_ != nullptr) listener_->onTick(progress_);
}

void RunRecord::stop(const Error& error) {
    stopped_([&] { report_.stopped = stopReport(error, disk_); });
}

RunReport RunRecord::finish(ArtFiles& files, RunState* state, const UnlistedUnits* others,
                            std::size_t peakReservedBytes, bool wasAskedToStop) {
    if (store_ == nullptr) {
        countSharedFiles();
        for (std::size_t unit = 0; unit < report_.units.size(); ++unit)
            report_.units[unit].isRecorded = outcomes_[unit].isRecorded;
    } else {
        assert(open_.empty() && "every unit ended");
        store_->finish();
        report_.stored = store_;
        if (store_->plain().count() > 0) report_.others = store_->plain();
    }
    addReadProblems(files);
    if (files.state() != nullptr) {
        files.state()->trim();
        report_.state = files.state()->report();
    }
    if (others != nullptr) addOthers(*others);
    if (state != nullptr) addMemory(*state, others);
    const auto isCancelled = [](const Outcome& outcome) {
        noteRow(&outcome);
        return outcome.status == UnitStatus::Cancelled;
    };
    if (wasAskedToStop && std::ranges::any_of(outcomes_, isCancelled)) report_.interrupted = true;
    report_.peakReservedBytes = peakReservedBytes;
    report_.wallMilliseconds = stopwatch_.milliseconds();
    return std::move(report_);
}

void RunRecord::addOthers(const UnlistedUnits& others) {
    if (!report_.others) report_.others.emplace();
    for (const auto& [format, sums] : others.byFormat)
        report_.others->byFormat[format] += sums;
    report_.others->models += others.models;
    if (others.positionError) {
        std::optional<double>& largest = report_.others->positionError;
        largest = std::max(largest.value_or(*others.positionError), *others.positionError);
    }
    if (store_ != nullptr) store_->setHasOthers();
    std::set<std::string> roots(report_.outputRoots.begin(), report_.outputRoots.end());
    roots.insert(others.outputRoots.begin(), others.outputRoots.end());
    report_.outputRoots.assign(roots.begin(), roots.end());
}

void RunRecord::addMemory(RunState& state, const UnlistedUnits* others) {
    if (!report_.state) report_.state.emplace();
    std::size_t failed = 0;
    std::size_t cancelled = 0;
    if (others != nullptr) report_.state->unitsRemembered = others->count();
    for (const Outcome& outcome : outcomes_) {
        noteRow(&outcome);
        if (outcome.status == UnitStatus::Failed) ++failed;
        if (outcome.status == UnitStatus::Cancelled) ++cancelled;
        if (!outcome.isRemembered) continue;
        ++report_.state->unitsRemembered;
        if (outcome.status == UnitStatus::Failed) ++report_.state->failuresRemembered;
    }
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
    for (const auto& [unit, files] : sharedFiles_) {
        for (const SharedFile* file : files) {
            report_.units[unit].hasSharedFiles = true;
            if (counted.insert(file).second) report_.units[unit].bytesOut += file->bytes;
        }
    }
}

/// Images that could not be read are missing from outputs, which are published all the same.
void RunRecord::addReadProblems(ArtFiles& files) {
    for (const std::vector<Error>& problems :
         {files.folders().problems().list(), files.images().problems().list()}) {
        for (const Error& error : problems)
            report_.environment.push_back({error});
    }
}

}  // namespace rigkiln
