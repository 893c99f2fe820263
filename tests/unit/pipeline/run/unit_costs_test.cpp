#include "pipeline/run/unit_costs.hpp"

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "pipeline/run/run_memory.hpp"
#include "pipeline/state/run_state.hpp"
#include "tests/support/batch_fixture.hpp"
#include "tests/support/run_codes.hpp"

namespace rigkiln {
namespace {

constexpr std::size_t kOneMiB = std::size_t{1} << 20U;

/// Units of one model file each.
UnitTable unitsOf(const std::vector<std::size_t>& sizes) {
    UnitTable units;
    for (const std::size_t size : sizes) {
        PlannedUnit unit{.facts = {{.relative = "hero.alo", .sizeBytes = size}}};
        unit.recipe.parts = {{.model = FileRecipe{.path = "/in/hero.alo", .name = "hero"}}};
        units.add(unit);
    }
    units.finish();
    return units;
}

UnitRecord record(std::size_t peakBytes, std::size_t sourceBytes, double milliseconds = 0) {
    UnitRecord last;
    last.peakBytes = peakBytes;
    last.sourceBytes = sourceBytes;
    last.times.convertMilliseconds = milliseconds;
    return last;
}

TEST(UnitCosts, AreEstimatesWhereNothingIsRemembered) {
    const UnitTable units = unitsOf({1000, 2000});
    const UnitCosts costs(units);
    EXPECT_EQ(costs.bytes(1), kOneMiB + 16000);
    EXPECT_EQ(costs.weight(1), kOneMiB + 16000);
}

TEST(UnitCosts, AreWhatAUnitTookWithAQuarterMore) {
    const UnitTable units = unitsOf({kOneMiB, kOneMiB, kOneMiB});
    UnitCosts costs(units);
    costs.learn(1, record(4 * kOneMiB, kOneMiB), true);
    EXPECT_EQ(costs.bytes(0), 9 * kOneMiB);
    EXPECT_EQ(costs.bytes(1), 6 * kOneMiB);
    EXPECT_EQ(costs.bytes(2), 9 * kOneMiB);
    // Also where the estimate is too low.
    costs.learn(2, record(100 * kOneMiB, kOneMiB), true);
    EXPECT_EQ(costs.bytes(2), 126 * kOneMiB);
}

TEST(UnitCosts, GrowWithTheSourcesAndDoNotShrink) {
    const UnitTable units = unitsOf({3 * kOneMiB, kOneMiB});
    UnitCosts costs(units);
    costs.learn(0, record(4 * kOneMiB, kOneMiB), true);
    costs.learn(1, record(4 * kOneMiB, 3 * kOneMiB), true);
    EXPECT_EQ(costs.bytes(0), 16 * kOneMiB);
    EXPECT_EQ(costs.bytes(1), 6 * kOneMiB);
}

TEST(UnitCosts, AreNoLessThanTheEstimateForAnotherRecipe) {
    const UnitTable units = unitsOf({kOneMiB, kOneMiB});
    UnitCosts costs(units);
    costs.learn(0, record(4 * kOneMiB, kOneMiB), false);
    costs.learn(1, record(8 * kOneMiB, kOneMiB), false);
    EXPECT_EQ(costs.bytes(0), 9 * kOneMiB);
    EXPECT_EQ(costs.bytes(1), 11 * kOneMiB);
}

TEST(UnitCosts, AreNotLearnedFromUnitsThatWereNotConverted) {
    const UnitTable units = unitsOf({kOneMiB});
    UnitCosts costs(units);
    costs.learn(0, record(0, kOneMiB, 5), true);
    EXPECT_EQ(costs.bytes(0), 9 * kOneMiB);
    EXPECT_EQ(costs.weight(0), 9 * kOneMiB);
}

TEST(UnitCosts, WeighUnitsByTheirTime) {
    const UnitTable units = unitsOf({kOneMiB, kOneMiB, kOneMiB});
    UnitCosts costs(units);
    costs.learn(0, record(kOneMiB, kOneMiB, 10), true);
    costs.learn(2, record(kOneMiB, kOneMiB, 90), true);
    // 18 MiB for 100 ms.
    EXPECT_NEAR(static_cast<double>(costs.weight(0)), 1.8 * kOneMiB, 100);
    EXPECT_EQ(costs.weight(1), 9 * kOneMiB);
    EXPECT_NEAR(static_cast<double>(costs.weight(2)), 16.2 * kOneMiB, 100);
}

TEST(UnitCosts, SurviveAnyNumbers) {
    const UnitTable units = unitsOf({kOneMiB, kOneMiB, kOneMiB, kOneMiB});
    UnitCosts costs(units);
    constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
    costs.learn(0, record(kMost, 1, std::numeric_limits<double>::max()), true);
    costs.learn(1, record(1, kMost, std::numeric_limits<double>::quiet_NaN()), true);
    costs.learn(2, record(1, 0, -1), false);
    costs.learn(3, record(1, 0, std::numeric_limits<double>::infinity()), true);
    EXPECT_EQ(costs.bytes(0), static_cast<std::size_t>(1e18F));
    EXPECT_EQ(costs.bytes(1), kOneMiB + 1);
    EXPECT_EQ(costs.weight(1), 9 * kOneMiB);
    EXPECT_EQ(costs.weight(2), 9 * kOneMiB);
    EXPECT_EQ(costs.weight(3), 9 * kOneMiB);
}

TEST(BytesTaken, AreTheFilesTheSceneAndWhatIsDecodedOrTheOutput) {
    std::vector<ClipReductionReport> reductions(2);
    reductions[0].bytesBefore = 900;
    reductions[0].bytesAfter = 400;
    reductions[1].bytesBefore = 1;
    reductions[1].bytesAfter = 2;
    UnitSizes sizes{.sourceBytes = 1000,
                    .counts = {.joints = 2, .vertices = 10, .triangles = 5, .animationBytes = 70},
                    .reductions = reductions,
                    .outputBytes = 300};
    constexpr std::size_t kScene = 2 * 512 + 10 * 96 + 5 * 12 + 70 + 500;
    EXPECT_EQ(bytesTaken(sizes), 1000 + kScene + 1000);
    sizes.outputBytes = 5000;
    EXPECT_EQ(bytesTaken(sizes), 1000 + kScene + 5000);
    // The first scene and output are there while the second ones are made.
    sizes.wasMadeTwice = true;
    EXPECT_EQ(bytesTaken(sizes), 1000 + kScene + 5000 + kScene + 5000);
}

/// Runs that remember what units took.
class LearningRuns : public BatchFixture {
protected:
    RunReport run(const std::string& configuration = boundConfiguration()) {
        auto state = RunState::open({.folder = folder_.path("state"),
                                     .configuration = folder_.path("rigkiln.yaml"),
                                     .codes = test::codesOfRuns()});
        EXPECT_TRUE(state);
        return runPlan(planned(configuration), {.state = state->get()});
    }

    std::optional<UnitRecord> recorded(const std::string& output) {
        auto state = RunState::open({.folder = folder_.path("state"),
                                     .configuration = folder_.path("rigkiln.yaml"),
                                     .codes = test::codesOfRuns()});
        return state ? (*state)->find(folder_.path(output)) : std::nullopt;
    }
};

TEST_F(LearningRuns, ReserveWhatUnitsTook) {
    folder_.write("in/hero.smodel", "model 1");
    const RunReport first = run();
    EXPECT_GT(first.peakReservedBytes, kOneMiB);
    const auto made = recorded("out/hero.txt");
    ASSERT_TRUE(made);
    EXPECT_GT(made->peakBytes, 0U);
    EXPECT_EQ(made->sourceBytes, 7U);
    EXPECT_GT(made->times.convertMilliseconds, 0);
    // Nothing has to be converted.
    EXPECT_EQ(run().peakReservedBytes, 0U);

    folder_.write("in/hero.smodel", "model 2");
    const RunReport second = run();
    EXPECT_EQ(totals(second).written, 1U);
    EXPECT_EQ(second.peakReservedBytes,
              static_cast<std::size_t>(static_cast<double>(made->peakBytes) * 1.25 + kOneMiB));
}

TEST_F(LearningRuns, ReserveTheEstimateAtLeastForAnotherRecipe) {
    folder_.write("in/hero.smodel", "model 1");
    const RunReport first = run();
    std::string other = boundConfiguration();
    other.replace(other.find("to: text"), 8, "to: text, side: true");
    const RunReport second = run(other);
    EXPECT_EQ(totals(second).units, 1U);
    EXPECT_FALSE(second.units.front().isRemembered);
    EXPECT_GE(second.peakReservedBytes, first.peakReservedBytes);
}

}  // namespace
}  // namespace rigkiln
