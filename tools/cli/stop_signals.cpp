#include "tools/cli/stop_signals.hpp"

#include <array>
#include <ctime>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/processor_share.hpp"

namespace rigkiln::cli {
namespace {

constexpr int kEndAtOnce = 3;  ///< how many signals end the program at once

/// How many signals came while the program ends because of the first.
std::atomic<int> levelOfEnd{0};

/// Exit code of a program that the last of them ends.
std::atomic<int> codeOfEnd{kInterrupted};

void countAtEnd(int /*signal*/) {
    if (++levelOfEnd >= kEndAtOnce) _exit(codeOfEnd);
}

/// Clock of RLIMIT_CPU, which counts the ticks of the kernel that find this process at work. While others
/// want the processors it is not CLOCK_PROCESS_CPUTIME_ID: it showed 1.97 s where that one showed 1.75, and
/// 0.04 where it showed 2.00. It has no name: "~process << 3 | CPUCLOCK_PROF" for this process, 0
/// (include/linux/posix-timers_types.h).
constexpr clockid_t kClockOfTheLimit = ~0 * 8;

/// Whether the kernel will soon kill the program for the processor time that it took (RLIMIT_CPU).
bool isLittleTimeLeft() {
    constexpr double kLittleSeconds = 0.3;
    rlimit limit{};
    timespec used{};
    if (::getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_max == RLIM_INFINITY ||
        ::clock_gettime(kClockOfTheLimit, &used) != 0)
        return false;
    const double usedSeconds = static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
    return usedSeconds > static_cast<double>(limit.rlim_max) - kLittleSeconds;
}

}  // namespace

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
    if (level_ > 0) countFurtherSignals();
    pthread_sigmask(SIG_SETMASK, &previous_, nullptr);
    if (event_ >= 0) close(event_);
}

/// Lets the next signals count while the program ends, as it does because of the first. They would kill it
/// while it has yet to write out its texts.
void StopSignals::countFurtherSignals() const {
    static_assert(std::atomic<int>::is_always_lock_free, "a handler of signals takes no lock");
    levelOfEnd = level_.load();
    codeOfEnd = exitCode(kInterrupted);
    struct sigaction count {};
    count.sa_handler = countAtEnd;
    count.sa_flags = SA_RESTART;
    for (const int signal : std::array{SIGINT, SIGTERM, SIGHUP})
        if (sigismember(&signals_, signal) == 1) sigaction(signal, &count, nullptr);
}

/// Returns the next signal. Some work does not look at the level for a second, such as parsing a large glTF
/// document: once the limit of processor time is reached, ends the program before the kernel kills it without
/// a word.
int StopSignals::next() const {
    constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 20'000'000};
    while (true) {
        const int signal =
            isLimitReached_ ? sigtimedwait(&signals_, nullptr, &kPause) : sigwaitinfo(&signals_, nullptr);
        if (signal > 0) return signal;
        if (!isLimitReached_ || isOver_ || !isLittleTimeLeft()) continue;
        complainIfPossible(
            "ending at once, before the kernel does; no report is written; outputs that are there are whole");
        endAtOnce();
    }
}

void StopSignals::endAtOnce() const {
    clearStatusLineIfPossible();
    ProcessorShare::giveAllBack();
    _exit(exitCode(kInterrupted));
}

/// Never waits for whoever reads the texts: further signals would not count meanwhile.
void StopSignals::wait() {
    while (true) {
        const int signal = next();
        if (isOver_) return;
        if (signal == SIGXCPU && !isLimitReached_.exchange(true))
            complainIfPossible("the limit of processor time (ulimit -t) is reached");
        const int level = ++level_;
        if (level >= kEndAtOnce) endAtOnce();
        (void)eventfd_write(event_, 1);  // fails only when it is readable already
        if (isIdle_) continue;
        complainIfPossible(level == 1
                               ? "stopping: dropping what is not converted in a moment (again to drop it now)"
                               : "stopping: dropping what is not being written (again to end at once)");
    }
}

int StopSignals::exitCode(int code) const {
    return code == kInterrupted && isLimitReached_ ? kEnvironmentFailed : code;
}

}  // namespace rigkiln::cli
