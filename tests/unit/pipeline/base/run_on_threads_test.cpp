#include "pipeline/base/run_on_threads.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(RunOnThreads, RunsEveryTaskOnce) {
    for (const std::size_t count : {0U, 1U, 2U, 5U, 1000U}) {
        std::vector<std::atomic<int>> runs(count);
        runOnThreads(count, [&](std::size_t number) { ++runs[number]; });
        EXPECT_TRUE(std::ranges::all_of(runs, [](const auto& times) { return times == 1; })) << count;
    }
}

TEST(RunOnThreads, RunsOneTaskOnTheCallingThread) {
    std::thread::id thread;
    runOnThreads(1, [&](std::size_t) { thread = std::this_thread::get_id(); });
    EXPECT_EQ(thread, std::this_thread::get_id());
}

/// Every task waits until as many run at once as may.
TEST(RunOnThreads, RunsAFewTasksAtOnceAndNoMore) {
    std::atomic<std::size_t> running{0};
    std::atomic<std::size_t> most{0};
    std::mutex mutex;
    std::set<std::thread::id> threads;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    runOnThreads(40, [&](std::size_t) {
        {
            const std::lock_guard lock(mutex);
            threads.insert(std::this_thread::get_id());
            most = std::max(most.load(), ++running);
        }
        while (most < kIoThreads && std::chrono::steady_clock::now() < deadline)
            std::this_thread::yield();
        --running;
    });
    EXPECT_EQ(most, kIoThreads);
    EXPECT_EQ(threads.size(), kIoThreads);
}

TEST(RunOnThreads, StartsTasksInOrder) {
    std::atomic<std::size_t> started{0};
    std::atomic<bool> isOutOfOrder{false};
    runOnThreads(500, [&](std::size_t number) {
        // Up to kIoThreads tasks have a number and have not got here yet.
        if (number >= ++started + kIoThreads) isOutOfOrder = true;
    });
    EXPECT_FALSE(isOutOfOrder);
}

TEST(RunOnThreads, StartsNoTaskWhenStoppedBefore) {
    const std::atomic<int> stopLevel{1};
    int runs = 0;
    const auto task = [&](std::size_t) { ++runs; };
    runOnThreads(1, task, &stopLevel);
    EXPECT_EQ(runs, 0);
}

TEST(RunOnThreads, FinishesRunningTasksWhenStopped) {
    std::atomic<int> stopLevel{0};
    std::atomic<std::size_t> begun{0};
    std::atomic<std::size_t> ended{0};
    const auto task = [&](std::size_t number) {
        ++begun;
        if (number == 10) stopLevel = 1;
        while (number > 10 && stopLevel == 0)
            std::this_thread::yield();
        ++ended;
    };
    runOnThreads(1000, task, &stopLevel);
    EXPECT_GE(begun, 11U);
    EXPECT_LT(begun, 11U + kIoThreads);
    EXPECT_EQ(begun, ended);
}

}  // namespace
}  // namespace rigkiln
