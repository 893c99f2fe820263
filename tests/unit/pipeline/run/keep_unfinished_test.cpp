#include "pipeline/run/keep_unfinished.hpp"

#include <atomic>
#include <filesystem>
#include <string>

#include <gmock/gmock.h>

#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/report_json.hpp"
#include "tests/support/batch_fixture.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class KeepUnfinished : public BatchFixture {
protected:
    RunReport run(const Plan& plan) { return runPlan(plan, {.jobs = 2}); }

    static OldReport old(const RunReport& report) {
        Result<OldReport> read = readOldReport(toReportJson(report));
        EXPECT_TRUE(read) << (read ? "" : read.error().text());
        return read ? std::move(*read) : OldReport{};
    }

    /// A whole run: one output fails, one is written without a clip, two are whole.
    RunReport firstRun() {
        folder_.write("in/bad.smodel", "model 3 bad");
        folder_.write("in/hero.smodel", "model 3");
        folder_.write("in/hero_walk.sclip", "clip 2 bad");
        folder_.write("in/ox.smodel", "model 2");
        folder_.write("in/yak.smodel", "model 2");
        return run(planned());
    }
};

TEST_F(KeepUnfinished, MakesOutputsThatFailedWhollyOrPartly) {
    const OldReport before = old(firstRun());
    Plan plan = planned();
    const SelectionReport selection = keepUnfinished(plan, before);
    EXPECT_THAT(described(plan),
                ElementsAre("out/bad.txt <- bad.smodel", "out/hero.txt <- hero.smodel + hero_walk.sclip"));
    EXPECT_EQ(selection.chosen, 2U);
    EXPECT_EQ(selection.planned, 4U);
    EXPECT_EQ(selection.notInReport, 0U);
    EXPECT_THAT(selection.notPlanned, IsEmpty());
}

TEST_F(KeepUnfinished, GivesTheBytesOfAWholeRunAndTouchesNothingElse) {
    const OldReport before = old(firstRun());
    folder_.write("in/bad.smodel", "model 4");
    folder_.write("in/hero_walk.sclip", "clip 2");
    folder_.write("out/ox.txt", "of somebody else");
    Plan plan = planned();
    static_cast<void>(keepUnfinished(plan, before));
    const RunReport report = run(plan);
    EXPECT_EQ(exitCode(report), 0);
    EXPECT_EQ(folder_.read("out/ox.txt"), "of somebody else");
    const std::string bad = folder_.read("out/bad.txt");
    const std::string hero = folder_.read("out/hero.txt");
    folder_.write("out/bad.txt", "");
    folder_.write("out/hero.txt", "");
    EXPECT_EQ(exitCode(run(planned())), 0);
    EXPECT_EQ(folder_.read("out/bad.txt"), bad);
    EXPECT_EQ(folder_.read("out/hero.txt"), hero);
}

TEST_F(KeepUnfinished, NamesWhatIsNotPlannedAnyMoreAndCountsWhatIsNew) {
    const OldReport before = old(firstRun());
    std::filesystem::remove(folder_.path("in/bad.smodel"));
    folder_.write("in/new.smodel", "model 1");
    Plan plan = planned();
    const SelectionReport selection = keepUnfinished(plan, before);
    EXPECT_THAT(selection.notPlanned, ElementsAre(folder_.path("out/bad.txt")));
    EXPECT_EQ(selection.notInReport, 1U);
    EXPECT_EQ(selection.chosen, 1U);
    EXPECT_EQ(selection.planned, 4U);
}

TEST_F(KeepUnfinished, MakesWhatWasNotBegun) {
    folder_.write("in/bad.smodel", "model 3 bad");
    folder_.write("in/ox.smodel", "model 2");
    const std::atomic<int> stopLevel = 2;
    const OldReport before = old(runPlan(planned(), {.jobs = 1, .stopLevel = &stopLevel}));
    Plan plan = planned();
    EXPECT_EQ(keepUnfinished(plan, before).chosen, 2U);
}

TEST_F(KeepUnfinished, CanBeRepeatedUntilNothingIsLeft) {
    OldReport before = old(firstRun());
    folder_.write("in/bad.smodel", "model 4");
    Plan second = planned();
    EXPECT_EQ(keepUnfinished(second, before).chosen, 2U);
    before = old(run(second));
    folder_.write("in/hero_walk.sclip", "clip 2");
    Plan third = planned();
    EXPECT_EQ(keepUnfinished(third, before).chosen, 1U);
    before = old(run(third));
    Plan last = planned();
    EXPECT_EQ(keepUnfinished(last, before).chosen, 0U);
    EXPECT_EQ(exitCode(run(last)), 0);
}

}  // namespace
}  // namespace rigkiln
