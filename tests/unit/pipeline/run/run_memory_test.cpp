#include "pipeline/run/run_memory.hpp"

#include <array>
#include <string>

#include <gtest/gtest.h>

#include "pipeline/base/scratch.hpp"
#include "tests/support/batch_fixture.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kMiB = std::size_t{1} << 20U;

TEST(BytesForUnits, AreWhatImagesAndArchivesLeave) {
    EXPECT_EQ(bytesForUnits(8 * kMiB, false), 5 * kMiB);
    EXPECT_EQ(bytesForUnits(8 * kMiB, true), 4 * kMiB);
    EXPECT_EQ(bytesForUnits(1, true), 1U);
}

TEST(BytesInMemory, AreTheShareOfUnitsThatFitInIt) {
    UnitMemory memory{.estimatedBytes = 100 * kMiB,
                      .sourceBytes = 8 * kMiB,
                      .outputs = 1,
                      .runBytes = 200 * kMiB,
                      .unitsAtOnce = 2};
    EXPECT_EQ(bytesInMemory(memory), 50 * kMiB);
    memory.outputs = 3;
    EXPECT_EQ(bytesInMemory(memory), 25 * kMiB);
    memory.unitsAtOnce = 0;  // as 1
    EXPECT_EQ(bytesInMemory(memory), 50 * kMiB);
}

TEST(BytesInMemory, AreAQuarterOfTheSourcesOfLargerUnits) {
    UnitMemory memory{.estimatedBytes = 100 * kMiB + 1,
                      .sourceBytes = 8 * kMiB,
                      .outputs = 1,
                      .runBytes = 200 * kMiB,
                      .unitsAtOnce = 2};
    EXPECT_EQ(bytesInMemory(memory), 2 * kMiB);
    memory.sourceBytes = 1000;
    EXPECT_EQ(bytesInMemory(memory), kMiB / 2);
}

/// Writes how many KiB of the output may stay in memory.
Result<OutputSet> writeRoom(const Scene& scene, const WriteRequest& request, Diagnostics& diagnostics) {
    static_cast<void>(scene);
    static_cast<void>(diagnostics);
    std::size_t room = 0;
    while (room < 100000 && request.scratch->fits(1024))
        ++room;
    return OutputSet{{.name = request.fileName, .pieces = {SharedBytes(std::to_string(room))}}};
}

class RunMemory : public BatchFixture {};

/// The estimate of each unit is a little above 1 MiB.
TEST_F(RunMemory, IsSharedByTheUnitsThatRunAtOnce) {
    ExporterModule exporter = scripted::kExporter;
    exporter.write = writeRoom;
    folder_.write("in/hero.smodel", "model 1");
    folder_.write("in/villain.smodel", "model 1");
    const Plan plan = planned();
    const std::array<const ExporterModule*, 1> exporters = {&exporter};
    const Registries registries{scripted::kFormats, exporters};
    const auto roomWith = [&](unsigned jobs, std::size_t memoryBytes) {
        const RunReport report =
            rigkiln::runPlan(plan, registries, {.jobs = jobs, .memoryBytes = memoryBytes});
        EXPECT_EQ(totals(report).failed, 0U);
        EXPECT_EQ(folder_.read("out/hero.txt"), folder_.read("out/villain.txt"));
        return folder_.read("out/hero.txt");
    };
    EXPECT_EQ(roomWith(1, 16 * kMiB), "5120");
    EXPECT_EQ(roomWith(2, 16 * kMiB), "2560");
    EXPECT_EQ(roomWith(64, 16 * kMiB), "2560");
    EXPECT_EQ(roomWith(2, 3 * kMiB), "512");
}

}  // namespace
}  // namespace rigkiln
