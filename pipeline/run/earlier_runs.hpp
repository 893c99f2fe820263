#pragma once

#include <cstddef>
#include <vector>

#include "pipeline/files/disk.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/run/run_record.hpp"
#include "pipeline/run/unit_costs.hpp"
#include "pipeline/run/unit_recorder.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {

/// The part of a run that has to do with the runs before it, by their state: takes over what they did,
/// removes what they left, and notes what a later run must find unchanged. Does nothing without a state.
class EarlierRuns {
public:
    /// Everything must outlive the object.
    struct Parts {
        const Plan& plan;
        const RunOptions& options;
        Disk& disk;
        ArtFiles& files;
        RunRecord& record;
        Publisher& publisher;
        UnitRecorder& recorder;
        UnitCosts& costs;                       ///< gets those of units that have to be converted again
        const std::vector<bool>& sharesInputs;  ///< by unit: the bytes read for it count for another one
    };
    explicit EarlierRuns(const Parts& parts) : parts_(parts) {}

    /// Removes what killed runs left, then gives units that need not be converted the results of an earlier
    /// run. Precondition: nothing was written yet.
    void begin();
    /// Adds what decides outcomes besides the records of units. Precondition: no unit is under way.
    void noteDecisions();
    /// Adds to the report what is left of earlier runs, and removes files that no source has any more, if the
    /// options ask for that.
    void finish(RunReport& report);

private:
    void sweep();
    void takeFreshUnits();
    bool takeFresh(std::size_t unit, UnitRecord record);
    bool touchOutputs(UnitRecord& record);
    void lookForVanished(RunReport& report);

    Parts parts_;
    bool isAfterKill_ = false;  ///< the run before was killed
    std::size_t leftoversRemoved_ = 0;
    std::size_t rowsOfOthers_ = 0;  ///< what earlier runs remember besides the planned units
    std::size_t fresh_ = 0;         ///< units
};

}  // namespace rigkiln
