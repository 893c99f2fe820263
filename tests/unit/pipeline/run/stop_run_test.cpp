#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/run/run_plan.hpp"
#include "tests/support/batch_fixture.hpp"

namespace rigkiln {
namespace {

using StopRun = BatchFixture;

/// Stops the run when the first unit is done, and counts what it is told.
class StopAfterFirst final : public ProgressListener {
public:
    explicit StopAfterFirst(std::atomic<int>& stopLevel) : stopLevel_(stopLevel) {}

    void onStart(const Progress& progress) override { total = progress.unitsTotal; }
    void onUnitDone(const UnitReport& unit, const Progress& progress) override {
        stopLevel_ = 1;
        ++calls;
        last = progress;
        if (unit.status == UnitStatus::Cancelled) ++cancelled;
    }
    void onTick(const Progress& /*progress*/) override {}

    std::size_t total = 0;
    std::size_t calls = 0;
    std::size_t cancelled = 0;
    Progress last{};

private:
    std::atomic<int>& stopLevel_;
};

TEST_F(StopRun, KeepsWhatIsDoneAndExitsWith130) {
    for (int i = 0; i < 300; ++i)
        folder_.write("in/m" + std::to_string(i) + ".smodel", "model 2 slow");
    std::atomic<int> stopLevel{0};
    StopAfterFirst listener(stopLevel);
    const RunReport report = runPlan(
        planned(), {.jobs = 2, .memoryBytes = 4 << 20, .stopLevel = &stopLevel, .progress = &listener});
    const ReportTotals sums = totals(report);
    EXPECT_GT(sums.cancelled, 0U);
    EXPECT_GT(sums.written, 0U);
    EXPECT_EQ(sums.written, folder_.files("out").size());
    EXPECT_EQ(exitCode(report), 130);
    EXPECT_EQ(listener.total, 300U);
    EXPECT_EQ(listener.calls, 300U);
    EXPECT_EQ(listener.cancelled, sums.cancelled);
    EXPECT_EQ(listener.last.unitsDone, 300U);
    EXPECT_EQ(listener.last.bytesDone, listener.last.bytesTotal);
}

TEST_F(StopRun, FailFastStartsNothingAfterAFailure) {
    folder_.write("in/a.smodel", "model 1 bad");
    for (int i = 0; i < 50; ++i)
        folder_.write("in/m" + std::to_string(i) + ".smodel", "model 1");
    const RunReport report = runPlan(planned(), {.jobs = 1, .memoryBytes = 1, .failFast = true});
    EXPECT_EQ(totals(report).cancelled, 50U);
    EXPECT_FALSE(report.interrupted);
    EXPECT_EQ(exitCode(report), 1);
}

TEST_F(StopRun, FailFastConvertsNothingOfASmallRunAfterAFailure) {
    // All of them are read ahead, and any may be the first one to be converted.
    for (int i = 0; i < 51; ++i)
        folder_.write("in/m" + std::to_string(i) + ".smodel", "model 1 bad");
    const RunReport report = runPlan(planned(), {.jobs = 1, .failFast = true});
    EXPECT_EQ(totals(report).failed, 1U);
    EXPECT_EQ(totals(report).cancelled, 50U);
}

TEST_F(StopRun, TellsTheEndOfEveryUnitAfterAPlannedFailure) {
    folder_.write("in/a/x.smodel", "model 1");
    folder_.write("in/b/x.smodel", "model 1");
    const Plan plan = planned(
        "rigkiln: 1\n"
        "jobs:\n"
        "  files: { uses: scan, root: in }\n"
        "  texts: { uses: export, from: files, to: text, path: 'out/{name}.txt' }\n");
    std::atomic<int> ignored{0};
    StopAfterFirst listener(ignored);
    const RunReport report = runPlan(plan, {.jobs = 1, .failFast = true, .progress = &listener});
    EXPECT_EQ(totals(report).failed, 1U);
    EXPECT_EQ(totals(report).cancelled, 1U);
    EXPECT_EQ(totals(report).inputsCancelled, 1U);
    EXPECT_EQ(listener.calls, 2U);
    EXPECT_EQ(listener.cancelled, 1U);
}

TEST_F(StopRun, GivesUpAUnitThatTakesTooLongAndNoOther) {
    folder_.write("in/a.smodel", "model 1 endless");
    folder_.write("in/b.smodel", "model 1 slow");
    folder_.write("in/c.smodel", "model 1 endless");
    const RunReport report = runPlan(planned(), {.jobs = 1, .unitTimeout = std::chrono::milliseconds(300)});
    ASSERT_EQ(report.units.size(), 3U);
    EXPECT_EQ(report.units[1].status, UnitStatus::Written);
    for (const std::size_t slow : {0U, 2U}) {
        ASSERT_TRUE(report.units[slow].error);
        EXPECT_EQ(report.units[slow].error->code().id, "unit.too-slow");
        EXPECT_THAT(report.units[slow].error->text(),
                    testing::EndsWith(".smodel: converting took longer than 0.3 s, as --unit-timeout allows; "
                                      "give it more time, or leave the file out"));
        EXPECT_EQ(report.units[slow].phase, FailurePhase::Converting);
    }
    EXPECT_EQ(exitCode(report), 1);
    EXPECT_FALSE(report.interrupted);
}

TEST_F(StopRun, GivesUnitsAllTheTimeUnlessItIsLimited) {
    folder_.write("in/a.smodel", "model 1 endless");
    std::atomic<int> stopLevel{0};
    const Plan plan = planned();
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        stopLevel = 2;
    });
    const RunReport report = runPlan(plan, {.jobs = 1, .stopLevel = &stopLevel});
    stopper.join();
    EXPECT_EQ(report.units[0].status, UnitStatus::Cancelled);
    EXPECT_EQ(exitCode(report), 130);
}

}  // namespace
}  // namespace rigkiln
