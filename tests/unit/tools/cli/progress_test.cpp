#include "tools/cli/progress.hpp"

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/test_errors.hpp"
#include "tools/cli/output_text.hpp"
#include "tools/cli/terminal.hpp"

namespace rigkiln::cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

UnitReport writtenUnit() {
    UnitReport unit;
    unit.output = "/out/hero.glb";
    unit.status = UnitStatus::Written;
    return unit;
}

TEST(LiveProgress, IsOneLineThatIsRemovedAtTheEnd) {
    Progress progress{.unitsTotal = 2};
    testing::internal::CaptureStderr();
    const auto listener = makeProgress("live");
    listener->onStart(progress);
    for (progress.unitsDone = 1; progress.unitsDone <= 2; ++progress.unitsDone)
        listener->onUnitDone(writtenUnit(), progress);
    listener->onEnd({});
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_THAT(text, HasSubstr("\r\x1B[K[0/2]"));
    EXPECT_THAT(text, EndsWith("\r\x1B[K"));
    EXPECT_THAT(text, Not(HasSubstr("\n")));
}

TEST(LiveProgress, DrawsNothingOnATickBehindTheLastUnit) {
    Progress progress{.unitsTotal = 1};
    const auto listener = makeProgress("live");
    testing::internal::CaptureStderr();
    listener->onTick(progress);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("[0/1]"));
    progress.unitsDone = 1;
    testing::internal::CaptureStderr();
    listener->onTick(progress);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(LiveProgress, StaysBelowOtherLines) {
    const auto listener = makeProgress("live");
    testing::internal::CaptureStderr();
    listener->onTick({.unitsTotal = 1});
    complain("stopping");
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_THAT(text, HasSubstr("\r\x1B[Krigkiln: stopping\n[0/1]"));
    listener->onEnd({});
    testing::internal::CaptureStderr();
    complain("stopped");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "rigkiln: stopped\n");
}

TEST(LiveProgress, NamesTheUnitThatIsUnderWayForLongest) {
    testing::internal::CaptureStderr();
    const auto listener = makeProgress("live");
    listener->onTick({.unitsTotal = 1, .slowest = "/out/a.glb", .slowestSeconds = 0.5});
    EXPECT_THAT(testing::internal::GetCapturedStderr(), Not(HasSubstr("slowest")));
    testing::internal::CaptureStderr();
    listener->onTick({.unitsTotal = 1, .slowest = "/out/a.glb", .slowestSeconds = 65});
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr(", slowest: a.glb for 1:05"));
}

TEST(JsonProgress, TellsTheStartEachUnitAndTheEnd) {
    UnitReport failed = writtenUnit();
    failed.status = UnitStatus::Failed;
    failed.phase = FailurePhase::Converting;
    failed.error = test::kInputError.in("hero.alo", "is empty");
    failed.hasStaleOutput = true;
    failed.inputs.push_back({.path = "/in/hero.alo", .format = "alo", .status = InputStatus::Failed});
    RunReport report;
    report.units.push_back(failed);
    testing::internal::CaptureStdout();
    const auto listener = makeProgress("json");
    listener->onStart({.unitsTotal = 1, .bytesTotal = 7, .costTotal = 70});
    listener->onUnitDone(failed,
                         {.unitsTotal = 1, .unitsDone = 1, .unitsFailed = 1, .bytesDone = 7, .costDone = 70});
    listener->onEnd(report);
    std::istringstream lines(testing::internal::GetCapturedStdout());
    std::vector<nlohmann::json> events;
    for (std::string line; std::getline(lines, line);)
        events.push_back(nlohmann::json::parse(line));
    ASSERT_EQ(events.size(), 3U);
    EXPECT_EQ(events[0]["event"], "start");
    EXPECT_EQ(events[0]["cost"], 70);
    EXPECT_EQ(events[1],
              nlohmann::json::parse(R"({"event": "unit", "output": "/out/hero.glb", "status": "failed",
                  "done": 1, "total": 1, "failed": 1, "bytes_done": 7, "cost_done": 70, "source": "/in/hero.alo",
                  "error": "hero.alo: is empty", "code": "test.input", "phase": "converting",
                  "stale_output": true})"));
    EXPECT_EQ(events[2]["event"], "end");
    EXPECT_EQ(events[2]["exit_code"], 1);
    EXPECT_EQ(events[2]["failed"], 1);
}

TEST(ClippedLine, TakesTwoColumnsForCharactersThatMayBeWide) {
    EXPECT_EQ(clipped("abc", 3), "abc");
    EXPECT_EQ(clipped("abcd", 3), "abc");
    EXPECT_EQ(clipped("a\xC3\xA9z", 3), "a\xC3\xA9");
    EXPECT_EQ(clipped("a\xC3\xA9z", 2), "a");
    EXPECT_EQ(clipped("a", 0), "");
}

TEST(LiveProgress, CountsFailures) {
    Progress progress{.unitsTotal = 2, .unitsDone = 1, .unitsFailed = 1};
    testing::internal::CaptureStderr();
    makeProgress("live")->onTick(progress);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("1 failed"));
}

}  // namespace
}  // namespace rigkiln::cli
