#pragma once

#include <atomic>
#include <csignal>

#include "pipeline/base/thread_group.hpp"

namespace rigkiln::cli {

/// Turns SIGINT, SIGTERM, SIGHUP and SIGXCPU into stop levels during its lifetime. At the first signal
/// nothing new is started, and work in flight has a moment to finish (StopSignal::kPatience); at the second
/// it is dropped, except for files that are being written; the third ends the program at once. Where the
/// system refuses the thread that waits for signals, the first ends it. SIGHUP that the program ignores
/// (nohup) stays ignored. The count goes on after the end of its lifetime, so that a second signal does not
/// kill a program that ends because of the first. After SIGXCPU the program ends at once shortly before the
/// kernel would kill it.
///
/// Create it before any other thread: it blocks the signals in this thread, hence in all threads started
/// later, and waits for them in a thread of its own.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;

    [[nodiscard]] const std::atomic<int>& level() const { return level_; }
    /// Returns a descriptor that can be read from the first signal on, for poll.
    [[nodiscard]] int descriptor() const { return event_; }
    /// Says whether something is under way. Where nothing is, a signal is obeyed without a word.
    void setIdle(bool isIdle) { isIdle_ = isIdle; }
    /// Returns the exit code of a command that ended with `code`: an interruption by the limit of processor
    /// time is one by the environment.
    [[nodiscard]] int exitCode(int code) const;

private:
    void wait();
    void countFurtherSignals() const;
    [[nodiscard]] int next() const;
    [[noreturn]] void endAtOnce() const;

    sigset_t signals_{};
    sigset_t previous_{};
    std::atomic<int> level_{0};
    std::atomic<bool> isOver_{false};
    std::atomic<bool> isIdle_{false};
    std::atomic<bool> isLimitReached_{false};
    int event_ = -1;
    ThreadGroup waiter_;
};

}  // namespace rigkiln::cli
