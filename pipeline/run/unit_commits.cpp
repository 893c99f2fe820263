#include "pipeline/run/unit_commits.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pipeline/base/trace.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/run/unit_report.hpp"

namespace rigkiln {

void UnitCommits::add(std::size_t unit, std::vector<Look> looks, const OutputSet& outputs,
                      std::span<const FileStatus> statuses, std::size_t peakBytes) {
    constexpr std::size_t kUnitsPerCommit = 1024;
    constexpr std::size_t kBytesPerCommit = std::size_t{256} << 20U;
    UnitReport& report = parts_.record.unit(unit);
    std::vector<OutputRecord> files = parts_.recorder.filesOf(unit, report.output, outputs, statuses);
    if (parts_.durability == Durability::Process) {
        report.isRecorded =
            parts_.recorder.rememberMade(unit, report, std::move(looks), std::move(files), peakBytes);
        return;
    }
    parts_.record.hold(unit);
    Staged staged{.unit = unit, .looks = std::move(looks), .files = std::move(files), .peakBytes = peakBytes};
    for (const OutputFile& file : outputs) {
        if (!file.isShared) staged.names.push_back(file.name);
    }
    bool isFull = false;
    {
        const std::lock_guard lock(mutex_);
        staged_.push_back(std::move(staged));
        stagedBytes_ += report.bytesOut;
        isFull = staged_.size() >= kUnitsPerCommit || stagedBytes_ >= kBytesPerCommit;
    }
    if (isFull) commit();
}

/// Gives the outputs of staged units their names, and remembers those that got them.
void UnitCommits::commit() {
    if (parts_.durability == Durability::Process) return;
    const TraceSpan span("disk", "wait for the disk");
    std::vector<Staged> units;
    {
        const std::lock_guard lock(mutex_);
        units = std::exchange(staged_, {});
        stagedBytes_ = 0;
    }
    parts_.publisher.commit();
    std::vector<Failed> failed;
    for (Staged& staged : units) {
        const UnitReport& report = parts_.record.unit(staged.unit);
        if (std::optional<Error> problem = parts_.publisher.problemOf(report.output)) {
            failed.push_back({.unit = staged.unit, .problem = std::move(*problem)});
            continue;
        }
        parts_.publisher.removeStale(report.output, parts_.plan.units.exporting(staged.unit).outputRoot,
                                     staged.names);
        parts_.record.release(staged.unit,
                              parts_.recorder.rememberMade(staged.unit, report, std::move(staged.looks),
                                                           std::move(staged.files), staged.peakBytes));
    }
    const std::lock_guard lock(mutex_);
    std::ranges::move(failed, std::back_inserter(failed_));
}

void UnitCommits::finish() {
    commit();
    for (const Failed& failed : failed_) {
        parts_.record.setShared(failed.unit, {});
        fail(parts_.record.unit(failed.unit), failed.problem, FailurePhase::Writing);
        if (isAboutTheDisk(failed.problem)) parts_.record.stop(failed.problem);
        parts_.record.release(failed.unit, false);
    }
}

}  // namespace rigkiln
