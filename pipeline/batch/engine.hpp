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

/// Threads on which a job runs. Cpu is for computation on oneTBB; Io is for anything that may block, on
/// threads of its own. A blocked TBB task would leave a processor idle, because arenas never have more
/// threads than processors.
enum class Lane : std::uint8_t { Cpu, Io };

/// Jobs stored as arrays. A unit is a group of jobs whose memory is reserved together, before its first job
/// starts. Laws: dependencies lead from a job to a later job, and between units from a unit to a later unit;
/// every unit has a job. So there are no cycles, and no unit waits for memory that is held by a unit waiting
/// for it.
class JobGraph {
public:
    [[nodiscard]] UnitIndex addUnit(std::size_t bytes);
    [[nodiscard]] JobIndex addJob(UnitIndex unit, Lane lane);
    /// Makes `after` start only when `before` is done. Precondition: the laws above.
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
    Failed,   ///< failed by itself
    Skipped,  ///< not started, because a job it depends on failed
    Cancelled
};

struct EngineOptions {
    unsigned jobs = 1;
    unsigned ioThreads = 4;
    std::size_t memoryBytes = std::size_t{1} << 30U;
    bool failFast = false;                        ///< the first failure acts like stop level 1
    const std::atomic<int>* stopLevel = nullptr;  ///< see RunOptions; may be null
};

/// Current load of the engine.
struct EngineStatus {
    std::size_t unitsInFlight = 0;
    std::size_t bytesReserved = 0;
};

/// Functions that the user of the graph provides. `run` is called once per started job, from many threads; an
/// exception becomes that job's error. The others are called one at a time from the thread that called
/// runGraph.
struct EngineCallbacks {
    std::function<Status(JobIndex)> run;
    /// Called once per unit, some time after its end. Waking the thread for each unit would cost more than
    /// the jobs of a small unit.
    std::function<void(UnitIndex, const EngineStatus&)> unitEnded{};  ///< may be empty
    std::function<void(const EngineStatus&)> tick{};  ///< about ten times a second; may be empty
};

struct GraphOutcome {
    std::vector<JobState> states;       ///< by job; none is Pending
    std::vector<JobIndex> rootCauses;   ///< by job: the failed job that caused it; itself unless Skipped
    std::map<JobIndex, Error> errors;   ///< of the Failed jobs
    std::size_t peakReservedBytes = 0;  ///< exceeds memoryBytes only when a single unit needs more
};

/// Runs a graph to its end. Admits units in order while their bytes fit; a unit that never fits runs alone. A
/// failed job only affects the jobs that depend on it.
[[nodiscard]] GraphOutcome runGraph(const JobGraph& graph, const EngineOptions& options,
                                    const EngineCallbacks& callbacks);

}  // namespace rigkiln
