#include <algorithm>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/containers/containers.hpp"
#include "formats/containers/meg.hpp"
#include "pipeline/cache/cache_care.hpp"
#include "pipeline/cache/cache_errors.hpp"
#include "pipeline/cache/unit_cache.hpp"
#include "pipeline/files/delegating_disk.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/report_json.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/settings/settings.hpp"
#include "pipeline/state/run_state.hpp"
#include "tests/support/containers/container_builders.hpp"
#include "tests/support/run_codes.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

Registries cachedModules() {
    return {scripted::kFormats, scripted::kExporters, {}, containers::kContainers};
}

struct CachedOptions {
    std::string tree = "tree";
    std::string cache = "cache";  ///< empty: none
    std::string exported = "shared: true";
    unsigned jobs = 2;
    std::string version = "1";
    FailOn failOn{};
    RunState* state = nullptr;
    Disk* disk = nullptr;       ///< of the run
    Disk* cacheDisk = nullptr;  ///< null: the real one
    Durability durability = Durability::Process;
};

/// Trees of scripts that are converted with one cache.
class CachedRuns : public testing::Test {
protected:
    [[nodiscard]] std::string path(const std::string& relative) const { return folder_.path(relative); }
    void write(const std::string& relative, const std::string& content) const {
        folder_.write(relative, content);
    }

    /// Two models with clips, textures in three places, and issues that tell paths.
    void writeTree(const std::string& tree = "tree") const {
        write(tree + "/in/a/hero.smodel", "model 3 texture=skin.png texture=gone.png issue");
        write(tree + "/in/a/hero_walk.sclip", "clip 2");
        write(tree + "/in/Textures/skin.png", "picture");
        write(tree + "/in/b/orc.smodel", "model 2 texture=fur.png beside=orc.txt");
        write(tree + "/in/b/orc.txt", "orc");
        write(tree + "/more/fur.png", "picture of fur");
        write(tree + "/in/c/elf.smodel", "model 4");
        write(tree + "/in/c/bad.smodel", "model 4 bad");
    }

    [[nodiscard]] static std::string configuration(const CachedOptions& options) {
        return fmt::format(
            "rigkiln: 1\ntextures: [more]\njobs:\n"
            "  files: {{ uses: scan, root: in, include: ['**'], allow_empty: true }}\n"
            "  rigs: {{ uses: bind, models: files, clips: files }}\n"
            "  texts: {{ uses: export, from: rigs, to: text, {}, path: 'out/{{folder}}/{{name}}.txt' }}\n"
            "  again: {{ uses: export, from: rigs, to: text, path: 'out2/{{folder}}/{{name}}.txt' }}\n",
            options.exported);
    }

    RunReport run(const CachedOptions& options = {}) const {
        const LoadedSettings loaded = loadSettings(
            {.file = path(options.tree + "/rigkiln.yaml"), .text = configuration(options), .definitions = {}},
            cachedModules());
        EXPECT_TRUE(loaded.settings) << toText(loaded.problems, "rigkiln.yaml");
        const Result<Plan> plan = makePlan({.settings = *loaded.settings, .registries = cachedModules()});
        EXPECT_TRUE(plan);
        std::unique_ptr<UnitCache> cache;
        if (!options.cache.empty()) {
            cache = std::make_unique<UnitCache>(
                CacheOptions{.folder = path(options.cache), .version = options.version},
                diskOrReal(options.cacheDisk));
        }
        return runPlan(*plan, cachedModules(),
                       {.jobs = options.jobs,
                        .failOn = options.failOn,
                        .disk = options.disk,
                        .state = options.state,
                        .cache = cache.get(),
                        .durability = options.durability});
    }

    /// The outputs of a tree, by path below it.
    [[nodiscard]] Files outputs(const std::string& tree = "tree") const {
        Files files;
        for (const char* below : {"out", "out2"}) {
            if (!fs::exists(path(tree + "/" + below))) continue;
            for (const std::string& file : folder_.files(tree + "/" + below))
                files[std::string(below) + "/" + file] =
                    folder_.read(fmt::format("{}/{}/{}", tree, below, file));
        }
        return files;
    }

    void removeOutputs(const std::string& tree = "tree") const {
        fs::remove_all(path(tree + "/out"));
        fs::remove_all(path(tree + "/out2"));
    }

    /// The report but for what tells of the cache.
    [[nodiscard]] static std::string textOf(RunReport report) {
        report.cache.reset();
        report.state.reset();
        for (UnitReport& unit : report.units)
            unit.isCached = unit.isRemembered = false;
        return toReportJson(report, false);
    }

    /// Runs in an empty output folder without a cache, and returns outputs and report.
    [[nodiscard]] std::pair<Files, std::string> expected(CachedOptions options = {}) const {
        removeOutputs(options.tree);
        options.cache.clear();
        const RunReport report = run(options);
        std::pair<Files, std::string> result = {outputs(options.tree), textOf(report)};
        removeOutputs(options.tree);
        return result;
    }

    /// Runs with the cache into an empty folder, expects what a run without it gives, and returns the outputs
    /// that did not come from it.
    std::vector<std::string> made(const CachedOptions& options = {}) const {
        const auto [files, text] = expected(options);
        const RunReport report = run(options);
        EXPECT_EQ(outputs(options.tree), files);
        EXPECT_EQ(textOf(report), text);
        std::vector<std::string> made;
        std::size_t found = 0;
        for (const UnitReport& unit : report.units) {
            if (unit.isCached) ++found;
            if (!unit.isCached && unit.status != UnitStatus::Failed)
                made.push_back(unit.output.substr(path(options.tree).size() + 1));
        }
        EXPECT_EQ(report.cache->unitsFound, found);
        EXPECT_EQ(report.cache->unitsKept + report.cache->unitsLeftOut, made.size());
        EXPECT_FALSE(report.cache->problem);
        return made;
    }

    ScratchFolder folder_;
};

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(CachedRuns, GiveTheSameBytesAndReports) {
    writeTree();
    for (const unsigned jobs : {1U, 2U}) {
        fs::remove_all(path("cache"));
        EXPECT_THAT(made({.jobs = jobs}), SizeIs(6)) << "fills the cache";
        EXPECT_THAT(made({.jobs = jobs}), IsEmpty());
        EXPECT_THAT(made({.exported = "side: true", .jobs = jobs}), SizeIs(3));
        EXPECT_THAT(made({.exported = "side: true", .jobs = jobs}), IsEmpty());
        EXPECT_THAT(made({.jobs = jobs, .durability = Durability::Power}), IsEmpty());
    }
    const RunReport failed = run();
    EXPECT_EQ(exitCode(failed), 1) << "failures are not kept";
    EXPECT_EQ(failed.cache->unitsLeftOut, 0U);
    write("tree/in/c/elf_bad.sclip", "clip 2 bad");
    for (int i = 0; i < 2; ++i) {
        const RunReport lost = run();
        EXPECT_EQ(lost.cache->unitsKept + lost.cache->unitsLeftOut, 0U) << "nor what lost a clip";
        EXPECT_EQ(lost.cache->unitsFound, 4U);
    }
}

TEST_F(CachedRuns, LeaveAFileThatAnotherProgramRewrote) {
    writeTree();
    const CachedOptions notes{.exported = "note: true"};
    EXPECT_THAT(made(notes), SizeIs(6));
    EXPECT_EQ(folder_.read("tree/out/a/hero.txt.note"), scripted::kNote);
    EXPECT_THAT(made(notes), IsEmpty());
    EXPECT_EQ(folder_.read("tree/out/a/hero.txt.note"), scripted::kNote) << "comes from the cache";
    write("tree/out/a/hero.txt.note", "theirs");
    EXPECT_EQ(run(notes).cache->unitsFound, 6U);
    EXPECT_EQ(folder_.read("tree/out/a/hero.txt.note"), "theirs");
    fs::remove_all(path("cache"));
    EXPECT_EQ(run(notes).cache->unitsKept, 6U);
    fs::remove(path("tree/out/a/hero.txt.note"));
    EXPECT_EQ(run(notes).cache->unitsFound, 6U);
    EXPECT_EQ(folder_.read("tree/out/a/hero.txt.note"), scripted::kNote) << "the cache has ours, not theirs";
}

TEST_F(CachedRuns, KnowTheTreeElsewhere) {
    writeTree();
    write("tree/preface.txt", "preface");
    const CachedOptions here{.exported = "shared: true, preface: preface.txt"};
    EXPECT_THAT(made(here), SizeIs(6));
    for (const char* tree : {"x", "a much longer name/with folders/tree", "tree with 'marks'"}) {
        fs::create_directories(path(tree));
        for (const char* part : {"in", "more", "preface.txt"})
            fs::copy(path(std::string("tree/") + part), path(std::string(tree) + "/" + part),
                     fs::copy_options::recursive);
        CachedOptions there = here;
        there.tree = tree;
        const bool isPlain = std::string(tree).find('\'') == std::string::npos;
        // Messages with paths would have to be guessed.
        EXPECT_THAT(made(there), SizeIs(isPlain ? 0 : 4)) << tree;
    }
}

TEST_F(CachedRuns, NoticeEveryChange) {
    writeTree();
    EXPECT_THAT(made(), SizeIs(6));
    const auto hero = ElementsAre("out/a/hero.txt", "out2/a/hero.txt");
    const auto orc = ElementsAre("out/b/orc.txt", "out2/b/orc.txt");
    const auto expectOnce = [&](const auto& what, const char* why) {
        EXPECT_THAT(made(), what) << why;
        EXPECT_THAT(made(), IsEmpty()) << why;
    };
    write("tree/in/a/hero_walk.sclip", "clip 1");
    expectOnce(hero, "a clip has another content");
    write("tree/in/Textures/skin.png", "Picture");
    expectOnce(hero, "a texture has another content of the same size");
    write("tree/more/gone.png", "picture");
    expectOnce(hero, "a missing texture appears");
    write("tree/in/a/hero_run.sclip", "clip 2");
    expectOnce(hero, "a clip appears");
    write("tree/in/b/orc.txt", "ork");
    expectOnce(orc, "a companion changes");
    write("tree/in/b/fur.png", "picture");
    expectOnce(orc, "a texture appears in front of another one");
    // Everything as it was: the first units are still there.
    fs::remove_all(path("tree"));
    writeTree();
    expectOnce(IsEmpty(), "back again");
    EXPECT_THAT(made({.exported = "shared: false"}), IsEmpty()) << "the other job has these options";
    EXPECT_THAT(made({.exported = "side: true"}), SizeIs(3));
    EXPECT_THAT(made({.version = "2"}), SizeIs(6)) << "another version of the program";
    const CachedOptions strict{.failOn = {.warnings = true}};
    EXPECT_EQ(run(strict).units.size(), 8U);
    EXPECT_THAT(made(strict), IsEmpty()) << "outputs with warnings fail, and others come from the cache";
}

TEST_F(CachedRuns, LookIntoArchives) {
    const auto pack = [&](const std::string& file, const Files& content) {
        std::vector<containers::MegMember> members;
        for (const auto& [name, text] : content)
            members.push_back({.name = name, .bytes = test::bytesOfText(text)});
        write(file, test::textOfBytes(encodeMeg(members, containers::MegVersion::One)));
    };
    Files models = {{"D/HERO.SMODEL", "model 2 texture=skin.png"}, {"D/ORC.SMODEL", "model 3"}};
    pack("tree/in/pack.meg", models);
    pack("tree/more/images.meg", {{"OTHER.PNG", "picture"}});
    EXPECT_THAT(made(), SizeIs(4));
    EXPECT_THAT(made(), IsEmpty());
    fs::rename(path("tree"), path("moved"));
    const CachedOptions moved{.tree = "moved"};
    EXPECT_THAT(made(moved), IsEmpty());
    models["D/ORC.SMODEL"] = "model 4";
    pack("moved/in/pack.meg", models);
    EXPECT_THAT(made(moved), ElementsAre("out/pack.meg/D/ORC.txt", "out2/pack.meg/D/ORC.txt"));
    pack("moved/more/images.meg", {{"SKIN.PNG", "picture"}});
    EXPECT_THAT(made(moved), ElementsAre("out/pack.meg/D/HERO.txt", "out2/pack.meg/D/HERO.txt"));
    EXPECT_THAT(made(moved), IsEmpty());
}

TEST_F(CachedRuns, AreRememberedByTheState) {
    writeTree();
    run();
    removeOutputs();
    const auto openState = [&] {
        Result<std::unique_ptr<RunState>> state = RunState::open({.folder = path("state"),
                                                                  .configuration = path("tree/rigkiln.yaml"),
                                                                  .access = StoreAccess::Write,
                                                                  .codes = test::codesOfRuns(),
                                                                  .now = {}});
        EXPECT_TRUE(state);
        return std::move(*state);
    };
    {
        const auto state = openState();
        EXPECT_EQ(run({.state = state.get()}).cache->unitsFound, 6U);
    }
    const auto state = openState();
    const RunReport report = run({.state = state.get()});
    EXPECT_EQ(report.cache->unitsFound, 0U);
    EXPECT_EQ(report.state->unitsRemembered, 8U) << "fresh units are not looked for";
}

TEST_F(CachedRuns, FillOneCacheAtOnce) {
    for (int i = 0; i < 4; ++i)
        writeTree(fmt::format("tree{}", i));
    const CachedOptions alone{.tree = "tree0", .cache = "other"};
    EXPECT_THAT(made(alone), SizeIs(6));
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([this, i] {
            for (int round = 0; round < 5; ++round) {
                const CachedOptions options{.tree = fmt::format("tree{}", i)};
                removeOutputs(options.tree);
                EXPECT_FALSE(run(options).cache->problem);
            }
        });
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(folder_.files("cache"), folder_.files("other")) << "the same files as of one writer";
    EXPECT_THAT(made({.tree = "tree1"}), IsEmpty());
}

TEST_F(CachedRuns, SurviveDamage) {
    constexpr int kRounds = 125;
    constexpr int kDamagesPerRound = 4;
    writeTree();
    const auto [wanted, text] = expected();
    run();
    const std::vector<std::string> files = folder_.files("cache");
    ASSERT_GT(files.size(), 10U);
    std::mt19937 random(1);
    const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
    const auto damage = [&](const std::string& file) {
        std::string content = folder_.read(file);
        const std::string before = content;
        switch (below(4)) {
            case 0:
                content.resize(below(content.size() + 1));
                break;
            case 1:
                content += static_cast<char>(random());
                break;
            case 2:
                content = folder_.read("cache/" + files[below(files.size())]);
                break;
            default:
                content[below(content.size())] ^= static_cast<char>(1U << below(8));
        }
        write(file, content);
        return content != before;
    };
    std::size_t damaged = 0;
    std::set<std::string> broken;
    for (int round = 0; round < kRounds; ++round) {
        for (int i = 0; i < kDamagesPerRound; ++i) {
            const std::string file = "cache/" + files[below(files.size())];
            if (damage(file)) broken.insert(path(file));
        }
        removeOutputs();
        const RunReport report = run();
        ASSERT_EQ(outputs(), wanted) << round;
        ASSERT_EQ(textOf(report), text) << round;
        if (round % 5 == 0) {
            ASSERT_EQ(report.cache->filesDamaged > 0, !broken.empty()) << round;
        }
        ASSERT_LE(report.cache->filesDamaged, broken.size()) << round;
        if (report.cache->damage) {
            EXPECT_TRUE(report.cache->damage->is(kCacheDamaged));
            EXPECT_TRUE(broken.contains(report.cache->damage->file)) << report.cache->damage->file;
        }
        if (round % 5 != 4) continue;
        // Files that were not read this time, because another file of the unit was damaged, are read the next
        // time.
        removeOutputs();
        run();
        removeOutputs();
        ASSERT_EQ(run().cache->unitsFound, 6U) << round;
        damaged += broken.size();
        broken.clear();
    }
    EXPECT_GT(damaged, 200U) << "distinct files";
}

TEST_F(CachedRuns, AreRightWhileSomebodyMakesRoom) {
    constexpr int kRounds = 40;
    writeTree();
    const auto [wanted, text] = expected();
    run();
    std::atomic<bool> isOver = false;
    std::thread collector([&] {
        // From the future, so that nothing is too young.
        while (!isOver)
            EXPECT_TRUE(collectCache(path("cache"), {.maximumBytes = 2000}, momentNow().seconds + 7200));
    });
    for (int round = 0; round < kRounds; ++round) {
        removeOutputs();
        const RunReport report = run();
        EXPECT_EQ(outputs(), wanted);
        EXPECT_EQ(textOf(report), text);
        EXPECT_FALSE(report.cache->problem || report.cache->damage);
    }
    isOver = true;
    collector.join();
    run();
    EXPECT_THAT(made(), IsEmpty()) << "what was removed is there again";
}

/// A disk that refuses all that changes it, with one error.
class UnwritableDisk final : public DelegatingDisk {
public:
    explicit UnwritableDisk(int problem) : DelegatingDisk(realDisk()), problem_(problem) {}

    int makeFolder(int /*folder*/, const std::string& /*path*/) override { return problem_; }
    DiskResult<int> createFile(int /*folder*/, const std::string& /*name*/) override {
        return {.problem = problem_};
    }
    DiskResult<int> createNameless(int /*folder*/) override { return {.problem = problem_}; }
    int touch(const std::string& /*path*/) override { return problem_; }

private:
    int problem_;
};

TEST_F(CachedRuns, DoWithoutWhatCannotBeWritten) {
    writeTree();
    const auto [wanted, text] = expected();
    for (const int problem : {EROFS, ENOSPC, EACCES}) {
        UnwritableDisk disk(problem);
        removeOutputs();
        const RunReport report = run({.cacheDisk = &disk});
        EXPECT_EQ(outputs(), wanted);
        EXPECT_EQ(textOf(report), text);
        ASSERT_TRUE(report.cache->problem);
        EXPECT_EQ(report.cache->unitsKept, 0U);
        EXPECT_FALSE(fs::exists(path("cache/1")));
    }
    run();
    UnwritableDisk disk(EROFS);
    removeOutputs();
    const RunReport report = run({.cacheDisk = &disk});
    EXPECT_EQ(report.cache->unitsFound, 6U) << "it can be read";
    EXPECT_FALSE(report.cache->problem);
    EXPECT_EQ(outputs(), wanted);
    write("file", "a file in the place of the cache");
    EXPECT_TRUE(run({.cache = "file"}).cache->problem);
    EXPECT_EQ(folder_.read("file"), "a file in the place of the cache");
}

TEST_F(CachedRuns, WriteNothingBehindALink) {
    writeTree();
    fs::create_directories(path("elsewhere"));
    for (const char* link : {"cache/1/files", "cache/1"}) {
        fs::remove_all(path("cache"));
        fs::create_directories(fs::path(path(link)).parent_path());
        fs::create_directory_symlink(path("elsewhere"), path(link));
        const RunReport report = run();
        EXPECT_TRUE(report.cache->problem) << link;
        EXPECT_TRUE(fs::is_empty(path("elsewhere"))) << link;
    }
}

/// A disk that can clone files, and counts.
class CloningDisk final : public DelegatingDisk {
public:
    CloningDisk() : DelegatingDisk(realDisk()) {}

    int clone(int descriptor, int source) override {
        const DiskResult<FileStatus> status = lookAt(source);
        std::vector<std::byte> bytes(static_cast<std::size_t>(status.value.sizeBytes));
        EXPECT_EQ(read(source, bytes, 0).value, bytes.size());
        const std::span<const std::byte> part(bytes);
        EXPECT_EQ(DelegatingDisk::write(descriptor, std::span(&part, 1), std::nullopt).value, bytes.size());
        ++clones;
        return 0;
    }

    std::atomic<int> clones = 0;
};

TEST_F(CachedRuns, ShareBlocksWhereTheDiskCan) {
    write("tree/in/large.smodel", "model 2000");
    EXPECT_THAT(made(), SizeIs(2));
    CloningDisk disk;
    EXPECT_THAT(made({.disk = &disk}), IsEmpty());
    EXPECT_EQ(disk.clones, 2) << "one is too small to be worth it";
}

}  // namespace
}  // namespace rigkiln
