#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/registries.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/reading/art_files.hpp"
#include "pipeline/run/export_files.hpp"
#include "pipeline/run/group_answer.hpp"
#include "pipeline/run/group_units.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/workers/worker_pool.hpp"

namespace rigkiln {

/// Makes outputs of groups in processes of their own, which read the sources: whatever their content does to
/// such a process costs one group. Safe to use from many threads.
class GroupWorkers {
public:
    /// Everything must outlive the workers. Their processes see it as it is now.
    struct Parts {
        const Plan& plan;
        const Registries& registries;
        const RunOptions& options;
        const ExportFiles& exportFiles;
        std::span<const UnitGroup> groups;  ///< of the run, by number
        ArtFiles& files;                    ///< of the run; learns what workers find out about images
        Disk& disk;
    };

    /// Fails with kNoWorker. Precondition: no other thread of this process works on the parts.
    [[nodiscard]] static Result<std::unique_ptr<GroupWorkers>> start(const Parts& parts);

    /// Fails with kWorkerEnded and kNoWorker. Throws Stopped when the calling thread is to stop (StopScope).
    [[nodiscard]] Result<GroupAnswer> make(const GroupRequest& request);

private:
    GroupWorkers(const Parts& parts, std::unique_ptr<WorkerPool> pool)
        : parts_(parts), pool_(std::move(pool)) {}

    Parts parts_;
    std::unique_ptr<WorkerPool> pool_;
};

}  // namespace rigkiln
