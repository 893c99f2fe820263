#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/base/stop.hpp"
#include "pipeline/run/engine.hpp"
#include "pipeline/run/parallel_for.hpp"
#include "tests/support/engine_record.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

using test::EngineRecord;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(EngineStop, FirstStopLevelFinishesWhatIsInFlight) {
    const std::vector<std::size_t> units(2000, 1);
    std::atomic<int> stopLevel{0};
    std::atomic<int> started{0};
    EngineRecord record(units.size());
    const auto run = [&](UnitIndex, Stage) -> Status {
        if (++started == 20) stopLevel = 1;
        return Done{};
    };
    constexpr std::chrono::minutes kLong{10};
    (void)record.runAll(units, {.jobs = 2, .memoryBytes = 30, .stopLevel = &stopLevel, .patience = kLong},
                        run);
    EXPECT_GT(record.doneCount(), 0U);
    EXPECT_LT(record.doneCount(), units.size());
    EXPECT_THAT(record.ended, Each(1));
    for (UnitIndex unit = 0; unit < units.size(); ++unit)
        EXPECT_TRUE(record.stages[unit].empty() || record.ranAllStages(unit)) << "half a unit: " << unit;
}

TEST(EngineStop, SecondStopLevelDropsEveryStageNotBegun) {
    const std::vector<std::size_t> units(1000, 1);
    std::atomic<int> stopLevel{0};
    EngineRecord record(units.size());
    const auto run = [&](UnitIndex, Stage) -> Status {
        stopLevel = 2;
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        return Done{};
    };
    (void)record.runAll(units, {.jobs = 1, .ioThreads = 1, .stopLevel = &stopLevel}, run);
    EXPECT_THAT(record.stages[0], ElementsAre(Stage::Read));
    record.stages.erase(record.stages.begin());
    EXPECT_THAT(record.stages, Each(IsEmpty()));
    EXPECT_THAT(record.ended, Each(1));
    EXPECT_EQ(record.failureCount(), 0U);
}

TEST(EngineStop, SecondStopLevelDropsConversionsNotBegun) {
    const std::vector<std::size_t> units(10, 1);
    std::atomic<int> stopLevel{0};
    std::atomic<int> conversions{0};
    EngineRecord record(units.size());
    const auto run = [&](UnitIndex, Stage stage) -> Status {
        if (stage == Stage::Convert) {
            ++conversions;
            stopLevel = 2;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        return Done{};
    };
    (void)record.runAll(units, {.jobs = 1, .stopLevel = &stopLevel}, run);
    EXPECT_EQ(conversions, 1);
    EXPECT_EQ(record.doneCount(), 0U);
    EXPECT_THAT(record.ended, Each(1));
}

/// A conversion that takes forever, unless it is stopped.
Status convertForever(Stage stage) {
    while (stage == Stage::Convert) {
        checkStop();
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return Done{};
}

TEST(EngineStop, FirstStopLevelDropsAConversionThatTakesLonger) {
    std::atomic<int> stopLevel{0};
    EngineRecord record(3);
    const auto run = [&](UnitIndex unit, Stage stage) -> Status {
        if (unit != 0) return Done{};
        if (stage == Stage::Convert) stopLevel = 1;
        return convertForever(stage);
    };
    (void)record.runAll({1, 1, 1}, {.jobs = 1, .stopLevel = &stopLevel}, run);
    EXPECT_THAT(record.stages[0], ElementsAre(Stage::Read, Stage::Convert));
    EXPECT_THAT(record.ended, Each(1));
    EXPECT_EQ(record.failureCount(), 0U);
}

TEST(EngineStop, SecondStopLevelDropsParallelPartsOfAConversion) {
    std::atomic<int> stopLevel{0};
    EngineRecord record(1);
    const auto run = [&](UnitIndex, Stage stage) -> Status {
        if (stage != Stage::Convert) return Done{};
        forEachInParallel(8, [&](std::size_t) {
            stopLevel = 2;
            (void)convertForever(stage);
        });
        return Done{};
    };
    (void)record.runAll({1}, {.jobs = 2, .stopLevel = &stopLevel}, run);
    EXPECT_THAT(record.stages[0], ElementsAre(Stage::Read, Stage::Convert));
    EXPECT_EQ(record.failureCount(), 0U);
}

TEST(EngineStop, AStopDropsAUnitThatNoticedItAndWentOn) {
    std::atomic<int> stopLevel{0};
    EngineRecord record(1);
    const auto run = [&](UnitIndex, Stage stage) -> Status {
        if (stage != Stage::Convert) return Done{};
        stopLevel = 2;
        try {
            checkStop();
        } catch (const Stopped&) {
            return Done{};  // without a part, which must not be written
        }
        return Done{};
    };
    (void)record.runAll({1}, {.jobs = 1, .stopLevel = &stopLevel}, run);
    EXPECT_THAT(record.stages[0], ElementsAre(Stage::Read, Stage::Convert));
}

TEST(EngineStop, AStopLetsFilesBeWrittenToTheirEnd) {
    std::atomic<int> stopLevel{0};
    EngineRecord record(1);
    const auto run = [&](UnitIndex, Stage stage) -> Status {
        if (stage != Stage::Publish) return Done{};
        stopLevel = 2;
        checkStop();
        return Done{};
    };
    (void)record.runAll({1}, {.jobs = 1, .stopLevel = &stopLevel}, run);
    EXPECT_TRUE(record.ranAllStages(0));
}

TEST(EngineStop, FailFastStartsNoFurtherUnit) {
    const std::vector<std::size_t> units(1000, 1);
    EngineRecord record(units.size());
    const auto run = [](UnitIndex unit, Stage) -> Status {
        if (unit == 1) return test::kInputError.in("here", "is broken");
        return Done{};
    };
    (void)record.runAll(units, {.jobs = 1, .memoryBytes = 1, .failFast = true}, run);
    EXPECT_TRUE(record.ranAllStages(0));
    EXPECT_THAT(record.stages[1], ElementsAre(Stage::Read));
    record.stages.erase(record.stages.begin(), record.stages.begin() + 2);
    EXPECT_THAT(record.stages, Each(IsEmpty()));
    EXPECT_EQ(record.failureCount(), 1U);
    EXPECT_THAT(record.ended, Each(1));
}

TEST(EngineStop, FailFastDropsUnitsThatWereAdmittedAndNotConverted) {
    const std::vector<std::size_t> units(60, 1);  // all are in flight at once
    EngineRecord record(units.size());
    const auto run = [](UnitIndex unit, Stage stage) -> Status {
        if (unit == 0 && stage == Stage::Convert) return test::kInputError.in("here", "is broken");
        return Done{};
    };
    // Some of the others may have been read meanwhile.
    (void)record.runAll(units, {.jobs = 1, .ioThreads = 1, .failFast = true}, run);
    EXPECT_THAT(record.stages[0], ElementsAre(Stage::Read, Stage::Convert));
    const auto isConverted = [](const std::vector<Stage>& stages) { return stages.size() > 1; };
    EXPECT_EQ(std::ranges::count_if(record.stages, isConverted), 1);
    EXPECT_EQ(record.failureCount(), 1U);
    EXPECT_THAT(record.ended, Each(1));
}

TEST(EngineStop, StartsNothingWhenStoppedBefore) {
    const std::atomic<int> stopLevel{1};
    EngineRecord record(50);
    const EngineOutcome outcome =
        record.runAll(std::vector<std::size_t>(50, 1), {.jobs = 2, .stopLevel = &stopLevel});
    EXPECT_THAT(record.stages, Each(IsEmpty()));
    EXPECT_THAT(record.ended, Each(1));
    EXPECT_EQ(outcome.peakReservedBytes, 0U);
}

}  // namespace
}  // namespace rigkiln
