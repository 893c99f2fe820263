#include "pipeline/run/ready_stages.hpp"

#include <chrono>
#include <cstddef>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

constexpr std::size_t kSmall = ReadyStages::kSmallUnitBytes;
constexpr std::size_t kLarge = ReadyStages::kSmallUnitBytes + 1;

/// Lets the stages of small units be quick for long.
void noteQuickStages(ReadyStages& ready) {
    for (int i = 0; i < 10'000; ++i)
        ready.noteTime({.bytes = kSmall, .stage = Stage::Read}, std::chrono::microseconds(20));
}

TEST(ReadyStages, HasEachStageOnItsLane) {
    ReadyStages ready(false);
    EXPECT_EQ(ready.add({.bytes = 1, .unit = 1, .stage = Stage::Read}), Lane::Io);
    EXPECT_EQ(ready.add({.bytes = 1, .unit = 2, .stage = Stage::Convert}), Lane::Cpu);
    EXPECT_EQ(ready.add({.bytes = 1, .unit = 3, .stage = Stage::Publish}), Lane::Io);
    EXPECT_EQ(ready.take(Lane::Io).unit, 3U);
    EXPECT_EQ(ready.take(Lane::Io).unit, 1U);
    EXPECT_TRUE(ready.areNone(Lane::Io));
    EXPECT_EQ(ready.take(Lane::Cpu).unit, 2U);
    EXPECT_TRUE(ready.areNone(Lane::Cpu));
}

TEST(ReadyStages, HasSmallUnitsOfAQuickDiskOnTheProcessors) {
    ReadyStages ready(false);
    noteQuickStages(ready);
    EXPECT_EQ(ready.add({.bytes = kSmall, .stage = Stage::Read}), Lane::Cpu);
    EXPECT_EQ(ready.add({.bytes = kSmall, .stage = Stage::Publish}), Lane::Cpu);
    EXPECT_EQ(ready.add({.bytes = kLarge, .stage = Stage::Read}), Lane::Io);
    EXPECT_EQ(ready.add({.bytes = kLarge, .stage = Stage::Publish}), Lane::Io);
    // Neither large units nor conversions say anything of the disk.
    ready.noteTime({.bytes = kLarge, .stage = Stage::Read}, std::chrono::seconds(1));
    ready.noteTime({.bytes = kSmall, .stage = Stage::Convert}, std::chrono::seconds(1));
    EXPECT_EQ(ready.add({.bytes = kSmall, .stage = Stage::Read}), Lane::Cpu);
    ready.noteTime({.bytes = kSmall, .stage = Stage::Publish}, std::chrono::seconds(1));
    EXPECT_EQ(ready.add({.bytes = kSmall, .stage = Stage::Read}), Lane::Io);
}

TEST(ReadyStages, HasAllOnProcessorsThatOthersShare) {
    ReadyStages ready(true);
    for (const Stage stage : {Stage::Read, Stage::Convert, Stage::Publish})
        EXPECT_EQ(ready.add({.bytes = kLarge, .stage = stage}), Lane::Cpu);
}

TEST(ReadyStages, GivesUnitsNearlyThroughThenLargeOnesThenTheOrder) {
    ReadyStages ready(true);
    (void)ready.add({.bytes = 1, .unit = 5, .stage = Stage::Read});
    (void)ready.add({.bytes = 1, .unit = 4, .stage = Stage::Read});
    (void)ready.add({.bytes = 9, .unit = 6, .stage = Stage::Read});
    (void)ready.add({.bytes = 1, .unit = 7, .stage = Stage::Convert});
    (void)ready.add({.bytes = 1, .unit = 8, .stage = Stage::Publish});
    for (const UnitIndex unit : {8U, 7U, 6U, 4U, 5U})
        EXPECT_EQ(ready.take(Lane::Cpu).unit, unit);
}

}  // namespace
}  // namespace rigkiln
