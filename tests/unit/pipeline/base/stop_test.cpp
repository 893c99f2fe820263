#include "pipeline/base/stop.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

#include "pipeline/base/run_guarded.hpp"

namespace rigkiln {
namespace {

TEST(CheckStop, DoesNothingWithoutASignal) {
    EXPECT_NO_THROW(checkStop());
    const std::atomic<int> level{2};
    const StopSignal signal(&level);
    const StopScope outer(&signal);
    const StopScope none(nullptr);
    EXPECT_NO_THROW(checkStop());
    EXPECT_EQ(none.checks(), 0U);
}

TEST(CheckStop, ThrowsAtOnceAtLevelTwoOfEitherSource) {
    std::atomic<int> asked{0};
    std::atomic<int> own{0};
    const StopSignal signal(&asked, &own);
    const StopScope scope(&signal);
    EXPECT_NO_THROW(checkStop());
    own = 2;
    EXPECT_THROW(checkStop(), Stopped);
    own = 0;
    asked = 2;
    EXPECT_THROW(checkStop(), Stopped);
}

TEST(CheckStop, GivesWorkAMomentAtLevelOne) {
    const std::atomic<int> level{1};
    const StopSignal signal(&level);
    const StopScope scope(&signal);
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_THROW(
        while (true) {
            checkStop();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        },
        Stopped);
    EXPECT_GE(std::chrono::steady_clock::now() - begin, StopSignal::kPatience);
    EXPECT_TRUE(signal.isOver());
}

TEST(CheckStop, EndsAPartOfTheWorkByItsOwnLevelOrWithAllOfIt) {
    std::atomic<int> all{0};
    std::atomic<int> part{0};
    const StopSignal outer(&all);
    const StopSignal inner(&outer, &part);
    EXPECT_FALSE(inner.isOver());
    part = 2;
    EXPECT_TRUE(inner.isOver());
    EXPECT_FALSE(outer.isOver());
    part = 0;
    all = 2;
    EXPECT_TRUE(inner.isOver());
    EXPECT_FALSE(StopSignal(static_cast<const StopSignal*>(nullptr), &part).isOver());
}

TEST(CheckStop, CountsWhatIsAskedInItsScopeAndThread) {
    const StopSignal never(nullptr);
    const StopScope outer(&never);
    checkStop();
    {
        const StopScope inner(StopScope::signal());
        checkStop();
        checkStop();
        EXPECT_EQ(inner.checks(), 2U);
        std::thread([] { EXPECT_EQ(StopScope::signal(), nullptr); }).join();
    }
    EXPECT_EQ(outer.checks(), 1U);
    EXPECT_EQ(StopScope::signal(), &never);
}

TEST(CheckStop, IsNoErrorThatReadersTakeForOne) {
    const std::atomic<int> level{2};
    const StopSignal signal(&level);
    const StopScope scope(&signal);
    const auto guarded = [] {
        return runGuarded([]() -> Status {
            try {
                checkStop();
            } catch (const std::exception&) {
                return Done{};
            }
            return Done{};
        });
    };
    EXPECT_THROW((void)guarded(), Stopped);
}

}  // namespace
}  // namespace rigkiln
