#include "pipeline/run/running_stages.hpp"

#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(RunningStages, StopThoseThatTakeTooLong) {
    RunningStages stages(std::chrono::milliseconds(50));
    const RunningStages::Scope slow(stages);
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    {
        const RunningStages::Scope fast(stages);
        stages.stopOverdue();
        EXPECT_FALSE(fast.isOverdue());
    }
    EXPECT_TRUE(slow.isOverdue());
    EXPECT_THROW(checkStop(), Stopped);
}

TEST(RunningStages, HaveAllTheTimeWithoutALimit) {
    RunningStages stages(std::chrono::milliseconds(0));
    const RunningStages::Scope stage(stages);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    stages.stopOverdue();
    EXPECT_FALSE(stage.isOverdue());
}

TEST(RunningStages, AreStillStoppedWithTheRun) {
    const std::atomic<int> level{2};
    const StopSignal run(&level);
    const StopScope outer(&run);
    RunningStages stages(std::chrono::milliseconds(1000));
    const RunningStages::Scope stage(stages);
    EXPECT_THROW(checkStop(), Stopped);
    EXPECT_FALSE(stage.isOverdue());
}

TEST(RunningStages, LeaveTheSignalOfTheThreadAsItWas) {
    const StopSignal run(nullptr);
    const StopScope outer(&run);
    RunningStages stages(std::chrono::milliseconds(1000));
    { const RunningStages::Scope stage(stages); }
    EXPECT_EQ(StopScope::signal(), &run);
}

}  // namespace
}  // namespace rigkiln
