#include "tools/cli/stop_signals.hpp"

#include <chrono>
#include <csignal>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tools/cli/exit_code.hpp"

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

}  // namespace
}  // namespace rigkiln::cli
