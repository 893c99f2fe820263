#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/files/seen_files.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

struct PlanRequest {
    const Settings& settings;
    Registries registries;
    const std::atomic<int>* stopLevel = nullptr;        ///< 1 or more: stop; may be null
    std::size_t memoryBytes = std::size_t{256} << 20U;  ///< for files that are probed
    Disk* disk = nullptr;                               ///< null: the real one
    /// Files as earlier runs saw them, which then need not be opened. Gets what this plan finds. May be
    /// null.
    SeenFiles* seen = nullptr;
    /// Files of each scan, by job, in the place of those that it would find: then nothing is searched. May be
    /// null.
    const std::vector<std::vector<GivenFile>>* only = nullptr;
};

/// Scans, recognises and binds files, and names the outputs of every export job. Reads the heads of files,
/// and whole files only when binding needs their joints. Fails when nothing can be planned (a root is not a
/// folder). Problems of other files and folders do not fail the plan; see Plan.
[[nodiscard]] Result<Plan> makePlan(const PlanRequest& request);

}  // namespace rigkiln
