#include "pipeline/batch/engine.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <queue>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "pipeline/base/run_guarded.hpp"

namespace rigkiln {
namespace {

constexpr JobIndex kNoJob = std::numeric_limits<JobIndex>::max();
constexpr auto kPollInterval = std::chrono::milliseconds(100);

/// Lists of jobs, stored contiguously in one array.
class JobLists {
public:
    /// `pairs`: (number of the list, job). Keeps the order within each list.
    JobLists(std::size_t listCount, const std::vector<std::pair<std::uint32_t, JobIndex>>& pairs)
        : starts_(listCount + 1, 0), jobs_(pairs.size()) {
        for (const auto& [list, job] : pairs)
            ++starts_[list + 1];
        for (std::size_t i = 1; i < starts_.size(); ++i)
            starts_[i] += starts_[i - 1];
        std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
        for (const auto& [list, job] : pairs)
            jobs_[next[list]++] = job;
    }

    [[nodiscard]] std::span<const JobIndex> operator[](std::uint32_t list) const {
        return std::span(jobs_).subspan(starts_[list], starts_[list + 1] - starts_[list]);
    }

private:
    std::vector<std::size_t> starts_;
    std::vector<JobIndex> jobs_;
};

JobLists jobsByUnit(const JobGraph& graph) {
    std::vector<std::pair<std::uint32_t, JobIndex>> pairs;
    pairs.reserve(graph.jobCount());
    for (JobIndex job = 0; job < graph.jobCount(); ++job)
        pairs.emplace_back(graph.unitOf(job), job);
    return {graph.unitCount(), pairs};
}

/// A job that may start. Jobs of units with the fewest remaining jobs go first, to free memory soon; then
/// those of larger units, which would otherwise finish last; then the order of the graph.
struct ReadyJob {
    std::size_t jobsLeft;
    std::size_t bytes;
    JobIndex job;

    bool operator<(const ReadyJob& other) const {  // std::priority_queue gives the greatest first
        if (jobsLeft != other.jobsLeft) return jobsLeft > other.jobsLeft;
        if (bytes != other.bytes) return bytes < other.bytes;
        return job > other.job;
    }
};

/// State of one run, guarded by one mutex. Jobs take milliseconds, a lock less than a microsecond.
class Engine {
public:
    Engine(const JobGraph& graph, const EngineOptions& options, const EngineCallbacks& callbacks);

    GraphOutcome run();

private:
    using Lock = std::unique_lock<std::mutex>;

    void admitUnits();
    bool mayAdmit(UnitIndex unit) const;
    /// Returns enough units to keep every thread busy; more would only hold memory.
    std::size_t mostUnitsInFlight() const { return std::size_t{4} * options_.jobs + 64; }
    void admit(UnitIndex unit);
    void cancelFrom(UnitIndex firstUnit);

    void dispatch(JobIndex job);
    void dispatchDecided();
    bool decideWithoutRunning(JobIndex job);
    void enqueue(JobIndex job);
    void runBestCpuJob();
    void serveIo();
    void runBest(Lock& lock, std::priority_queue<ReadyJob>& ready);
    void endJob(JobIndex job);
    void endUnit(UnitIndex unit);

    void watch();
    int stopLevel() const;
    EngineStatus status() const { return {unitsInFlight_, reservedBytes_}; }

    const JobGraph& graph_;
    const EngineOptions& options_;
    const EngineCallbacks& callbacks_;
    JobLists successors_;
    JobLists unitJobs_;
    tbb::global_control parallelism_;
    tbb::task_arena arena_;

    std::mutex mutex_;
    std::condition_variable admissionChanged_;
    std::condition_variable ioChanged_;
    std::condition_variable watchChanged_;

    GraphOutcome outcome_;
    std::vector<std::uint32_t> waitingFor_;    ///< by job: dependencies not yet ended
    std::vector<JobIndex> cause_;              ///< by job: root cause among ended dependencies, or kNoJob
    std::vector<std::uint8_t> dropped_;        ///< by job: a dependency was cancelled
    std::vector<std::uint32_t> unitJobsLeft_;  ///< by unit
    std::vector<std::uint8_t> admitted_;       ///< by unit
    std::vector<JobIndex> decided_;            ///< work list of dispatch: jobs whose dependencies have ended
    std::priority_queue<ReadyJob> cpuReady_;
    std::priority_queue<ReadyJob> ioReady_;
    std::deque<UnitIndex> endedUnits_;  ///< not yet reported
    std::size_t unitsLeft_;
    std::size_t unitsInFlight_ = 0;
    std::size_t wakeAdmissionAt_ = 0;  ///< unitsInFlight_ at which the admission thread is woken
    std::size_t reservedBytes_ = 0;
    std::size_t tasksInFlight_ = 0;  ///< tasks in the arena; each uses this object until its end
    bool anyFailed_ = false;
    bool ending_ = false;
};

Engine::Engine(const JobGraph& graph, const EngineOptions& options, const EngineCallbacks& callbacks)
    : graph_(graph),
      options_(options),
      callbacks_(callbacks),
      successors_(graph.jobCount(), graph.dependencies()),
      unitJobs_(jobsByUnit(graph)),
      // One more than jobs: oneTBB counts the thread that waits outside as a worker and starts one thread
      // less.
      parallelism_(tbb::global_control::max_allowed_parallelism, std::max(options.jobs, 1U) + 1),
      arena_(static_cast<int>(std::max(options.jobs, 1U)), 0),
      waitingFor_(graph.jobCount(), 0),
      cause_(graph.jobCount(), kNoJob),
      dropped_(graph.jobCount(), 0),
      unitJobsLeft_(graph.unitCount(), 0),
      admitted_(graph.unitCount(), 0),
      unitsLeft_(graph.unitCount()) {
    outcome_.states.assign(graph.jobCount(), JobState::Pending);
    outcome_.rootCauses.resize(graph.jobCount());
    for (JobIndex job = 0; job < graph.jobCount(); ++job) {
        outcome_.rootCauses[job] = job;
        ++unitJobsLeft_[graph.unitOf(job)];
    }
    for (const auto& [before, after] : graph.dependencies())
        ++waitingFor_[after];
}

GraphOutcome Engine::run() {
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(options_.ioThreads, 1U); ++i) {
        threads.emplace_back([this] { serveIo(); });
    }
    threads.emplace_back([this] { admitUnits(); });
    watch();
    for (std::thread& thread : threads)
        thread.join();
    return std::move(outcome_);
}

int Engine::stopLevel() const {
    const int asked = options_.stopLevel == nullptr ? 0 : options_.stopLevel->load(std::memory_order_relaxed);
    return options_.failFast && anyFailed_ ? std::max(asked, 1) : asked;
}

void Engine::admitUnits() {
    Lock lock(mutex_);
    for (UnitIndex unit = 0; unit < graph_.unitCount(); ++unit) {
        while (stopLevel() == 0 && !mayAdmit(unit)) {
            wakeAdmissionAt_ = unitsInFlight_ == mostUnitsInFlight() ? unitsInFlight_ / 2 : unitsInFlight_;
            admissionChanged_.wait_for(lock, kPollInterval);
        }
        wakeAdmissionAt_ = 0;
        if (stopLevel() > 0) {
            cancelFrom(unit);
            return;
        }
        admit(unit);
    }
}

bool Engine::mayAdmit(UnitIndex unit) const {
    if (unitsInFlight_ == 0) return true;
    const std::size_t bytes = graph_.bytesOf(unit);
    const bool fits =
        reservedBytes_ <= options_.memoryBytes && bytes <= options_.memoryBytes - reservedBytes_;
    return fits && unitsInFlight_ < mostUnitsInFlight();
}

void Engine::admit(UnitIndex unit) {
    admitted_[unit] = 1;
    ++unitsInFlight_;
    reservedBytes_ += graph_.bytesOf(unit);
    outcome_.peakReservedBytes = std::max(outcome_.peakReservedBytes, reservedBytes_);
    for (const JobIndex job : unitJobs_[unit]) {
        if (outcome_.states[job] == JobState::Pending && waitingFor_[job] == 0) dispatch(job);
    }
}

/// Cancels this unit and all later ones. None of them has run, and only later units depend on them.
void Engine::cancelFrom(UnitIndex firstUnit) {
    for (UnitIndex unit = firstUnit; unit < graph_.unitCount(); ++unit) {
        for (const JobIndex job : unitJobs_[unit])
            outcome_.states[job] = JobState::Cancelled;
        endedUnits_.push_back(unit);
        --unitsLeft_;
    }
    watchChanged_.notify_one();
}

void Engine::dispatch(JobIndex job) {
    decided_.push_back(job);
    dispatchDecided();
}

/// Uses a list instead of recursion, because a failure may pass through chains of any length.
void Engine::dispatchDecided() {
    while (!decided_.empty()) {
        const JobIndex job = decided_.back();
        decided_.pop_back();
        if (decideWithoutRunning(job)) {
            endJob(job);
        } else {
            enqueue(job);
        }
    }
}

bool Engine::decideWithoutRunning(JobIndex job) {
    if (cause_[job] != kNoJob) {
        outcome_.states[job] = JobState::Skipped;
        outcome_.rootCauses[job] = cause_[job];
        return true;
    }
    if (dropped_[job] != 0 || stopLevel() >= 2) {
        outcome_.states[job] = JobState::Cancelled;
        return true;
    }
    return false;
}

void Engine::enqueue(JobIndex job) {
    const UnitIndex unit = graph_.unitOf(job);
    const ReadyJob ready{unitJobsLeft_[unit], graph_.bytesOf(unit), job};
    if (graph_.laneOf(job) == Lane::Io) {
        ioReady_.push(ready);
        ioChanged_.notify_one();
        return;
    }
    cpuReady_.push(ready);
    ++tasksInFlight_;
    // Starts one task per job; each task chooses the best job when it starts.
    arena_.enqueue([this] { runBestCpuJob(); });
}

void Engine::runBestCpuJob() {
    Lock lock(mutex_);
    runBest(lock, cpuReady_);
    // Notifies under the lock: once it is released, this object may be destroyed.
    if (--tasksInFlight_ == 0 && unitsLeft_ == 0) watchChanged_.notify_one();
}

void Engine::serveIo() {
    Lock lock(mutex_);
    while (true) {
        ioChanged_.wait(lock, [&] { return ending_ || !ioReady_.empty(); });
        if (ioReady_.empty()) return;
        runBest(lock, ioReady_);
    }
}

void Engine::runBest(Lock& lock, std::priority_queue<ReadyJob>& ready) {
    const JobIndex job = ready.top().job;
    ready.pop();
    if (!decideWithoutRunning(job)) {
        lock.unlock();
        Status status = runGuarded([&] { return callbacks_.run(job); });
        lock.lock();
        outcome_.states[job] = status ? JobState::Done : JobState::Failed;
        if (!status) {
            outcome_.errors.emplace(job, status.error());
            anyFailed_ = true;
        }
    }
    endJob(job);
    dispatchDecided();
}

void Engine::endJob(JobIndex job) {
    const JobState state = outcome_.states[job];
    for (const JobIndex next : successors_[job]) {
        // Chooses the first cause in the graph, so that the result does not depend on the order of failures.
        const bool failed = state == JobState::Failed || state == JobState::Skipped;
        if (failed) cause_[next] = std::min(cause_[next], outcome_.rootCauses[job]);
        if (state == JobState::Cancelled) dropped_[next] = 1;
        if (--waitingFor_[next] == 0 && admitted_[graph_.unitOf(next)] != 0) decided_.push_back(next);
    }
    const UnitIndex unit = graph_.unitOf(job);
    if (--unitJobsLeft_[unit] == 0) endUnit(unit);
}

void Engine::endUnit(UnitIndex unit) {
    --unitsInFlight_;
    --unitsLeft_;
    reservedBytes_ -= graph_.bytesOf(unit);
    endedUnits_.push_back(unit);
    if (unitsInFlight_ <= wakeAdmissionAt_) admissionChanged_.notify_one();
    if (unitsLeft_ == 0) watchChanged_.notify_one();
}

/// Reports progress from the thread that called runGraph, which waits here and not inside oneTBB.
void Engine::watch() {
    Lock lock(mutex_);
    const auto over = [&] { return unitsLeft_ == 0 && tasksInFlight_ == 0; };
    auto nextTick = std::chrono::steady_clock::now() + kPollInterval;
    while (!over() || !endedUnits_.empty()) {
        watchChanged_.wait_until(lock, nextTick, over);
        const std::deque<UnitIndex> ended = std::exchange(endedUnits_, {});
        const EngineStatus now = status();
        lock.unlock();
        for (const UnitIndex unit : ended) {
            if (callbacks_.unitEnded) callbacks_.unitEnded(unit, now);
        }
        if (std::chrono::steady_clock::now() >= nextTick) {
            if (callbacks_.tick) callbacks_.tick(now);
            nextTick = std::chrono::steady_clock::now() + kPollInterval;
        }
        lock.lock();
    }
    ending_ = true;
    ioChanged_.notify_all();
}

}  // namespace

UnitIndex JobGraph::addUnit(std::size_t bytes) {
    unitBytes_.push_back(bytes);
    return static_cast<UnitIndex>(unitBytes_.size() - 1);
}

JobIndex JobGraph::addJob(UnitIndex unit, Lane lane) {
    assert(unit < unitCount());
    units_.push_back(unit);
    lanes_.push_back(lane);
    return static_cast<JobIndex>(units_.size() - 1);
}

void JobGraph::addDependency(JobIndex before, JobIndex after) {
    assert(before < after && after < jobCount() && unitOf(before) <= unitOf(after));
    dependencies_.emplace_back(before, after);
}

GraphOutcome runGraph(const JobGraph& graph, const EngineOptions& options, const EngineCallbacks& callbacks) {
    if (graph.jobCount() == 0) return {};
    Engine engine(graph, options, callbacks);
    return engine.run();
}

}  // namespace rigkiln
