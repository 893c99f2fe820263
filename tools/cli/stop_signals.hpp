#pragma once

#include <atomic>
#include <csignal>
#include <thread>

namespace rigkiln::cli {

/// Turns SIGINT and SIGTERM into stop levels while it lives: the first signal finishes what is in flight and
/// starts nothing new, the second drops every step not yet begun, the third ends the program at once.
///
/// Make it before any other thread: signals are blocked in this thread and so in all that it starts, and one
/// thread waits for them.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    [[nodiscard]] const std::atomic<int>& level() const { return level_; }

private:
    void wait();

    sigset_t signals_{};
    sigset_t previous_{};
    std::atomic<int> level_{0};
    std::atomic<bool> isOver_{false};
    std::thread waiter_;
};

}  // namespace rigkiln::cli
