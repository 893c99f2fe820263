#include <atomic>
#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/workers/worker_errors.hpp"
#include "tests/support/batch_fixture.hpp"
#include "tests/support/run_codes.hpp"

namespace rigkiln {
namespace {

using testing::EndsWith;
using testing::StartsWith;

class IsolatedRun : public BatchFixture {
protected:
    RunReport isolated(const Plan& plan, RunOptions options = {}) {
        codes_ = test::codesOfRuns();
        options.isIsolated = true;
        options.errorCodes = codes_;
        return runPlan(plan, options);
    }

    static const UnitReport& unitOf(const RunReport& report, const std::string& name) {
        return *std::ranges::find_if(
            report.units, [&](const UnitReport& unit) { return unit.output.ends_with("/" + name + ".txt"); });
    }

    std::vector<const ErrorCode*> codes_;
};

TEST_F(IsolatedRun, AFaultCostsOneUnit) {
    folder_.write("in/a.smodel", "model 1");
    folder_.write("in/b.smodel", "model 1 crash");
    folder_.write("in/c.smodel", "model 1");
    folder_.write("in/d.smodel", "model 1 bad");
    folder_.write("in/e.smodel", "model 1 crash");
    folder_.write("in/f.smodel", "model 1");
    for (const unsigned jobs : {1U, 2U}) {
        const RunReport report = isolated(planned(), {.jobs = jobs});
        EXPECT_EQ(totals(report).failed, 3U);
        EXPECT_EQ(exitCode(report), 4) << "a bug in this program";
        for (const char* good : {"a", "c", "f"})
            EXPECT_FALSE(unitOf(report, good).error) << good;
        for (const char* name : {"b", "e"}) {
            const UnitReport& crashed = unitOf(report, name);
            ASSERT_TRUE(crashed.error);
            EXPECT_TRUE(crashed.error->is(kWorkerEnded));
            EXPECT_EQ(crashed.error->file, folder_.path("in/") + name + ".smodel");
            EXPECT_THAT(crashed.error->problem,
                        StartsWith("the process that converted it was ended by signal 9 (SIGKILL)"));
            EXPECT_EQ(crashed.phase, FailurePhase::Converting);
        }
        EXPECT_TRUE(unitOf(report, "d").error->is(test::kInputError));
    }
    EXPECT_EQ(folder_.files("out").size(), 3U);
}

TEST_F(IsolatedRun, GivesUpAUnitThatTakesTooLongAndNeverAsks) {
    folder_.write("in/a.smodel", "model 1 stuck");
    folder_.write("in/b.smodel", "model 1");
    const RunReport report = isolated(planned(), {.jobs = 1, .unitTimeout = std::chrono::milliseconds(200)});
    ASSERT_TRUE(unitOf(report, "a").error);
    EXPECT_EQ(unitOf(report, "a").error->code().id, "unit.too-slow");
    EXPECT_FALSE(unitOf(report, "b").error);
}

TEST_F(IsolatedRun, WritesNothingItself) {
    folder_.write("in/a.smodel", "model 1 write=" + folder_.path("stolen.txt"));
    folder_.write("in/b.smodel", "model 1");
    const RunReport report = isolated(planned(), {.jobs = 2});
    EXPECT_EQ(totals(report).failed, 0U);
    EXPECT_EQ(folder_.files(),
              (std::vector<std::string>{"in/a.smodel", "in/b.smodel", "out/a.txt", "out/b.txt"}));
    EXPECT_EQ(totals(runPlan(planned(), {.jobs = 2})).failed, 0U);
    EXPECT_EQ(folder_.files().size(), 5U) << "without workers it does";
}

TEST_F(IsolatedRun, PassesOnWhatUnitsOfOneGroupGet) {
    folder_.write("in/a.smodel", "model 2 issue");
    folder_.write("in/b.smodel", "model 2 unexportable");
    folder_.write("in/a_walk.sclip", "clip 1");
    const std::string configuration =
        boundConfiguration() +
        "  more: { uses: export, from: rigs, to: text, path: 'more/{name}.txt', side: true, shared: true, "
        "note: true }\n";
    const RunReport plain = runPlan(planned(configuration), {.jobs = 1});
    const std::vector<std::string> files = folder_.files();
    for (const std::string& file : {std::string("out"), std::string("more")})
        std::filesystem::remove_all(folder_.path(file));
    const RunReport report = isolated(planned(configuration), {.jobs = 2});
    EXPECT_EQ(folder_.files(), files);
    folder_.write("more/a.txt.note", "theirs");
    EXPECT_EQ(totals(isolated(planned(configuration), {.jobs = 2})).written, 0U);
    EXPECT_EQ(folder_.read("more/a.txt.note"), "theirs");
    ASSERT_EQ(report.units.size(), plain.units.size());
    for (std::size_t i = 0; i < report.units.size(); ++i) {
        EXPECT_EQ(report.units[i].error, plain.units[i].error);
        EXPECT_EQ(report.units[i].issues.size(), plain.units[i].issues.size());
        EXPECT_EQ(report.units[i].issueCounts, plain.units[i].issueCounts);
        EXPECT_EQ(report.units[i].bytesIn, plain.units[i].bytesIn);
        EXPECT_EQ(report.units[i].bytesOut, plain.units[i].bytesOut);
        EXPECT_EQ(report.units[i].counts.clips, plain.units[i].counts.clips);
    }
}

TEST_F(IsolatedRun, StopsAtOnce) {
    folder_.write("in/a.smodel", "model 1 stuck");
    std::atomic<int> stopLevel{2};
    const RunReport report = isolated(planned(), {.jobs = 1, .stopLevel = &stopLevel});
    EXPECT_EQ(totals(report).cancelled, 1U);
    EXPECT_EQ(exitCode(report), 130);
}

}  // namespace
}  // namespace rigkiln
