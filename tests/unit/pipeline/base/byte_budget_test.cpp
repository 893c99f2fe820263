#include "pipeline/base/byte_budget.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using namespace std::chrono_literals;

/// Time in which a thread that is not blocked surely continues.
constexpr auto kMoment = 50ms;

std::future<ByteBudget::Lease> takeElsewhere(ByteBudget& budget, std::size_t bytes) {
    return std::async(std::launch::async, [&budget, bytes] { return budget.take(bytes); });
}

TEST(ByteBudget, GivesWhatIsLeftAtOnce) {
    ByteBudget budget(100);
    const auto first = budget.take(60);
    const auto second = budget.take(40);
    EXPECT_EQ(budget.peak(), 100U);
}

TEST(ByteBudget, LetsWaitWhoWantsMoreThanIsLeft) {
    ByteBudget budget(100);
    std::optional<ByteBudget::Lease> held = budget.take(60);
    auto waiting = takeElsewhere(budget, 41);
    EXPECT_EQ(waiting.wait_for(kMoment), std::future_status::timeout);
    held.reset();
    EXPECT_EQ(waiting.wait_for(10s), std::future_status::ready);
}

TEST(ByteBudget, GivesMoreThanThereIsToOneAlone) {
    ByteBudget budget(100);
    std::optional<ByteBudget::Lease> huge = budget.take(1000);
    auto waiting = takeElsewhere(budget, 1);
    EXPECT_EQ(waiting.wait_for(kMoment), std::future_status::timeout);
    huge.reset();
    EXPECT_EQ(waiting.wait_for(10s), std::future_status::ready);
    EXPECT_EQ(budget.peak(), 1000U);
}

/// First come, first served: otherwise small requests could delay a large one for ever.
TEST(ByteBudget, ServesWhoCameFirst) {
    ByteBudget budget(100);
    std::optional<ByteBudget::Lease> held = budget.take(60);
    auto large = takeElsewhere(budget, 90);
    EXPECT_EQ(large.wait_for(kMoment), std::future_status::timeout);
    auto small = takeElsewhere(budget, 20);
    EXPECT_EQ(small.wait_for(kMoment), std::future_status::timeout) << "though it would fit";
    held.reset();
    EXPECT_EQ(large.wait_for(10s), std::future_status::ready);
    { const ByteBudget::Lease done = large.get(); }
    EXPECT_EQ(small.wait_for(10s), std::future_status::ready);
}

TEST(ByteBudget, DoesNotLetWaitWhoWantsNothing) {
    ByteBudget budget(10);
    const auto held = budget.take(10);
    auto none = takeElsewhere(budget, 0);
    EXPECT_EQ(none.wait_for(10s), std::future_status::ready);
}

TEST(ByteBudget, StaysWithinItsLimitWhateverManyThreadsDo) {
    ByteBudget budget(100);
    std::atomic<std::size_t> used{0};
    std::atomic<bool> isExceeded{false};
    std::vector<std::thread> threads;
    threads.reserve(8);
    for (std::size_t number = 0; number < 8; ++number) {
        threads.emplace_back([&, number] {
            for (std::size_t turn = 0; turn < 200; ++turn) {
                const std::size_t bytes = 1 + (number * 31 + turn * 17) % 100;
                const ByteBudget::Lease lease = budget.take(bytes);
                if (used.fetch_add(bytes) + bytes > 100) isExceeded = true;
                used.fetch_sub(bytes);
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_FALSE(isExceeded);
    EXPECT_LE(budget.peak(), 100U);
}

}  // namespace
}  // namespace rigkiln
