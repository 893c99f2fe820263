#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/plan/make_plan.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/run_state.hpp"
#include "tests/support/failing_disk.hpp"
#include "tests/support/run_codes.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

/// Plans that remember which files are what.
class SeenFilesTest : public testing::Test {
protected:
    /// A time at which files of today are long past.
    static Moment later() {
        constexpr std::int64_t kHour = 3600;
        return {.seconds = momentNow().seconds + kHour};
    }

    /// Plans and returns the names of the files that were opened; `kinds_` has what each file is.
    Names opened(const Moment& now = later()) {
        Result<std::unique_ptr<RunState>> state = RunState::open({.folder = folder_.path("state"),
                                                                  .configuration = folder_.path("c.yaml"),
                                                                  .codes = test::codesOfRuns(),
                                                                  .now = now,
                                                                  .program = program_});
        EXPECT_TRUE(state);
        const std::string text =
            "rigkiln: 1\n"
            "jobs:\n"
            "  models: { uses: scan, root: in, include: ['**/*.smodel', '**/*.odd'] }\n"
            "  files: { uses: scan, root: in, include: ['**'] }\n"
            "  texts: { uses: export, from: [models, files], to: text, path: 'out/{folder}/{name}_{ext}.txt' "
            "}\n";
        const Registries modules = {formats_, scripted::kExporters};
        LoadedSettings loaded =
            loadSettings({.file = folder_.path("c.yaml"), .text = text, .definitions = {}}, modules);
        EXPECT_TRUE(loaded.settings) << toText(loaded.problems, "c.yaml");
        test::FailingDisk disk(realDisk());
        const std::unique_ptr<SeenFiles> seen = (*state)->seenFiles();
        const Result<Plan> plan = makePlan(
            {.settings = *loaded.settings, .registries = modules, .disk = &disk, .seen = seen.get()});
        EXPECT_TRUE(plan);
        (*state)->rememberSeen(*seen, nullptr);
        const Result<Plan> clean = makePlan({.settings = *loaded.settings, .registries = modules});
        EXPECT_EQ(textOf(*plan), textOf(*clean));
        Names names;
        for (const test::DiskOperation& operation : disk.operations()) {
            if (operation.step == test::DiskStep::OpenFile)
                names.insert(operation.path.substr(operation.path.rfind('/') + 1));
        }
        return names;
    }

    /// Everything that a plan tells of files.
    static std::string textOf(const Plan& plan) {
        std::string text;
        for (std::size_t unit = 0; unit < plan.units.size(); ++unit) {
            text += plan.units.output(unit) + ":";
            for (const FileFacts& file : plan.units.facts(unit))
                text += " " + file.relative + " " + file.description + " " + std::to_string(file.sizeBytes);
            text += "\n";
        }
        for (const IgnoredFile& file : plan.ignored)
            text += file.path + " " + file.description + "\n";
        return text;
    }

    static fs::file_time_type hoursAgo(int hours) {
        return fs::file_time_type::clock::now() - std::chrono::hours(hours);
    }

    ScratchFolder folder_;
    std::vector<const FormatModule*> formats_{scripted::kFormats.begin(), scripted::kFormats.end()};
    std::string program_ = "one";
};

TEST_F(SeenFilesTest, OpensNoFileTwice) {
    folder_.write("in/a/hero.smodel", "model 3");
    folder_.write("in/a/walk.sclip", "clip 2");
    folder_.write("in/none.smodel", "nothing");
    folder_.write("in/readme.odd", "text");
    EXPECT_EQ(opened(), (Names{"hero.smodel", "none.smodel", "readme.odd", "walk.sclip"}));
    EXPECT_EQ(opened(), Names{});
    folder_.write("in/a/orc.smodel", "model 4");
    EXPECT_EQ(opened(), Names{"orc.smodel"});
    fs::remove(folder_.path("in/a/walk.sclip"));
    EXPECT_EQ(opened(), Names{});
    fs::rename(folder_.path("in/a/hero.smodel"), folder_.path("in/a/hero2.smodel"));
    EXPECT_EQ(opened(), Names{"hero2.smodel"});
}

TEST_F(SeenFilesTest, OpensFilesWhoseContentIsNotThatOfTheirName) {
    folder_.write("in/odd.smodel", "MZ");
    EXPECT_EQ(opened(), Names{"odd.smodel"});
    EXPECT_EQ(opened(), Names{"odd.smodel"});
}

TEST_F(SeenFilesTest, OpensAFileThatReplacesAnotherOfItsSizeAndTime) {
    const std::string path = folder_.write("in/hero.smodel", "model 3");
    const fs::file_time_type time = hoursAgo(5);
    fs::last_write_time(path, time);
    opened();
    EXPECT_EQ(opened(), Names{});
    const std::string other = folder_.write("other", "nothing");
    fs::last_write_time(other, time);
    fs::rename(other, path);
    EXPECT_EQ(opened(), Names{"hero.smodel"});
    EXPECT_EQ(opened(), Names{});
    // In its place: only the time of the change differs.
    folder_.write("in/hero.smodel", "model 5");
    fs::last_write_time(path, time);
    EXPECT_EQ(opened(), Names{"hero.smodel"});
}

TEST_F(SeenFilesTest, OpensAFileWhoseTimeWasSetBack) {
    const std::string path = folder_.write("in/hero.smodel", "model 3");
    opened();
    fs::last_write_time(path, hoursAgo(24));
    EXPECT_EQ(opened(), Names{"hero.smodel"});
    EXPECT_EQ(opened(), Names{});
}

TEST_F(SeenFilesTest, OpensAgainWhatWasYoung) {
    folder_.write("in/hero.smodel", "model 3");
    EXPECT_EQ(opened(momentNow()), Names{"hero.smodel"});
    EXPECT_EQ(opened(momentNow()), Names{"hero.smodel"});
    EXPECT_EQ(opened(), Names{"hero.smodel"});
    EXPECT_EQ(opened(), Names{});
}

TEST_F(SeenFilesTest, OpensEverythingForOtherCode) {
    folder_.write("in/hero.smodel", "model 3");
    opened();
    EXPECT_EQ(opened(), Names{});
    program_ = "another build";
    EXPECT_EQ(opened(), Names{"hero.smodel"});
    EXPECT_EQ(opened(), Names{});
    FormatModule revised = *formats_.front();
    ++revised.revision;
    formats_.front() = &revised;
    EXPECT_EQ(opened(), Names{"hero.smodel"});
    EXPECT_EQ(opened(), Names{});
}

TEST_F(SeenFilesTest, OpensWhatARowDoesNotTell) {
    folder_.write("in/hero.smodel", "model 3");
    opened();
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_.path("state/units"))) {
        if (entry.path().extension() != ".sqlite") continue;
        std::optional<Error> note;
        const auto store = StateStore::open(entry.path().string(), StoreAccess::Write, note);
        ASSERT_TRUE(store);
        ASSERT_EQ((*store)->folders(), std::vector<std::string>{folder_.path("in")});
        (*store)->putFolder(folder_.path("in"), "no row");
        (*store)->putFolder("/gone", "row of a folder that no scan sees");
    }
    EXPECT_EQ(opened(), Names{"hero.smodel"});
    EXPECT_EQ(opened(), Names{});
}

TEST_F(SeenFilesTest, FollowsLinksToTheirFiles) {
    folder_.write("in/hero.smodel", "model 3");
    fs::create_symlink(folder_.path("in/hero.smodel"), folder_.path("in/link.smodel"));
    opened();
    opened();
    folder_.write("in/hero.smodel", "nothing");
    EXPECT_EQ(opened(), Names{"hero.smodel"});
}

}  // namespace
}  // namespace rigkiln
