#pragma once

#include <cstddef>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/base/stopwatch.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/run/progress_listener.hpp"
#include "pipeline/state/run_state.hpp"

namespace rigkiln {

/// The report and the progress of a run while it goes on. The report of a unit may be used by one thread at a
/// time; of the functions only `stop` may be called from several threads.
class RunRecord {
public:
    /// `plan`, `disk` and `listener`, which may be null, must outlive this.
    RunRecord(const Plan& plan, std::string version, ProgressListener* listener, Disk& disk);

    [[nodiscard]] UnitReport& unit(std::size_t number) { return report_.units[number]; }
    [[nodiscard]] const UnitReport& unit(std::size_t number) const { return report_.units[number]; }
    [[nodiscard]] std::size_t failed() const { return progress_.unitsFailed; }

    /// Tells the listener the start, then the units that failed while planning.
    void start();
    /// Ends a unit, whose report must have an outcome.
    void end(std::size_t unit, std::size_t bytesReserved);
    /// `slowest` is the output of the unit that is under way for longest; empty: none is.
    void tick(std::size_t bytesReserved, std::string slowest, double slowestSeconds);
    /// Notes why nothing further was begun. The first call counts.
    void stop(const Error& error);
    /// Files that the outputs of the unit share with those of others.
    void setShared(std::size_t unit, std::vector<const SharedFile*> files) {
        sharedFiles_[unit] = std::move(files);
    }

    /// Returns the report with everything that is known at the end only. Precondition: every unit ended.
    /// `state` and `others` may be null.
    [[nodiscard]] RunReport finish(ArtFiles& files, RunState* state, const UnlistedUnits* others,
                                   std::size_t peakReservedBytes, bool wasAskedToStop);

private:
    [[nodiscard]] bool isOutputOfAnother(std::size_t unit) const;
    void addOthers(const UnlistedUnits& others);
    void addMemory(RunState& state);
    void countSharedFiles();
    void addReadProblems(ArtFiles& files);

    const Plan& plan_;
    ProgressListener* listener_;
    Disk& disk_;
    Stopwatch stopwatch_;
    RunReport report_;
    Progress progress_;
    std::vector<std::vector<const SharedFile*>> sharedFiles_;  ///< by unit
    std::once_flag stopped_;
};

}  // namespace rigkiln
