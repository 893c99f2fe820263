#pragma once

#include <atomic>
#include <cstddef>
#include <string>

#include "pipeline/batch/plan.hpp"
#include "pipeline/batch/progress_listener.hpp"
#include "pipeline/report/run_report.hpp"

namespace rigkiln {

struct RunOptions {
    unsigned jobs = 1;
    std::size_t memoryBytes = std::size_t{1} << 30U;  ///< what all units in flight may take together
    bool failFast = false;                            ///< nothing new is started after the first failure
    /// 0 goes on; 1 starts no further unit and finishes those in flight; 2 drops every step not yet begun.
    /// May be null.
    const std::atomic<int>* stopLevel = nullptr;
    ProgressListener* progress = nullptr;  ///< may be null
    std::string version{};                 ///< of the program, for the report
};

/// Converts every unit and publishes its files. Never fails as a whole: what became of each unit is in the
/// report. Same plan, same files: the same bytes and the same report (times apart) for any number of jobs.
[[nodiscard]] RunReport runPlan(const Plan& plan, const RunOptions& options);

}  // namespace rigkiln
