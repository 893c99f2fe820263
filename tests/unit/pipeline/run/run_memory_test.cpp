#include "pipeline/run/run_memory.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "pipeline/base/memory_account.hpp"
#include "pipeline/base/scratch.hpp"
#include "pipeline/report/exit_code.hpp"
#include "pipeline/state/run_state.hpp"
#include "tests/support/batch_fixture.hpp"
#include "tests/support/run_codes.hpp"

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

/// An allocator of which the test says what it holds.
class HeldHeap : public Heap {
public:
    std::size_t usedBytes() override { return used; }
    std::size_t freeBytes() override { return 0; }
    void giveBackFreePages() override {}

    std::atomic<std::size_t> used = 10 * kMiB;
};

TEST(HardLimit, LeavesRoomForTheProgramWithin64MBAnd10Percent) {
    constexpr std::size_t kProgram = 20 * kMiB;
    for (const std::size_t memory : {kMiB, 64 * kMiB, 4096 * kMiB})
        EXPECT_LE(hardLimit(memory) + kProgram, memory + memory / 10 + 64'000'000);
}

TEST_F(RunMemory, ThatIsTooLittleFailsTheUnitAlone) {
    folder_.write("in/hero.smodel", "model 1");
    folder_.write("in/huge.smodel", "model 1 memory=1000000000");
    HeldHeap heap;
    const RunReport report = runPlan(planned(), {.jobs = 2, .memoryBytes = 64 * kMiB, .heap = &heap});
    ASSERT_EQ(report.units.size(), 2U);
    EXPECT_EQ(report.units[0].status, UnitStatus::Written);
    ASSERT_TRUE(report.units[1].error);
    EXPECT_EQ(report.units[1].error->code().id, "memory.too-little");
    EXPECT_EQ(relative(report.units[1].error->text()),
              "in/huge.smodel: needs at least 953.7 MiB of memory, --memory is 64.0 MiB; give more");
    EXPECT_EQ(exitCode(report), 1);
}

TEST_F(RunMemory, ThatIsTooLittleForAClipFailsTheUnit) {
    folder_.write("in/hero.smodel", "model 1");
    folder_.write("in/hero_walk.sclip", "clip 0 memory=1000000000");
    HeldHeap heap;
    const RunReport report = runPlan(planned(), {.jobs = 2, .memoryBytes = 64 * kMiB, .heap = &heap});
    ASSERT_EQ(report.units.size(), 1U);
    ASSERT_TRUE(report.units[0].error);
    EXPECT_EQ(report.units[0].error->code().id, "memory.too-little");
    EXPECT_TRUE(report.units[0].issues.empty());
    EXPECT_EQ(folder_.read("out/hero.txt"), "");
}

/// A model that is alone holds more for a moment than anybody expects.
TEST_F(RunMemory, ThatAUnitHeldAloneIsReservedTheNextTime) {
    static HeldHeap* held = nullptr;
    FormatModule format = scripted::kModelFormat;
    format.read = [](const ReadRequest& request, Diagnostics& diagnostics) -> Result<Scene> {
        constexpr std::size_t kTaken = 40 * kMiB;
        if (!mayAllocate(kTaken)) const MemoryLook look(kTaken);
        held->used += kTaken;
        requireMemory(1);
        held->used -= kTaken;
        return scripted::kModelFormat.read(request, diagnostics);
    };
    const std::array<const FormatModule*, 3> formats = {&format, &scripted::kClipFormat,
                                                        &scripted::kClassFormat};
    HeldHeap heap;
    held = &heap;
    const auto convert = [&](const std::string& text) {
        folder_.write("in/hero.smodel", text);
        auto state = RunState::open({.folder = folder_.path("state"),
                                     .configuration = folder_.path("rigkiln.yaml"),
                                     .codes = test::codesOfRuns()});
        EXPECT_TRUE(state);
        return rigkiln::runPlan(planned(), {formats, scripted::kExporters},
                                {.jobs = 2, .memoryBytes = 64 * kMiB, .heap = &heap, .state = state->get()});
    };
    const RunReport first = convert("model 1");
    EXPECT_EQ(totals(first).written, 1U);
    EXPECT_LE(first.peakReservedBytes, 2 * kMiB);
    const RunReport second = convert("model 2");
    EXPECT_EQ(totals(second).written, 1U);
    // A quarter and 1 MiB more.
    EXPECT_GE(second.peakReservedBytes, 51 * kMiB);
    EXPECT_LE(second.peakReservedBytes, 52 * kMiB);
}

/// Each of two models fits alone, and not beside the other.
TEST_F(RunMemory, ThatOthersHeldIsAskedForAgain) {
    struct Meeting {
        std::atomic<int> begun = 0;
        std::atomic<bool> isTaken = false;
        std::atomic<bool> isRefused = false;
    };
    Meeting meeting;
    static Meeting* models = nullptr;
    static HeldHeap* held = nullptr;
    models = &meeting;
    FormatModule format = scripted::kModelFormat;
    format.read = [](const ReadRequest& request, Diagnostics& diagnostics) -> Result<Scene> {
        constexpr std::size_t kTaken = 60 * kMiB;
        const auto waitFor = [](const std::atomic<bool>& isTrue) {
            for (int i = 0; !isTrue && i < 30'000; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            EXPECT_TRUE(isTrue);
        };
        const int number = ++models->begun;
        // The second asks while the first holds its memory.
        if (number == 2) waitFor(models->isTaken);
        try {
            requireMemory(kTaken);
        } catch (const MemoryRefused&) {
            models->isRefused = true;
            throw;
        }
        held->used += kTaken;
        models->isTaken = true;
        if (number == 1) waitFor(models->isRefused);
        held->used -= kTaken;
        return scripted::kModelFormat.read(request, diagnostics);
    };
    const std::array<const FormatModule*, 3> formats = {&format, &scripted::kClipFormat,
                                                        &scripted::kClassFormat};
    folder_.write("in/hero.smodel", "model 1 issue");
    folder_.write("in/villain.smodel", "model 1 issue");
    HeldHeap heap;
    held = &heap;
    const RunReport report = rigkiln::runPlan(planned(), {formats, scripted::kExporters},
                                              {.jobs = 2, .memoryBytes = 64 * kMiB, .heap = &heap});
    EXPECT_EQ(meeting.begun, 3);
    ASSERT_EQ(report.units.size(), 2U);
    for (const UnitReport& unit : report.units) {
        EXPECT_EQ(unit.status, UnitStatus::Written) << unit.output;
        EXPECT_EQ(unit.issues.size(), 1U);
    }
    EXPECT_EQ(exitCode(report), 0);
}

}  // namespace
}  // namespace rigkiln
