#include "pipeline/run/host.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/scratch_folder.hpp"

namespace rigkiln {
namespace {

class Host : public testing::Test {
protected:
    HostFiles files() const { return {folder_.path("cgroup"), folder_.path("self")}; }

    ScratchFolder folder_;
};

TEST_F(Host, HasNoLimitWithoutControlGroups) {
    EXPECT_EQ(controlGroupProcessors(files()), std::nullopt);
    EXPECT_EQ(controlGroupMemoryBytes(files()), std::nullopt);
}

TEST_F(Host, TakesTheSmallestQuotaOnTheWayUp) {
    folder_.write("self", "0::/a/b\n");
    folder_.write("cgroup/a/cpu.max", "150000 100000\n");
    folder_.write("cgroup/a/b/cpu.max", "400000 100000\n");
    folder_.write("cgroup/a/memory.max", "max\n");
    folder_.write("cgroup/a/b/memory.max", "1048576\n");
    EXPECT_EQ(controlGroupProcessors(files()), 2U);
    EXPECT_EQ(controlGroupMemoryBytes(files()), 1048576U);
}

TEST_F(Host, KnowsVersionOneToo) {
    folder_.write("self", "4:cpu,cpuacct:/x\n5:memory:/x\n");
    folder_.write("cgroup/cpu/x/cpu.cfs_quota_us", "300000\n");
    folder_.write("cgroup/cpu/x/cpu.cfs_period_us", "100000\n");
    folder_.write("cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    folder_.write("cgroup/cpu/cpu.cfs_period_us", "100000\n");
    folder_.write("cgroup/memory/x/memory.limit_in_bytes", "4096\n");
    EXPECT_EQ(controlGroupProcessors(files()), 3U);
    EXPECT_EQ(controlGroupMemoryBytes(files()), 4096U);
}

TEST_F(Host, NoQuotaIsNoLimit) {
    folder_.write("self", "0::/\n");
    for (const char* text : {"max 100000\n", "0 100000\n", "100000 0\n"}) {
        folder_.write("cgroup/cpu.max", text);
        EXPECT_EQ(controlGroupProcessors(files()), std::nullopt) << text;
    }
}

TEST_F(Host, ANumberThatIsTooLargeIsNoLimit) {
    folder_.write("self", "0::/\n");
    folder_.write("cgroup/memory.max", "99999999999999999999\n");
    EXPECT_EQ(controlGroupMemoryBytes(files()), std::nullopt);
}

TEST_F(Host, DefaultsAreUsable) {
    EXPECT_GE(defaultJobs(), 1U);
    EXPECT_GT(defaultMemoryBytes(), 0U);
}

}  // namespace
}  // namespace rigkiln
