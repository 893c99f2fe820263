#include "pipeline/batch/engine.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <random>
#include <stdexcept>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Error failure(const char* problem) {
    return {"here", problem};
}

/// Makes units of three jobs each: read, convert, publish.
JobGraph chains(std::size_t units, std::size_t bytes) {
    JobGraph graph;
    for (std::size_t i = 0; i < units; ++i) {
        const UnitIndex unit = graph.addUnit(bytes);
        const JobIndex read = graph.addJob(unit, Lane::Io);
        const JobIndex convert = graph.addJob(unit, Lane::Cpu);
        const JobIndex publish = graph.addJob(unit, Lane::Io);
        graph.addDependency(read, convert);
        graph.addDependency(convert, publish);
    }
    return graph;
}

std::size_t countOf(const GraphOutcome& outcome, JobState state) {
    return static_cast<std::size_t>(std::ranges::count(outcome.states, state));
}

TEST(Engine, RunsAnEmptyGraph) {
    const GraphOutcome outcome = runGraph(JobGraph(), {}, {});
    EXPECT_TRUE(outcome.states.empty());
}

TEST(Engine, RunsEveryJobOnceAfterWhatItDependsOn) {
    const JobGraph graph = chains(500, 1);
    std::vector<std::atomic<int>> runs(graph.jobCount());
    std::atomic<int> tooEarly{0};
    const auto run = [&](JobIndex job) -> Status {
        if (job % 3 != 0 && runs[job - 1].load() != 1) ++tooEarly;
        ++runs[job];
        return Done{};
    };
    const GraphOutcome outcome = runGraph(graph, {.jobs = 4}, {.run = run});
    EXPECT_EQ(tooEarly, 0);
    EXPECT_TRUE(std::ranges::all_of(runs, [](const auto& count) { return count == 1; }));
    EXPECT_EQ(countOf(outcome, JobState::Done), graph.jobCount());
}

TEST(Engine, RunsWithOneJobAtATimeWithoutDeadlock) {
    const JobGraph graph = chains(200, 10);
    std::atomic<int> computing{0};
    std::atomic<int> most{0};
    const auto run = [&](JobIndex job) -> Status {
        if (graph.laneOf(job) == Lane::Cpu) {
            most = std::max(most.load(), ++computing);
            --computing;
        }
        return Done{};
    };
    const GraphOutcome outcome =
        runGraph(graph, {.jobs = 1, .ioThreads = 1, .memoryBytes = 10}, {.run = run});
    EXPECT_EQ(countOf(outcome, JobState::Done), graph.jobCount());
    EXPECT_EQ(most, 1);
}

TEST(Engine, UsesSeveralThreadsAtOnce) {
    const JobGraph graph = chains(8, 1);
    std::atomic<int> computing{0};
    std::atomic<bool> together{false};
    const auto run = [&](JobIndex job) -> Status {
        if (graph.laneOf(job) != Lane::Cpu) return Done{};
        ++computing;
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (!together && std::chrono::steady_clock::now() < deadline) {
            if (computing >= 2) together = true;
            std::this_thread::yield();
        }
        --computing;
        return Done{};
    };
    static_cast<void>(runGraph(graph, {.jobs = 2}, {.run = run}));
    EXPECT_TRUE(together);
}

TEST(Engine, SkipsWhatDependsOnAFailureAndNamesTheRootCause) {
    JobGraph graph;
    const UnitIndex skeleton = graph.addUnit(1);
    const JobIndex readSkeleton = graph.addJob(skeleton, Lane::Io);
    const UnitIndex first = graph.addUnit(1);
    const JobIndex readClip = graph.addJob(first, Lane::Io);
    const JobIndex convert = graph.addJob(first, Lane::Cpu);
    const JobIndex publish = graph.addJob(first, Lane::Io);
    const UnitIndex second = graph.addUnit(1);
    const JobIndex other = graph.addJob(second, Lane::Cpu);
    graph.addDependency(readSkeleton, convert);
    graph.addDependency(readClip, convert);
    graph.addDependency(convert, publish);
    const auto run = [&](JobIndex job) -> Status {
        if (job == readSkeleton) return failure("no skeleton");
        return Done{};
    };
    const GraphOutcome outcome = runGraph(graph, {.jobs = 2}, {.run = run});
    EXPECT_THAT(outcome.states, ElementsAre(JobState::Failed, JobState::Done, JobState::Skipped,
                                            JobState::Skipped, JobState::Done));
    EXPECT_EQ(outcome.rootCauses[publish], readSkeleton);
    EXPECT_EQ(outcome.errors.at(readSkeleton).problem, "no skeleton");
    EXPECT_EQ(outcome.errors.size(), 1U);
    EXPECT_EQ(outcome.rootCauses[other], other);
}

TEST(Engine, OfSeveralCausesNamesTheFirstInTheGraph) {
    for (int attempt = 0; attempt < 50; ++attempt) {
        JobGraph graph;
        const UnitIndex unit = graph.addUnit(1);
        const JobIndex left = graph.addJob(unit, Lane::Io);
        const JobIndex right = graph.addJob(unit, Lane::Io);
        const JobIndex last = graph.addJob(unit, Lane::Cpu);
        graph.addDependency(right, last);
        graph.addDependency(left, last);
        const auto run = [&](JobIndex) -> Status { return failure("broken"); };
        EXPECT_EQ(runGraph(graph, {.jobs = 2}, {.run = run}).rootCauses[last], left);
    }
}

TEST(Engine, FailureRunsThroughALongChainWithoutRecursion) {
    constexpr JobIndex kLength = 200000;
    JobGraph graph;
    const UnitIndex unit = graph.addUnit(1);
    JobIndex previous = graph.addJob(unit, Lane::Cpu);
    for (JobIndex i = 1; i < kLength; ++i) {
        const JobIndex next = graph.addJob(unit, Lane::Cpu);
        graph.addDependency(previous, next);
        previous = next;
    }
    const GraphOutcome outcome =
        runGraph(graph, {}, {.run = [](JobIndex) -> Status { return failure("first"); }});
    EXPECT_EQ(countOf(outcome, JobState::Skipped), kLength - 1);
    EXPECT_EQ(outcome.rootCauses.back(), 0U);
}

TEST(Engine, MakesWhateverAJobThrowsItsOwnFailure) {
    const JobGraph graph = chains(4, 1);
    const auto run = [&](JobIndex job) -> Status {
        if (job == 0) throw std::runtime_error("scripted");
        if (job == 4) throw std::bad_alloc();
        if (job == 8) throw 7;
        return Done{};
    };
    const GraphOutcome outcome = runGraph(graph, {.jobs = 2}, {.run = run});
    EXPECT_THAT(outcome.errors.at(0).problem, HasSubstr("scripted"));
    EXPECT_EQ(outcome.errors.at(0).kind, ErrorKind::Internal);
    EXPECT_THAT(outcome.errors.at(4).problem, HasSubstr("out of memory"));
    EXPECT_THAT(outcome.errors.at(8).problem, HasSubstr("unknown type"));
    EXPECT_EQ(countOf(outcome, JobState::Failed), 3U);
    EXPECT_EQ(countOf(outcome, JobState::Skipped), 3U);
    EXPECT_EQ(countOf(outcome, JobState::Done), 6U);
}

/// Sums the bytes of all units that are between their first and last job.
TEST(Engine, NeverReservesMoreThanTheBudget) {
    constexpr std::size_t kBudget = 100;
    std::mt19937 random(7);
    JobGraph graph;
    std::vector<std::size_t> bytes;
    for (int i = 0; i < 300; ++i) {
        bytes.push_back(1 + random() % 60);
        const UnitIndex unit = graph.addUnit(bytes.back());
        const JobIndex first = graph.addJob(unit, Lane::Io);
        graph.addDependency(first, graph.addJob(unit, Lane::Cpu));
    }
    std::atomic<std::size_t> held{0};
    std::atomic<bool> exceeded{false};
    const auto run = [&](JobIndex job) -> Status {
        const std::size_t size = bytes[job / 2];
        if (job % 2 == 0) {
            if (held.fetch_add(size) + size > kBudget) exceeded = true;
        } else {
            held -= size;
        }
        return Done{};
    };
    const GraphOutcome outcome = runGraph(graph, {.jobs = 3, .memoryBytes = kBudget}, {.run = run});
    EXPECT_FALSE(exceeded);
    EXPECT_LE(outcome.peakReservedBytes, kBudget);
    EXPECT_EQ(countOf(outcome, JobState::Done), graph.jobCount());
}

TEST(Engine, RunsAUnitAboveTheBudgetAlone) {
    JobGraph graph;
    for (int i = 0; i < 40; ++i) {
        const UnitIndex unit = graph.addUnit(i == 20 ? 1000 : 10);
        const JobIndex first = graph.addJob(unit, Lane::Io);
        graph.addDependency(first, graph.addJob(unit, Lane::Cpu));
    }
    std::atomic<int> inFlight{0};
    std::atomic<bool> alone{true};
    const auto run = [&](JobIndex job) -> Status {
        if (job % 2 == 0) ++inFlight;
        if (job / 2 == 20 && inFlight != 1) alone = false;
        if (job % 2 == 1) --inFlight;
        return Done{};
    };
    const GraphOutcome outcome = runGraph(graph, {.jobs = 2, .memoryBytes = 100}, {.run = run});
    EXPECT_TRUE(alone);
    EXPECT_EQ(outcome.peakReservedBytes, 1000U);
    EXPECT_EQ(countOf(outcome, JobState::Done), graph.jobCount());
}

TEST(Engine, FirstStopLevelFinishesWhatIsInFlight) {
    const JobGraph graph = chains(2000, 1);
    std::atomic<int> stopLevel{0};
    std::atomic<int> started{0};
    const auto run = [&](JobIndex) -> Status {
        if (++started == 20) stopLevel = 1;
        return Done{};
    };
    const GraphOutcome outcome =
        runGraph(graph, {.jobs = 2, .memoryBytes = 30, .stopLevel = &stopLevel}, {.run = run});
    EXPECT_GT(countOf(outcome, JobState::Cancelled), 0U);
    for (std::size_t unit = 0; unit < graph.unitCount(); ++unit) {
        // A unit is either finished or not begun.
        EXPECT_EQ(outcome.states[unit * 3], outcome.states[unit * 3 + 2]) << unit;
    }
}

TEST(Engine, SecondStopLevelDropsEveryJobNotBegun) {
    const JobGraph graph = chains(1000, 1);
    std::atomic<int> stopLevel{0};
    std::atomic<bool> startedLate{false};
    std::atomic<bool> stopped{false};
    const auto run = [&](JobIndex job) -> Status {
        if (job == 0) {
            stopLevel = 2;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stopped = true;
        } else if (stopped) {
            startedLate = true;
        }
        return Done{};
    };
    const GraphOutcome outcome =
        runGraph(graph, {.jobs = 1, .ioThreads = 1, .stopLevel = &stopLevel}, {.run = run});
    EXPECT_FALSE(startedLate);
    EXPECT_EQ(outcome.states[0], JobState::Done);
    EXPECT_EQ(outcome.states[1], JobState::Cancelled);
    EXPECT_EQ(countOf(outcome, JobState::Done), 1U);
    EXPECT_EQ(countOf(outcome, JobState::Pending), 0U);
}

TEST(Engine, FailFastStartsNoFurtherUnit) {
    const JobGraph graph = chains(1000, 1);
    const auto run = [&](JobIndex job) -> Status {
        if (job == 3) return failure("second unit");
        return Done{};
    };
    const GraphOutcome outcome =
        runGraph(graph, {.jobs = 1, .memoryBytes = 1, .failFast = true}, {.run = run});
    EXPECT_EQ(countOf(outcome, JobState::Done), 3U);
    EXPECT_EQ(countOf(outcome, JobState::Cancelled), graph.jobCount() - 6);
}

TEST(Engine, TellsTheEndOfEveryUnitOnceOnTheCallingThread) {
    const JobGraph graph = chains(300, 1);
    std::vector<int> ended(graph.unitCount(), 0);
    bool elsewhere = false;
    const std::thread::id caller = std::this_thread::get_id();
    EngineCallbacks callbacks;
    callbacks.run = [](JobIndex) -> Status { return Done{}; };
    callbacks.unitEnded = [&](UnitIndex unit, const EngineStatus&) {
        ++ended[unit];
        if (std::this_thread::get_id() != caller) elsewhere = true;
    };
    static_cast<void>(runGraph(graph, {.jobs = 2}, callbacks));
    EXPECT_THAT(ended, testing::Each(1));
    EXPECT_FALSE(elsewhere);
}

TEST(Engine, TellsTheEndOfUnitsThatWereNeverAdmitted) {
    const JobGraph graph = chains(50, 1);
    std::atomic<int> stopLevel{1};
    int ended = 0;
    EngineCallbacks callbacks;
    callbacks.run = [](JobIndex) -> Status { return Done{}; };
    callbacks.unitEnded = [&](UnitIndex, const EngineStatus&) { ++ended; };
    const GraphOutcome outcome = runGraph(graph, {.jobs = 2, .stopLevel = &stopLevel}, callbacks);
    EXPECT_EQ(ended, 50);
    EXPECT_EQ(countOf(outcome, JobState::Cancelled), graph.jobCount());
}

TEST(Engine, EveryRandomGraphEndsWithEveryJobDecided) {
    for (unsigned seed = 0; seed < 20; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        JobGraph graph;
        for (int unit = 0; unit < 60; ++unit) {
            const UnitIndex index = graph.addUnit(random() % 50);
            for (unsigned job = 0; job < 1 + random() % 4; ++job) {
                const JobIndex added = graph.addJob(index, random() % 2 == 0 ? Lane::Cpu : Lane::Io);
                if (added > 0 && random() % 3 != 0)
                    graph.addDependency(static_cast<JobIndex>(random() % added), added);
            }
        }
        const auto run = [&](JobIndex job) -> Status {
            if ((job * 7919 + seed) % 11 == 0) return failure("chance");
            return Done{};
        };
        const GraphOutcome once = runGraph(graph, {.jobs = 1, .memoryBytes = 60}, {.run = run});
        const GraphOutcome again = runGraph(graph, {.jobs = 3, .memoryBytes = 200}, {.run = run});
        EXPECT_EQ(countOf(once, JobState::Pending), 0U);
        EXPECT_EQ(once.states, again.states);
        EXPECT_EQ(once.rootCauses, again.rootCauses);
    }
}

}  // namespace
}  // namespace rigkiln
