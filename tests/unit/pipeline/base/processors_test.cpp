#include "pipeline/base/processors.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/base/byte_budget.hpp"
#include "pipeline/base/once.hpp"
#include "pipeline/base/run_on_threads.hpp"

namespace rigkiln {
namespace {

using namespace std::chrono_literals;

/// Lets everybody in and writes down what was asked.
class WrittenDown : public Processors {
public:
    void enter(Entry entry) override { calls += entry == Entry::Resume ? "resume " : "begin "; }
    [[nodiscard]] bool enterWithin(std::chrono::milliseconds /*longest*/) override { return true; }
    void leave() override { calls += "leave "; }
    [[nodiscard]] Status startThread() override { return Done{}; }
    void enqueue(std::function<void()> task) override { task(); }
    void forEach(std::size_t count, const std::function<void(std::size_t)>& work,
                 const std::atomic<int>* /*stopLevel*/) override {
        calls += "loop ";
        for (std::size_t i = 0; i < count; ++i)
            work(i);
    }

    std::string calls;
};

TEST(Processors, AreNobodysWithoutAScope) {
    EXPECT_EQ(Processors::ofThisThread(), nullptr);
    const ComputingScope none(nullptr);
    EXPECT_EQ(Processors::ofThisThread(), nullptr);
    const WaitScope wait;
}

TEST(Processors, AreTakenByAScopeAndLentByAWait) {
    WrittenDown processors;
    {
        const ComputingScope scope(&processors);
        EXPECT_EQ(Processors::ofThisThread(), &processors);
        {
            const ComputingScope within(&processors);
            const WaitScope wait;
            const WaitScope waitWithin;
        }
    }
    EXPECT_EQ(Processors::ofThisThread(), nullptr);
    EXPECT_EQ(processors.calls, "begin leave resume leave ");
}

TEST(Processors, RunTheTasksThatThreadsForTheDiskWouldRun) {
    WrittenDown processors;
    const ComputingScope scope(processors, ComputingScope::Entered());
    int sum = 0;
    runOnThreads(5, [&](std::size_t number) { sum += static_cast<int>(number); });
    EXPECT_EQ(sum, 10);
    EXPECT_EQ(processors.calls, "loop ");
}

TEST(Processors, AreLentWhileAThreadWaitsForMemory) {
    WrittenDown processors;
    ByteBudget budget(10);
    const ComputingScope scope(processors, ComputingScope::Entered());
    ByteBudget::Lease held = budget.take(8);
    EXPECT_EQ(processors.calls, "") << "did not wait";
    std::thread other([lease = std::move(held)]() mutable {
        std::this_thread::sleep_for(20ms);
        lease = {};
    });
    const ByteBudget::Lease lease = budget.take(5);
    other.join();
    EXPECT_EQ(processors.calls, "leave resume ");
}

TEST(Processors, AreLentWhileAnotherThreadLocksOrCallsOnce) {
    WrittenDown processors;
    std::mutex mutex;
    Once once;
    std::atomic<bool> isBegun = false;
    std::thread other([&] {
        const std::lock_guard lock(mutex);
        once([&] {
            isBegun = true;
            std::this_thread::sleep_for(20ms);
        });
    });
    while (!isBegun)
        std::this_thread::yield();
    const ComputingScope scope(processors, ComputingScope::Entered());
    once([] { FAIL(); });
    EXPECT_EQ(std::exchange(processors.calls, ""), "leave resume ");
    once([] { FAIL(); });
    EXPECT_EQ(processors.calls, "") << "is done";
    other.join();
    const std::unique_lock lock = lockAndLend(mutex);
    EXPECT_EQ(processors.calls, "") << "is free";
}

TEST(Processors, AreKeptForWhatNobodyElseCalls) {
    WrittenDown processors;
    const ComputingScope scope(processors, ComputingScope::Entered());
    Once once;
    EXPECT_THROW(once([] { throw std::runtime_error("again"); }), std::runtime_error);
    once([&] { processors.calls += "call "; });
    once([] { FAIL(); });
    EXPECT_EQ(processors.calls, "call ");
}

TEST(Processors, AreTakenForAMomentWithinAWait) {
    WrittenDown processors;
    const ComputingScope scope(processors, ComputingScope::Entered());
    const ResumeScope computes(1ms);
    EXPECT_FALSE(computes.mayCompute()) << "computes already";
    const WaitScope wait;
    {
        const ResumeScope resumed(1ms);
        EXPECT_TRUE(resumed.mayCompute());
        const WaitScope waitWithin;
    }
    EXPECT_EQ(processors.calls, "leave leave resume leave ");
}

}  // namespace
}  // namespace rigkiln
