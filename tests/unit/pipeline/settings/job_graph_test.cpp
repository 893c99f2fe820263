#include "pipeline/settings/job_graph.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/pipeline/settings/toy_registries.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;

/// A configuration with these lines below `jobs`; the first of them is line 3.
std::string withJobs(std::string_view jobs) {
    return "rigkiln: 1\njobs:\n" + std::string(jobs);
}

std::vector<std::string> namesInOrder(const Settings& settings) {
    std::vector<std::string> names;
    for (const Job& job : settings.jobs) {
        names.push_back(job.name);
    }
    return names;
}

TEST(JobGraph, TakesAssetsAndFilesForMergingAndGivesAssets) {
    EXPECT_EQ(problemsOf(withJobs("  models: {uses: scan, root: a}\n"
                                  "  sheet: {uses: merge, from: models}\n"
                                  "  all: {uses: merge, from: sheet, by: all}\n"
                                  "  glb: {uses: export, from: all, path: x.glb}\n")),
              "");
    EXPECT_EQ(problemsOf(withJobs("  models: {uses: scan, root: a}\n"
                                  "  glb: {uses: export, from: models, path: x.glb}\n"
                                  "  sheet: {uses: merge, from: glb, by: sheet}\n"
                                  "  read: {uses: decode, from: sheet}\n"
                                  "  more: {uses: export, from: read, path: y.glb}\n")),
              "c.yaml:5:30: job 'glb' gives outputs, 'from' takes assets or files\n"
              "c.yaml:5:39: by is 'sheet', expected folder, all\n"
              "c.yaml:6:30: job 'sheet' gives assets, 'from' takes files\n");
}

TEST(JobGraph, PutsJobsBehindTheirInputsAndKeepsTheOrderOtherwise) {
    const Settings settings =
        settingsOf(withJobs("  glb: {uses: export, from: timed, path: x.glb}\n"
                            "  timed: {uses: resample, from: rigs}\n"
                            "  models: {uses: scan, root: a}\n"
                            "  rigs: {uses: bind, models: models, clips: clips}\n"
                            "  clips: {uses: scan, root: a}\n"));
    EXPECT_THAT(namesInOrder(settings), ElementsAre("models", "clips", "rigs", "timed", "glb"));
    EXPECT_THAT(settings.jobs[2].inputs.at("models"), ElementsAre(0U));
    EXPECT_THAT(settings.jobs[2].inputs.at("clips"), ElementsAre(1U));
    EXPECT_THAT(settings.jobs[4].inputs.at("from"), ElementsAre(3U));
}

TEST(JobGraph, ReportsUnknownJobs) {
    EXPECT_EQ(problemsOf(withJobs("  models: {uses: scan, root: a}\n"
                                  "  glb: {uses: export, from: [model, xyzzy], path: x.glb}\n")),
              "c.yaml:4:30: unknown job 'model'; did you mean 'models'?\nc.yaml:4:37: unknown job 'xyzzy'\n");
}

TEST(JobGraph, ReportsInputsThatGiveWhatIsNotTaken) {
    EXPECT_EQ(problemsOf(withJobs("  a: {uses: scan, root: a}\n"
                                  "  glb: {uses: export, from: a, path: x.glb}\n"
                                  "  again: {uses: export, from: glb, path: y.glb}\n"
                                  "  d: {uses: decode, from: again}\n")),
              "c.yaml:5:31: job 'glb' gives outputs, 'from' takes assets or files\n"
              "c.yaml:6:3: no job uses 'd', its assets would be lost; name it in an export or remove it\n"
              "c.yaml:6:27: job 'again' gives outputs, 'from' takes files\n");
}

TEST(JobGraph, ReportsJobsNamedTwice) {
    EXPECT_EQ(problemsOf(withJobs("  a: {uses: scan, root: a}\n"
                                  "  glb: {uses: export, from: [a, a], path: x.glb}\n")),
              "c.yaml:4:33: from names job 'a' twice\n");
}

TEST(JobGraph, ReportsCyclesAsAPath) {
    EXPECT_EQ(problemsOf(withJobs("  glb: {uses: export, from: c, path: x.glb}\n"
                                  "  b: {uses: resample, from: a}\n"
                                  "  a: {uses: resample, from: [s, c]}\n"
                                  "  c: {uses: resample, from: b}\n"
                                  "  s: {uses: scan, root: a}\n")),
              "c.yaml:4:3: job 'b' waits for itself: b -> a -> c -> b\n");
}

TEST(JobGraph, ReportsEveryCycle) {
    EXPECT_EQ(problemsOf(withJobs("  a: {uses: resample, from: a}\n"
                                  "  b: {uses: resample, from: c}\n"
                                  "  c: {uses: resample, from: b}\n"
                                  "  glb: {uses: export, from: [a, b], path: x.glb}\n")),
              "c.yaml:3:3: job 'a' waits for itself: a -> a\n"
              "c.yaml:4:3: job 'b' waits for itself: b -> c -> b\n");
}

TEST(JobGraph, ReportsWorkThatNobodyUses) {
    EXPECT_EQ(problemsOf(withJobs("  a: {uses: scan, root: a}\n"
                                  "  b: {uses: scan, root: b}\n"
                                  "  glb: {uses: export, from: a, path: x.glb}\n")),
              "c.yaml:4:3: no job uses 'b', its files would be lost; name it in an export or remove it\n");
}

TEST(JobGraph, DoesNotCallWorkUnusedWhileNamesAreUnknown) {
    EXPECT_EQ(problemsOf(withJobs("  models: {uses: scan, root: a}\n"
                                  "  glb: {uses: export, from: modles, path: x.glb}\n")),
              "c.yaml:4:29: unknown job 'modles'; did you mean 'models'?\n");
}

TEST(JobGraph, ReportsAGraphThatWritesNothing) {
    EXPECT_EQ(problemsOf(withJobs("  a: {uses: scan, root: a}\n")),
              "c.yaml:3:3: no job writes anything; add one with 'uses: export'\n");
}

TEST(JobGraph, ReportsExportsToTheSamePath) {
    EXPECT_EQ(problemsOf(withJobs("  a: {uses: scan, root: a}\n"
                                  "  one: {uses: export, from: a, path: 'o/{name}.glb'}\n"
                                  "  two: {uses: export, from: a, path: './o//{name}.glb'}\n")),
              "c.yaml:5:38: job 'one' in line 4 writes to the same path '/game/config/o/{name}.glb'\n");
}

TEST(JobGraph, HandlesLongChains) {
    std::string jobs = "  j0: {uses: scan, root: a}\n";
    for (int i = 1; i < 999; ++i) {
        jobs += "  j" + std::to_string(i) + ": {uses: resample, from: j" + std::to_string(i - 1) + "}\n";
    }
    jobs += "  glb: {uses: export, from: j998, path: x.glb}\n";
    EXPECT_EQ(settingsOf(withJobs(jobs)).jobs.size(), 1000U);
    EXPECT_EQ(problemsOf(withJobs(jobs + "  more: {uses: export, from: j998, path: y.glb}\n")),
              "c.yaml:3:3: 1001 jobs, expected at most 1000\n");
}

}  // namespace
}  // namespace rigkiln
