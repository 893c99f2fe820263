#pragma once

#include <chrono>
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
#include "pipeline/run/run_record.hpp"
#include "pipeline/run/unit_recorder.hpp"
#include "pipeline/state/unit_record.hpp"

namespace rigkiln {

/// Remembers published units, in batches: the code that does it and what it works on are then in the caches
/// of the processor, and two threads seldom want the state at one time. With Durability::Power a batch waits
/// for its files to get their names. Safe to use from many threads, except `finish`.
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
    explicit UnitCommits(const Parts& parts) : parts_(parts) {}

    /// Takes a unit whose outputs the publisher has; `statuses` as it told them. `peakBytes` as in
    /// UnitRecord.
    void add(std::size_t unit, std::vector<Look> looks, const OutputSet& outputs,
             std::span<const FileStatus> statuses, std::size_t peakBytes);
    /// Commits what has waited for long. To be called some times a second.
    void tick();
    /// Commits what waits. Units whose files did not get their names fail now. Precondition: no unit is under
    /// way.
    void finish();

private:
    /// A unit that is not remembered yet.
    struct Staged {
        std::size_t unit = 0;
        std::vector<Look> looks{};
        std::vector<OutputRecord> files{};
        std::vector<std::string> names{};  ///< of its own files
        std::size_t peakBytes = 0;
    };
    /// A unit whose files did not get their names, or that could not be remembered. The engine may be telling
    /// its end, so it fails later.
    struct Failed {
        std::size_t unit = 0;
        Error problem;
    };

    [[nodiscard]] bool isFull() const;
    void commit();
    [[nodiscard]] Status remember(Staged& staged);

    Parts parts_;
    std::mutex mutex_;  ///< guards everything below
    std::vector<Staged> staged_;
    std::size_t stagedRows_ = 0;   ///< looks and files of these
    std::size_t stagedBytes_ = 0;  ///< of their outputs
    std::chrono::steady_clock::time_point firstStaged_{};
    std::vector<Failed> failed_;
};

}  // namespace rigkiln
