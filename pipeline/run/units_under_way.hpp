#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <optional>

#include "pipeline/base/stopwatch.hpp"

namespace rigkiln {

/// Units that a run has begun and not ended, with their start times. Safe to use from many threads.
class UnitsUnderWay {
public:
    struct Slowest {
        std::size_t number = 0;
        double seconds = 0;
    };

    void begin(std::size_t number) {
        const std::lock_guard lock(mutex_);
        begun_.emplace(number, Stopwatch());
    }
    /// Does nothing for one that is not under way.
    void end(std::size_t number) {
        const std::lock_guard lock(mutex_);
        begun_.erase(number);
    }
    /// Returns the one that was begun first; nothing if none is under way.
    [[nodiscard]] std::optional<Slowest> slowest() const {
        constexpr double kMillisecondsPerSecond = 1000;
        const std::lock_guard lock(mutex_);
        std::optional<Slowest> slowest;
        for (const auto& [number, stopwatch] : begun_) {
            const double seconds = stopwatch.milliseconds() / kMillisecondsPerSecond;
            if (!slowest || seconds > slowest->seconds) slowest = Slowest{number, seconds};
        }
        return slowest;
    }

private:
    mutable std::mutex mutex_;
    std::map<std::size_t, Stopwatch> begun_;
};

}  // namespace rigkiln
