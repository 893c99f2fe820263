#include "pipeline/run/unit_commits.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/files/delegating_disk.hpp"
#include "pipeline/files/disk.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/report/run_report.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/state/record_sink.hpp"
#include "pipeline/state/run_state.hpp"
#include "tests/support/batch_fixture.hpp"
#include "tests/support/run_codes.hpp"

namespace rigkiln {
namespace {

using testing::EndsWith;
using testing::SizeIs;

using UnitCommitsOfARun = BatchFixture;

/// Tells of every unit that is remembered, and forgets it.
class Listening final : public RecordSink {
public:
    explicit Listening(std::function<void(const std::string& output)> tell) : tell_(std::move(tell)) {}

    [[nodiscard]] const Moment& started() const override {
        if (++records_ == failingRecord) throw std::bad_alloc();
        return started_;
    }
    [[nodiscard]] bool isKept() const override { return true; }
    void remember(const std::string& output, std::string /*record*/) override {
        {
            const std::lock_guard lock(mutex_);
            outputs.push_back(output);
        }
        tell_(output);
    }

    std::vector<std::string> outputs;
    std::size_t failingRecord = 0;  ///< number of the record that cannot be made, from 1 on

private:
    std::function<void(const std::string& output)> tell_;
    mutable std::atomic<std::size_t> records_ = 0;
    const Moment started_ = momentNow();
    std::mutex mutex_;
};

TEST_F(UnitCommitsOfARun, RememberAUnitWhileAnotherOneTakesLong) {
    folder_.write("in/a.smodel", "model 1");
    folder_.write("in/b.smodel", "model 1 endless");
    std::atomic<int> stopLevel{0};
    std::atomic<bool> isRemembered = false;
    Listening sink([&](const std::string&) {
        isRemembered = true;
        stopLevel = 2;
    });
    std::atomic<bool> isOver = false;
    std::thread stopper([&] {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
        while (!isOver && std::chrono::steady_clock::now() < deadline)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        EXPECT_TRUE(isRemembered) << "waited in vain";
        stopLevel = 2;
    });
    const RunReport report = runPlan(planned(), {.jobs = 2, .stopLevel = &stopLevel, .results = &sink});
    isOver = true;
    stopper.join();
    EXPECT_EQ(totals(report).written, 1U);
    EXPECT_EQ(totals(report).cancelled, 1U);
    EXPECT_THAT(sink.outputs, testing::ElementsAre(EndsWith("/a.txt")));
}

TEST_F(UnitCommitsOfARun, LoseNoOtherUnitThanTheOneThatCannotBeRemembered) {
    constexpr std::size_t kModels = 1100;  // of three batches
    for (std::size_t i = 0; i < kModels; ++i)
        folder_.write("in/m" + std::to_string(i) + ".smodel", "model 1");
    Listening sink([](const std::string& output) {
        if (output.ends_with("/m700.txt")) throw std::runtime_error("no");
    });
    const RunReport report = runPlan(planned(), {.jobs = 2, .results = &sink});
    EXPECT_THAT(sink.outputs, SizeIs(kModels));
    EXPECT_EQ(totals(report).written, kModels) << "its files are in their places";
    const auto lost = std::ranges::find(report.units, false, &UnitReport::isRecorded);
    ASSERT_NE(lost, report.units.end());
    EXPECT_THAT(lost->output, EndsWith("/m700.txt"));
    EXPECT_EQ(std::ranges::count(report.units, false, &UnitReport::isRecorded), 1);
    ASSERT_THAT(report.environment, SizeIs(1));
    EXPECT_EQ(report.environment[0].error.file, folder_.path("out/m700.txt"));
    EXPECT_THAT(report.environment[0].error.text(), testing::HasSubstr("no"));
    EXPECT_EQ(exitCode(report), 4);
}

TEST_F(UnitCommitsOfARun, LoseNoOtherUnitThanTheOneWhoseRecordCannotBeMade) {
    constexpr std::size_t kModels = 20;
    for (std::size_t i = 0; i < kModels; ++i)
        folder_.write("in/m" + std::to_string(i) + ".smodel", "model 1");
    Listening sink([](const std::string&) {});
    sink.failingRecord = 7;
    const RunReport report = runPlan(planned(), {.jobs = 2, .results = &sink});
    EXPECT_THAT(sink.outputs, SizeIs(kModels - 1));
    EXPECT_EQ(totals(report).written, kModels);
    EXPECT_EQ(std::ranges::count(report.units, false, &UnitReport::isRecorded), 1);
    ASSERT_THAT(report.environment, SizeIs(1));
    EXPECT_THAT(report.environment[0].error.file, EndsWith(".txt"));
    EXPECT_EQ(exitCode(report), 3);
}

/// Counts the texts that get their names, and tells of each.
class CountingDisk final : public DelegatingDisk {
public:
    explicit CountingDisk(std::function<void(std::size_t named)> tell)
        : DelegatingDisk(realDisk()), tell_(std::move(tell)) {}

    int rename(int folder, const std::string& from, const std::string& to) override {
        return noted(DelegatingDisk::rename(folder, from, to), to);
    }
    int giveName(int descriptor, int folder, const std::string& name) override {
        return noted(DelegatingDisk::giveName(descriptor, folder, name), name);
    }

    std::atomic<std::size_t> named = 0;

private:
    int noted(int problem, const std::string& name) {
        if (problem == 0 && name.ends_with(".txt")) tell_(++named);
        return problem;
    }

    std::function<void(std::size_t named)> tell_;
};

TEST_F(UnitCommitsOfARun, LetFewUnitsWaitThatLookedForManyFiles) {
    constexpr std::size_t kModels = 120;
    constexpr std::size_t kImages = 150;
    std::string model = "model 1";
    for (std::size_t i = 0; i < kImages; ++i)
        model += " texture=t" + std::to_string(i) + ".tga";
    for (std::size_t i = 0; i < kModels; ++i)
        folder_.write("in/m" + std::to_string(i) + ".smodel", model);
    CountingDisk disk([](std::size_t) {});
    std::atomic<std::size_t> namedAtFirst = 0;
    Listening sink([&](const std::string&) {
        std::size_t none = 0;
        namedAtFirst.compare_exchange_strong(none, disk.named);
    });
    const RunReport report = runPlan(planned(), {.jobs = 1, .disk = &disk, .results = &sink});
    EXPECT_EQ(totals(report).written, kModels);
    EXPECT_THAT(sink.outputs, SizeIs(kModels));
    // Those beside it are published while the first ones are stored.
    EXPECT_GT(namedAtFirst, 0U);
    EXPECT_LT(namedAtFirst, kModels - 20) << "kMostFiles of RecordBatch";
}

TEST_F(UnitCommitsOfARun, DoNotTakeASharedFileForTheirsThatWasEditedMeanwhile) {
    constexpr std::size_t kModels = 300;
    for (std::size_t i = 0; i < kModels; ++i)
        folder_.write("in/m" + std::to_string(i) + ".smodel", "model 3");
    std::string configuration = boundConfiguration();
    configuration.replace(configuration.find("to: text"), 8, "to: text, shared: true");
    (void)runPlan(planned(configuration), {.jobs = 2});
    ASSERT_THAT(folder_.files("out/textures"), SizeIs(1));
    const std::string image = "out/textures/" + folder_.files("out/textures").front();
    ASSERT_EQ(folder_.read(image), "3");
    for (std::size_t i = 0; i < kModels; ++i)
        std::filesystem::remove(folder_.path("out/m" + std::to_string(i) + ".txt"));

    const auto openState = [&] {
        return RunState::open({.folder = folder_.path("state"),
                               .configuration = folder_.path("rigkiln.yaml"),
                               .codes = test::codesOfRuns()});
    };
    {
        // The image is there, so no unit writes it: its status is looked up.
        CountingDisk disk([&](std::size_t named) {
            if (named != kModels - 50) return;
            folder_.write("edited", "4");
            std::filesystem::rename(folder_.path("edited"), folder_.path(image));
        });
        auto state = openState();
        ASSERT_TRUE(state);
        const RunReport report =
            runPlan(planned(configuration), {.jobs = 2, .disk = &disk, .state = state->get()});
        EXPECT_EQ(totals(report).written, kModels);
    }
    EXPECT_EQ(folder_.read(image), "4");
    auto state = openState();
    ASSERT_TRUE(state);
    (void)runPlan(planned(configuration), {.jobs = 2, .state = state->get()});
    EXPECT_EQ(folder_.read(image), "3");
}

}  // namespace
}  // namespace rigkiln
