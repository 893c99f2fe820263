#include "tools/cli/stop_signals.hpp"

#include <pthread.h>
#include <unistd.h>

#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {

StopSignals::StopSignals() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &signals_, &previous_);
    waiter_ = std::thread([this] { wait(); });
}

StopSignals::~StopSignals() {
    isOver_ = true;
    // Wakes the waiting thread: it takes the signal by sigwait, so nothing else ends.
    pthread_kill(waiter_.native_handle(), SIGTERM);  // NOLINT(bugprone-bad-signal-to-kill-thread)
    waiter_.join();
    pthread_sigmask(SIG_SETMASK, &previous_, nullptr);
}

void StopSignals::wait() {
    constexpr int kEndAtOnce = 3;
    while (true) {
        int signal = 0;
        if (sigwait(&signals_, &signal) != 0 || isOver_) return;
        const int level = ++level_;
        if (level >= kEndAtOnce) {
            showStatusLine({});
            _exit(kInterrupted);
        }
        complain(level == 1 ? "stopping: finishing what is being converted (again to drop it)"
                            : "stopping: dropping every step not yet begun (again to end at once)");
    }
}

}  // namespace rigkiln::cli
