#include <cerrno>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/files/memory_disk.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/settings/settings.hpp"
#include "tests/support/scripted_format/scripted_format.hpp"

namespace rigkiln {
namespace {

constexpr std::string_view kTextOfEachFile =
    "rigkiln: 1\n"
    "jobs:\n"
    "  files: { uses: scan, root: in }\n"
    "  texts: { uses: export, from: files, to: text, path: 'out/{folder}/{name}.txt' }\n";
constexpr std::size_t kSources = 400;

/// A disk that stops taking data, or folders, with an error number.
class RefusingDisk final : public MemoryDisk {
public:
    DiskResult<std::size_t> write(int descriptor, std::span<const std::span<const std::byte>> parts,
                                  std::optional<std::uint64_t> offset) override {
        if (writeProblem != 0) return {.problem = writeProblem};
        return MemoryDisk::write(descriptor, parts, offset);
    }
    int makeFolder(int folder, const std::string& path) override {
        const bool isRefused = folderProblem != 0 && path.ends_with(refusedFolder);
        return isRefused ? folderProblem : MemoryDisk::makeFolder(folder, path);
    }
    DiskResult<int> openFile(int folder, const std::string& path) override {
        if (readProblem != 0 && path.ends_with("m7.smodel")) return {.problem = readProblem};
        return MemoryDisk::openFile(folder, path);
    }

    int writeProblem = 0;
    int folderProblem = 0;
    std::string refusedFolder = "out";
    int readProblem = 0;
};

RunReport runOn(RefusingDisk& disk) {
    const Registries registries{scripted::kFormats, scripted::kExporters};
    const LoadedSettings loaded =
        loadSettings({.file = "/w/rigkiln.yaml", .text = kTextOfEachFile, .definitions = {}}, registries);
    EXPECT_TRUE(loaded.settings);
    const Result<Plan> plan =
        makePlan({.settings = *loaded.settings, .registries = registries, .disk = &disk});
    EXPECT_TRUE(plan);
    return runPlan(*plan, registries, {.jobs = 2, .disk = &disk});
}

void putSourcesOn(RefusingDisk& disk) {
    for (std::size_t i = 0; i < kSources; ++i)
        disk.put(fmt::format("/w/in/f{}/m{}.smodel", i % 4, i), "model 2");
}

class FullDisk : public testing::Test {
protected:
    FullDisk() { putSourcesOn(disk); }

    RefusingDisk disk;
};

class DiskProblem : public FullDisk, public testing::WithParamInterface<std::pair<int, std::string>> {};

/// At most the units that are being written at the same moment can meet the full disk.
TEST_P(DiskProblem, StopsTheRunAtTheFirstOutput) {
    disk.writeProblem = GetParam().first;
    const RunReport report = runOn(disk);
    const ReportTotals sums = totals(report);
    EXPECT_GE(sums.failed, 1U);
    EXPECT_LE(sums.failed, kIoThreads);
    EXPECT_EQ(sums.cancelled, kSources - sums.failed);
    ASSERT_TRUE(report.stopped);
    EXPECT_EQ(report.stopped->error.code().id, GetParam().second);
    EXPECT_TRUE(report.stopped->error.file.starts_with("/w/out/"));
    EXPECT_EQ(report.stopped->freeBytes, 4096U);
    EXPECT_FALSE(report.interrupted);
    EXPECT_EQ(exitCode(report), 3);
}

INSTANTIATE_TEST_SUITE_P(All, DiskProblem,
                         testing::Values(std::pair(ENOSPC, std::string("disk.full")),
                                         std::pair(EDQUOT, std::string("disk.full")),
                                         std::pair(EROFS, std::string("disk.read-only")),
                                         std::pair(EIO, std::string("disk.failing"))));

TEST_F(FullDisk, StopsWhereTheOutputFolderCannotBeMade) {
    disk.folderProblem = EACCES;
    const RunReport report = runOn(disk);
    ASSERT_TRUE(report.stopped);
    EXPECT_EQ(report.stopped->error.file, "/w/out");
    EXPECT_LE(totals(report).failed, kIoThreads);
    EXPECT_EQ(exitCode(report), 3);
}

TEST_F(FullDisk, GoesOnWhereAFolderBelowTheOutputFolderCannotBeMade) {
    disk.folderProblem = EACCES;
    disk.refusedFolder = "f1";
    const RunReport report = runOn(disk);
    EXPECT_FALSE(report.stopped);
    EXPECT_EQ(totals(report).failed, kSources / 4);
    EXPECT_EQ(totals(report).written, kSources - kSources / 4);
}

TEST_F(FullDisk, GoesOnWhereOneSourceCannotBeRead) {
    for (const int problem : {EACCES, EIO}) {
        disk.readProblem = problem;
        const RunReport report = runOn(disk);
        EXPECT_FALSE(report.stopped);
        EXPECT_EQ(totals(report).cancelled, 0U);
        EXPECT_EQ(exitCode(report), 3);
    }
}

}  // namespace
}  // namespace rigkiln
