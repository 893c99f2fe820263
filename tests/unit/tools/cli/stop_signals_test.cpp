#include "tools/cli/stop_signals.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tools/cli/exit_code.hpp"
#include "tools/cli/output_text.hpp"

namespace rigkiln::cli {
namespace {

/// Sends a signal to the program and waits until it counted.
void stopOnce() {
    const StopSignals signals;
    kill(getpid(), SIGINT);
    while (signals.level() == 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(StopSignalsDeathTest, TheSecondDoesNotKillAProgramThatEndsBecauseOfTheFirst) {
    EXPECT_EXIT(
        {
            stopOnce();
            kill(getpid(), SIGTERM);
            _exit(kInterrupted);
        },
        testing::ExitedWithCode(kInterrupted), "stopping");
}

TEST(StopSignalsDeathTest, TheThirdEndsAProgramThatDoesNotEndByItself) {
    EXPECT_EXIT(
        {
            stopOnce();
            kill(getpid(), SIGTERM);
            kill(getpid(), SIGINT);
            _exit(kDone);
        },
        testing::ExitedWithCode(kInterrupted), "stopping");
}

TEST(StopSignalsDeathTest, TheFirstKillsAProgramThatEndsByItself) {
    EXPECT_EXIT(
        {
            { const StopSignals signals; }
            kill(getpid(), SIGTERM);
            _exit(kDone);
        },
        testing::KilledBySignal(SIGTERM), "");
}

/// Makes standard error a full pipe that nobody reads.
void stopReadingErrors() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_NONBLOCK) != 0) _exit(kDone);
    while (write(ends[1], "", 1) == 1) {
    }
    fcntl(ends[1], F_SETFL, 0);  // whoever writes waits
    dup2(ends[1], STDERR_FILENO);
}

TEST(StopSignalsDeathTest, TheThirdEndsAProgramWhoseErrorsNobodyReads) {
    EXPECT_EXIT(
        {
            alarm(20);
            stopReadingErrors();
            const StopSignals signals;
            std::thread waits([] { complain("something that is never written"); });
            for (int level = 1; level <= 3; ++level) {
                kill(getpid(), SIGINT);
                while (signals.level() < level)
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            waits.join();
        },
        testing::ExitedWithCode(kInterrupted), "");
}

}  // namespace
}  // namespace rigkiln::cli
