#include "pipeline/files/seen_files.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/plan/make_plan.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/run_state.hpp"
#include "pipeline/state/seen_folder.hpp"
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

/// For the thread sanitizer: known files lie between others, which several threads open.
TEST_F(SeenFilesTest, LooksAtNothingThatOtherThreadsStore) {
    constexpr int kPairs = 256;
    for (int i = 0; i < kPairs; ++i)
        folder_.write(fmt::format("in/{:03}a.odd", i), "text");
    opened();
    Names models;
    for (int i = 0; i < kPairs; ++i) {
        const std::string name = fmt::format("{:03}b.smodel", i);
        folder_.write("in/" + name, i % 2 == 0 ? "model 3" : "nothing");
        models.insert(name);
    }
    EXPECT_EQ(opened(), models);
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

/// Files of some folders, of which each file is read and makes an output, in an order that mixes folders.
class ManySeenFiles : public testing::Test {
protected:
    static constexpr int kFolders = 12;  ///< more than are open at a time
    static constexpr int kFiles = 1200;

    static std::string folderOf(int folder) { return fmt::format("/in/{}", folder); }
    static std::string nameOf(int file) { return fmt::format("clip {}.ala", file); }
    static FileStatus statusOf(int folder, int file) {
        return {.type = FileType::File,
                .sizeBytes = 100 + static_cast<std::uint64_t>(file),
                .inode = static_cast<std::uint64_t>(folder * kFiles + file + 1)};
    }

    void addAll() {
        for (int folder = 0; folder < kFolders; ++folder) {
            std::vector<SeenFile> files;
            for (int file = kFiles; file-- > 0;)
                files.push_back({.name = nameOf(file), .status = statusOf(folder, file)});
            seen_.add(folderOf(folder), std::move(files));
        }
        seen_.compare(1);
        for (int file = 0; file < kFiles; ++file) {
            for (int folder = 0; folder < kFolders; ++folder) {
                seen_.addFile(folderOf(folder) + "/" + nameOf(file), statusOf(folder, file), false);
                seen_.addFile("/out" + folderOf(folder) + "/" + nameOf(kFiles - file), statusOf(folder, file),
                              true);
                if (file % 100 == 0) seen_.addMissing(folderOf(folder) + "/" + nameOf(file) + ".png");
            }
        }
    }

    std::map<std::string, SeenFolder> finished() {
        seen_.finish([](const SeenFile& file) { return file.status.inode == 3; });
        std::map<std::string, SeenFolder> folders;
        seen_.forEachFolder([&](const std::string& path, std::string_view bytes) {
            folders[path] = decodeSeenFolder(bytes).value_or(SeenFolder());
        });
        return folders;
    }

    ScratchFolder folder_;
    std::atomic<int> decoded_ = 0;
    SeenFiles seen_{[](const std::string&) { return std::nullopt; },
                    {.encode = encodeSeenFolder,
                     .decode =
                         [this](std::string_view bytes) {
                             ++decoded_;
                             return decodeSeenFolder(bytes);
                         }},
                    "program",
                    folder_.path()};
};

TEST_F(ManySeenFiles, AreInTheirFoldersOnceEach) {
    addAll();
    EXPECT_LE(decoded_, 2 * kFolders) << "however their files are mixed";
    const std::map<std::string, SeenFolder> folders = finished();
    EXPECT_TRUE(seen_.isWhole());
    EXPECT_TRUE(seen_.hasYoungSources());
    ASSERT_EQ(folders.size(), 2U * kFolders);
    for (int folder = 0; folder < kFolders; ++folder) {
        const SeenFolder& sources = folders.at(folderOf(folder));
        const SeenFolder& outputs = folders.at("/out" + folderOf(folder));
        ASSERT_EQ(sources.files.size(), std::size_t{kFiles});
        ASSERT_EQ(outputs.files.size(), std::size_t{kFiles});
        for (const SeenFile& file : sources.files) {
            EXPECT_FALSE(file.isOutput) << file.name;
            EXPECT_EQ(file.name, nameOf(static_cast<int>(file.status.sizeBytes) - 100));
        }
        for (const SeenFile& file : outputs.files) {
            EXPECT_TRUE(file.isOutput) << file.name;
            EXPECT_EQ(file.name, nameOf(kFiles + 100 - static_cast<int>(file.status.sizeBytes)));
        }
        EXPECT_EQ(sources.missing.size(), std::size_t{kFiles / 100});
        EXPECT_EQ(outputs.missing.size(), 0U);
    }
}

TEST_F(ManySeenFiles, AreDoubtedWhereOneWasAnotherWhenItWasRead) {
    addAll();
    seen_.addFile(folderOf(2) + "/" + nameOf(7), statusOf(2, 8), false);
    const std::map<std::string, SeenFolder> folders = finished();
    EXPECT_FALSE(seen_.isWhole());
    EXPECT_EQ(folders.at(folderOf(2)).files.size(), std::size_t{kFiles - 1}) << "nothing is known of it";
}

}  // namespace
}  // namespace rigkiln
