#pragma once

#include <algorithm>
#include <chrono>

namespace rigkiln {

/// Tells whether the disk answers so quickly that waiting for it takes less than waking another thread, by
/// the stages of small units. Begins with no, and takes many quick stages for one that had to wait. A stage
/// also waits for a processor: among larger units, which keep these busy, the answer is no.
class DiskPace {
public:
    using Duration = std::chrono::nanoseconds;

    /// Notes how long a stage took that reads or writes files of a small unit.
    void note(Duration stage) {
        if (stage > kQuick) {
            waited_ = std::min(waited_ + (stage - kQuick), kMostWaited);
        } else {
            waited_ -= std::min(waited_, kForgiven);
        }
        if (waited_ >= kTooLong) isQuick_ = false;
        if (waited_ == Duration::zero()) isQuick_ = true;
    }

    [[nodiscard]] bool isQuick() const { return isQuick_; }

private:
    /// A small file that the system has in memory is read or written in a tenth of this.
    static constexpr Duration kQuick = std::chrono::milliseconds(1);
    /// A unit of 2 KB takes 18 microseconds of the processors more where it changes its thread twice
    /// (docs/performance.md, small units), so quick stages make up for about as much waiting.
    static constexpr Duration kForgiven = std::chrono::microseconds(32);
    /// More than the thread loses now and then to other processes.
    static constexpr Duration kTooLong = std::chrono::milliseconds(8);
    static constexpr Duration kMostWaited = std::chrono::milliseconds(32);

    Duration waited_ = 64 * kForgiven;
    bool isQuick_ = false;
};

}  // namespace rigkiln
