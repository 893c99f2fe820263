#include "pipeline/run/engine.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include "pipeline/base/error_codes.hpp"
#include "pipeline/base/processors.hpp"
#include "pipeline/base/run_guarded.hpp"
#include "pipeline/base/stop.hpp"
#include "pipeline/base/thread_group.hpp"
#include "pipeline/run/ready_stages.hpp"

namespace rigkiln {
namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(100);

/// Precondition: not the last stage.
Stage stageAfter(Stage stage) {
    return stage == Stage::Read ? Stage::Convert : Stage::Publish;
}

struct EndedUnit {
    UnitIndex unit;
    std::optional<Error> error;
};

/// State of one run, guarded by one mutex. Stages take milliseconds, a lock less than a microsecond.
class Engine {
public:
    Engine(std::span<const std::size_t> unitBytes, const EngineOptions& options,
           const EngineCallbacks& callbacks);

    EngineOutcome run();

private:
    using Lock = std::unique_lock<std::mutex>;

    Status startThreads(ThreadGroup& threads);
    Status beginSharing();
    void giveUp(const Error& problem);
    void admitUnits();
    bool admitNext();
    bool mayAdmit(UnitIndex unit) const;
    /// Returns enough units to keep every thread busy; more would only hold memory.
    std::size_t mostUnitsInFlight() const { return std::size_t{4} * options_.jobs + 64; }
    void admit(UnitIndex unit);
    void cancelFrom(UnitIndex firstUnit);
    void admitPutOff();
    void putOff(UnitIndex unit);
    void leaveFlight(UnitIndex unit);
    void traceLoad() const;

    void enqueue(UnitIndex unit, Stage stage);
    void runBestTask();
    void serveIo();
    void runBest(Lock& lock, Lane lane);
    void endUnit(UnitIndex unit, std::optional<Error> error);
    void addEnded(UnitIndex unit, std::optional<Error> error);

    void watch();
    void tellCancelled();
    void tellEnd(const EndedUnit& ended, const EngineStatus& now) const;
    UnitIndex unitCount() const { return static_cast<UnitIndex>(unitBytes_.size()); }
    int stopLevel() const;
    bool isOverByFailure() const { return options_.failFast && anyFailed_; }
    EngineStatus status() const { return {unitsInFlight_, reservedBytes_}; }

    const std::span<const std::size_t> unitBytes_;
    const EngineOptions& options_;
    const EngineCallbacks& callbacks_;
    const StopSignal stop_;
    Processors* const processors_;  ///< of the thread that runs this; null: oneTBB has them all
    std::optional<tbb::global_control> parallelism_;
    std::optional<tbb::task_arena> arena_;

    std::mutex mutex_;
    std::condition_variable admissionChanged_;
    std::condition_variable ioChanged_;
    std::condition_variable watchChanged_;

    EngineOutcome outcome_;
    ReadyStages ready_;
    std::vector<EndedUnit> endedUnits_;  ///< not yet reported
    std::queue<UnitIndex> putOff_;       ///< to be run alone, after all others
    UnitIndex nextUnit_ = 0;             ///< next to be admitted
    UnitIndex firstCancelled_;           ///< this unit and all after it were never admitted
    std::size_t unitsLeft_;
    std::size_t unitsInFlight_ = 0;
    std::size_t admitAt_ = 0;  ///< unitsInFlight_ at which more may be admitted
    std::size_t reservedBytes_ = 0;
    std::size_t tasksInFlight_ = 0;  ///< each uses this object until its end
    bool anyFailed_ = false;
    bool ending_ = false;
};

Engine::Engine(std::span<const std::size_t> unitBytes, const EngineOptions& options,
               const EngineCallbacks& callbacks)
    : unitBytes_(unitBytes),
      options_(options),
      callbacks_(callbacks),
      stop_(options.stopLevel, options.ownStopLevel, options.patience),
      processors_(Processors::ofThisThread()),
      ready_(processors_ != nullptr),
      firstCancelled_(unitCount()),
      unitsLeft_(unitBytes.size()) {}

EngineOutcome Engine::run() {
    {
        std::optional<WaitScope> wait;  // until the threads have ended
        ThreadGroup threads;
        // oneTBB also throws. An exception must not pass threads that wait for this one.
        const Status started = runGuarded([&] { return startThreads(threads); });
        wait.emplace();
        if (started) {
            watch();
        } else {
            giveUp(started.error());
        }
    }
    tellCancelled();
    return outcome_;
}

/// Starts as many of the wanted threads as the system allows: one that admits, one that waits for the disk
/// and one that computes, then others that compute, then others that wait.
Status Engine::startThreads(ThreadGroup& threads) {
    if (processors_ != nullptr) return beginSharing();
    const auto serve = [this] { serveIo(); };
    if (Status first = threads.start(kDiskThread, serve); !first) return first;
    const std::size_t jobs = std::max(options_.jobs, 1U);
    const std::size_t moreIo = std::max(options_.ioThreads, 1U) - 1;
    // oneTBB does not survive a refused thread: it throws in a thread of its own. Only processes beside this
    // one can still take what is counted here.
    const StartableThreads startable = countStartableThreads(1 + jobs + moreIo);
    if (startable.count < 2) return *startable.refusal;
    const std::size_t computing = std::min(jobs, startable.count - 1);
    // One more than these: oneTBB counts the thread that waits outside as a worker and starts one thread
    // less.
    parallelism_.emplace(tbb::global_control::max_allowed_parallelism, computing + 1);
    arena_.emplace(static_cast<int>(computing), 0);
    arena_->initialize();
    for (std::size_t i = 0; i < std::min(moreIo, startable.count - 1 - computing); ++i) {
        if (!threads.start(kDiskThread, serve)) break;
    }
    // Lets oneTBB start its threads now, as long as there is room for them.
    arena_->enqueue([] {});
    return threads.start(kDiskThread, [this] { admitUnits(); });
}

/// Begins where other processes use the same processors. Every stage is then a task: a thread of its own
/// would be woken before it may compute, only to wait again. Whoever ends a unit admits the next ones.
Status Engine::beginSharing() {
    if (Status started = processors_->startThread(); !started) return started;
    const Lock lock(mutex_);
    admitNext();
    return Done{};
}

/// Cancels all units and lets the threads end that were started. Precondition: no unit was admitted.
void Engine::giveUp(const Error& problem) {
    const Lock lock(mutex_);
    outcome_.problem = problem.is(kUnexpectedException) ? problem.withCode(kNoThread) : problem;
    firstCancelled_ = 0;
    unitsLeft_ = 0;
    ending_ = true;
    ioChanged_.notify_all();
}

int Engine::stopLevel() const {
    const auto levelOf = [](const std::atomic<int>* level) {
        return level == nullptr ? 0 : level->load(std::memory_order_relaxed);
    };
    const int asked = std::max(levelOf(options_.stopLevel), levelOf(options_.ownStopLevel));
    return isOverByFailure() ? std::max(asked, 1) : asked;
}

/// Admits all units, waiting in between.
void Engine::admitUnits() {
    const Trace::Scope scope(options_.trace, "admission");
    Lock lock(mutex_);
    while (!admitNext()) {
        const TraceWait span(unitsInFlight_ < mostUnitsInFlight() ? "memory" : "units in flight");
        do {
            admissionChanged_.wait_for(lock, kPollInterval);
        } while (unitsInFlight_ > admitAt_ && stopLevel() == 0);
    }
}

/// Admits the next units while they fit. When all others have ended, admits one that was put off; once a stop
/// is asked for, none is put off any more. Returns whether nothing is left to admit, whatever the units in
/// flight do.
bool Engine::admitNext() {
    while (nextUnit_ < unitCount() && stopLevel() == 0 && mayAdmit(nextUnit_)) {
        admit(nextUnit_);
        enqueue(nextUnit_++, Stage::Read);
    }
    if (nextUnit_ < unitCount() && stopLevel() > 0) cancelFrom(std::exchange(nextUnit_, unitCount()));
    const bool areAllAdmitted = nextUnit_ == unitCount();
    if (areAllAdmitted && unitsInFlight_ == 0) admitPutOff();
    const bool areEnough = unitsInFlight_ == mostUnitsInFlight();
    admitAt_ = areAllAdmitted ? 0 : areEnough ? unitsInFlight_ / 2 : unitsInFlight_ - 1;
    return areAllAdmitted && unitsInFlight_ == 0;
}

void Engine::admitPutOff() {
    while (!putOff_.empty()) {
        const UnitIndex unit = putOff_.front();
        putOff_.pop();
        if (stopLevel() == 0) {
            admit(unit);
            return enqueue(unit, Stage::Read);
        }
        addEnded(unit, std::nullopt);
    }
}

bool Engine::mayAdmit(UnitIndex unit) const {
    if (unitsInFlight_ == 0) return true;
    const std::size_t bytes = unitBytes_[unit];
    const bool fits =
        reservedBytes_ <= options_.memoryBytes && bytes <= options_.memoryBytes - reservedBytes_;
    return fits && unitsInFlight_ < mostUnitsInFlight();
}

void Engine::admit(UnitIndex unit) {
    ++unitsInFlight_;
    reservedBytes_ += unitBytes_[unit];
    outcome_.peakReservedBytes = std::max(outcome_.peakReservedBytes, reservedBytes_);
    traceLoad();
}

void Engine::traceLoad() const {
    if (options_.trace != nullptr) options_.trace->addLoad(reservedBytes_, unitsInFlight_);
}

/// Cancels this unit and all later ones. They are reported after the units in flight.
void Engine::cancelFrom(UnitIndex firstUnit) {
    firstCancelled_ = firstUnit;
    unitsLeft_ -= unitCount() - firstUnit;
    watchChanged_.notify_one();
}

void Engine::enqueue(UnitIndex unit, Stage stage) {
    if (ready_.add({.bytes = unitBytes_[unit], .unit = unit, .stage = stage}) == Lane::Io)
        return ioChanged_.notify_one();
    ++tasksInFlight_;
    // Starts one task per stage; each task chooses the best one when it starts.
    if (arena_) return arena_->enqueue([this] { runBestTask(); });
    processors_->enqueue([this] { runBestTask(); });
}

void Engine::runBestTask() {
    // Once for each thread of oneTBB, which inherits the name of a thread of this engine.
    [[maybe_unused]] static thread_local const bool kIsNamed = (nameThisThread(kConvertThread), true);
    const Trace::Scope scope(options_.trace, kConversionThread);
    Lock lock(mutex_);
    runBest(lock, Lane::Cpu);
    // Notifies under the lock: once it is released, this object may be destroyed.
    if (--tasksInFlight_ == 0 && unitsLeft_ == 0) watchChanged_.notify_one();
}

void Engine::serveIo() {
    const Trace::Scope scope(options_.trace, kIoThread);
    Lock lock(mutex_);
    while (true) {
        ioChanged_.wait(lock, [&] { return ending_ || !ready_.areNone(Lane::Io); });
        if (ready_.areNone(Lane::Io)) return;
        runBest(lock, Lane::Io);
    }
}

/// Runs the best stage of a lane without the lock, then lets its unit go on to the next stage or ends it.
void Engine::runBest(Lock& lock, Lane lane) {
    const ReadyStage next = ready_.take(lane);
    const bool isWriting = next.stage == Stage::Publish;
    const auto isToDrop = [&] { return stopLevel() >= 2 || (!isWriting && stop_.isOver()); };
    // Units are admitted far ahead: after a failure only those go on that are converted.
    if (isToDrop() || (!isWriting && isOverByFailure())) {
        endUnit(next.unit, std::nullopt);
        return;
    }
    lock.unlock();
    const auto begun = std::chrono::steady_clock::now();
    bool isStopped = false;
    const Status status = runGuarded([&]() -> Status {
        // Files under way are written to their end.
        const StopScope scope(isWriting ? nullptr : &stop_);
        try {
            return callbacks_.run(next.unit, next.stage);
        } catch (const Stopped&) {
            isStopped = true;
            return Done{};
        }
    });
    const DiskPace::Duration taken = std::chrono::steady_clock::now() - begun;
    const bool triesAgain = !status && callbacks_.triesAgainAlone && callbacks_.triesAgainAlone(next.unit);
    lock.lock();
    ready_.noteTime(next, taken);
    if (triesAgain && stopLevel() == 0) {
        putOff(next.unit);
    } else if (!status && !triesAgain) {
        anyFailed_ = true;
        endUnit(next.unit, status.error());
    } else if (triesAgain || isStopped || isWriting || isToDrop()) {
        endUnit(next.unit, std::nullopt);
    } else {
        enqueue(next.unit, stageAfter(next.stage));
    }
}

void Engine::putOff(UnitIndex unit) {
    putOff_.push(unit);
    leaveFlight(unit);
}

void Engine::leaveFlight(UnitIndex unit) {
    --unitsInFlight_;
    reservedBytes_ -= unitBytes_[unit];
    traceLoad();
    if (unitsInFlight_ > admitAt_) return;
    if (processors_ == nullptr) {
        admissionChanged_.notify_one();
    } else {
        admitNext();
    }
}

void Engine::endUnit(UnitIndex unit, std::optional<Error> error) {
    leaveFlight(unit);
    addEnded(unit, std::move(error));
}

void Engine::addEnded(UnitIndex unit, std::optional<Error> error) {
    --unitsLeft_;
    endedUnits_.push_back({unit, std::move(error)});
    if (unitsLeft_ == 0) watchChanged_.notify_one();
}

/// Reports progress from the thread that called runUnits, which waits here and not inside oneTBB.
void Engine::watch() {
    Lock lock(mutex_);
    const auto over = [&] { return unitsLeft_ == 0 && tasksInFlight_ == 0; };
    auto nextTick = std::chrono::steady_clock::now() + kPollInterval;
    while (!over() || !endedUnits_.empty()) {
        watchChanged_.wait_until(lock, nextTick, over);
        if (processors_ != nullptr && stopLevel() > 0) admitNext();  // cancels the rest
        std::optional<ResumeScope> resumed;
        if (processors_ != nullptr && !endedUnits_.empty()) {
            lock.unlock();
            resumed.emplace(kPollInterval);
            lock.lock();
        }
        std::vector<EndedUnit> ended;
        // Progress is shown also while others compute for long. Then the results come later.
        if (!resumed || resumed->mayCompute()) ended = std::exchange(endedUnits_, {});
        const EngineStatus now = status();
        lock.unlock();
        for (const EndedUnit& unit : ended)
            tellEnd(unit, now);
        resumed.reset();
        if (std::chrono::steady_clock::now() >= nextTick) {
            (void)stop_.isOver();  // starts its clock
            if (callbacks_.tick) callbacks_.tick(now);
            nextTick = std::chrono::steady_clock::now() + kPollInterval;
        }
        lock.lock();
    }
    ending_ = true;
    ioChanged_.notify_all();
}

/// Reports the units that were never admitted. Precondition: all other threads have ended.
void Engine::tellCancelled() {
    for (UnitIndex unit = firstCancelled_; unit < unitCount(); ++unit)
        tellEnd({unit, std::nullopt}, status());
}

void Engine::tellEnd(const EndedUnit& ended, const EngineStatus& now) const {
    if (callbacks_.unitEnded) callbacks_.unitEnded(ended.unit, ended.error, now);
}

}  // namespace

EngineOutcome runUnits(std::span<const std::size_t> unitBytes, const EngineOptions& options,
                       const EngineCallbacks& callbacks) {
    assert(unitBytes.size() <= std::numeric_limits<UnitIndex>::max());
    if (unitBytes.empty()) return {};
    // oneTBB 2021.8 reads its list of global_control objects without a lock while it starts, so two engines
    // must not begin beside each other. Besides, the smaller of their limits would count for both.
    static std::mutex oneAtATime;
    const std::unique_lock turn = lockAndLend(oneAtATime);
    return Engine(unitBytes, options, callbacks).run();
}

}  // namespace rigkiln
