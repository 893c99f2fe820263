#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/files/delegating_disk.hpp"
#include "pipeline/files/memory_disk.hpp"
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

using test::DiskFailure;
using test::DiskStep;
using test::FailingDisk;

/// Watches whether what gets a name has reached the disk, in the words of a disk that loses its power:
/// content counts from the next wait for the disk, names from the next wait for their folder.
class WatchedDisk final : public DelegatingDisk {
public:
    explicit WatchedDisk(Disk& inner) : DelegatingDisk(inner) {}

    DiskResult<int> openFolder(int folder, const std::string& path, Links links) override {
        return opened(DelegatingDisk::openFolder(folder, path, links), folder, path);
    }
    DiskResult<int> createFile(int folder, const std::string& name) override {
        const DiskResult<int> result = opened(DelegatingDisk::createFile(folder, name), folder, name);
        const std::lock_guard lock(mutex_);
        if (result) unsynced_.insert(paths_[result.value]);
        return result;
    }
    int syncDisk(int descriptor) override {
        const std::lock_guard lock(mutex_);
        unsynced_.clear();
        ++diskWaits;
        return DelegatingDisk::syncDisk(descriptor);
    }
    int rename(int folder, const std::string& from, const std::string& to) override {
        {
            const std::lock_guard lock(mutex_);
            const std::string path = paths_[folder] + "/" + to;
            if (unsynced_.contains(paths_[folder] + "/" + from))
                problems.push_back(path + " has no content yet");
            const bool isMain = to.ends_with(".txt");
            if (isMain && !unnamed_.empty()) problems.push_back(path + " is named before what it refers to");
            if (!isMain) unnamed_.insert(paths_[folder]);
            named.insert(path);
            if (isMain) mainsUnnamed_.insert(paths_[folder]);
        }
        return DelegatingDisk::rename(folder, from, to);
    }
    int syncFolder(int descriptor) override {
        const std::lock_guard lock(mutex_);
        unnamed_.erase(paths_[descriptor]);
        mainsUnnamed_.erase(paths_[descriptor]);
        return DelegatingDisk::syncFolder(descriptor);
    }
    /// The recorder looks at outputs, and then writes them down.
    DiskResult<FileStatus> lookAt(int folder, const std::string& path, Links links) override {
        {
            const std::lock_guard lock(mutex_);
            const std::string parent = path.substr(0, path.rfind('/'));
            if (named.contains(path) && mainsUnnamed_.contains(parent))
                problems.push_back(path + " is written down before its name is on the disk");
        }
        return DelegatingDisk::lookAt(folder, path, links);
    }
    using DelegatingDisk::lookAt;

    std::vector<std::string> problems;
    std::set<std::string> named;
    std::size_t diskWaits = 0;

private:
    DiskResult<int> opened(DiskResult<int> result, int folder, const std::string& path) {
        const std::lock_guard lock(mutex_);
        if (result) paths_[result.value] = path.starts_with('/') ? path : paths_[folder] + "/" + path;
        return result;
    }

    std::mutex mutex_;
    std::map<int, std::string> paths_;
    std::set<std::string> unsynced_;
    std::set<std::string> unnamed_;
    std::set<std::string> mainsUnnamed_;
};

class DurableRuns : public testing::Test {
protected:
    static Registries formats() { return {scripted::kFormats, scripted::kExporters, {}, {}}; }

    static void putModels(MemoryDisk& disk, int count) {
        for (int i = 0; i < count; ++i)
            disk.put(fmt::format("/w/in/{}/hero{}.smodel", i % 3, i), fmt::format("model {}", i % 7 + 1));
    }

    static RunReport run(Disk& disk, Durability durability, RunState* state = nullptr, bool isShared = true,
                         bool touchUnchanged = false) {
        const std::string text = fmt::format(
            "rigkiln: 1\njobs:\n  files: {{ uses: scan, root: in, include: ['**'] }}\n"
            "  texts: {{ uses: export, from: files, to: text, shared: {}, side: {}, path: "
            "'out/{{folder}}/{{name}}.txt' }}\n",
            isShared, !isShared);
        LoadedSettings loaded =
            loadSettings({.file = "/w/rigkiln.yaml", .text = text, .definitions = {}}, formats());
        EXPECT_TRUE(loaded.settings) << toText(loaded.problems, "rigkiln.yaml");
        const Result<Plan> plan =
            makePlan({.settings = *loaded.settings, .registries = formats(), .disk = &disk});
        EXPECT_TRUE(plan) << (plan ? "" : plan.error().text());
        return runPlan(*plan, formats(),
                       {.jobs = 2,
                        .disk = &disk,
                        .state = state,
                        .durability = durability,
                        .touchUnchanged = touchUnchanged});
    }
};

TEST_F(DurableRuns, TouchOnlyOutputsThatHaveTheirNames) {
    MemoryDisk disk;
    putModels(disk, 20);
    for (const UnitStatus expected : {UnitStatus::Written, UnitStatus::Unchanged}) {
        const RunReport report = run(disk, Durability::Power, nullptr, true, true);
        ASSERT_EQ(report.units.size(), 20U);
        for (const UnitReport& unit : report.units)
            EXPECT_EQ(unit.status, expected) << unit.output << (unit.error ? unit.error->text() : "");
    }
}

TEST_F(DurableRuns, WaitForContentThenForNamesThenWriteDown) {
    for (const bool isShared : {true, false}) {
        MemoryDisk memory;
        putModels(memory, 300);
        WatchedDisk disk(memory);
        ScratchFolder folder;
        const auto state = RunState::open({.folder = folder.path("state"),
                                           .configuration = "/w/rigkiln.yaml",
                                           .codes = test::codesOfRuns()});
        ASSERT_TRUE(state);
        const RunReport report = run(disk, Durability::Power, state->get(), isShared);
        EXPECT_EQ(exitCode(report), 0);
        EXPECT_THAT(disk.problems, testing::IsEmpty());
        EXPECT_EQ(disk.diskWaits, 1U) << "for all 300 outputs";
        EXPECT_TRUE(std::ranges::all_of(report.units, &UnitReport::isRecorded));
        MemoryDisk plain;
        putModels(plain, 300);
        run(plain, Durability::Process, nullptr, isShared);
        EXPECT_EQ(memory.files(), plain.files()) << "the same bytes, and no temporary file";
        const RunReport again = run(disk, Durability::Power, state->get(), isShared);
        EXPECT_TRUE(std::ranges::all_of(again.units, &UnitReport::isRemembered));
    }
}

TEST_F(DurableRuns, CommitManyOutputsInBatches) {
    MemoryDisk memory;
    putModels(memory, 2500);
    WatchedDisk disk(memory);
    EXPECT_EQ(exitCode(run(disk, Durability::Power)), 0);
    EXPECT_THAT(disk.problems, testing::IsEmpty());
    EXPECT_GE(disk.diskWaits, 2U);
    EXPECT_LE(disk.diskWaits, 8U);
}

TEST_F(DurableRuns, FailWithoutATraceWhereTheDiskDoesNotConfirm) {
    const std::map<DiskStep, std::string> steps = {{DiskStep::SyncDisk, "/w/out"},
                                                   {DiskStep::Rename, "/w/out/0/hero0.txt"},
                                                   {DiskStep::SyncFolder, "/w/out/textures"},
                                                   {DiskStep::SyncFolder, "/w/out/0"}};
    for (const auto& [step, path] : steps) {
        MemoryDisk memory;
        putModels(memory, 3);
        memory.put("/w/out/0/hero0.txt", "old");
        FailingDisk disk(memory, {.step = step, .path = path}, DiskFailure::BrokenDisk);
        const RunReport report = run(disk, Durability::Power);
        EXPECT_TRUE(disk.hasFailed()) << toString(step) << ' ' << path;
        EXPECT_EQ(exitCode(report), 3) << toString(step);
        EXPECT_EQ(report.units.front().error->code().id, "disk.failing") << toString(step);
        for (const auto& [file, content] : memory.files())
            EXPECT_EQ(file.find(".rigkiln-"), std::string::npos) << toString(step) << ' ' << file;
        const bool isAfterNames = step == DiskStep::SyncFolder && path == "/w/out/0";
        EXPECT_EQ(memory.files().at("/w/out/0/hero0.txt") == "old", !isAfterNames) << toString(step);
        // The next run heals it.
        EXPECT_EQ(exitCode(run(memory, Durability::Power)), 0);
        EXPECT_NE(memory.files().at("/w/out/0/hero0.txt"), "old");
    }
}

TEST_F(DurableRuns, RemoveStaleSideFilesOnlyWhenTheNewSetIsThere) {
    MemoryDisk memory;
    putModels(memory, 1);
    run(memory, Durability::Power, nullptr, false);
    const MemoryDisk::Files before = memory.files();
    memory.put("/w/in/0/hero0.smodel", "model 5");
    FailingDisk disk(memory, {.step = DiskStep::Rename, .path = "/w/out/0/hero0.txt"},
                     DiskFailure::BrokenDisk);
    run(disk, Durability::Power, nullptr, false);
    for (const auto& [file, content] : before)
        EXPECT_TRUE(memory.files().contains(file)) << file;
    run(memory, Durability::Power, nullptr, false);
    EXPECT_EQ(memory.files().size(), before.size()) << "one of each kind";
}

}  // namespace
}  // namespace rigkiln
