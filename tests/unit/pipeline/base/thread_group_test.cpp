#include "pipeline/base/thread_group.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <pthread.h>
#include <string>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

TEST(ThreadGroup, WaitsForItsThreads) {
    std::atomic<int> runs = 0;
    {
        ThreadGroup group;
        for (int i = 0; i < 5; ++i)
            ASSERT_TRUE(group.start(kDiskThread, [&] { ++runs; }));
        EXPECT_EQ(group.size(), 5U);
        group.join();
        EXPECT_EQ(runs, 5);
        EXPECT_EQ(group.size(), 0U);
        ASSERT_TRUE(group.start(kDiskThread, [&] { ++runs; }));
    }
    EXPECT_EQ(runs, 6);
}

TEST(ThreadGroup, NamesItsThreads) {
    std::string name;
    ThreadGroup group;
    ASSERT_TRUE(group.start(kTokenThread, [&] {
        std::array<char, 16> bytes{};
        (void)::pthread_getname_np(::pthread_self(), bytes.data(), bytes.size());
        name = bytes.data();
    }));
    group.join();
    EXPECT_EQ(name, kTokenThread);
}

TEST(ThreadGroup, CountsNoMoreThreadsThanAreWanted) {
    for (const std::size_t wanted : {0U, 1U, 7U}) {
        const StartableThreads startable = countStartableThreads(wanted);
        EXPECT_EQ(startable.count, wanted);
        EXPECT_FALSE(startable.refusal);
    }
}

}  // namespace
}  // namespace rigkiln
