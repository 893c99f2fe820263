#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "pipeline/base/result.hpp"
#include "pipeline/conversion/exporter_module.hpp"
#include "pipeline/files/journal.hpp"
#include "pipeline/files/publish.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/run/record_batch.hpp"
#include "pipeline/run/run_record.hpp"
#include "pipeline/run/unit_recorder.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {

/// Remembers published units. With Durability::Power they wait for each other, since waiting for the disk
/// takes as long for the files of many units as for those of one, and only then have these files their names.
/// Safe to use from many threads, except `finish`.
class UnitCommits {
public:
    /// Everything must outlive the commits.
    struct Parts {
        const Plan& plan;
        RunRecord& record;
        Publisher& publisher;
        UnitRecorder& recorder;
        Durability durability = Durability::Process;
    };
    explicit UnitCommits(const Parts& parts) : parts_(parts), records_(parts.recorder) {}

    /// Takes a unit whose outputs the publisher has; `statuses` as it told them. `peakBytes` as in
    /// UnitRecord.
    void add(std::size_t unit, std::vector<Look> looks, const OutputSet& outputs,
             std::span<const FileStatus> statuses, std::size_t peakBytes);
    /// Stores what has waited for long. To be called some times a second.
    void tick() { records_.tick(); }
    /// Commits and stores what waits. Units whose files did not get their names fail now. Precondition: no
    /// unit is under way.
    void finish();

private:
    /// A unit whose files have no names yet.
    struct Staged {
        std::size_t unit = 0;
        std::vector<Look> looks{};
        std::vector<OutputRecord> files{};
        std::vector<std::string> names{};  ///< of its own files
        std::size_t peakBytes = 0;
    };
    /// A unit whose files did not get their names. The engine may be telling its end, so it fails later.
    struct Failed {
        std::size_t unit = 0;
        Error problem;
    };

    void stage(Staged staged, std::size_t bytes);
    void commit();
    [[nodiscard]] Status endCommitted(Staged& staged);
    [[nodiscard]] bool remember(Staged& staged, const UnitReport& report);

    Parts parts_;
    RecordBatch records_;
    std::mutex mutex_;  ///< guards everything below
    std::vector<Staged> staged_;
    std::size_t stagedBytes_ = 0;  ///< of their outputs
    std::vector<Failed> failed_;
};

}  // namespace rigkiln
