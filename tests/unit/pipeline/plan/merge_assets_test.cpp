#include "pipeline/plan/merge_assets.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "pipeline/reading/read_part.hpp"
#include "pipeline/run/group_units.hpp"
#include "tests/support/batch_fixture.hpp"

namespace rigkiln {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

class Merging : public BatchFixture {
protected:
    static std::string jobs(const std::string& merge, const std::string& path, const std::string& more = "") {
        return "rigkiln: 1\n"
               "jobs:\n"
               "  files: { uses: scan, root: in, include: ['**'] }\n"
               "  rigs: { uses: bind, models: files, clips: files }\n" +
               merge + "  texts: { uses: export, from: whole, to: text, path: '" + path + "' }\n" + more;
    }

    static std::string byFolder(const std::string& more = "") {
        return jobs("  whole: { uses: merge, from: rigs }\n", "out/{folder}/{name}.txt", more);
    }

    static std::string ofAll() {
        return jobs("  whole: { uses: merge, from: rigs, by: all }\n", "out/{folder}/{name}.txt");
    }

    void writeTwoFolders() const {
        folder_.write("in/a/hero.smodel", "model 3");
        folder_.write("in/a/hero_walk.sclip", "clip 2");
        folder_.write("in/a/villain.smodel", "model 4");
        folder_.write("in/a/villain_run.sclip", "clip 3");
        folder_.write("in/b/c/tree.smodel", "model 1");
    }

    RunReport run(const std::string& configuration, unsigned jobCount = 2) {
        return runPlan(planned(configuration), {.jobs = jobCount});
    }
};

TEST_F(Merging, MakesOneUnitOfTheModelsOfAFolderEachWithItsClips) {
    writeTwoFolders();
    EXPECT_THAT(described(planned(byFolder())),
                ElementsAre("out/a/a.txt <- a/hero.smodel + a/hero_walk.sclip | a/villain.smodel + "
                            "a/villain_run.sclip",
                            "out/b/c/c.txt <- b/c/tree.smodel"));
}

TEST_F(Merging, CallsTheFilesOfTheRootAfterTheRoot) {
    folder_.write("in/hero.smodel", "model 3");
    EXPECT_THAT(described(planned(byFolder())), ElementsAre("out/in.txt <- hero.smodel"));
}

TEST_F(Merging, MakesOneUnitOfAllCalledAfterTheJob) {
    writeTwoFolders();
    EXPECT_THAT(described(planned(ofAll())),
                ElementsAre("out/whole.txt <- a/hero.smodel + a/hero_walk.sclip | a/villain.smodel + "
                            "a/villain_run.sclip | b/c/tree.smodel"));
}

TEST_F(Merging, LeavesClipsWithoutAModelAsPartsOfTheirOwn) {
    folder_.write("in/a/hero.smodel", "model 3");
    folder_.write("in/a/other.sclip", "clip 2");
    EXPECT_THAT(described(planned(byFolder())),
                ElementsAre("out/a/a.txt <- a/hero.smodel | + a/other.sclip"));
}

TEST_F(Merging, GivesClipsToThePartsOfWhatIsMerged) {
    folder_.write("in/a/hero.smodel", "model 3");
    folder_.write("in/a/villain.smodel", "model 4");
    folder_.write("in/a/villain_run.sclip", "clip 3");
    EXPECT_THAT(
        described(planned("rigkiln: 1\n"
                          "jobs:\n"
                          "  models: { uses: scan, root: in, include: ['**/*.smodel'] }\n"
                          "  clips: { uses: scan, root: in, include: ['**/*.sclip'] }\n"
                          "  whole: { uses: merge, from: models }\n"
                          "  rigs: { uses: bind, models: whole, clips: clips }\n"
                          "  texts: { uses: export, from: rigs, to: text, path: 'out/{name}.txt' }\n")),
        ElementsAre("out/a.txt <- a/hero.smodel | a/villain.smodel + a/villain_run.sclip"));
}

TEST_F(Merging, GroupsWhatIsMergedAnew) {
    writeTwoFolders();
    EXPECT_THAT(described(planned(jobs("  folders: { uses: merge, from: rigs }\n"
                                       "  whole: { uses: merge, from: folders, by: all }\n",
                                       "out/{name}.txt"))),
                ElementsAre("out/whole.txt <- a/hero.smodel + a/hero_walk.sclip | a/villain.smodel + "
                            "a/villain_run.sclip | b/c/tree.smodel"));
}

TEST_F(Merging, TakesAFileOfTwoScansOnce) {
    folder_.write("in/a/hero.smodel", "model 3");
    folder_.write("in/a/villain.smodel", "model 4");
    EXPECT_THAT(
        described(planned("rigkiln: 1\n"
                          "jobs:\n"
                          "  some: { uses: scan, root: in/a, include: ['v*'] }\n"
                          "  all: { uses: scan, root: in }\n"
                          "  rigs: { uses: decode, from: all }\n"
                          "  whole: { uses: merge, from: [some, rigs] }\n"
                          "  texts: { uses: export, from: whole, to: text, path: 'out/{name}.txt' }\n")),
        ElementsAre("out/a.txt <- villain.smodel | a/hero.smodel"));
}

TEST_F(Merging, WritesPartsAloneAndMergedInOneRun) {
    writeTwoFolders();
    const std::string alone =
        "  alone: { uses: export, from: rigs, to: text, path: 'alone/{folder}/{name}.txt' }\n";
    const RunReport report = run(byFolder(alone));
    EXPECT_EQ(totals(report).written, 5U);
    EXPECT_THAT(folder_.read("alone/a/hero.txt"), HasSubstr("hero"));
}

TEST_F(Merging, EstimatesTheMemoryOfAllParts) {
    writeTwoFolders();
    const std::size_t alone = planned(boundConfiguration()).units[0].estimatedBytes;
    folder_.write("in/a/villain.smodel", "model 4 " + std::string(1000000, ' '));
    EXPECT_GT(planned(byFolder()).units[0].estimatedBytes, alone + 1000000);
}

TEST_F(Merging, ReadsOnceWhatIsMergedAlikeAndOnlyThat) {
    writeTwoFolders();
    const Plan plan =
        planned(byFolder("  more: { uses: export, from: whole, to: text, path: 'm/{name}.txt' }\n"
                         "  alone: { uses: export, from: rigs, to: text, path: 'x/{name}.txt' }\n"));
    // Seven units: each of the two folders twice, and each of the three models alone. The tree is decoded
    // alike alone and as the only member of a folder.
    EXPECT_EQ(plan.units.size(), 7U);
    EXPECT_EQ(UnitGroups(plan.units).all().size(), 4U);
}

TEST_F(Merging, WritesOneSceneOfAllParts) {
    writeTwoFolders();
    const RunReport report = run(byFolder());
    ASSERT_EQ(report.units.size(), 2U);
    EXPECT_EQ(report.units[0].counts.joints, 3U + 4U + 2U);  // plus one joint above each part
    EXPECT_EQ(report.units[0].counts.clips, 2U);
    EXPECT_EQ(report.units[1].counts.joints, 1U);
    const std::string text = folder_.read("out/a/a.txt");
    EXPECT_THAT(text, HasSubstr("hero_walk"));
    EXPECT_THAT(text, HasSubstr("villain_run"));
}

TEST_F(Merging, ListsEveryInputInTheReport) {
    writeTwoFolders();
    const RunReport report = run(byFolder());
    std::vector<std::string> inputs;
    for (const InputReport& input : report.units[0].inputs) {
        inputs.push_back(std::string(toString(input.role)) + " " + relative(input.path));
        EXPECT_EQ(input.status, InputStatus::Converted);
    }
    EXPECT_THAT(inputs, ElementsAre("model in/a/hero.smodel", "clip in/a/hero_walk.sclip",
                                    "model in/a/villain.smodel", "clip in/a/villain_run.sclip"));
    EXPECT_EQ(report.units[0].bytesIn, 7U + 6U + 7U + 6U);
}

TEST_F(Merging, FailsWithTheFileOfABrokenPart) {
    for (const char* what : {"model 4 bad", "model 4 throw", "model 4 nan"}) {
        writeTwoFolders();
        folder_.write("in/a/villain.smodel", what);
        const RunReport report = run(byFolder());
        ASSERT_EQ(report.units.size(), 2U);
        const UnitReport& unit = report.units[0];
        EXPECT_EQ(unit.status, UnitStatus::Failed) << what;
        EXPECT_EQ(unit.error->file, folder_.path("in/a/villain.smodel")) << what;
        EXPECT_EQ(unit.inputs[0].status, InputStatus::Skipped) << what;
        EXPECT_EQ(unit.inputs[0].rootCause, folder_.path("in/a/villain.smodel")) << what;
        EXPECT_EQ(unit.inputs[2].status, InputStatus::Failed) << what;
        EXPECT_NE(report.units[1].status, UnitStatus::Failed) << what;
    }
}

TEST_F(Merging, FailsBeforeItRunsForAPartThatIsNoModel) {
    writeTwoFolders();
    folder_.write("in/a/villain.smodel", "garbage");
    const Plan plan = planned(byFolder());
    ASSERT_EQ(plan.units.size(), 2U);
    ASSERT_TRUE(plan.units[0].problem);
    EXPECT_EQ(plan.units[0].problem->file, folder_.path("in/a/villain.smodel"));
    const RunReport report = runPlan(plan, {.jobs = 2});
    EXPECT_EQ(report.units[0].inputs[0].status, InputStatus::Skipped);
    EXPECT_EQ(report.units[0].inputs[0].rootCause, folder_.path("in/a/villain.smodel"));
}

TEST_F(Merging, ABrokenClipOfAPartIsLeftOutAndTold) {
    writeTwoFolders();
    folder_.write("in/a/villain_run.sclip", "clip 3 bad");
    const RunReport report = run(byFolder());
    const UnitReport& unit = report.units[0];
    EXPECT_EQ(unit.status, UnitStatus::Written);
    EXPECT_EQ(unit.counts.clips, 1U);
    EXPECT_EQ(unit.inputs[1].status, InputStatus::Converted);
    EXPECT_EQ(unit.inputs[3].status, InputStatus::Failed);
    ASSERT_EQ(unit.issues.size(), 1U);
    EXPECT_EQ(unit.issues[0].id, kClipFailed.id);
    EXPECT_EQ(unit.issues[0].where, "part 'villain': clip 'villain_run'");
}

TEST_F(Merging, LooksForTheTexturesOfAPartInItsOwnFolder) {
    folder_.write("in/a/hero.smodel", "model 1 texture=skin.png");
    folder_.write("in/b/villain.smodel", "model 1 texture=skin.png");
    folder_.write("in/b/skin.png", "\x89PNG\r\n\x1a\n");
    const RunReport report = run(ofAll());
    ASSERT_EQ(report.units.size(), 1U);
    ASSERT_EQ(report.units[0].issues.size(), 1U);
    EXPECT_THAT(report.units[0].issues[0].where, StartsWith("part 'villain': "));
    EXPECT_THAT(report.units[0].textureSearch.missing, ElementsAre("skin.png"));
    EXPECT_THAT(report.units[0].textureSearch.folders, ElementsAre(folder_.path("in/a")));
}

TEST_F(Merging, ResamplesWhatIsMergedAndWhatWillBe) {
    writeTwoFolders();
    for (const char* order : {"  fast: { uses: resample, from: rigs, rate: 60fps }\n"
                              "  whole: { uses: merge, from: fast }\n",
                              "  raw: { uses: merge, from: rigs }\n"
                              "  whole: { uses: resample, from: raw, rate: 60fps }\n"}) {
        const RunReport plain = run(byFolder());
        const RunReport report = run(jobs(order, "fast/{name}.txt"));
        ASSERT_NE(report.units[0].status, UnitStatus::Failed);
        EXPECT_GT(report.units[0].counts.keys, plain.units[0].counts.keys);
        EXPECT_GT(report.units[0].counts.keys, 100U);
    }
}

TEST_F(Merging, GivesTheSameBytesForAnyNumberOfJobs) {
    for (int i = 0; i < 20; ++i)
        folder_.write("in/a/m" + std::to_string(i) + ".smodel", "model 3 issue");
    run(byFolder(), 1);
    const std::string one = folder_.read("out/a/a.txt");
    run(byFolder(), 4);
    EXPECT_EQ(folder_.read("out/a/a.txt"), one);
    EXPECT_THAT(one, HasSubstr("m19"));
}

}  // namespace
}  // namespace rigkiln
