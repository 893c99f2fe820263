#include "pipeline/run/unit_commits.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/run/unit_report.hpp"

namespace rigkiln {

void UnitCommits::add(std::size_t unit, std::vector<Look> looks, const OutputSet& outputs,
                      std::span<const FileStatus> statuses, std::size_t peakBytes) {
    UnitReport& report = parts_.record.unit(unit);
    std::vector<OutputRecord> files = parts_.recorder.filesOf(unit, report.output, outputs, statuses);
    if (parts_.durability == Durability::Process && !parts_.recorder.isKept()) return;
    parts_.record.hold(unit);
    Staged staged{.unit = unit, .looks = std::move(looks), .files = std::move(files), .peakBytes = peakBytes};
    if (parts_.durability == Durability::Power) {
        for (const OutputFile& file : outputs) {
            if (!file.isShared) staged.names.push_back(file.name);
        }
    }
    const std::size_t rows = staged.looks.size() + staged.files.size();
    bool isDue = false;
    {
        const std::lock_guard lock(mutex_);
        if (staged_.empty()) firstStaged_ = std::chrono::steady_clock::now();
        staged_.push_back(std::move(staged));
        stagedRows_ += rows;
        stagedBytes_ += report.bytesOut;
        isDue = isFull();
    }
    if (isDue) commit();
}

/// Precondition: the mutex is held.
bool UnitCommits::isFull() const {
    constexpr std::size_t kUnitsInState = 512;
    // Models look for many images.
    constexpr std::size_t kRowsInState = 8 * kUnitsInState;
    constexpr std::size_t kUnitsOnDisk = 1024;
    constexpr std::size_t kBytesOnDisk = std::size_t{256} << 20U;
    if (parts_.durability == Durability::Process)
        return staged_.size() >= kUnitsInState || stagedRows_ >= kRowsInState;
    return staged_.size() >= kUnitsOnDisk || stagedBytes_ >= kBytesOnDisk;
}

/// Remembers units before their batch is full, so that a run that is killed during a long unit has lost none
/// of those before.
void UnitCommits::tick() {
    constexpr auto kLongest = std::chrono::milliseconds(200);
    // Waiting for the disk is not for the thread that shows progress.
    if (parts_.durability == Durability::Power) return;
    {
        const std::lock_guard lock(mutex_);
        if (staged_.empty() || std::chrono::steady_clock::now() - firstStaged_ < kLongest) return;
    }
    commit();
}

/// Gives the outputs of staged units their names, and remembers those that got them.
void UnitCommits::commit() {
    std::vector<Staged> units;
    {
        const std::lock_guard lock(mutex_);
        units = std::exchange(staged_, {});
        stagedRows_ = 0;
        stagedBytes_ = 0;
    }
    if (parts_.durability == Durability::Power) {
        const TraceSpan span("disk", "wait for the disk");
        parts_.publisher.commit();
    }
    std::vector<Failed> failed;
    for (Staged& staged : units) {
        const Status remembered = runGuarded([&] { return remember(staged); });
        if (!remembered) failed.push_back({.unit = staged.unit, .problem = remembered.error()});
    }
    const std::lock_guard lock(mutex_);
    std::ranges::move(failed, std::back_inserter(failed_));
}

Status UnitCommits::remember(Staged& staged) {
    const UnitReport& report = parts_.record.unit(staged.unit);
    if (parts_.durability == Durability::Power) {
        if (std::optional<Error> problem = parts_.publisher.problemOf(report.output)) return *problem;
        parts_.publisher.removeStale(report.output, parts_.plan.units.exporting(staged.unit).outputRoot,
                                     staged.names);
    }
    const bool isRecorded = parts_.recorder.rememberMade(staged.unit, report, std::move(staged.looks),
                                                         std::move(staged.files), staged.peakBytes);
    parts_.record.release(staged.unit, isRecorded);
    return Done{};
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
