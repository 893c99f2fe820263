#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/files/disk.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/state/run_state.hpp"

namespace rigkiln {

struct VanishedRequest {
    const Plan& plan;  ///< whole: a unit that was left out would count as vanished
    RunState& state;
    Disk& disk;
    /// Returns true if the record of a planned unit tells all files that it has on the disk.
    std::function<bool(std::size_t unit)> isRecorded{};
    bool removes = false;
};

/// Files of earlier runs that no planned unit has any more: outputs of vanished sources, of other options and
/// of paths that were renamed, and images that no output names any more. Files that a person changed are told
/// apart and never removed. Nothing counts that a planned unit may have, even if only under another name of
/// the same file, or whose source is there and was not recognised, or may be there below a symbolic link to a
/// folder, which scans do not follow.
///
/// Removes main files before what they refer to, then folders that became empty, then the rows: a run that is
/// killed in between is continued by the next one. Rows whose files are gone are forgotten also where nothing
/// is removed. `problems` gets what could not be removed.
[[nodiscard]] VanishedReport findVanishedFiles(const VanishedRequest& request, std::vector<Error>& problems);

/// Returns why a plan does not tell which files are vanished; empty if it does.
[[nodiscard]] std::string reasonToDoubt(const Plan& plan);
/// Returns why a run does not, likewise.
[[nodiscard]] std::string reasonToDoubt(const Plan& plan, const RunReport& report);

}  // namespace rigkiln
