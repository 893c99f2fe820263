#include "pipeline/run/disk_pace.hpp"

#include <chrono>

#include <gtest/gtest.h>

namespace rigkiln {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr milliseconds kSlow{10};

DiskPace quickPace() {
    DiskPace pace;
    for (int i = 0; i < 64; ++i)
        pace.note(microseconds(50));
    return pace;
}

TEST(DiskPace, IsNotQuickBeforeItWasSeen) {
    DiskPace pace;
    for (int i = 0; i < 63; ++i) {
        pace.note(microseconds(50));
        EXPECT_FALSE(pace.isQuick());
    }
    pace.note(microseconds(50));
    EXPECT_TRUE(pace.isQuick());
}

TEST(DiskPace, EndsWithTheFirstLongWait) {
    DiskPace pace = quickPace();
    pace.note(kSlow);
    EXPECT_FALSE(pace.isQuick());
}

TEST(DiskPace, EndsWhereOneStageOfTwentyWaits) {
    DiskPace pace = quickPace();
    int stages = 0;
    while (pace.isQuick() && stages < 1000)
        pace.note(++stages % 20 == 0 ? milliseconds(3) : microseconds(50));
    EXPECT_LT(stages, 1000);
}

TEST(DiskPace, OutlivesAFewInterruptions) {
    DiskPace pace = quickPace();
    for (int i = 0; i < 10'000; ++i)
        pace.note(i % 500 == 0 ? milliseconds(5) : microseconds(50));
    EXPECT_TRUE(pace.isQuick());
}

TEST(DiskPace, ComesBackHoweverLongTheDiskWasSlow) {
    DiskPace pace;
    for (int i = 0; i < 10'000; ++i)
        pace.note(kSlow);
    int stages = 0;
    while (!pace.isQuick() && stages < 10'000) {
        pace.note(microseconds(50));
        ++stages;
    }
    EXPECT_EQ(stages, 1000);
}

}  // namespace
}  // namespace rigkiln
