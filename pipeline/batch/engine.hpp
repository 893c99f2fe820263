#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "pipeline/base/result.hpp"

namespace rigkiln {

using JobIndex = std::uint32_t;
using UnitIndex = std::uint32_t;

/// Where a job runs: computation on oneTBB, anything that may block on plain threads of its own. (A blocked
/// TBB task takes a processor away: its arenas never have more threads than processors.)
enum class Lane : std::uint8_t { Cpu, Io };

/// Jobs as rows of arrays. A unit is a group of jobs whose memory is reserved together, before the first of
/// them starts. Laws: dependencies lead from a job to a later one, and across units from a unit to a later
/// one; both make cycles, and units that wait for memory while another waits for them, impossible. Every unit
/// has a job.
class JobGraph {
public:
    [[nodiscard]] UnitIndex addUnit(std::size_t bytes);
    [[nodiscard]] JobIndex addJob(UnitIndex unit, Lane lane);
    /// `after` starts when `before` is done. Precondition: the laws above.
    void addDependency(JobIndex before, JobIndex after);

    [[nodiscard]] std::size_t jobCount() const { return units_.size(); }
    [[nodiscard]] std::size_t unitCount() const { return unitBytes_.size(); }
    [[nodiscard]] UnitIndex unitOf(JobIndex job) const { return units_[job]; }
    [[nodiscard]] Lane laneOf(JobIndex job) const { return lanes_[job]; }
    [[nodiscard]] std::size_t bytesOf(UnitIndex unit) const { return unitBytes_[unit]; }
    [[nodiscard]] const std::vector<std::pair<JobIndex, JobIndex>>& dependencies() const {
        return dependencies_;
    }

private:
    std::vector<UnitIndex> units_;
    std::vector<Lane> lanes_;
    std::vector<std::size_t> unitBytes_;
    std::vector<std::pair<JobIndex, JobIndex>> dependencies_;
};

enum class JobState : std::uint8_t {
    Pending,  ///< only while the graph runs
    Done,
    Failed,   ///< its own error
    Skipped,  ///< never started because a job it depends on failed
    Cancelled
};

struct EngineOptions {
    unsigned jobs = 1;
    unsigned ioThreads = 4;
    std::size_t memoryBytes = std::size_t{1} << 30U;
    bool failFast = false;                        ///< first failure: like stop level 1
    const std::atomic<int>* stopLevel = nullptr;  ///< see RunOptions; may be null
};

/// What the engine holds right now.
struct EngineStatus {
    std::size_t unitsInFlight = 0;
    std::size_t bytesReserved = 0;
};

/// What the graph's user gives. `run` is called once per started job, from many threads; whatever it throws
/// becomes that job's error. The other two are called from the thread that called runGraph, one at a time.
struct EngineCallbacks {
    std::function<Status(JobIndex)> run;
    /// Once per unit, some time after its end: a wake-up for each would cost more than a small unit's jobs.
    std::function<void(UnitIndex, const EngineStatus&)> unitEnded{};  ///< may be empty
    std::function<void(const EngineStatus&)> tick{};  ///< about ten times a second; may be empty
};

struct GraphOutcome {
    std::vector<JobState> states;       ///< by job; none is Pending
    std::vector<JobIndex> rootCauses;   ///< by job: the job whose failure it was; itself unless Skipped
    std::map<JobIndex, Error> errors;   ///< of the Failed
    std::size_t peakReservedBytes = 0;  ///< above memoryBytes only when one unit alone needs more
};

/// Runs a graph to its end. Units are admitted in their order while their bytes fit (one that never fits runs
/// alone). Each outcome is a value: a failed job fails nothing but what depends on it.
[[nodiscard]] GraphOutcome runGraph(const JobGraph& graph, const EngineOptions& options,
                                    const EngineCallbacks& callbacks);

/// Calls `run`, and makes whatever it throws an Internal error (std::bad_alloc: Environment). Nothing
/// thrown gets past it.
[[nodiscard]] Status runGuarded(const std::function<Status()>& run);

}  // namespace rigkiln
