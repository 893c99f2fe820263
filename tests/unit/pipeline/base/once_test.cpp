#include "pipeline/base/once.hpp"

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/base/stop.hpp"

namespace rigkiln {
namespace {

TEST(Once, MakesForAllThreads) {
    constexpr int kThreads = 8;
    Once once;
    std::atomic<int> calls = 0;
    int made = 0;  // unguarded: seen by all
    std::vector<std::thread> threads;
    threads.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&] {
            once([&] {
                ++calls;
                std::this_thread::yield();
                made = 7;
            });
            EXPECT_EQ(made, 7);
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(calls, 1);
}

/// std::call_once lets the second thread wait forever here, below the thread sanitizer.
TEST(Once, LetsTheNextThreadTryAfterAnException) {
    Once once;
    std::atomic<bool> hasBegun = false;
    std::atomic<bool> mayFail = false;
    bool isMade = false;
    std::thread first([&] {
        EXPECT_THROW(once([&] {
                         hasBegun = true;
                         while (!mayFail)
                             std::this_thread::yield();
                         throw Stopped{};
                     }),
                     Stopped);
    });
    while (!hasBegun)
        std::this_thread::yield();
    std::thread second([&] { once([&] { isMade = true; }); });
    mayFail = true;
    first.join();
    second.join();
    EXPECT_TRUE(isMade);
    once([&] { throw std::runtime_error("is made already"); });
}

}  // namespace
}  // namespace rigkiln
