#include "tools/cli/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rigkiln::cli {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

UnitReport writtenUnit() {
    UnitReport unit;
    unit.output = "/out/hero.glb";
    unit.status = UnitStatus::Written;
    return unit;
}

TEST(LiveProgress, IsOneLineThatEndsWithTheLastUnit) {
    Progress progress{.unitsTotal = 2};
    testing::internal::CaptureStderr();
    const auto listener = makeProgress("live");
    listener->onStart(progress);
    for (progress.unitsDone = 1; progress.unitsDone <= 2; ++progress.unitsDone)
        listener->onUnitDone(writtenUnit(), progress);
    const std::string text = testing::internal::GetCapturedStderr();
    EXPECT_THAT(text, HasSubstr("\r\x1B[K[0/2]"));
    EXPECT_THAT(text, EndsWith("\n"));
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

TEST(LiveProgress, CountsFailures) {
    Progress progress{.unitsTotal = 2, .unitsDone = 1, .unitsFailed = 1};
    testing::internal::CaptureStderr();
    makeProgress("live")->onTick(progress);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("1 failed"));
}

}  // namespace
}  // namespace rigkiln::cli
