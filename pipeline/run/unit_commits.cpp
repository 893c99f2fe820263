#include "pipeline/run/unit_commits.hpp"

#include <optional>
#include <utility>

#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/trace.hpp"
#include "pipeline/files/file_errors.hpp"
#include "pipeline/run/unit_results.hpp"

namespace rigkiln {

void UnitCommits::add(std::size_t unit, std::vector<Look> looks, const OutputSet& outputs,
                      std::span<const FileStatus> statuses, std::size_t peakBytes) {
    UnitReport& report = parts_.record.unit(unit);
    Staged staged{.unit = unit, .looks = std::move(looks), .peakBytes = peakBytes};
    if (parts_.durability == Durability::Process) {
        // Its files are in their places, whatever becomes of the record.
        const Status remembered = runGuarded([&]() -> Status {
            staged.files = parts_.recorder.filesOf(unit, report.output, outputs, statuses);
            report.isRecorded = remember(staged, report);
            return Done{};
        });
        if (!remembered) records_.addLost({.unit = unit, .problem = remembered.error()});
        return;
    }
    staged.files = parts_.recorder.filesOf(unit, report.output, outputs, statuses);
    parts_.record.hold(unit);
    for (const OutputFile& file : outputs) {
        if (!file.isShared) staged.names.push_back(file.name);
    }
    stage(std::move(staged), report.bytesOut);
}

/// Lets a unit wait until there are enough for one commit. `bytes` is the size of its outputs.
void UnitCommits::stage(Staged staged, std::size_t bytes) {
    constexpr std::size_t kMostUnits = 1024;
    constexpr std::size_t kMostBytes = std::size_t{256} << 20U;
    bool isDue = false;
    {
        const std::lock_guard lock(mutex_);
        staged_.push_back(std::move(staged));
        stagedBytes_ += bytes;
        isDue = staged_.size() >= kMostUnits || stagedBytes_ >= kMostBytes;
    }
    if (isDue) commit();
}

/// Gives the outputs of staged units their names, and remembers those that got them.
void UnitCommits::commit() {
    std::vector<Staged> units;
    {
        const std::lock_guard lock(mutex_);
        units = std::exchange(staged_, {});
        stagedBytes_ = 0;
    }
    {
        const TraceSpan span("disk", "wait for the disk");
        parts_.publisher.commit();
    }
    for (Staged& staged : units) {
        const Status ended = runGuarded([&] { return endCommitted(staged); });
        if (ended) continue;
        const std::lock_guard lock(mutex_);
        failed_.push_back({.unit = staged.unit, .problem = ended.error()});
    }
}

/// Ends a unit whose files have their names now, or a problem.
Status UnitCommits::endCommitted(Staged& staged) {
    const UnitReport& report = parts_.record.unit(staged.unit);
    if (std::optional<Error> problem = parts_.publisher.problemOf(report.output)) return *problem;
    parts_.publisher.removeStale(report.output, parts_.plan.units.exporting(staged.unit).outputRoot,
                                 staged.names);
    parts_.record.release(staged.unit, remember(staged, report));
    return Done{};
}

/// Returns whether later runs will know the unit.
bool UnitCommits::remember(Staged& staged, const UnitReport& report) {
    std::optional<PreparedRecord> record = parts_.recorder.prepareMade(
        staged.unit, report, std::move(staged.looks), std::move(staged.files), staged.peakBytes);
    if (record) records_.add(std::move(*record));
    return record.has_value();
}

void UnitCommits::finish() {
    if (parts_.durability == Durability::Power) commit();
    for (const Failed& failed : failed_) {
        parts_.record.setShared(failed.unit, {});
        fail(parts_.record.unit(failed.unit), failed.problem, FailurePhase::Writing);
        if (isAboutTheDisk(failed.problem)) parts_.record.stop(failed.problem);
        parts_.record.release(failed.unit, false);
    }
    for (const RecordBatch::Lost& lost : records_.finish())
        parts_.record.addUnremembered(lost.unit, lost.problem);
}

}  // namespace rigkiln
