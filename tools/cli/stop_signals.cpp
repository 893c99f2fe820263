#include "tools/cli/stop_signals.hpp"

#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/processor_share.hpp"

namespace rigkiln::cli {

StopSignals::StopSignals() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGINT);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGXCPU);
    // A blocked signal is taken even where it is ignored, as nohup does with this one.
    struct sigaction hangup {};
    if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaddset(&signals_, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals_, &previous_);
    // Without the thread nobody takes a signal, so it ends the program, whose outputs are whole at any
    // moment.
    if (!waiter_.start(kSignalThread, [this] { wait(); })) pthread_sigmask(SIG_SETMASK, &previous_, nullptr);
}

StopSignals::~StopSignals() {
    isOver_ = true;
    // Wakes the waiting thread: it takes the signal by sigwait, so nothing else ends.
    waiter_.signal(SIGTERM);
    waiter_.join();
    pthread_sigmask(SIG_SETMASK, &previous_, nullptr);
    if (event_ >= 0) close(event_);
}

void StopSignals::wait() {
    constexpr int kEndAtOnce = 3;
    while (true) {
        int signal = 0;
        if (sigwait(&signals_, &signal) != 0 || isOver_) return;
        if (signal == SIGXCPU && !isLimitReached_.exchange(true))
            complain("the limit of processor time (ulimit -t) is reached");
        const int level = ++level_;
        if (level >= kEndAtOnce) {
            showStatusLine({});
            ProcessorShare::giveAllBack();
            _exit(exitCode(kInterrupted));
        }
        (void)eventfd_write(event_, 1);  // fails only when it is readable already
        if (isIdle_) continue;
        complain(level == 1 ? "stopping: dropping what is not converted in a moment (again to drop it now)"
                            : "stopping: dropping what is not being written (again to end at once)");
    }
}

int StopSignals::exitCode(int code) const {
    return code == kInterrupted && isLimitReached_ ? kEnvironmentFailed : code;
}

}  // namespace rigkiln::cli
