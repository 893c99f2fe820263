#pragma once

#include <atomic>
#include <chrono>
#include <list>
#include <mutex>

#include "pipeline/base/stop.hpp"
#include "pipeline/base/stopwatch.hpp"

namespace rigkiln {

/// Stages of units that run now. Those that take longer than allowed are stopped, where they ask
/// (`checkStop`). Safe to use from many threads.
class RunningStages {
    struct Stage {
        Stopwatch running{};
        std::atomic<int> stopLevel{0};
    };

public:
    /// `longest` is how long a stage may run. Zero: as long as it takes.
    explicit RunningStages(std::chrono::milliseconds longest) : longest_(longest) {}

    /// A stage runs on this thread while this lives. Whoever could stop it before still can.
    class Scope {
    public:
        explicit Scope(RunningStages& stages);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

        /// Whether the stage has taken longer than allowed.
        [[nodiscard]] bool isOverdue() const { return stage_->stopLevel.load() > 0; }

    private:
        RunningStages& stages_;
        std::list<Stage>::iterator stage_;
        StopSignal signal_;
        StopScope scope_;
    };

    /// Stops those that have taken longer than allowed. To be called some times a second.
    void stopOverdue();

private:
    std::list<Stage>::iterator begin();
    void end(std::list<Stage>::iterator stage);

    const std::chrono::milliseconds longest_;
    std::mutex mutex_;
    std::list<Stage> stages_;  ///< as many as there are threads
};

}  // namespace rigkiln
