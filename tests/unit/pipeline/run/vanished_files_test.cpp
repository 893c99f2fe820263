#include "pipeline/run/vanished_files.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/containers/containers.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/run_state.hpp"
#include "tests/support/failing_disk.hpp"
#include "tests/support/run_codes.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Configuration of a run, and its options.
struct PruneOptions {
    std::string output = "out";
    std::string root = "in";  ///< of a second scan
    bool shared = false;
    bool side = false;
    bool note = false;
    bool unbound = true;  ///< clips without a model are outputs
    VanishedFiles vanished = VanishedFiles::Remove;
    bool failFast = false;
    Disk* disk = nullptr;
};

class VanishedFilesOfRuns : public testing::Test {
protected:
    [[nodiscard]] std::string path(const std::string& relative) const { return root_ + "/" + relative; }

    void write(const std::string& relative, const std::string& content) const {
        fs::create_directories(fs::path(path(relative)).parent_path());
        std::ofstream(path(relative), std::ios::binary) << content;
    }

    [[nodiscard]] static Registries allModules() {
        return {scripted::kFormats, scripted::kExporters, {}, containers::kContainers};
    }

    [[nodiscard]] Plan plan(const PruneOptions& options) const {
        const std::string text = fmt::format(
            "rigkiln: 1\njobs:\n"
            "  files: {{ uses: scan, root: in, include: ['**'], allow_empty: true }}\n"
            "  others: {{ uses: scan, root: '{}', include: ['**'], allow_empty: true }}\n"
            "  rigs: {{ uses: bind, models: [files, others], clips: [files, others], unbound: {} }}\n"
            "  texts: {{ uses: export, from: rigs, to: text, shared: {}, side: {}, note: {}, path: "
            "'{}/{{folder}}/{{name}}.txt' }}\n",
            options.root, options.unbound ? "skeleton" : "skip", options.shared, options.side, options.note,
            options.output);
        LoadedSettings loaded =
            loadSettings({.file = path("rigkiln.yaml"), .text = text, .definitions = {}}, allModules());
        EXPECT_TRUE(loaded.settings) << toText(loaded.problems, "rigkiln.yaml");
        Result<Plan> made =
            makePlan({.settings = *loaded.settings, .registries = allModules(), .disk = options.disk});
        EXPECT_TRUE(made) << (made ? "" : made.error().text());
        return std::move(*made);
    }

    [[nodiscard]] std::unique_ptr<RunState> openState(StoreAccess access = StoreAccess::Write) const {
        Result<std::unique_ptr<RunState>> state = RunState::open({.folder = path("state"),
                                                                  .configuration = path("rigkiln.yaml"),
                                                                  .access = access,
                                                                  .codes = test::codesOfRuns()});
        EXPECT_TRUE(state) << (state ? "" : state.error().text());
        return std::move(*state);
    }

    /// Runs and returns what was told of vanished files, with paths relative to the tree.
    VanishedReport run(const PruneOptions& options = {}) {
        const auto state = openState();
        report_ = runPlan(plan(options), allModules(),
                          {.jobs = 2,
                           .failFast = options.failFast,
                           .disk = options.disk,
                           .state = state.get(),
                           .vanished = options.vanished});
        VanishedReport vanished = report_.vanished.value_or(VanishedReport{});
        for (auto* list : {&vanished.files, &vanished.changed}) {
            for (std::string& file : *list)
                file = file.substr(root_.size() + 1);
        }
        return vanished;
    }

    /// Files below a folder, relative to the tree.
    [[nodiscard]] std::vector<std::string> files(const std::string& folder = "out") const {
        std::vector<std::string> names;
        if (!fs::exists(path(folder))) return names;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path(folder)))
            names.push_back(entry.path().lexically_relative(root_).string());
        std::ranges::sort(names);
        return names;
    }

    [[nodiscard]] std::size_t rows() const {
        std::size_t count = 0;
        EXPECT_TRUE(
            openState(StoreAccess::Read)->forEach([&](std::string_view, std::string_view) { ++count; }));
        return count;
    }

    ScratchFolder folder_;
    std::string root_ = folder_.path("tree");
    RunReport report_;
};

const PruneOptions kJustTell{.vanished = VanishedFiles::Report};

TEST_F(VanishedFilesOfRuns, AreToldUntilTheyAreRemoved) {
    write("in/a/hero.smodel", "model 3");
    write("in/b/c/orc.smodel", "model 3");
    EXPECT_TRUE(run(kJustTell).empty());
    fs::remove_all(path("in/b"));
    for (int i = 0; i < 2; ++i) {
        const VanishedReport told = run(kJustTell);
        EXPECT_THAT(told.files, ElementsAre("out/b/c/orc.txt"));
        EXPECT_EQ(told.bytes, fs::file_size(path("out/b/c/orc.txt")));
        EXPECT_FALSE(told.isPruned);
    }
    const VanishedReport removed = run();
    EXPECT_TRUE(removed.isPruned);
    EXPECT_THAT(removed.files, ElementsAre("out/b/c/orc.txt"));
    EXPECT_EQ(removed.foldersRemoved, 2U);
    EXPECT_THAT(files(), ElementsAre("out/a", "out/a/hero.txt"));
    EXPECT_EQ(rows(), 1U) << "the state forgets it";
    EXPECT_TRUE(run().empty());
}

TEST_F(VanishedFilesOfRuns, MayComeBackBefore) {
    write("in/hero.smodel", "model 3");
    write("in/orc.smodel", "model 3");
    run(kJustTell);
    fs::rename(path("in/orc.smodel"), path("orc"));
    EXPECT_THAT(run(kJustTell).files, ElementsAre("out/orc.txt"));
    fs::rename(path("orc"), path("in/orc.smodel"));
    EXPECT_TRUE(run().empty());
    EXPECT_TRUE(std::ranges::all_of(report_.units, &UnitReport::isRemembered));
}

TEST_F(VanishedFilesOfRuns, AreThoseOfARenamedPath) {
    write("in/a/hero.smodel", "model 3");
    run(kJustTell);
    EXPECT_THAT(run({.output = "new"}).files, ElementsAre("out/a/hero.txt"));
    EXPECT_THAT(files(), IsEmpty());
    EXPECT_TRUE(fs::exists(path("out"))) << "the output folder itself stays";
    EXPECT_THAT(files("new"), ElementsAre("new/a", "new/a/hero.txt"));
}

TEST_F(VanishedFilesOfRuns, AreThoseThatAnotherOptionLeavesOut) {
    write("in/walk.sclip", "clip 2");
    write("in/hero.smodel", "model 3");
    run(kJustTell);
    ASSERT_TRUE(fs::exists(path("out/walk.txt")));
    EXPECT_THAT(run({.unbound = false}).files, ElementsAre("out/walk.txt"));
}

TEST_F(VanishedFilesOfRuns, StayWhenSomebodyChangedThem) {
    write("in/hero.smodel", "model 3");
    write("in/orc.smodel", "model 3");
    write("in/elf.smodel", "model 3");
    run(kJustTell);
    fs::remove(path("in/orc.smodel"));
    fs::remove(path("in/elf.smodel"));
    const std::string size = std::string(fs::file_size(path("out/orc.txt")), 'x');
    write("out/orc.txt", size);
    // Only touched: the bytes decide.
    fs::last_write_time(path("out/elf.txt"), fs::file_time_type::clock::now() - std::chrono::hours(24));
    const VanishedReport removed = run();
    EXPECT_THAT(removed.files, ElementsAre("out/elf.txt"));
    EXPECT_THAT(removed.changed, ElementsAre("out/orc.txt"));
    EXPECT_TRUE(fs::exists(path("out/orc.txt")));
    EXPECT_TRUE(run().empty()) << "it belongs to somebody else now";
}

TEST_F(VanishedFilesOfRuns, AreNoFilesThatAnotherProgramRewrote) {
    for (const char* name : {"hero", "orc", "elf", "cat"})
        write(fmt::format("in/{}.smodel", name), "model 3");
    const PruneOptions notes{.note = true};
    PruneOptions told = notes;
    told.vanished = VanishedFiles::Report;
    run(told);
    // Of two sources the run does not know yet that it was rewritten.
    write("out/orc.txt.note", "theirs");
    run(told);
    write("out/elf.txt.note", "theirs");
    for (const char* name : {"orc", "elf", "cat"})
        fs::remove(path(fmt::format("in/{}.smodel", name)));
    const auto ours = ElementsAre("out/cat.txt", "out/cat.txt.note", "out/elf.txt", "out/orc.txt");
    const VanishedReport first = run(told);
    EXPECT_THAT(first.files, ours);
    EXPECT_THAT(first.changed, IsEmpty());
    const VanishedReport removed = run(notes);
    EXPECT_THAT(removed.files, ours);
    EXPECT_THAT(removed.changed, IsEmpty()) << "it was to be expected";
    EXPECT_THAT(files(),
                ElementsAre("out/elf.txt.note", "out/hero.txt", "out/hero.txt.note", "out/orc.txt.note"));
    EXPECT_EQ(rows(), 1U) << "the state forgets them";
    EXPECT_TRUE(run(notes).empty());
}

TEST_F(VanishedFilesOfRuns, AreNotReachedThroughLinks) {
    write("in/hero.smodel", "model 3");
    write("in/a/orc.smodel", "model 3");
    run(kJustTell);
    fs::remove_all(path("in/a"));
    fs::rename(path("out/a"), path("mine"));
    fs::create_directory_symlink(path("mine"), path("out/a"));
    EXPECT_THAT(run().files, IsEmpty());
    EXPECT_TRUE(fs::exists(path("mine/orc.txt")));
    EXPECT_TRUE(fs::is_symlink(path("out/a")));
}

TEST_F(VanishedFilesOfRuns, AreNoFilesOfPlannedOutputsUnderAnotherName) {
    write("in/hero.smodel", "model 3");
    run(kJustTell);
    fs::create_directory_symlink(path("out"), path("new"));
    EXPECT_THAT(run({.output = "new"}).files, IsEmpty());
    EXPECT_TRUE(fs::exists(path("out/hero.txt")));
}

TEST_F(VanishedFilesOfRuns, AreImagesThatNothingNamesAnyMore) {
    write("in/hero.smodel", "model 3 texture=skin.png");
    write("in/orc.smodel", "model 4");
    run({.shared = true, .vanished = VanishedFiles::Report});
    const std::vector<std::string> first = files("out/textures");
    ASSERT_THAT(first, Not(IsEmpty()));
    // Another content gives other shared files.
    write("in/hero.smodel", "model 5 texture=skin.png");
    const VanishedReport told = run({.shared = true, .vanished = VanishedFiles::Report});
    EXPECT_THAT(run({.shared = true, .vanished = VanishedFiles::Report}).files, told.files);
    const VanishedReport removed = run({.shared = true});
    EXPECT_EQ(removed.files, told.files);
    for (const std::string& file : removed.files)
        EXPECT_THAT(file, HasSubstr("textures/"));
    EXPECT_TRUE(run({.shared = true}).empty());
    EXPECT_TRUE(std::ranges::all_of(report_.units, &UnitReport::isRemembered))
        << "nothing that is named is gone";
    // Without the option no output names one.
    run({.shared = false});
    EXPECT_THAT(files("out/textures"), IsEmpty());
    EXPECT_FALSE(fs::exists(path("out/textures"))) << "nor its folder";
}

TEST_F(VanishedFilesOfRuns, AreNoImagesOfOutputsThatFailNow) {
    write("in/hero.smodel", "model 3");
    const PruneOptions shared{.shared = true};
    run(shared);
    const std::vector<std::string> before = files();
    write("in/hero.smodel", "model 3 bad");
    EXPECT_TRUE(run(shared).empty());
    EXPECT_EQ(files(), before) << "the old output is still there, and names them";
    EXPECT_TRUE(run(shared).empty());
    fs::remove(path("in/hero.smodel"));
    write("in/orc.smodel", "model 9");
    run(shared);
    EXPECT_FALSE(fs::exists(path("out/hero.txt"))) << "it is still known as ours";
    for (const std::string& file : before)
        EXPECT_TRUE(!file.ends_with(".txt") || !fs::exists(path(file))) << file;
}

TEST_F(VanishedFilesOfRuns, AreNoneWhereSomethingCouldNotBeRead) {
    write("in/hero.smodel", "model 3");
    write("in/a/orc.smodel", "model 3");
    run(kJustTell);
    fs::remove(path("in/hero.smodel"));
    test::FailingDisk disk(realDisk(), {.step = test::DiskStep::OpenFolder, .path = path("in/a")},
                           test::DiskFailure::NoAccess);
    const VanishedReport nothing = run({.disk = &disk});
    EXPECT_TRUE(disk.hasFailed());
    EXPECT_THAT(nothing.files, IsEmpty());
    EXPECT_THAT(nothing.withheld, HasSubstr("could not be read, and may hold sources"));
    EXPECT_TRUE(fs::exists(path("out/hero.txt")));
    EXPECT_TRUE(fs::exists(path("out/a/orc.txt")));
    EXPECT_TRUE(run({.vanished = VanishedFiles::Report, .disk = nullptr}).files.size() == 1);
}

TEST_F(VanishedFilesOfRuns, AreNoneOfARunThatWasStopped) {
    write("in/hero.smodel", "model 3");
    write("in/orc.smodel", "model 3");
    run(kJustTell);
    fs::remove(path("in/orc.smodel"));
    write("in/a.smodel", "model 3 bad");
    write("in/hero.smodel", "model 4");
    std::atomic<int> stop = 2;
    const auto state = openState();
    const RunReport report =
        runPlan(plan({}), allModules(),
                {.stopLevel = &stop, .state = state.get(), .vanished = VanishedFiles::Remove});
    ASSERT_TRUE(report.vanished);
    EXPECT_EQ(report.vanished->withheld, "the run was stopped");
    EXPECT_TRUE(fs::exists(path("out/orc.txt")));
}

TEST_F(VanishedFilesOfRuns, AreNotLookedForInAPartOfAPlan) {
    write("in/hero.smodel", "model 3");
    run(kJustTell);
    fs::remove(path("in/hero.smodel"));
    write("in/orc.smodel", "model 3");
    EXPECT_TRUE(run({.vanished = VanishedFiles::Ignore}).empty());
    EXPECT_TRUE(fs::exists(path("out/hero.txt")));
}

TEST_F(VanishedFilesOfRuns, AreNotThoseOfSourcesThatAreNoLongerRecognised) {
    write("in/hero.smodel", "model 3");
    write("in/orc.smodel", "model 3");
    run(kJustTell);
    write("in/orc.smodel", std::string(64, '\0'));
    write("in/extra.smodel", "model 3");
    EXPECT_TRUE(run().empty());
    EXPECT_TRUE(fs::exists(path("out/orc.txt")));
}

TEST_F(VanishedFilesOfRuns, AreNotThoseOfSourcesBelowALinkToAFolder) {
    write("in/a/hero.smodel", "model 3");
    write("in/pack/orc.smodel", "model 3");
    write("in/packed.smodel", "model 3");
    run(kJustTell);
    fs::rename(path("in/pack"), path("pack"));
    fs::create_directory_symlink("../pack", path("in/pack"));
    fs::remove(path("in/a/hero.smodel"));
    fs::remove(path("in/packed.smodel"));
    EXPECT_THAT(run().files, ElementsAre("out/a/hero.txt", "out/packed.txt"));
    EXPECT_THAT(files(), ElementsAre("out/pack", "out/pack/orc.txt"));
    ASSERT_EQ(report_.ignored.size(), 1U);
    EXPECT_EQ(report_.ignored.front().path, path("in/pack"));
    EXPECT_THAT(report_.ignored.front().description, HasSubstr("symbolic link to a folder"));
    EXPECT_EQ(exitCode(report_), 0);
    fs::remove(path("in/pack"));
    EXPECT_THAT(run().files, ElementsAre("out/pack/orc.txt")) << "the state knows it still";
}

TEST_F(VanishedFilesOfRuns, AreNoImagesOfSourcesBelowALinkToAFolder) {
    const PruneOptions shared{.shared = true};
    write("in/hero.smodel", "model 3");
    write("in/pack/orc.smodel", "model 3");
    run(shared);
    const std::vector<std::string> before = files();
    fs::rename(path("in/pack"), path("pack"));
    fs::create_directory_symlink("../pack", path("in/pack"));
    fs::remove(path("in/hero.smodel"));
    EXPECT_THAT(run(shared).files, ElementsAre("out/hero.txt"));
    std::vector<std::string> left = before;
    std::erase(left, "out/hero.txt");
    EXPECT_EQ(files(), left);
}

TEST_F(VanishedFilesOfRuns, AreNoLeftFilesThatTookSourcesBelowALinkToAFolder) {
    const PruneOptions shared{.shared = true};
    write("in/hero.smodel", "model 3 beside=pack/part.txt");
    write("in/pack/part.txt", "part");
    run(shared);
    const std::vector<std::string> before = files("out/textures");
    fs::rename(path("in/pack"), path("pack"));
    fs::create_directory_symlink("../pack", path("in/pack"));
    write("in/hero.smodel", "model 5");
    EXPECT_TRUE(run(shared).empty());
    fs::remove(path("in/pack"));
    EXPECT_EQ(run(shared).files, before);
}

TEST_F(VanishedFilesOfRuns, CountBelowALinkThatIsARootToo) {
    write("in/a.smodel", "model 3");
    write("in/pack/hero.smodel", "model 3");
    write("in/pack/orc.smodel", "model 3");
    run(kJustTell);
    fs::rename(path("in/pack"), path("pack"));
    fs::create_directory_symlink("../pack", path("in/pack"));
    fs::remove(path("pack/orc.smodel"));
    EXPECT_THAT(run({.root = "in/pack"}).files, ElementsAre("out/pack/hero.txt", "out/pack/orc.txt"));
    EXPECT_THAT(report_.ignored, IsEmpty());
    EXPECT_THAT(files(), ElementsAre("out/a.txt", "out/hero.txt"));
}

TEST_F(VanishedFilesOfRuns, ThatCannotBeRemovedAreProblemsOfTheDisk) {
    write("in/hero.smodel", "model 3");
    write("in/orc.smodel", "model 3");
    run(kJustTell);
    fs::remove(path("in/orc.smodel"));
    test::FailingDisk disk(realDisk(), {.step = test::DiskStep::Remove, .path = path("out/orc.txt")},
                           test::DiskFailure::NoAccess);
    EXPECT_THAT(run({.disk = &disk}).files, IsEmpty());
    EXPECT_EQ(exitCode(report_), 3);
    ASSERT_EQ(report_.environment.size(), 1U);
    EXPECT_EQ(report_.environment.front().error.code().id, "file.cannot-remove");
    EXPECT_THAT(run().files, ElementsAre("out/orc.txt")) << "the next run goes on";
}

TEST_F(VanishedFilesOfRuns, AreForgottenWhenSomebodyElseRemovedThem) {
    write("in/hero.smodel", "model 3");
    write("in/orc.smodel", "model 3");
    run(kJustTell);
    fs::remove(path("in/orc.smodel"));
    fs::remove(path("out/orc.txt"));
    EXPECT_TRUE(run(kJustTell).empty());
    EXPECT_EQ(rows(), 1U);
}

}  // namespace
}  // namespace rigkiln
