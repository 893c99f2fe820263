#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "pipeline/conversion/registries.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/run_state.hpp"

namespace rigkiln {

struct ChangedPartRequest {
    const Settings& settings;
    Registries registries;
    RunState& state;
    const ComparedRun& last;                      ///< of the same settings and the same program
    const std::atomic<int>* stopLevel = nullptr;  ///< may be null
    Disk* disk = nullptr;                         ///< null: the real one
};

/// A plan of the units that changed files decide, instead of a plan of all units.
struct ChangedPart {
    Plan plan{};  ///< also has the special units of the last run
    UnlistedUnits others{};
    std::uint64_t otherRows = 0;    ///< number of rows of units that are not planned
    std::uint64_t otherDigest = 0;  ///< sum of their digests
};

/// Plans the units that looked at the changed files, or made them, and those of which a summary tells more
/// than sums. Returns nothing where it is not certain that a plan of all units would have these units, just
/// so, and all others as they were:
/// * some file was not looked at by any unit, or is an archive,
/// * a changed file is a source that clips may be bound to, or that may be bound: its joints decide about
/// others,
/// * planning the sources of these units alone gives another unit than then, compared by the key,
/// * the rows of units are not those that the last run left,
/// * the units are too many, or the run has no parts.
[[nodiscard]] std::optional<ChangedPart> planChangedPart(const ChangedPartRequest& request);

/// Returns what runs of parts need of a run, of which `report` tells as if it were repeated: every unit that
/// was made is Unchanged. Leaves out the rows of units. Returns nothing for a run that does not allow them:
/// units that failed while planning, or too many that are not plain.
[[nodiscard]] std::optional<RunParts> partsOf(const RunReport& report);
/// Adds the rows of all units after a run of a part. Returns false if one of the part has none.
[[nodiscard]] bool addRows(RunParts& parts, const ChangedPart& part, RunState& state);
/// Returns true if units of the part had files that they do not have any more, so that some may have
/// vanished.
[[nodiscard]] bool hasLeftFiles(const Plan& part, RunState& state);

}  // namespace rigkiln
