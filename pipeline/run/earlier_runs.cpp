#include "pipeline/run/earlier_runs.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/trace.hpp"
#include "pipeline/run/fresh_units.hpp"
#include "pipeline/run/sweep_leftovers.hpp"
#include "pipeline/run/vanished_files.hpp"
#include "pipeline/state/whole_run.hpp"

namespace rigkiln {

void EarlierRuns::begin() {
    if (parts_.options.state == nullptr) return;
    sweep();
    takeFreshUnits();
}

void EarlierRuns::sweep() {
    if (parts_.options.state->killedRuns().empty()) return;
    const TraceSpan span("stage", "remove leftovers");
    isAfterKill_ = true;
    leftoversRemoved_ = removeLeftovers(parts_.plan, *parts_.options.state, parts_.disk);
    // A part of a plan does not have all folders.
    if (parts_.options.vanished != VanishedFiles::Ignore) parts_.options.state->forgetKilledRuns();
}

/// Gives units that need not be converted the results of an earlier run, and leaves the others.
void EarlierRuns::takeFreshUnits() {
    const TraceSpan span("stage", "compare with earlier runs");
    std::vector<std::pair<std::size_t, std::string>> touched;  // records by unit
    const auto take = [&](std::size_t unit, UnitRecord record) {
        if (parts_.options.touchUnchanged && touchOutputs(record))
            touched.emplace_back(unit, encodeUnitRecord(record));
        return takeFresh(unit, std::move(record));
    };
    const auto learn = [&](std::size_t unit, const UnitRecord& record, const Verdict& verdict) {
        parts_.costs.learn(unit, record, verdict.freshness != Freshness::RecipeChanged);
    };
    const Verdicts verdicts = findFreshUnits(
        parts_.plan, *parts_.options.state, parts_.files, parts_.options.failOn, parts_.options.freshness,
        take, parts_.options.others != nullptr ? RowAccess::Search : RowAccess::Sequence, learn);
    rowsOfOthers_ = parts_.options.state->visited();
    for (std::size_t unit = 0; unit < verdicts.size(); ++unit) {
        if (verdicts.freshness(unit) == Freshness::New) continue;
        parts_.recorder.setKnown(unit);
        if (rowsOfOthers_ > 0) --rowsOfOthers_;
    }
    for (auto& [unit, bytes] : touched)
        parts_.options.state->remember(parts_.plan.units.output(unit), std::move(bytes));
}

/// Gives the own files of an output the time of now, and the record their status. Returns true when one has
/// a new one. Those that are onlyIfAbsent may be of another program.
bool EarlierRuns::touchOutputs(UnitRecord& record) {
    bool isTouched = false;
    for (OutputRecord& output : record.outputs) {
        if (output.isShared || output.onlyIfAbsent || parts_.disk.touch(output.path) != 0) continue;
        const DiskResult<FileStatus> there = parts_.disk.lookAt(Disk::kNoFolder, output.path, Links::Refuse);
        if (!there) continue;
        output.status = there.value;
        isTouched = true;
    }
    return isTouched;
}

namespace {

bool wasWrittenSince(const UnitRecord& record, const Moment& moment) {
    return std::ranges::any_of(record.outputs, [&](const OutputRecord& output) {
        const FileStatus& status = output.status;
        return !output.isShared && output.isOurs() &&
               Moment{.seconds = status.changedSeconds, .nanoseconds = status.changedNanoseconds} >= moment;
    });
}

}  // namespace

bool EarlierRuns::takeFresh(std::size_t unit, UnitRecord record) {
    UnitReport& report = parts_.record.unit(unit);
    const UnitStatus status = record.report.status;
    const StageTimes times = record.times;
    if (!restoreReport(report, record)) return false;
    // It was made alone then, because the other one was there already.
    if (parts_.sharesInputs[unit]) report.bytesIn = 0;
    if (parts_.options.wasDelivered && parts_.options.wasDelivered(report.output)) {
        report.isRemembered = false;
        report.isRecorded = true;
        report.status = status;
        if (status == UnitStatus::Unchanged && wasWrittenSince(record, parts_.options.deliveriesBegan))
            report.status = UnitStatus::Written;
        report.times = times;
    }
    if (parts_.options.rememberedJournal) parts_.options.rememberedJournal(unit, record.looks);
    if (parts_.options.seen != nullptr) addUnitFiles(*parts_.options.seen, record.looks, record.outputs);
    ++fresh_;
    std::vector<const SharedFile*> shared;
    std::vector<std::string> names;
    for (const OutputRecord& output : record.outputs) {
        if (output.isShared) {
            shared.push_back(
                parts_.publisher.knownShared(output.path, static_cast<std::size_t>(output.status.sizeBytes)));
        } else {
            names.push_back(output.path.substr(output.path.rfind('/') + 1));
        }
    }
    if (isAfterKill_ && names.size() > 1) parts_.publisher.removeStale(report.output, record.root, names);
    parts_.record.setShared(unit, std::move(shared));
    parts_.record.end(unit, 0);
    return true;
}

void EarlierRuns::noteDecisions() {
    if (parts_.options.seen == nullptr || parts_.options.state == nullptr) return;
    SeenFiles& seen = *parts_.options.seen;
    std::size_t known = fresh_ + parts_.recorder.count();
    for (std::size_t unit = 0; unit < parts_.plan.units.size(); ++unit) {
        if (parts_.record.statusOf(unit) != UnitStatus::Failed) continue;
        if (const Error* problem = parts_.plan.units.problem(unit)) {
            ++known;
            if (problem->kind() == ErrorKind::Environment || problem->kind() == ErrorKind::Internal)
                seen.doubt();
        }
        // The report tells whether there is an output of an earlier run.
        const std::string output = parts_.plan.units.output(unit);
        const DiskResult<FileStatus> there = parts_.disk.lookAt(Disk::kNoFolder, output, Links::Refuse);
        if (there) {
            seen.addFile(output, there.value, true);
        } else if (isAbsent(there.problem)) {
            seen.addMissing(output);
        } else {
            seen.doubt();
        }
    }
    // Others were cancelled, or may have another outcome the next time.
    if (known != parts_.plan.units.size()) seen.doubt();
    listSearches(seen, parts_.disk, parts_.options.state->started());
}

void EarlierRuns::finish(RunReport& report) {
    if (report.state) report.state->leftoversRemoved = leftoversRemoved_;
    lookForVanished(report);
}

void EarlierRuns::lookForVanished(RunReport& report) {
    if (parts_.options.state == nullptr || parts_.options.vanished == VanishedFiles::Ignore) return;
    const TraceSpan span("stage", "look for vanished outputs");
    const bool isAsked = parts_.options.vanished == VanishedFiles::Remove;
    std::string withheld = reasonToDoubt(parts_.plan, report);
    if (withheld.empty() && isAsked && !parts_.options.state->isKept())
        withheld = "the record of earlier runs cannot be written";
    VanishedReport vanished;
    std::vector<Error> problems;
    if (!withheld.empty()) {
        if (isAsked) vanished.withheld = std::move(withheld);
    } else if (rowsOfOthers_ > 0 || parts_.recorder.hasLeftFiles()) {
        const auto isRecorded = [&](std::size_t unit) {
            return parts_.record.isRemembered(unit) || parts_.record.isRecorded(unit);
        };
        vanished = findVanishedFiles({.plan = parts_.plan,
                                      .state = *parts_.options.state,
                                      .disk = parts_.disk,
                                      .isRecorded = isRecorded,
                                      .removes = isAsked},
                                     problems);
    }
    for (Error& problem : problems)
        report.environment.push_back({std::move(problem)});
    if (!vanished.empty()) report.vanished = std::move(vanished);
}

}  // namespace rigkiln
