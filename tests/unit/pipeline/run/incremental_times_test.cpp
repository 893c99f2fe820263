#include <chrono>
#include <cstdint>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <sys/stat.h>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "pipeline/files/delegating_disk.hpp"
#include "pipeline/state/run_state.hpp"
#include "tests/unit/pipeline/run/incremental_runs.hpp"

namespace rigkiln {
namespace {

namespace fs = std::filesystem;
using test::IncrementalRuns;

TEST_F(IncrementalRuns, CompareTheContentOfFilesThatWereOnlyTouched) {
    write("in/hero.smodel", "model 3");
    const Options options{.now = later()};
    run(options);
    for (const char* file : {"in/hero.smodel", "out/hero.txt"}) {
        const fs::file_time_type before = fs::last_write_time(path(file));
        fs::last_write_time(path(file), before - std::chrono::hours(24));
        EXPECT_TRUE(verdictOf("out/hero.txt", options).isRefreshed) << file;
        run(options);
        EXPECT_EQ(ran_, Names{}) << file;
        const Verdict verdict = verdictOf("out/hero.txt", options);
        EXPECT_TRUE(verdict.isFresh() && !verdict.isRefreshed) << "costs one hash, and not one per run";
    }
}

TEST_F(IncrementalRuns, DoNotTrustTheTimesOfYoungFiles) {
    write("in/hero.smodel", "model 3");
    run();
    EXPECT_TRUE(verdictOf("out/hero.txt").isRefreshed) << "written a moment before the run, so hashed";
    // An older file takes its place, and keeps its old time.
    write("in/hero.smodel", "model 4");
    fs::last_write_time(path("in/hero.smodel"), fs::file_time_type::clock::now() - std::chrono::hours(24));
    run();
    EXPECT_EQ(ran_.size(), 2U);
    // One from the future is hashed every time.
    fs::last_write_time(path("in/hero.smodel"), fs::file_time_type::clock::now() + std::chrono::hours(24));
    run();
    EXPECT_EQ(ran_, Names{});
    EXPECT_TRUE(verdictOf("out/hero.txt").isRefreshed);
}

/// A disk whose file system stamps files in whole steps of some seconds, as FAT (2 s) and ext3 (1 s) do. Only
/// what is told of files is rounded: when a file system rounds, and whether up, is not simulated.
class CoarseDisk final : public DelegatingDisk {
public:
    explicit CoarseDisk(std::int64_t stepSeconds) : DelegatingDisk(realDisk()), step_(stepSeconds) {}

    DiskResult<FileStatus> lookAt(int descriptor) override {
        return rounded(DelegatingDisk::lookAt(descriptor));
    }
    DiskResult<FileStatus> lookAt(int folder, const std::string& path, Links links) override {
        return rounded(DelegatingDisk::lookAt(folder, path, links));
    }

private:
    [[nodiscard]] DiskResult<FileStatus> rounded(DiskResult<FileStatus> status) const {
        status.value.modifiedSeconds -= status.value.modifiedSeconds % step_;
        status.value.changedSeconds -= status.value.changedSeconds % step_;
        status.value.modifiedNanoseconds = status.value.changedNanoseconds = 0;
        return status;
    }

    std::int64_t step_;
};

TEST_F(IncrementalRuns, NoticeChangesWithinOneStampOfTheFileSystem) {
    for (const std::int64_t step : {1, 2}) {
        CoarseDisk disk(step);
        Options options{.disk = &disk};
        std::string wanted = "model 3";
        for (int i = 0; i < 12; ++i) {
            // Written in place with equal size, so the inode stays; mostly within the stamp of the run
            // before.
            wanted = fmt::format("model {}", 2 + i % 7);
            write("in/hero.smodel", wanted);
            run(options);
            EXPECT_EQ(ran_.size(), 2U) << "step " << step << ", change " << i;
            run(options);
            EXPECT_EQ(ran_, Names{}) << "step " << step << ", change " << i;
        }
        fs::remove_all(path("in"));
        fs::remove_all(path("out"));
        fs::remove_all(path("out2"));
        fs::remove_all(path("state"));
    }
}

TEST_F(IncrementalRuns, DoNotMindAClockThatIsSetForthAndBack) {
    constexpr std::int64_t kDay = 86400;
    constexpr unsigned kSeed = 20240501;
    std::mt19937 random(kSeed);
    const auto stamp = [&](const std::string& file, std::int64_t shift) {
        const std::int64_t seconds = momentNow().seconds + shift;
        const struct timespec times[2] = {{.tv_sec = seconds, .tv_nsec = 0},
                                          {.tv_sec = seconds, .tv_nsec = 0}};
        ASSERT_EQ(::utimensat(AT_FDCWD, path(file).c_str(), times, 0), 0);
    };
    write("in/hero.smodel", "model 3");
    write("in/orc.smodel", "model 3");
    int size = 3;
    for (int i = 0; i < 60; ++i) {
        // The clock of the run and that of the file are set by up to a day, each for itself.
        const std::int64_t clock = static_cast<std::int64_t>(random() % 3) * kDay - kDay;
        const std::int64_t shift = static_cast<std::int64_t>(random() % 3) * kDay - kDay;
        const Options options{.now = Moment{.seconds = momentNow().seconds + clock}};
        const bool isChanged = random() % 2 == 0;
        if (isChanged) {
            size = size % 8 + 1;
            write("in/hero.smodel", fmt::format("model {}", size));
        }
        stamp("in/hero.smodel", shift);
        run(options);
        const Names hero{"out/hero.txt", "out2/hero.txt"};
        const Names all{"out/hero.txt", "out/orc.txt", "out2/hero.txt", "out2/orc.txt"};
        EXPECT_EQ(ran_, i == 0 ? all : isChanged ? hero : Names{}) << "seed " << kSeed << ", step " << i;
    }
}

/// A disk on which something happens once, when the first output is about to be written.
class DisturbedDisk final : public DelegatingDisk {
public:
    explicit DisturbedDisk(std::function<void()> happens)
        : DelegatingDisk(realDisk()), happens_(std::move(happens)) {}

    DiskResult<int> createNameless(int folder) override {
        std::call_once(once_, happens_);
        return DelegatingDisk::createNameless(folder);
    }

private:
    std::function<void()> happens_;
    std::once_flag once_;
};

TEST_F(IncrementalRuns, ConvertAgainWhatIsChangedAfterItWasRead) {
    const auto outputs = [&] { return read(path("out/hero.txt")) + read(path("out2/hero.txt")); };
    const std::map<std::string, std::function<void()>> changes = {
        {"written in place", [&] { write("in/hero.smodel", "model 4"); }},
        {"replaced by an older file",
         [&] {
             write("in/older", "model 4");
             fs::last_write_time(path("in/older"), fs::file_time_type::clock::now() - std::chrono::hours(9));
             fs::rename(path("in/older"), path("in/hero.smodel"));
         }},
        {"written in place, with its time set back",
         [&] {
             const auto before = fs::last_write_time(path("in/hero.smodel"));
             write("in/hero.smodel", "model 4");
             fs::last_write_time(path("in/hero.smodel"), before);
         }},
        {"removed", [&] { fs::remove(path("in/hero.smodel")); }},
    };
    // As if the files were old, and as if the run began just after they were written.
    for (const std::int64_t age : {3600, 0}) {
        for (const auto& [change, happens] : changes) {
            const Options options{.now = Moment{.seconds = momentNow().seconds + age}};
            write("in/hero.smodel", "model 3");
            write("in/orc.smodel", "model 3");
            DisturbedDisk disk(happens);
            Options disturbed = options;
            disturbed.disk = &disk;
            run(disturbed);
            run(options);
            const std::string next = outputs();
            const bool isGone = !fs::exists(path("in/hero.smodel"));
            EXPECT_EQ(ran_.empty(), isGone) << change << ", " << age << " s";
            run(options);
            EXPECT_EQ(ran_, Names{}) << change << ", " << age << " s";
            for (const char* folder : {"out", "out2", "state"})
                fs::remove_all(path(folder));
            if (isGone) continue;
            run(options);
            EXPECT_EQ(next, outputs()) << change << ", " << age << " s";
            for (const char* folder : {"in", "out", "out2", "state"})
                fs::remove_all(path(folder));
        }
    }
}

}  // namespace
}  // namespace rigkiln
