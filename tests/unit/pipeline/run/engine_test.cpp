#include "pipeline/run/engine.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/engine_record.hpp"
#include "tests/support/test_errors.hpp"

namespace rigkiln {
namespace {

using test::EngineRecord;
using test::kStages;
using testing::Each;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::HasSubstr;

/// Returns when the flag is set, or after a time that fails the test.
void waitFor(const std::atomic<bool>& flag) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!flag && std::chrono::steady_clock::now() < deadline)
        std::this_thread::yield();
    EXPECT_TRUE(flag) << "waited in vain";
}

TEST(Engine, RunsNoUnits) {
    EXPECT_EQ(EngineRecord(0).runAll({}, {}).peakReservedBytes, 0U);
}

TEST(Engine, RunsTheStagesOfEveryUnitInOrder) {
    const std::vector<std::size_t> units(500, 1);
    EngineRecord record(units.size());
    std::vector<std::atomic<int>> running(units.size());
    std::atomic<bool> isOverlapping{false};
    (void)record.runAll(units, {.jobs = 4}, [&](UnitIndex unit, Stage) -> Status {
        if (++running[unit] != 1) isOverlapping = true;
        --running[unit];
        return Done{};
    });
    EXPECT_FALSE(isOverlapping);
    EXPECT_THAT(record.stages, Each(ElementsAreArray(kStages)));
    EXPECT_THAT(record.ended, Each(1));
    EXPECT_EQ(record.failureCount(), 0U);
}

TEST(Engine, RunsManyUnits) {
    const std::vector<std::size_t> units(20000, 1);
    EngineRecord record(units.size());
    (void)record.runAll(units, {.jobs = 2});
    EXPECT_EQ(record.doneCount(), units.size());
    EXPECT_THAT(record.ended, Each(1));
}

TEST(Engine, RunsWithOneJobAtATimeWithoutDeadlock) {
    const std::vector<std::size_t> units(200, 10);
    EngineRecord record(units.size());
    std::atomic<int> computing{0};
    std::atomic<int> most{0};
    const auto run = [&](UnitIndex, Stage stage) -> Status {
        if (laneOf(stage) == Lane::Cpu) {
            most = std::max(most.load(), ++computing);
            --computing;
        }
        return Done{};
    };
    (void)record.runAll(units, {.jobs = 1, .ioThreads = 1, .memoryBytes = 10}, run);
    EXPECT_EQ(record.doneCount(), units.size());
    EXPECT_EQ(most, 1);
}

TEST(Engine, UsesSeveralThreadsAtOnce) {
    for (const Stage stage : kStages) {
        std::atomic<int> running{0};
        std::atomic<bool> areTogether{false};
        EngineRecord record(8);
        const auto run = [&](UnitIndex, Stage current) -> Status {
            if (current != stage) return Done{};
            if (++running == 2) areTogether = true;
            waitFor(areTogether);
            --running;
            return Done{};
        };
        (void)record.runAll(std::vector<std::size_t>(8, 1), {.jobs = 2}, run);
        EXPECT_TRUE(areTogether);
    }
}

/// Runs units and returns how many of them were read on a thread that converted some.
std::size_t readWhereOthersConvert(const std::vector<std::size_t>& unitBytes,
                                   const std::function<void(Stage)>& work) {
    std::mutex mutex;
    std::set<std::thread::id> converting;
    std::vector<std::thread::id> reading(unitBytes.size());
    EngineRecord(unitBytes.size()).runAll(unitBytes, {.jobs = 2}, [&](UnitIndex unit, Stage stage) -> Status {
        work(stage);
        const std::lock_guard lock(mutex);
        if (stage == Stage::Read) reading[unit] = std::this_thread::get_id();
        if (stage == Stage::Convert) converting.insert(std::this_thread::get_id());
        return Done{};
    });
    return static_cast<std::size_t>(
        std::ranges::count_if(reading, [&](std::thread::id id) { return converting.contains(id); }));
}

TEST(Engine, ReadsSmallUnitsOfAQuickDiskWhereItConverts) {
    EXPECT_GT(readWhereOthersConvert(std::vector<std::size_t>(2000, 1), [](Stage) {}), 0U);
}

TEST(Engine, WaitsForASlowDiskOnThreadsOfItsOwn) {
    const auto read = [](Stage stage) {
        if (stage == Stage::Read) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    };
    EXPECT_EQ(readWhereOthersConvert(std::vector<std::size_t>(200, 1), read), 0U);
}

TEST(Engine, ReadsLargeUnitsOnThreadsOfTheirOwn) {
    constexpr std::size_t kLarge = std::size_t{5} << 20U;
    EXPECT_EQ(readWhereOthersConvert(std::vector<std::size_t>(2000, kLarge), [](Stage) {}), 0U);
}

TEST(Engine, AFailureEndsItsUnitAndNoOther) {
    const std::vector<std::size_t> units(40, 1);
    EngineRecord record(units.size());
    (void)record.runAll(units, {.jobs = 2}, [](UnitIndex unit, Stage stage) -> Status {
        if (unit % 10 < 3 && kStages.at(unit % 10) == stage)
            return test::kInputError.in("unit " + std::to_string(unit), "is broken");
        return Done{};
    });
    for (UnitIndex unit = 0; unit < units.size(); ++unit) {
        SCOPED_TRACE(unit);
        const std::size_t stagesRun = unit % 10 < 3 ? unit % 10 + 1 : 3;
        EXPECT_EQ(record.stages[unit].size(), stagesRun);
        EXPECT_EQ(record.ended[unit], 1);
        ASSERT_EQ(record.errors[unit].has_value(), unit % 10 < 3);
        if (record.errors[unit]) {
            EXPECT_EQ(record.errors[unit]->file, "unit " + std::to_string(unit));
        }
    }
}

TEST(Engine, MakesWhateverAStageThrowsTheErrorOfItsUnit) {
    EngineRecord record(4);
    (void)record.runAll({1, 1, 1, 1}, {.jobs = 2}, [](UnitIndex unit, Stage stage) -> Status {
        if (unit == 0 && stage == Stage::Read) throw std::runtime_error("scripted");
        if (unit == 1 && stage == Stage::Convert) throw std::bad_alloc();
        if (unit == 2 && stage == Stage::Publish) throw 7;
        return Done{};
    });
    ASSERT_EQ(record.failureCount(), 3U);
    EXPECT_THAT(record.errors[0]->problem, HasSubstr("scripted"));
    EXPECT_EQ(record.errors[0]->kind(), ErrorKind::Internal);
    EXPECT_THAT(record.errors[1]->problem, HasSubstr("out of memory"));
    EXPECT_THAT(record.errors[2]->problem, HasSubstr("unknown type"));
    EXPECT_TRUE(record.ranAllStages(3));
    EXPECT_THAT(record.stages[0], ElementsAre(Stage::Read));
}

TEST(Engine, NeverReservesMoreThanTheBudget) {
    constexpr std::size_t kBudget = 100;
    std::mt19937 random(7);
    std::vector<std::size_t> units(300);
    std::ranges::generate(units, [&] { return 1 + random() % 60; });
    std::atomic<std::size_t> held{0};
    std::atomic<bool> isExceeded{false};
    EngineRecord record(units.size());
    const auto run = [&](UnitIndex unit, Stage stage) -> Status {
        if (stage == Stage::Read && held.fetch_add(units[unit]) + units[unit] > kBudget) isExceeded = true;
        if (stage == Stage::Publish) held -= units[unit];
        return Done{};
    };
    const EngineOutcome outcome = record.runAll(units, {.jobs = 3, .memoryBytes = kBudget}, run);
    EXPECT_FALSE(isExceeded);
    EXPECT_LE(outcome.peakReservedBytes, kBudget);
    EXPECT_GT(outcome.peakReservedBytes, 0U);
    EXPECT_EQ(record.doneCount(), units.size());
}

TEST(Engine, RunsAUnitAboveTheBudgetAlone) {
    std::vector<std::size_t> units(40, 10);
    units[20] = 1000;
    std::atomic<int> inFlight{0};
    std::atomic<bool> isAlone{true};
    EngineRecord record(units.size());
    const auto run = [&](UnitIndex unit, Stage stage) -> Status {
        if (stage == Stage::Read) ++inFlight;
        if (unit == 20 && inFlight != 1) isAlone = false;
        if (stage == Stage::Publish) --inFlight;
        return Done{};
    };
    const EngineOutcome outcome = record.runAll(units, {.jobs = 2, .memoryBytes = 100}, run);
    EXPECT_TRUE(isAlone);
    EXPECT_EQ(outcome.peakReservedBytes, 1000U);
    EXPECT_EQ(record.doneCount(), units.size());
}

TEST(Engine, GivesBackTheBytesOfUnitsThatFail) {
    const std::vector<std::size_t> units(100, 60);
    EngineRecord record(units.size());
    const EngineOutcome outcome =
        record.runAll(units, {.jobs = 2, .memoryBytes = 100}, [](UnitIndex unit, Stage stage) -> Status {
            if (stage == kStages.at(unit % 3)) return test::kInputError.in("here", "is broken");
            return Done{};
        });
    EXPECT_EQ(outcome.peakReservedBytes, 60U);
    EXPECT_EQ(record.failureCount(), units.size());
}

/// Follows the one I/O thread through every rule of preference. The fifth unit fits when the first has ended.
/// Each wait makes sure that the stages to choose from are ready.
TEST(Engine, PrefersUnitsNearlyThroughThenLargeOnesThenTheOrder) {
    const std::vector<std::size_t> units = {9, 1, 2, 1, 9};
    std::atomic<bool> areFourAdmitted{false};
    std::atomic<bool> isLastRead{false};
    std::atomic<bool> isLastConverting{false};
    std::atomic<bool> isFifthAdmitted{false};
    using Call = std::pair<Stage, UnitIndex>;
    std::vector<Call> calls;  // of the I/O thread
    bool hasFirstEnded = false;
    EngineCallbacks callbacks;
    callbacks.run = [&](UnitIndex unit, Stage stage) -> Status {
        const Call call(stage, unit);
        if (laneOf(stage) == Lane::Io) calls.push_back(call);
        if (call == Call(Stage::Read, 0)) waitFor(areFourAdmitted);
        if (call == Call(Stage::Read, 3)) isLastRead = true;
        if (call == Call(Stage::Convert, 0)) waitFor(isLastRead);
        if (call == Call(Stage::Convert, 3)) isLastConverting = true;
        if (call == Call(Stage::Publish, 0)) waitFor(isLastConverting);
        if (call == Call(Stage::Publish, 2)) waitFor(isFifthAdmitted);
        return Done{};
    };
    callbacks.tick = [&](const EngineStatus& status) {
        if (status.unitsInFlight == 4) areFourAdmitted = true;
        if (hasFirstEnded && status.bytesReserved == 13) isFifthAdmitted = true;
    };
    callbacks.unitEnded = [&](UnitIndex unit, const std::optional<Error>&, const EngineStatus&) {
        if (unit == 0) hasFirstEnded = true;
    };
    (void)runUnits(units, {.jobs = 1, .ioThreads = 1, .memoryBytes = 13}, callbacks);
    ASSERT_EQ(calls.size(), 10U);
    calls.resize(7);
    EXPECT_THAT(calls, ElementsAre(Call(Stage::Read, 0), Call(Stage::Read, 2), Call(Stage::Read, 1),
                                   Call(Stage::Read, 3), Call(Stage::Publish, 0), Call(Stage::Publish, 2),
                                   Call(Stage::Publish, 1)));
}

TEST(Engine, CallsBackOnTheCallingThread) {
    const std::vector<std::size_t> units(300, 1);
    bool isElsewhere = false;
    int ticks = 0;
    const std::thread::id caller = std::this_thread::get_id();
    EngineCallbacks callbacks;
    callbacks.run = [](UnitIndex unit, Stage) -> Status {
        if (unit == 0) std::this_thread::sleep_for(std::chrono::milliseconds(150));
        return Done{};
    };
    callbacks.unitEnded = [&](UnitIndex, const std::optional<Error>&, const EngineStatus&) {
        if (std::this_thread::get_id() != caller) isElsewhere = true;
    };
    callbacks.tick = [&](const EngineStatus&) {
        ++ticks;
        if (std::this_thread::get_id() != caller) isElsewhere = true;
    };
    (void)runUnits(units, {.jobs = 2}, callbacks);
    EXPECT_FALSE(isElsewhere);
    EXPECT_GE(ticks, 1);
}

TEST(Engine, GivesEveryUnitTheSameEndForAnyNumberOfThreads) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        std::vector<std::size_t> units(60);
        std::ranges::generate(units, [&] { return random() % 50; });
        const auto run = [&](UnitIndex unit, Stage stage) -> Status {
            if ((unit * 7919 + static_cast<unsigned>(stage) * 104729 + seed) % 11 == 0)
                return test::kInputError.in("here", "is broken by chance");
            return Done{};
        };
        EngineRecord one(units.size());
        (void)one.runAll(units, {.jobs = 1, .ioThreads = 1, .memoryBytes = 60}, run);
        EngineRecord several(units.size());
        (void)several.runAll(units, {.jobs = 3, .memoryBytes = 200}, run);
        EXPECT_EQ(one.stages, several.stages);
        EXPECT_EQ(one.errors, several.errors);
        EXPECT_THAT(several.ended, Each(1));
    }
}

/// Runs units that are put off, once.
class PutOff {
public:
    /// Runs units, of which those in `unfit` fail in their second stage while others are under way.
    void runAll(std::size_t count, const std::vector<UnitIndex>& unfit,
                const std::atomic<int>* stopLevel = nullptr,
                const std::function<void(UnitIndex)>& onFailure = {}) {
        const std::vector<std::size_t> units(count, 1);
        ended.resize(count);
        EngineCallbacks callbacks;
        std::vector<std::atomic<int>> attempts(count);
        std::atomic<int> underWay{0};
        callbacks.run = [&](UnitIndex unit, Stage stage) -> Status {
            if (stage == Stage::Read) {
                ++attempts[unit];
                ++underWay;
            }
            if (attempts[unit] == 2 && underWay != 1) wasAlone = false;
            if (stage == Stage::Publish) --underWay;
            const bool isUnfit = std::ranges::find(unfit, unit) != unfit.end();
            if (!isUnfit || attempts[unit] > 1 || stage != Stage::Convert) return Done{};
            --underWay;
            if (onFailure) onFailure(unit);
            return test::kInputError.error("does not fit");
        };
        callbacks.triesAgainAlone = [&](UnitIndex unit) { return attempts[unit] == 1; };
        callbacks.unitEnded = [&](UnitIndex unit, const std::optional<Error>& error, const EngineStatus&) {
            ++ended[unit];
            if (error) ++failed;
        };
        (void)runUnits(units, {.jobs = 4, .stopLevel = stopLevel}, callbacks);
        for (const std::atomic<int>& one : attempts)
            attemptsOfUnits.push_back(one);
    }

    std::vector<int> ended;  ///< by unit: calls of unitEnded
    std::vector<int> attemptsOfUnits;
    int failed = 0;
    std::atomic<bool> wasAlone{true};
};

TEST(Engine, RunsUnitsThatWerePutOffAloneAfterAllOthers) {
    PutOff run;
    run.runAll(300, {0, 1, 150, 299});
    EXPECT_THAT(run.ended, Each(1));
    EXPECT_EQ(run.failed, 0);
    EXPECT_TRUE(run.wasAlone);
    EXPECT_EQ(std::ranges::count(run.attemptsOfUnits, 2), 4);
    EXPECT_EQ(run.attemptsOfUnits[150], 2);
}

TEST(Engine, RunsASingleUnitThatWasPutOff) {
    PutOff run;
    run.runAll(1, {0});
    EXPECT_THAT(run.ended, ElementsAre(1));
    EXPECT_THAT(run.attemptsOfUnits, ElementsAre(2));
}

TEST(Engine, PutsNoUnitOffOnceAStopIsAskedFor) {
    PutOff run;
    std::atomic<int> stopLevel{0};
    run.runAll(300, {5}, &stopLevel, [&](UnitIndex) { stopLevel = 1; });
    EXPECT_THAT(run.ended, Each(1));
    EXPECT_EQ(run.failed, 0);
    EXPECT_EQ(run.attemptsOfUnits[5], 1);
}

}  // namespace
}  // namespace rigkiln
