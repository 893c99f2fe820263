#pragma once

#include <atomic>
#include <cstddef>

#include "pipeline/base/result.hpp"
#include "pipeline/batch/plan.hpp"
#include "pipeline/settings/settings.hpp"

namespace rigkiln {

struct PlanRequest {
    const Settings& settings;
    Registries registries;
    unsigned jobs = 1;
    const std::atomic<int>* stopLevel = nullptr;        ///< 1 or more: give up; may be null
    std::size_t memoryBytes = std::size_t{256} << 20U;  ///< for files being probed
};

/// Scans, recognises, binds and names the outputs of every export job. Reads the heads of files, and whole
/// files only where binding has to know their joints. Fails when nothing can be planned at all (a root that
/// is no folder); a file or folder in the way of others never fails the plan, see Plan.
[[nodiscard]] Result<Plan> makePlan(const PlanRequest& request);

}  // namespace rigkiln
