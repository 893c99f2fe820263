#include "tools/cli/report_places.hpp"

#include <filesystem>

#include <gmock/gmock.h>

#include "tests/support/scratch_folder.hpp"

namespace rigkiln::cli {
namespace {

namespace fs = std::filesystem;

class ReportPlacesTest : public testing::Test {
protected:
    /// Returns what is said of a report of this name; empty: it takes the place of nothing.
    [[nodiscard]] std::string saidOf(const std::string& report, const std::string& path) const {
        const std::string file = folder_.path(report);
        const ReportPlaces places({.html = file}, {});
        const Status spared = places.spare(folder_.path(path), "the configuration");
        return spared ? std::string() : spared.error().text();
    }

    [[nodiscard]] std::string saidOf(const std::string& report, const Plan& plan) const {
        const std::string file = folder_.path(report);
        const ReportPlaces places({.json = file}, {});
        const Status spared = places.spare(plan);
        return spared ? std::string() : spared.error().problem;
    }

    /// A plan of one unit: in/hero.smodel with a clip becomes out/hero.txt.
    [[nodiscard]] Plan plan() const {
        Plan plan;
        PlannedUnit unit;
        unit.recipe.parts.push_back(
            {.model = FileRecipe{.path = folder_.path("in/hero.smodel"), .name = "hero"},
             .clips = {{.path = folder_.path("in/walk.sclip"), .name = "walk"}}});
        unit.recipe.output = folder_.path("out/hero.txt");
        unit.facts = {{.relative = "hero.smodel"}, {.relative = "walk.sclip"}};
        plan.units.add(unit);
        plan.ignored = {{folder_.path("in/smoke.smodel"), "particles", true},
                        {folder_.path("in/old.json"), "not a known format", false}};
        plan.searched = {folder_.path("in"), folder_.path("in/art.pack")};
        return plan;
    }

    ScratchFolder folder_;
};

TEST_F(ReportPlacesTest, SaysWhichOptionTakesThePlaceOfWhat) {
    folder_.write("a.yaml", "x");
    EXPECT_EQ(saidOf("a.yaml", "a.yaml"),
              "--html " + folder_.path("a.yaml") + ": is the configuration; name another file");
    EXPECT_EQ(saidOf("b.yaml", "a.yaml"), "");
}

TEST_F(ReportPlacesTest, KnowAFileByAllItsPaths) {
    folder_.write("art/a.yaml", "x");
    fs::create_directory_symlink("art", folder_.path("link"));
    fs::create_symlink("art/a.yaml", folder_.path("b.yaml"));
    fs::create_hard_link(folder_.path("art/a.yaml"), folder_.path("c.yaml"));
    for (const char* report : {"art/../art/a.yaml", "link/a.yaml", "b.yaml", "c.yaml"})
        EXPECT_NE(saidOf(report, "art/a.yaml"), "") << report;
    EXPECT_NE(saidOf("art/a.yaml", "link/a.yaml"), "");
    EXPECT_NE(saidOf("link/new", "art/new"), "") << "not there yet";
}

TEST_F(ReportPlacesTest, KnowTheArchiveOfAMember) {
    folder_.write("art.pack", "x");
    EXPECT_NE(saidOf("art.pack", "art.pack/models/a.smodel"), "");
    EXPECT_EQ(saidOf("art.json", "art.pack/models/a.smodel"), "");
}

TEST_F(ReportPlacesTest, SpareWhatAPlanReadsAndMakes) {
    folder_.write("in/hero.smodel", "x");
    folder_.write("in/walk.sclip", "x");
    folder_.write("in/art.pack", "x");
    fs::create_directory_symlink("in", folder_.path("link"));
    fs::create_symlink("in/walk.sclip", folder_.path("walk.json"));
    const Plan plan = this->plan();
    EXPECT_EQ(saidOf("in/hero.smodel", plan), "is a source of an output; name another file");
    EXPECT_EQ(saidOf("link/hero.smodel", plan), "is a source of an output; name another file");
    EXPECT_EQ(saidOf("walk.json", plan), "is a source of an output; name another file");
    EXPECT_EQ(saidOf("out/hero.txt", plan), "is an output; name another file");
    EXPECT_EQ(saidOf("in/smoke.smodel", plan), "is a file that a scan finds; name another file");
    EXPECT_EQ(saidOf("in/art.pack", plan), "is an archive that a scan searches; name another file");
}

TEST_F(ReportPlacesTest, SpareNeitherReportsOfEarlierRunsNorFilesOfOtherFolders) {
    folder_.write("in/old.json", "{}");
    folder_.write("hero.txt", "x");
    const Plan plan = this->plan();
    for (const char* report : {"in/old.json", "in/new.json", "hero.txt", "out/hero.json", "hero.smodel"})
        EXPECT_EQ(saidOf(report, plan), "") << report;
}

TEST_F(ReportPlacesTest, LeaveStandardOutputAndDevicesOut) {
    const std::string file = "-";
    const ReportPlaces places({.json = "-", .html = "/dev/null"}, {{"stamp", &file}});
    EXPECT_TRUE(places.spare("-", "an input"));
    EXPECT_TRUE(places.spare("/dev/null", "an input"));
}

TEST_F(ReportPlacesTest, NameOtherFilesByTheirOptions) {
    const std::string stamp = folder_.path("a.glb");
    const ReportPlaces places({}, {{"stamp", &stamp}});
    const Status spared = places.spare(folder_.path("a.glb"), "an input");
    ASSERT_FALSE(spared);
    EXPECT_EQ(spared.error().text(), "--stamp " + stamp + ": is an input; name another file");
}

}  // namespace
}  // namespace rigkiln::cli
