#include "pipeline/run/unit_commits.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "pipeline/report/run_report.hpp"
#include "pipeline/run/run_plan.hpp"
#include "pipeline/state/record_sink.hpp"
#include "pipeline/state/run_state.hpp"
#include "tests/support/batch_fixture.hpp"

namespace rigkiln {
namespace {

using testing::EndsWith;
using testing::SizeIs;

using UnitCommitsOfARun = BatchFixture;

/// Tells of every unit that is remembered, and forgets it.
class Listening final : public RecordSink {
public:
    explicit Listening(std::function<void(const std::string& output)> tell) : tell_(std::move(tell)) {}

    [[nodiscard]] const Moment& started() const override { return started_; }
    [[nodiscard]] bool isKept() const override { return true; }
    void remember(const std::string& output, std::string /*record*/) override {
        {
            const std::lock_guard lock(mutex_);
            outputs.push_back(output);
        }
        tell_(output);
    }

    std::vector<std::string> outputs;

private:
    std::function<void(const std::string& output)> tell_;
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
    EXPECT_EQ(totals(report).written, kModels - 1);
    EXPECT_EQ(totals(report).failed, 1U);
    const auto failed = std::ranges::find(report.units, UnitStatus::Failed, &UnitReport::status);
    ASSERT_NE(failed, report.units.end());
    EXPECT_THAT(failed->output, EndsWith("/m700.txt"));
    EXPECT_EQ(failed->phase, FailurePhase::Writing);
    EXPECT_EQ(exitCode(report), 4);
}

}  // namespace
}  // namespace rigkiln
