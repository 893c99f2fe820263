#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pipeline/base/once.hpp"
#include "pipeline/base/result.hpp"
#include "pipeline/base/stopwatch.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/paged_rows.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/run/progress_listener.hpp"
#include "pipeline/run/report_shape.hpp"
#include "pipeline/run/unit_store.hpp"
#include "pipeline/state/run_state.hpp"

namespace rigkiln {

/// The report and the progress of a run while it goes on. The report of a unit may be used by one thread at a
/// time; of the functions only `unit`, `stop`, `setShared`, `hold` and `release` may be called from several
/// threads.
class RunRecord {
public:
    /// `plan`, `disk` and `listener`, which may be null, must outlive this.
    RunRecord(const Plan& plan, std::string version, ProgressListener* listener, Disk& disk,
              const ReportShape& shape);

    /// Returns the report of a unit that has not ended, or is held.
    [[nodiscard]] UnitReport& unit(std::size_t number);
    [[nodiscard]] std::size_t failed() const { return progress_.unitsFailed; }

    // Of units that ended.
    [[nodiscard]] UnitStatus statusOf(std::size_t unit) const { return outcomes_[unit].status; }
    [[nodiscard]] bool isRemembered(std::size_t unit) const { return outcomes_[unit].isRemembered; }
    [[nodiscard]] bool isRecorded(std::size_t unit) const { return outcomes_[unit].isRecorded; }

    /// Tells the listener the start, then the units that failed while planning.
    void start();
    /// Ends a unit, whose report must have an outcome.
    void end(std::size_t number, std::size_t bytesReserved);
    /// Keeps the report until `release`, also if the unit ends before: its outcome may change.
    void hold(std::size_t unit);
    /// `isRecorded`: later runs know the unit.
    void release(std::size_t unit, bool isRecorded);
    /// Says that later runs do not know a unit that ended well, and why. Precondition: every unit ended.
    void addUnremembered(std::size_t unit, const Error& problem);
    /// `slowest` is the output of the unit that is under way for longest; empty: none is.
    void tick(std::size_t bytesReserved, std::string slowest, double slowestSeconds);
    /// Notes why nothing further was begun. The first call counts.
    void stop(const Error& error);
    /// Files that the outputs of the unit share with those of others.
    void setShared(std::size_t unit, std::vector<const SharedFile*> files);

    /// Returns the report with everything that is known at the end only. Precondition: every unit ended.
    /// `state` and `others` may be null.
    [[nodiscard]] RunReport finish(ArtFiles& files, RunState* state, const UnlistedUnits* others,
                                   std::size_t peakReservedBytes, bool wasAskedToStop);

private:
    /// A unit of a run with stored units that has not ended, or is held.
    struct Open {
        UnitReport report{};
        std::vector<const SharedFile*> shared{};
        bool hasEnded = false;
        bool isHeld = false;
    };
    struct Outcome {
        UnitStatus status = UnitStatus::Pending;
        bool isRemembered = false;
        bool isRecorded = false;
    };

    Open& open(std::size_t unit);
    void close(std::size_t unit, Open& open);
    void note(std::size_t unit, const UnitReport& report);
    [[nodiscard]] bool isOutputOfAnother(std::size_t unit) const;
    void addOthers(const UnlistedUnits& others);
    void addMemory(RunState& state, const UnlistedUnits* others);
    void countSharedFiles();
    void addReadProblems(ArtFiles& files);

    const Plan& plan_;
    ProgressListener* listener_;
    Disk& disk_;
    Stopwatch stopwatch_;
    RunReport report_;
    Progress progress_;
    PagedRows<Outcome> outcomes_;  ///< by unit
    Once stopped_;
    // Without a store
    std::map<std::size_t, std::vector<const SharedFile*>> sharedFiles_;  ///< by unit
    // With one
    std::shared_ptr<UnitStore> store_;  ///< null: all units are in the report
    std::unordered_map<std::size_t, Open> open_;
    std::mutex mutex_;  ///< of everything that several threads use, except the reports of open units
};

}  // namespace rigkiln
